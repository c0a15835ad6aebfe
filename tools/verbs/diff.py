# ./course diff: what a version changes, as a unified diff against another one.
from __future__ import annotations

import argparse
import difflib

from tools.arguments import whole
from tools.console import paint, say
from tools.errors import CourseError
from tools.files import shown_path
from tools.versions import before, find_chapter, find_version, source_of

HELP = "show what a version changes, against its neighbour or another one"
EXAMPLES = [
    "diff coalescing naive_8x32                  # against the version before it",
    "diff coalescing naive_32x8 naive_8x32",
]
COLOURS = {"+": "green", "-": "red", "@": "cyan"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("chapter", metavar="CHAPTER", help="a chapter, or part of its name")
    parser.add_argument("versions", nargs="+", metavar="VERSION", help="one version, or the older and the newer one")
    parser.add_argument(
        "--context",
        type=whole(0, 1_000_000),
        default=3,
        metavar="N",
        help="unchanged lines round a change (default: 3)",
    )


def run(args: argparse.Namespace) -> int:
    if len(args.versions) > 2:
        raise CourseError("diff compares two versions: the older one, the newer one.")
    chapter = find_chapter(args.chapter)
    found = [find_version(chapter, name) for name in args.versions]
    old, new = found if len(found) == 2 else (before(chapter, found[0]), found[0])
    left, right = source_of(chapter, old), source_of(chapter, new)
    say(f"{old.name}: {old.title} → {new.name}: {new.title}", "bold")
    if left == right:
        say(f"Both are in {shown_path(left)}.")
        return 0
    before_lines, after_lines = (path.read_text(encoding="utf-8").splitlines() for path in (left, right))
    names = shown_path(left), shown_path(right)
    for line in difflib.unified_diff(before_lines, after_lines, *names, n=args.context, lineterm=""):
        head = line.startswith(("--- ", "+++ "))
        shown = paint(line, "bold") if head else paint(line, COLOURS[line[0]]) if line[:1] in COLOURS else line
        say(shown, verbatim=True)
    return 0
