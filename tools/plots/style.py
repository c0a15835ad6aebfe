# How every plot of the course looks: SVG that reads on a light and on a dark page, the same bytes every time.
from __future__ import annotations

import importlib.util
import io
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a check of a lab need not load it
    from matplotlib.figure import Figure

INK = "#737d87"  # text and axes: a mid grey, readable on white and on black even where CSS is ignored
# Mid-tones, told apart by marker and dash as well; the copy, which is the yardstick, is ink.
COLOURS = ("#3d85c6", "#d9762b", "#3a9e5f", "#cc4d60", "#8f6fc2", "#a8811f", "#2a9d9d")
MARKERS = "osD^vPX"
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
    text = io.StringIO()
    figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    pyplot_in_our_style().close(figure)
    head, defs, rest = text.getvalue().partition("<defs>")
    rest = rest.replace(INK, "currentColor")
    lines = (head + STYLE + "\n " + defs + rest).splitlines()
    return "\n".join(line.rstrip() for line in lines) + "\n"
