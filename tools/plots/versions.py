# Plots of a chapter's versions: times, GB/s and share of the copy over the shapes; what the simulator counts at one.
from __future__ import annotations

from tools.build.runner import Result, Run
from tools.measure.measurements import Measurement
from tools.model import Chapter, VersionPlot
from tools.pages.tables import shown_number
from tools.plots.style import COLOURS, INK, MARKERS, pyplot_in_our_style, svg_text

COPY = "copy"


QUANTITIES = {  # title, axis, of a row and the copy of its shape, scale
    "time": ("Median time", "ms", lambda row, copy: float(row["median_ms"]), "log"),
    "bandwidth": ("Data moved", "GB/s, read + written", lambda row, copy: float(row["gb_per_s"]), "linear"),
    "share": (
        "Share of the copy's speed", "%",
        lambda row, copy: 100 * float(copy["median_ms"]) / float(row["median_ms"]), "linear",
    ),
}  # fmt: skip


def measured_plots(chapter: Chapter, measurement: Measurement) -> list[tuple[str, str]]:
    """(name, SVG) of the chapter's plots; without a copy there is no share of it, and no bars of what was not measured."""
    shapes = {f"{row['rows']}x{row['cols']}" for row in measurement.rows}
    copies = {(row["rows"], row["cols"]): row for row in measurement.rows if row["version"] == COPY}
    return [
        (plot.name, (_bars if plot.shape else _lines)(chapter, measurement, plot, copies))
        for plot in chapter.plots
        if (copies or plot.of != "share") and (not plot.shape or plot.shape in shapes)
    ]


def _title(measurement: Measurement, words: str) -> str:
    return f"{words}, {measurement.provenance.get('gpu') or measurement.machine}"


def _shown(chapter: Chapter, measurement: Measurement, plot: VersionPlot) -> list[tuple[str, str]]:
    """(name, label) of the versions that the plot shows and that were measured."""
    there = {row["version"] for row in measurement.rows}
    wanted = plot.versions or tuple(version.name for version in chapter.versions)
    return [(one.name, one.label) for one in chapter.versions if one.name in there and one.name in wanted]


def _short(count: int) -> str:
    """ "16 Mi" for 16,777,216."""
    for factor, unit in ((1 << 20, "Mi"), (1 << 10, "Ki")):
        if count % factor == 0:
            return f"{count // factor} {unit}"
    return f"{count:,}"


def _bars(chapter: Chapter, measurement: Measurement, plot: VersionPlot, copies: dict) -> str:
    """A bar a version at the plot's shape, its number at the end; a line where the copy is."""
    pyplot = pyplot_in_our_style()
    title, label, value, _ = QUANTITIES[plot.of]
    rows, cols = plot.shape.split("x")
    at = {row["version"]: row for row in measurement.rows if (row["rows"], row["cols"]) == (rows, cols)}
    names = [(name, words) for name, words in _shown(chapter, measurement, plot) if name in at]
    copy = copies.get((rows, cols))
    figure, axes = pyplot.subplots(figsize=(7.6, 1.5 + 0.34 * len(names)))
    for y, (name, _) in enumerate(names):
        length = value(at[name], copy)
        axes.barh(y, length, height=0.7, color=COLOURS[0])
        axes.annotate(
            shown_number(length), (length, y), xytext=(4, 0), textcoords="offset points", va="center", fontsize=8.5
        )
    if copy:
        axes.axvline(value(copy, copy), color=INK, linestyle="--", linewidth=1.6, label="device-to-device copy")
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", fontsize=9)
    axes.set_yticks(range(len(names)), [words for _, words in names])
    axes.invert_yaxis()
    axes.margins(x=0.12)
    axes.set_xlim(left=0)
    axes.set_xlabel(label)
    figure.suptitle(_title(measurement, f"{title} at {rows} × {cols}"), x=0.01, ha="left", fontsize=11)
    axes.grid(True, axis="x")
    axes.set_axisbelow(True)
    return svg_text(figure)


def _lines(
    chapter: Chapter,
    measurement: Measurement,
    plot: VersionPlot,
    copies: dict,
) -> str:
    """One line a version over the square sizes; other shapes as lone hollow marks at their element count. Where no
    shape is square and all have as many rows, one line over the columns."""
    pyplot = pyplot_in_our_style()
    figure, axes = pyplot.subplots(figsize=(7.6, 4.4))
    title, label, value, scale = QUANTITIES[plot.of]
    names = _shown(chapter, measurement, plot)
    if plot.of != "share":
        names.append((COPY, "device-to-device copy"))
    heights = {row["rows"] for row in measurement.rows}
    strips = len(heights) == 1 and all(row["rows"] != row["cols"] for row in measurement.rows)
    sizes: set[int] = set()
    hollow: set[str] = set()
    for index, (name, words) in enumerate(names):
        rows = [row for row in measurement.rows if row["version"] == name]
        square = sorted(
            (int(row["cols"]), value(row, copies.get((row["rows"], row["cols"]))))
            for row in rows
            if strips or row["rows"] == row["cols"]
        )
        is_copy = name == COPY
        again = index // len(COLOURS)  # how often the colours have been used up
        style = {
            "color": INK if is_copy else COLOURS[index % len(COLOURS)],
            "marker": "" if is_copy else MARKERS[(index + again) % len(MARKERS)],
            "linestyle": "--" if is_copy else ":" if again else "-", "markersize": 5, "linewidth": 1.6,
        }  # fmt: skip
        axes.plot([side for side, _ in square], [y for _, y in square], label=words, **style)
        sizes |= {side for side, _ in square}
        for row in rows:
            if not strips and row["rows"] != row["cols"] and not is_copy:
                hollow.add(f"{row['rows']} × {row['cols']}")
                side = (int(row["rows"]) * int(row["cols"])) ** 0.5
                axes.plot(
                    [side],
                    [value(row, copies.get((row["rows"], row["cols"])))],
                    **{**style, "linestyle": "", "markerfacecolor": "none", "markersize": 10},
                )
    axes.set_xscale("log", base=2)
    axes.set_xticks(sorted(sizes), [_short(size) if strips else str(size) for size in sorted(sizes)])
    axes.minorticks_off()
    axes.set_yscale(scale)
    if scale == "linear":
        axes.set_ylim(bottom=0)
    axes.set_xlabel(
        chapter.columns
        if chapter.columns and strips
        else f"columns, of {heights.pop()} rows"
        if strips
        else "rows = cols" + (f" (hollow: {', '.join(sorted(hollow))})" if hollow else "")
    )
    axes.set_ylabel(label)
    axes.set_title(_title(measurement, title), loc="left")
    axes.grid(True)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize=9)
    return svg_text(figure)


def sectors_plot(chapter: Chapter, run: Run, shape: str) -> str:
    return _count_plot(chapter, run, shape, ("load", "store"), "sectors", "the same bytes, packed")


def wavefronts_plot(chapter: Chapter, run: Run, shape: str) -> str:
    return _count_plot(
        chapter, run, shape, ("shared_load", "shared_store"), "wavefronts", "no two lanes meet in a bank"
    )


def _count_plot(chapter: Chapter, run: Run, shape: str, ops: tuple[str, str], count: str, ideally: str) -> str:
    """Bars: what a request of every version's loads and stores costs; a tick where the ideal is."""
    pyplot = pyplot_in_our_style()
    results = {result.version: result for result in run.results if result.shape == shape and result.counters}
    versions = [version for version in chapter.versions if version.name in results and _has(results[version.name], ops)]
    figure, axes = pyplot.subplots(figsize=(7.6, 1.2 + 0.62 * len(versions)))
    for index, version in enumerate(versions):
        for offset, op, colour in ((-0.19, ops[0], COLOURS[0]), (0.19, ops[1], COLOURS[1])):
            counts = results[version.name].counters[op]
            if not counts["requests"]:
                continue
            per, ideal = counts[count] / counts["requests"], counts[f"ideal_{count}"] / counts["requests"]
            y = index + offset
            axes.barh(y, per, height=0.34, color=colour, label=f"{op}s".replace("_", " ") if index == 0 else None)
            axes.plot([ideal, ideal], [y - 0.2, y + 0.2], color=INK, linewidth=2.4,
                      label=f"ideal: {ideally}" if index == 0 and op == ops[1] else None)  # fmt: skip
            axes.text(per + 0.3, y, f"{per:.3g}", va="center", fontsize=8.5)
    axes.set_yticks(range(len(versions)), [version.label for version in versions])
    axes.invert_yaxis()
    axes.set_xlabel(f"{count} a request")
    axes.set_title(f"Simulated counts, {shape.replace('x', ' × ')} floats: no GPU, no times", loc="left")
    axes.grid(True, axis="x")
    axes.set_axisbelow(True)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=3, fontsize=9)
    return svg_text(figure)


def _has(result: Result, ops: tuple[str, str]) -> bool:
    return any(result.counters[op]["requests"] for op in ops)
