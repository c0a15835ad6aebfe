# ./course export: the course for somebody else: a students' edition, an autograder.
from __future__ import annotations

import argparse
import pathlib

from tools.arguments import folder, output, output_folder
from tools.console import say
from tools.edition.gradescope import write_autograder
from tools.edition.repository import write_repository
from tools.edition.students import students_edition
from tools.errors import CourseError
from tools.files import shown_path
from tools.model import ROOT
from tools.taught import load_class

HELP = "write the course as students get it, without solutions, or as Gradescope does"
EXAMPLES = [
    "export --students ../class            # a git repository; again, and it gets a commit more",
    "export --students ../class --labs 01-coalescing --without transpose_vectorized",
    "export --gradescope autograder.zip",
    "export --students ../class --fold     # explanations of solutions folded, not left out",
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--students",
        type=output_folder,
        metavar="DIR",
        help="a git repository for students, made or updated",
    )
    what.add_argument("--gradescope", type=output, metavar="ZIP", help="an autograder to upload to Gradescope")
    parser.add_argument(
        "--labs",
        action="append",
        default=[],
        metavar="LAB",
        help="only this lab or chapter (may be repeated; or class.toml)",
    )
    parser.add_argument(
        "--without", action="append", default=[], metavar="LAB", help="leave this lab or chapter out (may be repeated)"
    )
    parser.add_argument(
        "--private", type=folder, metavar="DIR", help="private tests that go with an autograder, as for ./course grade"
    )
    parser.add_argument(
        "--fold",
        action="store_true",
        help="keep what chapters explain of solutions, folded (their code is left out in any case)",
    )


def run(args: argparse.Namespace) -> int:
    taught = load_class(labs=args.labs, without=args.without)
    if args.private and not args.gradescope:
        raise CourseError("--private goes with --gradescope: students get no private tests.")
    if args.gradescope:
        count = write_autograder(args.gradescope, taught, pathlib.Path(args.private) if args.private else None)
        say(
            f"{shown_path(pathlib.Path(args.gradescope))}: {count} files, {len(taught.labs)} labs. Gradescope asks for it as 'Autograder'."
        )
        return 0
    place: pathlib.Path = args.students
    if place.resolve().is_relative_to(ROOT):
        raise CourseError(f"{shown_path(place)} lies in the course itself: name a folder outside of it.")
    edition = students_edition(taught, args.fold)
    done = write_repository(place, edition)
    say(f"{shown_path(place)}: {done}.")
    say("Push it to where students find it. They `git pull`; labs that they have are never touched.")
    return 0
