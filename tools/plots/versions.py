# Plots of a chapter's versions: times, GB/s and share of the copy over the shapes; what the simulator counts at one.
from __future__ import annotations

from collections.abc import Callable

from tools.build.runner import Result, Run
from tools.measure.measurements import Measurement
from tools.model import Chapter
from tools.plots.style import COLOURS, INK, MARKERS, pyplot_in_our_style, svg_text

COPY = "copy"


def measured_plots(chapter: Chapter, measurement: Measurement) -> list[tuple[str, str]]:
    copies = {(row["rows"], row["cols"]): float(row["median_ms"]) for row in measurement.rows if row["version"] == COPY}
    where = measurement.provenance.get("gpu") or measurement.machine

    def share(row: dict[str, str]) -> float:
        return 100 * copies[row["rows"], row["cols"]] / float(row["median_ms"])

    plots = [
        ("time", "Median time", "ms", lambda row: float(row["median_ms"]), "log", True),
        ("bandwidth", "Data moved", "GB/s, read + written", lambda row: float(row["gb_per_s"]), "linear", True),
    ]
    if copies:
        plots.append(("share", "Share of the copy's speed", "%", share, "linear", False))
    return [
        (name, _lines(chapter, measurement, f"{title}, {where}", label, value, scale, with_copy))
        for name, title, label, value, scale, with_copy in plots
    ]


def _short(count: int) -> str:
    """ "16 Mi" for 16,777,216."""
    for factor, unit in ((1 << 20, "Mi"), (1 << 10, "Ki")):
        if count % factor == 0:
            return f"{count // factor} {unit}"
    return f"{count:,}"


def _lines(
    chapter: Chapter,
    measurement: Measurement,
    title: str,
    label: str,
    value: Callable[[dict[str, str]], float],
    scale: str,
    with_copy: bool,
) -> str:
    """One line a version over the square sizes; other shapes as lone hollow marks at their element count. Where no
    shape is square and all have as many rows, one line over the columns."""
    pyplot = pyplot_in_our_style()
    figure, axes = pyplot.subplots(figsize=(7.6, 4.4))
    there = {row["version"] for row in measurement.rows}
    names = [(version.name, version.label) for version in chapter.versions if version.name in there]
    if with_copy:
        names.append((COPY, "device-to-device copy"))
    heights = {row["rows"] for row in measurement.rows}
    strips = len(heights) == 1 and all(row["rows"] != row["cols"] for row in measurement.rows)
    sizes: set[int] = set()
    hollow: set[str] = set()
    for index, (name, words) in enumerate(names):
        rows = [row for row in measurement.rows if row["version"] == name]
        square = sorted((int(row["cols"]), value(row)) for row in rows if strips or row["rows"] == row["cols"])
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
                    [side], [value(row)], **{**style, "linestyle": "", "markerfacecolor": "none", "markersize": 10}
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
    axes.set_title(title, loc="left")
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
