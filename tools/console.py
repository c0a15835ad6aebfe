# What a person sees: lines, tables and progress. Colour only on a terminal, and lines as wide as it is.
from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import textwrap
import time
from collections.abc import Iterator, Sequence
from typing import TextIO

CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def on_terminal(stream: TextIO | None = None) -> bool:
    stream = stream or sys.stdout
    return stream.isatty() and os.environ.get("TERM") != "dumb" and "NO_COLOR" not in os.environ


def paint(text: str, *styles: str) -> str:
    if not on_terminal():
        return text
    return f"\033[{';'.join(CODES[style] for style in styles)}m{text}\033[0m"


def say(text: str = "", *styles: str, verbatim: bool = False) -> None:
    """On a terminal, long lines are broken between words and go on below their beginning; code is said verbatim."""
    if on_terminal() and not verbatim:
        text = wrapped(text, terminal_width())
    print(paint(text, *styles) if styles and text else text, flush=True)


def note(text: str) -> None:
    """What the tool itself is doing: to stderr, so that --json on stdout stays clean."""
    print(wrapped(text, terminal_width()) if on_terminal(sys.stderr) else text, file=sys.stderr, flush=True)


def terminal_width() -> int:
    return shutil.get_terminal_size().columns


def wrapped(text: str, width: int) -> str:
    """Every line of it at most so wide, if its words are; colours take no room."""
    return "\n".join(_wrapped_line(line, width) for line in text.split("\n"))


def _wrapped_line(line: str, width: int) -> str:
    if _visible(line) <= width:
        return line
    indent = line[: len(line) - len(line.lstrip())]
    lines, used = [indent], len(indent)
    for blanks, word in re.findall(r"( *)([^ ]+)", line[len(indent) :]):
        if used > len(indent) and used + len(blanks) + _visible(word) > width:
            lines.append(indent)
            used, blanks = len(indent), ""
        lines[-1] += blanks + word
        used += len(blanks) + _visible(word)
    return "\n".join(lines)


def _visible(text: str) -> int:
    return len(re.sub(r"\033\[[\d;]*m", "", text))


def table(headers: Sequence[str], rows: Sequence[Sequence[object]], numeric: Sequence[int] = ()) -> None:
    """Aligned columns. On a terminal that is too narrow cells are broken between words, never within one; where that does
    not do, every row becomes a few lines of its own."""
    cells = [[str(cell) for cell in row] for row in rows]
    head, *lines = table_lines(list(headers), cells, numeric, terminal_width() if on_terminal() else None)
    say(head, "bold", verbatim=True)
    for line in lines:
        say(line, verbatim=True)


GAP = 2


def table_lines(headers: list[str], rows: list[list[str]], numeric: Sequence[int], width: int | None) -> list[str]:
    """The table as lines of at most that width, as far as single words allow."""
    everything = [headers, *rows]
    columns = range(len(headers))
    widths = [max(len(row[i]) for row in everything) for i in columns]
    least = [max((len(word) for row in everything for word in row[i].split()), default=0) for i in columns]
    room = (width or sum(widths) + GAP * len(widths)) - GAP * (len(widths) - 1)
    if sum(least) > room:
        return _as_records(headers, rows, width or 0)
    while sum(widths) > room:
        widest = max((i for i in columns if widths[i] > least[i]), key=lambda i: widths[i])
        widths[widest] -= 1
    lines = []
    for row in everything:
        parts = [
            textwrap.wrap(row[i], max(widths[i], 1), break_long_words=False, break_on_hyphens=False) for i in columns
        ]
        for number in range(max(1, *map(len, parts))):
            words = [part[number] if number < len(part) else "" for part in parts]
            aligned = (word.rjust(widths[i]) if i in numeric else word.ljust(widths[i]) for i, word in enumerate(words))
            lines.append((" " * GAP).join(aligned).rstrip())
    return lines


def _as_records(headers: list[str], rows: list[list[str]], width: int) -> list[str]:
    """A row's first words on a line, the rest below, each cell after its column's name."""
    first = next(i for i, header in enumerate(headers) if header)  # a mark without a heading stands before the name
    lines = [headers[first]]
    for row in rows:
        lines += wrapped(" ".join(word for word in row[: first + 1] if word), width).split("\n")
        line = ""
        for header, cell in list(zip(headers, row, strict=True))[first + 1 :]:
            piece = f"{header}: {cell}"
            if line and len(line) + len("; ") + len(piece) <= width:
                line += f"; {piece}"
                continue
            lines += wrapped(line, width).split("\n") if line else []
            line = f"    {piece}"
        lines += wrapped(line, width).split("\n") if line else []
    return lines


def duration(seconds: float) -> str:
    """Roughly, for what is still to come: '20 s', '3 min'."""
    return f"{max(10, round(seconds / 10) * 10)} s" if seconds < 95 else f"{round(seconds / 60)} min"


class Progress:
    """One line that changes on a terminal; without one, a line every few seconds."""

    EVERY = 2.0

    def __init__(self) -> None:
        self._live = on_terminal(sys.stderr)
        self._last = time.monotonic()
        self._shown = False

    def step(self, text: str) -> None:
        now = time.monotonic()
        if self._live:
            width = os.get_terminal_size(sys.stderr.fileno()).columns - 1
            print(f"\r\033[K{text[:width]}", end="", file=sys.stderr, flush=True)
            self._shown = True
        elif now - self._last >= self.EVERY:
            note(text)
            self._last = now

    def clear(self) -> None:
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
            self._shown = False


@contextlib.contextmanager
def progress() -> Iterator[Progress]:
    shown = Progress()
    try:
        yield shown
    finally:
        shown.clear()
