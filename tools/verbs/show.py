# ./course show: prints the source of a version.
from __future__ import annotations

import argparse

from tools.console import on_terminal, say
from tools.files import shown_path
from tools.versions import find_chapter, find_version, source_of

HELP = "print the source of a version"
EXAMPLES = ["show coalescing naive_8x32", "show coalescing load_shifted | less"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("chapter", metavar="CHAPTER", help="a chapter, or part of its name")
    parser.add_argument("version", metavar="VERSION", help="a version, or part of its name")


def run(args: argparse.Namespace) -> int:
    chapter = find_chapter(args.chapter)
    version = find_version(chapter, args.version)
    path = source_of(chapter, version)
    text = path.read_text(encoding="utf-8")
    if not on_terminal():
        print(text, end="")
        return 0
    say(f"{version.name}: {version.title}  ({shown_path(path)})", "bold")
    try:
        from rich.console import Console
        from rich.syntax import Syntax
    except ImportError:
        print(text, end="")
        return 0
    language = "cuda" if path.suffix == ".cu" else "cpp"
    Console().print(
        Syntax(text.rstrip("\n"), language, line_numbers=True, theme="ansi_dark", background_color="default")
    )
    return 0
