# Pictures as grids of symbols, and entropies as pictures; grids and entropies as CSV, too.
from __future__ import annotations

import io
import math
import pathlib
from collections.abc import Callable

import numpy
from PIL import Image, ImageOps, UnidentifiedImageError

from tools.errors import CourseError
from tools.files import write_atomic

Image.MAX_IMAGE_PIXELS = None  # sizes are checked before pixels are unpacked


def read_picture(path: pathlib.Path, levels: int, must_fit: Callable[[int, int], None]) -> numpy.ndarray:
    """Greys 0 … levels - 1: each symbol stands for as many of the 256 greys as the others. must_fit(rows, cols) may refuse."""
    try:
        with Image.open(path) as picture:
            must_fit(picture.height, picture.width)
            if picture.mode in ("I", "F"):
                raise CourseError(f"{path} has greys of 32 bits: save it with 8 or 16.")
            if picture.mode.startswith("I;16"):
                greys = numpy.asarray(picture, dtype=numpy.uint16) >> 8
            else:
                greys = numpy.asarray(ImageOps.exif_transpose(picture).convert("L"))
    except UnidentifiedImageError as error:
        raise CourseError(f"{path} is no picture that Pillow can read, and no .csv.") from error
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError) as error:  # what Pillow throws at damaged files
        raise CourseError(f"{path} cannot be read: {error or 'not enough memory'}.".replace("..", ".")) from error
    return (greys.astype(numpy.uint32) * levels // 256).astype(numpy.float32)


def read_grid(path: pathlib.Path) -> numpy.ndarray:
    """Numbers as they stand there, a row a line, commas or blanks between them. Which of them are symbols is not said here."""
    rows: list[list[float]] = []
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CourseError(f"{path} cannot be read as text: {getattr(error, 'strerror', None) or error}.") from error
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            rows.append([float(cell) for cell in (line.split(",") if "," in line else line.split())])
        except ValueError as error:
            raise CourseError(f"{path}, line {number}: {error}.") from error
        if len(rows[-1]) != len(rows[0]):
            raise CourseError(
                f"{path}, line {number} has {len(rows[-1])} numbers, and the first line has {len(rows[0])}."
            )
    return as_floats(numpy.array(rows, dtype=numpy.float64).reshape(len(rows), len(rows[0]) if rows else 0))


def as_floats(cells: numpy.ndarray) -> numpy.ndarray:
    """As float, but never rounded to a whole number: 14.99999999 must not become the symbol 15."""
    with numpy.errstate(over="ignore"):
        rounded: numpy.ndarray = cells.astype(numpy.float32)
    became_whole = (rounded != cells) & (rounded == numpy.trunc(rounded)) & numpy.isfinite(cells)
    towards = numpy.where(cells < rounded, -numpy.inf, numpy.inf).astype(numpy.float32)
    return numpy.where(became_whole, numpy.nextafter(rounded, towards), rounded)


def write(path: pathlib.Path, entropies: numpy.ndarray, levels: int) -> None:
    """Never half-written. A picture's white is ln levels, which no entropy exceeds; CSV has all the digits of a float."""
    if path.suffix.lower() == ".png":
        contents: str | bytes = png(as_greys(entropies, levels))
    else:
        contents = "".join(",".join(f"{value:.9g}" for value in row) + "\n" for row in entropies)
    try:
        write_atomic(path, contents)
    except OSError as error:
        raise CourseError(f"cannot write {path}: {error.strerror}.") from error


def png(greys: numpy.ndarray) -> bytes:
    kept = io.BytesIO()
    Image.fromarray(greys).save(kept, format="PNG", optimize=greys.size < 1 << 22)
    return kept.getvalue()


def as_greys(entropies: numpy.ndarray, levels: int) -> numpy.ndarray:
    return numpy.clip(numpy.rint(entropies / math.log(levels) * 255), 0, 255).astype(numpy.uint8)
