# What a person sees: lines, tables and progress. Colour and rich only on a terminal.
from __future__ import annotations

import contextlib
import os
import sys
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


def say(text: str = "", *styles: str) -> None:
    print(paint(text, *styles) if styles and text else text, flush=True)


def note(text: str) -> None:
    """What the tool itself is doing: to stderr, so that --json on stdout stays clean."""
    print(text, file=sys.stderr, flush=True)


def table(headers: Sequence[str], rows: Sequence[Sequence[object]], numeric: Sequence[int] = ()) -> None:
    """Rich's table on a terminal; without one, or without rich, aligned plain columns."""
    cells = [[str(cell) for cell in row] for row in rows]
    if on_terminal():
        try:
            from rich.console import Console
            from rich.table import Table
        except ImportError:
            pass
        else:
            pretty = Table(box=None, header_style="bold", pad_edge=False)
            for index, header in enumerate(headers):
                pretty.add_column(header, justify="right" if index in numeric else "left", overflow="fold")
            for row in cells:
                pretty.add_row(*row)
            Console(highlight=False, markup=False).print(pretty)
            return
    widths = [max(len(row[i]) for row in [list(headers), *cells]) for i in range(len(headers))]
    for row in [list(headers), *cells]:
        aligned = (
            cell.rjust(width) if i in numeric else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        say("  ".join(aligned).rstrip())


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
