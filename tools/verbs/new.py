# ./course new: adds a lab or a chapter, every file that it needs, ready to be checked.
from __future__ import annotations

import argparse
import pathlib

from tools.authoring.chapter import new_chapter
from tools.authoring.lab import new_lab
from tools.console import say
from tools.files import shown_path
from tools.model import ROOT

HELP = "add a lab or a chapter to the course"
EXAMPLES = [
    "new lab transpose_64x4 --like transpose_naive",
    "new chapter 06-caches --title 'Caches: who asked before'",
    "new lab stencil --like transpose_naive --chapter 06-caches",
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(dest="kind", metavar="KIND", required=True)
    lab = kinds.add_parser("lab", help="a lab, made from one that there is")
    lab.add_argument("name", metavar="NAME", help="what it is called, in the list and as a function")
    lab.add_argument("--like", required=True, metavar="OTHER", help="the lab it is made from")
    lab.add_argument("--chapter", metavar="SLUG", help="a chapter, like 01-coalescing (default: the other lab's)")
    chapter = kinds.add_parser("chapter", help="a chapter, with its text still to be written")
    chapter.add_argument("slug", metavar="NN-SLUG", help="its number and its name: 06-caches")
    chapter.add_argument("--title", required=True, metavar="TITLE", help="as the text is headed")


def run(args: argparse.Namespace) -> int:
    if args.kind == "chapter":
        _wrote(new_chapter(args.slug, args.title).apply())
        say(f"Next: write chapters/{args.slug}/README.md, its row in README.md; ./course new lab NAME --like OTHER")
        say(f"      --chapter {args.slug}; then ./course docs. ./course test test_course names what is missing.")
        return 0
    changes, near = new_lab(args.name, args.like, args.chapter)
    paths = changes.apply()
    _wrote(paths)
    solution, skeleton, _, grader, header, _ = map(shown_path, paths)
    wrong = shown_path(ROOT / "tests" / (args.chapter or near.slug) / "wrong" / args.name)
    say(
        f"It is {near.name} under another name: ./course check {args.name} --solution gives every point. Now, as a person:"
    )
    say(f"  1. change the solution, {solution}, and say in {header} what the function does")
    say(f"  2. change what the grader asserts, {grader}, and points and budgets in course.toml")
    say(f"  3. make the skeleton of the solution, {skeleton}; then cp it over {wrong}/skeleton.*")
    say("  4. write title and hints in course.toml, where it says TODO")
    say(f"  5. wrong submissions in {wrong}/, each with its line `// fails: SUITE.TEST: part of the message`")
    say("  6. say in the chapter what it is for; ./course docs puts it into the table")
    say("./course test test_course names what is missing.")
    return 0


def _wrote(paths: list[pathlib.Path]) -> None:
    for path in paths:
        say(f"wrote {shown_path(path)}")
