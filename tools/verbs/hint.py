# ./course hint: one more hint each time.
from __future__ import annotations

import argparse

from tools.console import paint, say
from tools.state import hints_shown, remember_hints
from tools.taught import taught_lab

HELP = "show one more hint for a lab"
EXAMPLES = ["hint transpose_naive", "hint naive --all", "hint naive --again"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("lab", metavar="LAB", help="a lab, part of its name, or its file")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--all", action="store_true", help="show every hint at once")
    how.add_argument("--again", action="store_true", help="show those that you have seen, and no more")


def run(args: argparse.Namespace) -> int:
    lab = taught_lab(args.lab)
    seen, count = hints_shown(lab), len(lab.hints)
    if not count:
        say(f"{lab.name} has no hints yet.")
        return 0
    if args.all:
        first, last = 0, count
    elif args.again:
        first, last = 0, min(seen, count)
    else:
        first, last = min(seen, count - 1), min(seen + 1, count)
    for number in range(first, last):
        say(paint(f"Hint {number + 1} of {count} for {lab.name}:", "bold"))
        say(lab.hints[number].strip())
        say()
    remember_hints(lab, max(seen, last))
    if seen >= count and not (args.all or args.again):
        say(f"That was the last one; `./course hint {lab.name} --all` shows them all again.")
    elif last < count:
        say(f"{count - last} more: `./course hint {lab.name}` shows the next.")
    return 0
