# What simt/SPEED.md shows of the simulator's measured speed: tables, single numbers, two plots.
from __future__ import annotations

import functools
import math
import pathlib

from tools.errors import CourseError
from tools.files import write_atomic
from tools.measure.measurements import Measurement
from tools.measure.simulator_speed import CUDASIM, KERNELS, OCLGRIND, OURS, TITLES, is_recorded, recorded
from tools.model import ROOT
from tools.pages.snippets import _table
from tools.plots.style import COLOURS, INK, MARKERS, pyplot_in_our_style, svg_text

__all__ = ["ratio_table", "speed", "speed_about", "speed_curve_table", "speed_ratio", "speed_table"]
ORDER = ((OURS, "none"), (OURS, "all"), (OCLGRIND, "none"), (OCLGRIND, "all"), (CUDASIM, "none"))
CHECKS = {"none": "counters only", "all": "all checkers"}
PLAIN = {"none": "no race detector", "all": "races, uninitialised values"}  # what the other tools call it


@functools.cache
def _recorded() -> Measurement:
    return recorded()


def _rows(series: str, tool: str, checks: str) -> list[dict[str, str]]:
    return [row for row in _recorded().rows if (row["series"], row["tool"], row["checks"]) == (series, tool, checks)]


def _row(kernel: str, tool: str, checks: str) -> dict[str, str]:
    for row in _rows("compare", tool, checks):
        if row["kernel"] == kernel:
            return row
    raise CourseError(f"{_recorded().path.name} has no row of {kernel} with {tool}, checks {checks}")


def _title(tool: str, checks: str) -> str:
    words = CHECKS if tool == OURS else PLAIN
    return TITLES[tool] + ("" if tool == CUDASIM else f", {words[checks]}")


def _short(value: float) -> str:
    """Three digits and a unit that a person reads: 41.2 M."""
    for unit, scale in ((" G", 1e9), (" M", 1e6), (" k", 1e3)):
        if value >= scale:
            return f"{value / scale:.3g}{unit}"
    return f"{value:.3g}"


def speed(kernel: str, column: str, tool: str = OURS, checks: str = "none") -> str:
    """One number: threads_per_s, accesses_per_s or ns_per_access of a kernel."""
    value = float(_row(kernel, tool, checks)[column])
    return f"{value:.3g}" if column.startswith("ns") else _short(value)


def speed_ratio(over: str, checks: str = "none", kernel: str | None = None) -> str:
    """How many times as many accesses a second as the other tool; without a kernel, the geometric mean of all. CUDASIM
    has no checkers, so ours with all checkers on is held against the same number."""
    theirs = "none" if over == CUDASIM else checks
    names = [kernel] if kernel else list(KERNELS)
    ratios = [
        float(_row(k, OURS, checks)["accesses_per_s"]) / float(_row(k, over, theirs)["accesses_per_s"]) for k in names
    ]
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    return f"{mean:,.0f}" if mean >= 10 else f"{mean:.1f}"


def speed_table(column: str = "accesses_per_s") -> str:
    """A line a kernel, a column a tool; then how many times as fast ours is."""
    there = [(tool, checks) for tool, checks in ORDER if _rows("compare", tool, checks)]
    lines = [
        [title, *(speed(kernel, column, tool, checks) for tool, checks in there)] for kernel, title in KERNELS.items()
    ]
    return _table(["kernel", *(_title(*pair) for pair in there)], lines)


def ratio_table() -> str:
    """How many times as many accesses a second ours does, for every kernel and on the geometric mean."""
    pairs = [(over, checks) for over in (OCLGRIND, CUDASIM) if _rows("compare", over, "none") for checks in CHECKS]
    rows = [
        [title, *(speed_ratio(over, checks, kernel) for over, checks in pairs)] for kernel, title in KERNELS.items()
    ]
    rows.append(["geometric mean", *(speed_ratio(over, checks) for over, checks in pairs)])
    heads = [f"{CHECKS[checks]}: times {TITLES[over]}'s" for over, checks in pairs]
    return _table(["kernel", *heads], rows)


def speed_curve_table() -> str:
    """What an access costs, from 10^6 to 10^9 of them."""
    pairs = [(row, other) for row, other in zip(_rows("curve", OURS, "none"), _rows("curve", OURS, "all"), strict=True)]
    lines = [
        [f"{int(row['accesses']):,}", row["size"], f"{float(row['seconds']):.3g}", f"{float(row['ns_per_access']):.3g}",
         f"{float(other['seconds']):.3g}", f"{float(other['ns_per_access']):.3g}"]
        for row, other in pairs
    ]  # fmt: skip
    return _table(["accesses", "side", "s", "ns an access", "s, all checkers", "ns an access, all checkers"], lines)


def speed_about(key: str) -> str:
    """A key of the file's provenance: host cpu, cores, compiler, oclgrind, numba, date, …"""
    return _recorded().provenance.get(key, "?")


def write_speed_plots(folder: pathlib.Path = ROOT / "simt") -> list[pathlib.Path]:
    """Draws speed-compared.svg and speed-curve.svg; returns those that changed."""
    changed = []
    if not is_recorded():
        return changed
    for name, draw in (("speed-compared.svg", compared_plot), ("speed-curve.svg", curve_plot)):
        path, text = folder / name, draw()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            write_atomic(path, text)
            changed.append(path)
    return changed


def compared_plot() -> str:
    """Bars: accesses a second of every kernel under every tool, on a logarithmic axis."""
    pyplot = pyplot_in_our_style()
    figure, axes = pyplot.subplots(figsize=(7.6, 4.6))
    there = [(tool, checks) for tool, checks in ORDER if _rows("compare", tool, checks)]
    height = 0.82 / len(there)
    for index, (tool, checks) in enumerate(there):
        values = [float(_row(kernel, tool, checks)["accesses_per_s"]) for kernel in KERNELS]
        places = [kernel + (index - (len(there) - 1) / 2) * height for kernel in range(len(values))]
        axes.barh(places, values, height=0.92 * height, color=COLOURS[index], label=_title(tool, checks))
    axes.set_yticks(range(len(KERNELS)), list(KERNELS.values()))
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("accesses a second")
    axes.set_title(f"Simulated accesses a second, {speed_about('host cpu')}, {speed_about('cores')} cores", loc="left")
    axes.grid(True, axis="x")
    axes.set_axisbelow(True)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize=9)
    return svg_text(figure)


def curve_plot() -> str:
    """Seconds over accesses, both axes logarithmic; a thin line is what a cost in proportion would be."""
    pyplot = pyplot_in_our_style()
    figure, axes = pyplot.subplots(figsize=(7.6, 4.0))
    for index, checks in enumerate(CHECKS):
        rows = _rows("curve", OURS, checks)
        x, y = [int(row["accesses"]) for row in rows], [float(row["seconds"]) for row in rows]
        axes.plot(x, y, label=CHECKS[checks], color=COLOURS[index], marker=MARKERS[index], markersize=5, linewidth=1.6)
        axes.plot([x[0], x[-1]], [x[0] * y[-1] / x[-1], y[-1]], color=INK, linewidth=0.9, linestyle=":",
                  label="in proportion" if index else None)  # fmt: skip
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("accesses in one launch (matrix product)")
    axes.set_ylabel("seconds")
    axes.set_title("Cost over accesses", loc="left")
    axes.grid(True)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3, fontsize=9)
    return svg_text(figure)
