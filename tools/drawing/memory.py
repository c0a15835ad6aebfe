# Draws warp requests as memory sees them: sectors in rows, the bytes in use, the lanes that ask for them.
from __future__ import annotations

from tools.build.trace import Request
from tools.drawing.svg import Drawing
from tools.hardware import SECTOR, WORD

GAP = 3  # pixels between sectors that are neighbours in memory


def wide(cell: float) -> float:
    """A sector, of words of `cell` each."""
    return SECTOR // WORD * cell


def step(cell: float) -> float:
    """From one sector's left edge to the next one's."""
    return wide(cell) + GAP


def count_words(requests: list[Request]) -> str:
    """'1 request · 4 sectors · 128 of 128 bytes used'"""
    sectors = sum(request.sectors for request in requests)
    used = sum(request.used_bytes for request in requests)
    return f"{_many(len(requests), 'request')} · {_many(sectors, 'sector')} · {used} of {SECTOR * sectors} bytes used"


def heading(drawing: Drawing, x: float, y: float, words: str, requests: list[Request]) -> None:
    """A panel's title, and the count below it."""
    drawing.text(x, y, words, "head")
    drawing.text(x, y + 19, count_words(requests))


def draw_used(
    drawing: Drawing, x: float, y: float, cell: float, height: float, op: str, used: dict[int, list[int]]
) -> None:
    """The bytes of a sector in use, neighbours as one piece."""
    start = None
    for byte in range(SECTOR + 1):
        if byte in used and start is None:
            start = byte
        elif byte not in used and start is not None:
            drawing.rect(x + start / WORD * cell, y, (byte - start) / WORD * cell, height, op)
            start = None


def draw_sector(
    drawing: Drawing,
    x: float,
    y: float,
    cell: float,
    height: float,
    op: str,
    used: dict[int, list[int]],
    bytes_a_lane: int,
) -> None:
    """One touched sector, a cell for each of its words: those in use are solid and bear the lane that asks for them."""
    drawing.rect(x, y, wide(cell), height, f"{op}-part")
    draw_used(drawing, x, y, cell, height, op, used)
    for first in range(WORD, SECTOR, WORD):
        if first % bytes_a_lane == 0:
            drawing.line(
                x + first // WORD * cell, y, x + first // WORD * cell, y + height, "cut" if first in used else "grid"
            )
    drawing.rect(x, y, wide(cell), height, f"{op}-edge")
    for first in range(0, SECTOR, max(bytes_a_lane, WORD)):
        lanes = used.get(first)
        if lanes and len(lanes) == 1:
            middle = x + (first + max(bytes_a_lane, WORD) / 2) / WORD * cell
            drawing.text(middle, y + height / 2 + 4, str(lanes[0]), "number on")


def draw_request(
    drawing: Drawing,
    x: float,
    y: float,
    request: Request,
    row_bytes: int,
    cell: float,
    height: float,
    pitch: float,
    label: str = "",
) -> float:
    """One request as a matrix of `row_bytes` a row: one line for each row that it touches. Returns the lower edge."""
    touched = request.touched()
    rows = sorted({sector * SECTOR // row_bytes for sector in touched})
    left = min(sector * SECTOR % row_bytes for sector in touched)
    for place, row in enumerate(rows):
        top = y + place * pitch
        if label:
            drawing.text(x - 8, top + height / 2 + 4, f"{label} {row}", "end")
        for sector, used in touched.items():
            if sector * SECTOR // row_bytes == row:
                column = (sector * SECTOR % row_bytes - left) // SECTOR
                draw_sector(drawing, x + column * step(cell), top, cell, height, request.op, used, request.bytes)
    return y + (len(rows) - 1) * pitch + height


def legend(drawing: Drawing, x: float, y: float, op: str) -> None:
    """What solid, tinted and framed mean, below each other."""
    words = {
        "load": ("4 bytes that lane 5 asks for", "4 bytes unused: they move too"),
        "store": ("4 bytes that lane 5 writes", "4 bytes left as they were"),
    }[op]
    drawing.rect(x, y, 16, 14, op)
    drawing.text(x + 8, y + 11, "5", "number on")
    drawing.text(x + 24, y + 11, words[0])
    drawing.rect(x, y + 22, 16, 14, f"{op}-part")
    drawing.text(x + 24, y + 33, words[1])
    drawing.rect(x, y + 44, 16, 14, f"{op}-edge")
    drawing.text(x + 24, y + 55, f"frame: a sector, {SECTOR} bytes")


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")
