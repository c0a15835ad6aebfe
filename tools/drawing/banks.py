# Draws requests to shared memory as the banks see them: 32 columns, a row for every 32 words, lanes where they ask.
from __future__ import annotations

from collections.abc import Callable

from tools.build.trace import Request
from tools.drawing.svg import Drawing
from tools.hardware import BANKS, WORD


def words_of(request: Request, lanes: range | None = None) -> dict[int, list[int]]:
    """{word: the lanes that want it}, in the order of the words."""
    wanted: dict[int, list[int]] = {}
    for lane, offset in request.lanes.items():
        if lanes is None or lane in lanes:
            for word in range(offset // WORD, (offset + request.bytes) // WORD):
                wanted.setdefault(word, []).append(lane)
    return dict(sorted(wanted.items()))


def wanted_of_banks(request: Request, lanes: range | None = None) -> list[int]:
    """How many different words each bank has to give."""
    counts = [0] * BANKS
    for word in words_of(request, lanes):
        counts[word % BANKS] += 1
    return counts


def passes(count: int) -> str:
    return f"{count} wavefront" + ("" if count == 1 else "s")


def bank_numbers(drawing: Drawing, x: float, y: float, cell: float, every: int = 1) -> None:
    """The banks' numbers; y is the base line."""
    for bank in range(0, BANKS, every):
        drawing.text(x + (bank + 0.5) * cell, y, str(bank), "number")


def draw_grid(
    drawing: Drawing, x: float, y: float, request: Request, cell: float, rows: int, origin: int = 0,
    label: Callable[[int, list[int]], str] = lambda word, lanes: str(lanes[0]), kind: str | None = None,
    lanes: range | None = None,
) -> float:  # fmt: skip
    """`rows` rows of 32 words from word `origin` on; those that are wanted are solid. Returns the lower edge."""
    for row in range(rows):
        for bank in range(BANKS):
            drawing.rect(x + bank * cell, y + row * cell, cell, cell, "grid")
    for word, who in words_of(request, lanes).items():
        row, bank = divmod(word - origin, BANKS)
        if 0 <= row < rows:
            drawing.rect(x + bank * cell, y + row * cell, cell, cell, kind or request.op)
            if text := label(word, who):
                drawing.text(x + (bank + 0.5) * cell, y + (row + 0.5) * cell + 3.6, text, "number on")
    return y + rows * cell


def draw_load(drawing: Drawing, x: float, y: float, request: Request, cell: float, height: float) -> None:
    """One cell a bank, the fuller the more different words it has to give, with their number if it is not one."""
    counts = wanted_of_banks(request)
    most = max(counts)
    for bank, count in enumerate(counts):
        drawing.rect(x + bank * cell, y, cell, height, "grid")
        if count:
            drawing.rect(x + bank * cell, y, cell, height, "load" if count == most else "load-part")
            drawing.text(
                x + (bank + 0.5) * cell, y + height / 2 + 4, str(count), "number on" if count == most else "number"
            )
