# The plots of the model of the caches: in simt/README.md what it says of each launch that an H200 has counted, over what was
# counted; in chapter 6 both over how much a block reads twice.
from __future__ import annotations

import pathlib
import re

from tools.files import write_atomic
from tools.model import ROOT
from tools.pages.caches_page import PARTS, counted_launches
from tools.plots.style import COLOURS, INK, MARKERS, pyplot_in_our_style, svg_text

SIGNS = dict(zip(PARTS, "xo^sDv*P<>X", strict=True))  # of each kind of launches
AGAIN = re.compile(r"(\d+) KiB again (in 28 KiB )?by (\d+) threads")


def write_caches_plots(folder: pathlib.Path = ROOT) -> list[pathlib.Path]:
    """Draws both; returns those that changed."""
    changed = []
    for path, text in (
        (folder / "simt" / "caches-compared.svg", draw()),
        (folder / "chapters" / "06-caches" / "nvidia-h200-again.svg", draw_again()),
    ):
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            write_atomic(path, text)
            changed.append(path)
    return changed


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
                marker=SIGNS[part],
                markersize=4,
                color=COLOURS[index % len(COLOURS)],
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
    figure.legend(*rates.get_legend_handles_labels(), loc="outside lower center", ncols=4, fontsize=9)
    return svg_text(figure)


def read_twice() -> dict[bool, dict[int, list[tuple[int, float, float]]]]:
    """Of the launches whose blocks read their own KiB twice, beside much shared memory or none: by threads, how many KiB, L1's hit
    rate as counted, and as predicted."""
    found: dict[bool, dict[int, list[tuple[int, float, float]]]] = {False: {}, True: {}}
    for row in counted_launches("counted", "l1_hit_rate"):
        if row["program"] == "counted probes" and (match := AGAIN.fullmatch(row["launch"])):
            kib, beside, threads = match.groups()
            point = (int(kib), float(row["seen"]), float(row["predicted"]))
            found[beside is not None].setdefault(int(threads), []).append(point)
    return found


def draw_again() -> str:
    """Left with all of L1, right with 28 KiB of it: points are counted, lines predicted."""
    pyplot = pyplot_in_our_style()
    figure, both = pyplot.subplots(1, 2, figsize=(9.2, 4.2))
    everybody = sorted({threads for of in read_twice().values() for threads in of})
    for axes, (beside, of) in zip(both, read_twice().items(), strict=True):
        for threads, points in sorted(of.items()):
            index = everybody.index(threads)
            kib, seen, predicted = zip(*sorted(points), strict=True)
            axes.plot(kib, predicted, color=COLOURS[index], linewidth=1.2)
            axes.plot(
                kib, seen, linestyle="none", marker=MARKERS[index], color=COLOURS[index], label=f"{threads} threads"
            )
        axes.set_xlabel("KiB that a block reads twice")
        axes.set_title("28 KiB of L1" if beside else "no shared memory", loc="left")
        axes.set_ylim(-2, 53)
        axes.grid(True)
        axes.set_axisbelow(True)
    both[0].set_ylabel("L1 hits, % of the sectors loaded")
    figure.legend(*both[0].get_legend_handles_labels(), loc="outside lower center", ncols=len(everybody), fontsize=9)
    return svg_text(figure)
