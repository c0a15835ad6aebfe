# ./course entropy: filters a picture, or a grid of symbols, with any version of chapter 5.
from __future__ import annotations

import argparse
import functools
import os
import pathlib

from tools.build.filter import filtered, for_the_cpu, must_fit, programs, where_to_run
from tools.build.meson import must_build
from tools.console import say
from tools.errors import CourseError
from tools.files import shown_path
from tools.model import Version
from tools.versions import find_chapter, find_version

HELP = "filter a picture by its local entropy, with any version of chapter 5"
EXAMPLES = [
    "entropy photo.jpg --version v7 --out entropy.png",
    "entropy photo.jpg --levels 4 --out entropy.csv      # the numbers, in nats",
    "entropy data/05-entropy/tiny.csv --out tiny.csv     # symbols 0 to 15 instead of a picture",
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("image", metavar="IMAGE", help="a picture, or a .csv of symbols 0 to 15, a row a line")
    parser.add_argument(
        "--out", required=True, metavar="FILE", help="what to write: .png (white is ln LEVELS) or .csv (nats)"
    )
    parser.add_argument(
        "--levels", type=int, metavar="N", help="how many greys to keep of a picture, 2 to 16 (default: 16)"
    )
    parser.add_argument("--version", metavar="V", help="a version of the chapter (default: the last one for the CPU)")


def run(args: argparse.Namespace) -> int:
    chapter = find_chapter("05-entropy")
    version = find_version(chapter, args.version) if args.version else for_the_cpu(chapter)
    source, target = pathlib.Path(args.image), pathlib.Path(args.out)
    check_names(source, target)
    is_grid = source.suffix.lower() == ".csv"
    if args.levels is not None and is_grid:
        raise CourseError(f"--levels is for pictures: {source} has its symbols already.")
    levels = 16 if args.levels is None else args.levels
    if not 2 <= levels <= 16:
        raise CourseError(f"--levels is 2 to 16, not {levels}: a symbol has four bits.")
    from tools.drawing import pictures  # numpy and Pillow, which only this verb needs

    @functools.cache
    def build() -> str:
        backend = where_to_run(version)
        must_build(programs(chapter, version, backend))
        return backend

    # Built when the input has turned out to be one: a picture after its head is read, and before its pixels.
    if is_grid:
        symbols = pictures.read_grid(source)
    else:
        symbols = pictures.read_picture(source, levels, lambda *size: must_fit(chapter, version, build(), *size))
    entropies, backend = filtered(chapter, version, build(), symbols)
    pictures.write(target, entropies, levels)
    white = f"; black is 0, white is ln {levels}" if target.suffix.lower() == ".png" else ""
    say(
        f"wrote {shown_path(target)}: {symbols.shape[0]} x {symbols.shape[1]} cells, {entropies.min():.4g} to {entropies.max():.4g} nats, "
        f"mean {entropies.mean():.4g}{white}. {version.name}: {version.title}, {place(version, backend)}"
    )
    return 0


def check_names(source: pathlib.Path, target: pathlib.Path) -> None:
    """Whatever is wrong with the two names is said before anything is computed."""
    if not source.is_file():
        raise CourseError(f"{source} is no file." if source.exists() else f"there is no file {source}.")
    if target.suffix.lower() not in (".png", ".csv"):
        raise CourseError(f"--out {target} must end in .png or .csv.")
    if target.is_dir():
        raise CourseError(f"--out {target} is a folder.")
    if not target.parent.is_dir():
        raise CourseError(f"there is no folder {target.parent} to write {target.name} to.")
    if not os.access(target.parent, os.W_OK):
        raise CourseError(f"the folder {target.parent} cannot be written to.")
    if target.exists() and target.samefile(source):
        raise CourseError(f"--out {target} is the input: choose another name.")


def place(version: Version, backend: str) -> str:
    if version.host_only:
        return "on the CPU"
    return "on the GPU" if backend == "cuda" else "simulated"
