# The plot of the model of the caches in simt/README.md: what it says of each launch that an H200 has counted, over what was counted.
from __future__ import annotations

import pathlib

from tools.files import write_atomic
from tools.model import ROOT
from tools.pages.simulator_page import PARTS, counted_launches
from tools.plots.style import COLOURS, INK, pyplot_in_our_style, svg_text


def write_caches_plot(folder: pathlib.Path = ROOT / "simt") -> list[pathlib.Path]:
    """Draws caches-compared.svg; returns it if it changed."""
    path, text = folder / "caches-compared.svg", draw()
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return []
    write_atomic(path, text)
    return [path]


def draw() -> str:
    """Left the hit rates of loads in L1, right the sectors filled from DRAM; the lines are what counts as near."""
    pyplot = pyplot_in_our_style()
    figure, (rates, fills) = pyplot.subplots(1, 2, figsize=(9.2, 4.6))
    for axes, what in ((rates, "l1_hit_rate"), (fills, "fill_sectors")):
        for index, (part, name) in enumerate(PARTS.items()):
            those = counted_launches(part, what)
            axes.plot(
                [float(row["seen"]) for row in those],
                [float(row["predicted"]) for row in those],
                linestyle="none",
                marker="xo^"[index],
                markersize=4,
                color=COLOURS[index],
                label=name,
            )
        axes.set_xlabel("counted")
        axes.grid(True)
        axes.set_axisbelow(True)
    rates.set_ylabel("predicted")
    for off in (-5, 5):
        rates.plot([0, 100], [off, 100 + off], color=INK, linewidth=0.8, linestyle=":")
    rates.set_xlim(-2, 102)
    rates.set_ylim(-2, 102)
    rates.set_title("L1 hits, % of the sectors loaded", loc="left")
    for factor in (0.9, 1.1):
        fills.plot([50, 2e7], [50 * factor, 2e7 * factor], color=INK, linewidth=0.8, linestyle=":")
    fills.set_xscale("log")
    fills.set_yscale("log")
    fills.set_title("sectors filled from DRAM", loc="left")
    figure.legend(*rates.get_legend_handles_labels(), loc="outside lower center", ncols=len(PARTS), fontsize=9)
    return svg_text(figure)
