# The figures of chapter 05-entropy: a photograph and what the filter makes of it; a clipped window; a tile with its halo.
from __future__ import annotations

import functools
import math

import numpy

from tools.build.filter import filtered, programs, where_to_run
from tools.build.meson import must_build
from tools.drawing.pictures import as_greys, png, read_picture
from tools.drawing.svg import Drawing
from tools.model import ROOT, find_chapters
from tools.versions import find_version

PHOTOGRAPH = ROOT / "data" / "05-entropy" / "camera.png"
LEVELS = 16
GAP = 8  # pixels between the two pictures


def figures() -> dict[str, str | bytes]:
    """File name → SVG, or the bytes of a PNG."""
    return {"camera.png": photograph(), "window.svg": window(), "tile.svg": tile()}


@functools.cache
def photograph_and_entropy() -> tuple[numpy.ndarray, numpy.ndarray]:
    """Symbols and entropies. Every version gives these numbers; v12's come quickest."""
    chapter = find_chapters(["05-entropy"])[0]
    version = find_version(chapter, "v12")
    backend = where_to_run(version)
    must_build(programs(chapter, version, backend))
    symbols = read_picture(PHOTOGRAPH, LEVELS, lambda rows, cols: None)
    return symbols, filtered(chapter, version, backend, symbols)[0]


def photograph() -> bytes:
    """Left the photograph in sixteen greys, right its entropy from 0, black, to ln 16, white."""
    symbols, entropies = photograph_and_entropy()
    left: numpy.ndarray = (symbols * (255 // (LEVELS - 1))).astype(numpy.uint8)
    gap = numpy.full((left.shape[0], GAP), 128, dtype=numpy.uint8)
    return png(numpy.hstack([left, gap, as_greys(entropies, LEVELS)]))


# A corner of a grid to count by hand.
CORNER = (
    (3, 3, 3, 7, 7, 2, 2),
    (3, 3, 7, 7, 7, 2, 5),
    (3, 9, 9, 7, 2, 2, 5),
    (9, 9, 9, 7, 2, 5, 5),
    (9, 9, 0, 0, 2, 5, 5),
    (0, 0, 0, 2, 2, 5, 5),
)


def by_hand(row: int, col: int) -> tuple[dict[int, int], float]:
    """How often each symbol stands in a window of the corner, and the window's entropy."""
    count: dict[int, int] = {}
    for line in CORNER[max(row - 2, 0) : row + 3]:
        for symbol in line[max(col - 2, 0) : col + 3]:
            count[symbol] = count.get(symbol, 0) + 1
    n = sum(count.values())
    return dict(sorted(count.items())), math.log(n) - sum(c * math.log(c) for c in count.values()) / n


def window() -> str:
    """Two windows in the corner of a grid: one whole, one clipped."""
    drawing = Drawing(
        "The window of 5×5 cells, whole and clipped at a corner of the grid, with its counts and its entropy"
    )
    cell, top = 30, 34
    for left, row, col, words in ((4, 2, 3, "inside the grid: n = 25"), (404, 0, 1, "at the border, clipped: n = 12")):
        drawing.text(left, 16, words, "head")
        for r, line in enumerate(CORNER):
            for c, symbol in enumerate(line):
                x, y = left + c * cell, top + r * cell
                inside = abs(r - row) <= 2 and abs(c - col) <= 2
                here = (r, c) == (row, col)
                drawing.rect(x, y, cell, cell, "load" if here else "load-part" if inside else "tint")
                drawing.rect(x, y, cell, cell, "grid")
                drawing.text(x + cell / 2, y + 19, str(symbol), "number on" if here else "number")
        first_row, first_col = max(row - 2, 0), max(col - 2, 0)
        last_row, last_col = row + 3, col + 3
        drawing.rect(
            left + first_col * cell,
            top + first_row * cell,
            (last_col - first_col) * cell,
            (last_row - first_row) * cell,
            "load-edge",
        )
        count, entropy = by_hand(row, col)
        x = left + len(CORNER[0]) * cell + 18
        drawing.text(x, top + 12, "symbol: count")
        for place, (symbol, times) in enumerate(count.items()):
            drawing.text(x, top + 34 + 18 * place, f"{symbol}: {times}")
        drawing.text(x, top + 46 + 18 * len(count), f"H = {entropy:.4f} nats")
    drawing.text(
        4,
        drawing.height + 18,
        "H = ln n − (1/n) Σ c ln c. The grid ends above and to the left of what is shown; it goes on to the right and below.",
    )
    return drawing.svg()


def tile() -> str:
    """v9: 32×32 threads load a tile; the outermost two lines are only looked at."""
    side, reach, cell = 32, 2, 9
    inner = side - 2 * reach
    drawing = Drawing(f"A tile of {side}×{side} cells: {inner}×{inner} results and a halo of {reach} cells")
    left, top = 4, 34
    drawing.text(left, 16, f"one block: {side}×{side} threads, {side}×{side} cells", "head")
    halo, middle, end = reach * cell, inner * cell, (reach + inner) * cell
    for x, y, width, height in (
        (0, 0, side * cell, halo),
        (0, end, side * cell, halo),
        (0, halo, halo, middle),
        (end, halo, halo, middle),
    ):
        drawing.rect(left + x, top + y, width, height, "store-part")
    drawing.rect(left + halo, top + halo, middle, middle, "load-part")
    row, col = 2, 2
    drawing.rect(left + (col - reach) * cell, top + (row - reach) * cell, 5 * cell, 5 * cell, "load-edge")
    drawing.rect(left + col * cell, top + row * cell, cell, cell, "load")
    for place in range(side + 1):
        drawing.line(left + place * cell, top, left + place * cell, top + side * cell, "grid")
        drawing.line(left, top + place * cell, left + side * cell, top + place * cell, "grid")
    x, y = left + side * cell + 28, top + 14
    loads = side * side
    for kind, words in (
        ("load-part", f"{inner}×{inner} cells: each thread of these computes one result"),
        ("store-part", f"halo of {reach}: loaded, and in the next blocks' tiles, too; its threads leave"),
        ("load", "the first result; the frame is its window"),
    ):
        drawing.rect(x, y - 11, 16, 12, kind)
        drawing.text(x + 24, y, words)
        y += 26
    y += 8
    for words in (
        f"{loads} loads for {inner * inner} results: {loads / inner**2:.2f} a cell, not 25.",
        f"Of {side * side} threads {side * side - inner * inner} compute nothing: {100 * (1 - inner**2 / side**2):.0f} %.",
        f"Blocks are {inner} cells apart, so their tiles overlap by {2 * reach}.",
    ):
        drawing.text(x, y, words)
        y += 22
    return drawing.svg()
