# How a number, a column's heading and a table stand in a text: the one writer of Markdown tables.
from __future__ import annotations

from collections.abc import Iterable, Sequence


def shown_number(value: float) -> str:
    """Three digits, never an exponent for what is large: 0.0123, 1.5, 987, 4,180."""
    return f"{value:,.0f}" if abs(value) >= 999.5 else f"{value:.3g}"


def shown_cell(column: str, text: str) -> str:
    """Times and other real numbers with three digits, counts with their thousands, words as they are."""
    try:
        return f"{int(text):,}" if text.lstrip("-").isdigit() else shown_number(float(text))
    except ValueError:
        return text


def heading(column: str) -> str:
    return {"gb_per_s": "GB/s"}.get(column, column.replace("_", " "))


def markdown_table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Columns whose every cell begins with a number (or says that there is none) stand to the right."""
    cells = [[str(cell) for cell in row] for row in rows]
    right = [
        all(row[i].lstrip("*-–")[:1].isdigit() or row[i] in ("-", "–") for row in cells) for i in range(len(heads))
    ]
    marks = ["---:" if stands_right else "---" for stands_right in right]
    lines = ["| " + " | ".join(heads) + " |", "|" + "|".join(marks) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in cells])
