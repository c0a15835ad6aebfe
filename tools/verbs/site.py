# ./course site: the course as a book in a browser, from the same Markdown that a code host shows.
from __future__ import annotations

import argparse
import os
import pathlib

from tools.console import say
from tools.errors import CourseError
from tools.files import shown_path
from tools.model import MADE

HELP = "build the course as a site, to read in a browser or to print; it needs no network when it is read"
EXAMPLES = ["site", "site --out /var/www/warpwise --repository https://github.com/OWNER/warpwise"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--out", type=pathlib.Path, metavar="FOLDER", help="where to (site/)")
    parser.add_argument(
        "--repository", metavar="URL", default="", help="where the course lies on a code host: pages then link to it"
    )


def run(args: argparse.Namespace) -> int:
    from tools.site import can_build

    reason = can_build()
    if reason:
        raise CourseError(f"cannot build the site: {reason}. Without COURSE_PYTHON, ./course site installs it.")
    from tools.site.build import build_site

    out = pathlib.Path(os.path.abspath(args.out or MADE / "site"))
    build_site(out, args.repository.rstrip("/"))
    say(f"wrote {shown_path(out / 'index.html')}, and the whole course on one page: {shown_path(out / 'book.html')}")
    return 0
