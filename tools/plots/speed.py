# The two plots of simt/SPEED.md: accesses a second of each tool, and what the simulator takes for ever more of them.
from __future__ import annotations

import pathlib

from tools.files import write_atomic
from tools.measure.simulator_speed import KERNELS, OURS, is_recorded
from tools.model import ROOT
from tools.pages.speed_page import CHECKS, ORDER, measured_row, measured_rows, speed_about, title_of
from tools.plots.style import COLOURS, INK, MARKERS, pyplot_in_our_style, svg_text


def write_speed_plots(folder: pathlib.Path = ROOT / "simt") -> list[pathlib.Path]:
    """Draws speed-compared.svg and speed-curve.svg; returns those that changed."""
    changed: list[pathlib.Path] = []
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
    there = [(tool, checks) for tool, checks in ORDER if measured_rows("compare", tool, checks)]
    height = 0.82 / len(there)
    for index, (tool, checks) in enumerate(there):
        values = [float(measured_row(kernel, tool, checks)["accesses_per_s"]) for kernel in KERNELS]
        places = [kernel + (index - (len(there) - 1) / 2) * height for kernel in range(len(values))]
        axes.barh(places, values, height=0.92 * height, color=COLOURS[index], label=title_of(tool, checks))
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
        rows = measured_rows("curve", OURS, checks)
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
