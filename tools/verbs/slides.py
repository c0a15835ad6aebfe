# ./course slides: a deck a chapter, of the same Markdown that a code host and the site show.
from __future__ import annotations

import argparse
import os
import pathlib

from tools.console import say
from tools.errors import CourseError
from tools.files import shown_path
from tools.model import MADE, find_chapters

HELP = "make a deck of slides of each chapter, to show in a browser; it needs no network when it is shown"
EXAMPLES = ["slides", "slides caches latency", "slides coalescing --solutions   # after the labs"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER", help="a chapter or part of its name (default: all)")
    parser.add_argument("--solutions", action="store_true", help="show the code of the labs' solutions, too")
    parser.add_argument("--out", type=pathlib.Path, metavar="FOLDER", help="where to (slides/)")


def run(args: argparse.Namespace) -> int:
    from tools.site import can_build

    reason = can_build("sphinx", "myst_parser", "sphinx_revealjs")
    if reason:
        raise CourseError(f"cannot make slides: {reason}. Without COURSE_PYTHON, ./course slides installs it.")
    from tools.slides.build import build_slides

    out = pathlib.Path(os.path.abspath(args.out or MADE / "slides"))
    decks = build_slides(out, find_chapters(args.chapters), args.solutions)
    say(f"wrote {len(decks)} decks; {shown_path(out / 'index.html')} lists them. S shows the speaker's notes.")
    return 0
