# ./course reset: puts a lab's skeleton back; what was there is kept in .course/backups/.
from __future__ import annotations

import argparse
import datetime
import shutil
import sys

from tools.console import say
from tools.errors import CourseError
from tools.files import shown_path, write_atomic
from tools.model import digest
from tools.state import FOLDER
from tools.taught import taught_lab

HELP = "put a lab's skeleton back (asks first, keeps a backup)"
EXAMPLES = ["reset transpose_naive", "reset naive --yes"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("lab", metavar="LAB", help="a lab, part of its name, or its file")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def run(args: argparse.Namespace) -> int:
    lab = taught_lab(args.lab)
    if not lab.skeleton.exists():
        raise CourseError(f"{lab.name} has no skeleton to go back to: {shown_path(lab.skeleton)} is missing.")
    if digest(lab.path) == digest(lab.skeleton):
        say(f"{shown_path(lab.path)} is the skeleton already.")
        return 0
    if not args.yes:
        if not sys.stdin.isatty():
            raise CourseError(f"resetting {lab.name} needs a yes, and there is no terminal to ask on: add --yes.")
        try:
            answer = input(f"Replace {shown_path(lab.path)} with the skeleton? [y/N] ")
        except EOFError:  # Ctrl-D
            answer = ""
            say()
        if answer.strip().lower() not in ("y", "yes"):
            say("Nothing changed.")
            return 0
    if lab.path.exists():
        stamp = datetime.datetime.now().strftime("%Y-%m-%d-%H%M%S.%f")[:-3]
        backup = FOLDER / "backups" / lab.name / f"{stamp}{lab.path.suffix}"
        backup.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(lab.path, backup)
        say(f"Your version is kept: {shown_path(backup)}")
    write_atomic(lab.path, lab.skeleton.read_text(encoding="utf-8"))
    say(f"{shown_path(lab.path)} is the skeleton again. Hints start over with `./course hint {lab.name} --all`.")
    return 0
