# How every plot of the course looks: SVG that reads on a light and on a dark page, the same bytes every time.
from __future__ import annotations

import importlib.util
import io
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a check of a lab need not load it
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

INK = "#737d87"  # text and axes: a mid grey, readable on white and on black even where CSS is ignored
# Mid-tones, told apart by marker and dash as well; the copy, which is the yardstick, is ink.
COLOURS = ("#3d85c6", "#d9762b", "#3a9e5f", "#cc4d60", "#8f6fc2", "#a8811f", "#2a9d9d")
MARKERS = "osD^vPX"
APART = 3  # pixels between two labels of an axis
STYLE = (
    f"<style>:root{{color:{INK}}}"
    "@media(prefers-color-scheme:light){:root{color:#59636e}}"
    "@media(prefers-color-scheme:dark){:root{color:#a9b3bd}}</style>"
)


def can_plot() -> str:
    """The reason why not, or ''."""
    if importlib.util.find_spec("matplotlib") is None:
        return "this Python has no matplotlib"
    return ""


def pyplot_in_our_style() -> ModuleType:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update(
        {
            "svg.hashsalt": "warpwise", "svg.fonttype": "path", "font.size": 10, "axes.titlesize": 11,
            "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": INK, "xtick.color": INK, "ytick.color": INK,
            "axes.spines.top": False, "axes.spines.right": False, "grid.color": INK, "grid.alpha": 0.25,
            "legend.frameon": False, "figure.constrained_layout.use": True,
        }
    )  # fmt: skip
    import matplotlib.pyplot as pyplot

    return pyplot


def svg_text(figure: Figure) -> str:
    """The figure's text, the same bytes every time; its ink follows the page's colour scheme."""
    keep_ticks_apart(figure)
    text = io.StringIO()
    figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    pyplot_in_our_style().close(figure)
    head, defs, rest = text.getvalue().partition("<defs>")
    rest = rest.replace(INK, "currentColor")
    lines = (head + STYLE + "\n " + defs + rest).splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"


def keep_ticks_apart(figure: Figure) -> None:
    """A label below the axis that would touch the one before it goes a line down; where there is no room, either, it is left
    out, and so is one beside the axis."""
    layout = figure.get_layout_engine()
    assert layout
    layout.execute(figure)  # which puts things where they will stand, and draws none of them
    for axes in figure.axes:
        _keep_apart(axes.xaxis, rows=2)
        _keep_apart(axes.yaxis, rows=1)


def _keep_apart(axis: Axis, rows: int) -> None:
    """Along an axis: the labels as they are where none touch."""
    places, labels = list(axis.get_majorticklocs()), axis.get_majorticklabels()
    low, high = sorted(axis.get_view_interval())
    words = [label.get_text() if low <= place <= high else "" for place, label in zip(places, labels, strict=True)]
    boxes = [label.get_window_extent() for label in labels]
    spans = [(box.x0, box.x1) if rows > 1 else (box.y0, box.y1) for box in boxes]
    ends = [float("-inf")] * rows
    changed = list(words)
    for index in sorted((index for index, word in enumerate(words) if word), key=lambda index: spans[index]):
        first, last = spans[index]
        row = next((row for row, end in enumerate(ends) if first > end + APART), None)
        changed[index] = "\n" * row + words[index] if row is not None else ""
        if row is not None:
            ends[row] = last
    if changed != words:
        axis.set_ticks(places, changed)
