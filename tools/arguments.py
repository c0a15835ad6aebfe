# What the values of options must be. argparse asks these before a verb begins, so a wrong value costs no build.
from __future__ import annotations

import argparse
import math
import os
import pathlib
import re
from collections.abc import Callable

SECONDS = 1_000_000_000  # more than any clock of the system's limits must be able to hold
MEBIBYTES = 1 << 30
MOST_SEED = 2**31 - 1  # that graders draw from


def whole(least: int, most: int) -> Callable[[str], int]:
    """A whole number from `least` to `most`."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[+-]?[0-9]{1,20}", text) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"wants a whole number from {least:,} to {most:,}, not '{text}'")
        return int(text)

    return read


mebibytes = whole(1, MEBIBYTES)


def seconds(text: str) -> float:
    """A time above zero."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= SECONDS:
        raise argparse.ArgumentTypeError(f"wants seconds, more than 0 and at most {SECONDS:,}, not '{text}'")
    return value


def shape(text: str) -> str:
    """ROWSxCOLS, as the chapters' programs read it."""
    sides = re.fullmatch(r"([0-9]{1,10})x([0-9]{1,10})", text)
    if not sides or not all(1 <= int(side) < 1 << 31 for side in sides.groups()):
        raise argparse.ArgumentTypeError(f"wants ROWSxCOLS, both at least 1, like 2048x512, not '{text}'")
    return text


def folder(text: str) -> str:
    """One that is there."""
    if not os.path.isdir(text):
        what = "is no folder" if os.path.lexists(text) else "is not there"
        raise argparse.ArgumentTypeError(f"wants a folder, and {text} {what}")
    return text


def output(text: str) -> str:
    """A file that can be written, or '-'. What of its folders is missing is made when it is written."""
    path = pathlib.Path(text)
    if text == "-":
        return text
    if not text or path.is_dir():
        raise argparse.ArgumentTypeError(f"wants a file to write, and '{text}' is {'a folder' if text else 'no name'}")
    if path.exists() and not os.access(path, os.W_OK):
        raise argparse.ArgumentTypeError(f"cannot write {text}: no permission")
    if path.is_file() or not path.exists():  # a device or a pipe is written to; a file is replaced
        _must_take_files(path.parent, text)
    return text


def output_folder(text: str) -> pathlib.Path:
    """A folder that can be written into, or made."""
    if not text:
        raise argparse.ArgumentTypeError("wants a folder, not an empty name")
    _must_take_files(pathlib.Path(text), text)
    return pathlib.Path(text)


def _must_take_files(folder: pathlib.Path, text: str) -> None:
    """The folder; or, where it is to be made, the nearest one above it that is there."""
    there = next(one for one in (folder.absolute(), *folder.absolute().parents) if os.path.lexists(one))
    if not there.is_dir():
        raise argparse.ArgumentTypeError(f"cannot write {text}: {there} is no folder")
    if not os.access(there, os.W_OK):
        raise argparse.ArgumentTypeError(f"cannot write {text}: no permission in {there}")
