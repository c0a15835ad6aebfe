# Plots of experiments, as course.toml describes them: lines over a column, or bars, one colour a value of another.
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tools.errors import CourseError
from tools.measure.measurements import Measurement
from tools.model import Plot
from tools.pages.tables import heading, shown_number
from tools.plots.style import COLOURS, INK, MARKERS, pyplot_in_our_style, svg_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DASHES = ("-", "--", ":", "-.")
QUARTILES = ("q1_ms", "q3_ms")
MANY = 12  # so many ticks still fit below a plot


def experiment_plot(plot: Plot, table: Measurement) -> str:
    rows = table.select(plot.where)
    for column in filter(None, (plot.x, *plot.columns, plot.lines)):
        if column not in rows[0]:
            raise CourseError(f"plot {plot.name}: {table.path.name} has no column '{column}'")
    groups = _groups(plot, rows, table.path.name)
    about = table.provenance
    title = f"{plot.title}, {about.get('gpu') or about.get('host cpu') or about.get('machine', '')}"
    return {"line": _lines, "bar": _bars, "stack": _stack}[plot.kind](plot, groups, title)


def _groups(plot: Plot, rows: list[dict[str, str]], file: str) -> dict[str, dict[str, dict[str, str]]]:
    """{value of `lines`: {value of x: row}}, in the table's order."""
    groups: dict[str, dict[str, dict[str, str]]] = {}
    for row in rows:
        group = groups.setdefault(row[plot.lines] if plot.lines else "", {})
        if row[plot.x] in group:
            raise CourseError(
                f"plot {plot.name}: {file} has several rows at {plot.x}={row[plot.x]}; say more in `where` or `lines`"
            )
        group[row[plot.x]] = row
    return groups


def _name(plot: Plot, value: str) -> str:
    column = plot.lines
    if value in plot.names:
        return plot.names[value]
    return (
        f"{heading(column)} = {value}"
        if _is_number(value)
        else value.replace("x", " × ")
        if _is_shape(value)
        else value
    )


def _lines(plot: Plot, groups: dict, title: str) -> str:
    pyplot = pyplot_in_our_style()
    figure, axes = pyplot.subplots(figsize=(7.6, 4.4))
    values = list(dict.fromkeys(x for group in groups.values() for x in group))
    numeric = all(map(_is_number, values))
    place = {x: float(x) if numeric else float(index) for index, x in enumerate(values)}
    for index, (name, group) in enumerate(groups.items()):
        points = (
            sorted((place[x], row) for x, row in group.items())
            if numeric
            else [(place[x], row) for x, row in group.items()]
        )
        xs, ys = [x for x, _ in points], [float(row[plot.y]) for _, row in points]
        colour = COLOURS[index % len(COLOURS)]
        style = {
            "color": colour, "marker": MARKERS[index % len(MARKERS)] if len(values) <= 40 else "", "markersize": 5,
            "linewidth": 1.6, "linestyle": DASHES[index // len(COLOURS) % len(DASHES)],
        }  # fmt: skip
        axes.plot(xs, ys, label=_name(plot, name) if plot.lines else None, **style)
        spread = _spread(plot, [row for _, row in points])
        if spread:
            axes.fill_between(xs, *spread, color=colour, alpha=0.2, linewidth=0)
    _ticks(axes, plot, values, place, numeric)
    _scale(axes, "y" in plot.log)
    axes.set_xlabel(plot.x_label or heading(plot.x))
    axes.set_ylabel(plot.y_label or heading(plot.y))
    axes.set_title(title, loc="left")
    axes.grid(True)
    _legend(figure, axes, plot, len(groups))
    return svg_text(figure)


def _bars(plot: Plot, groups: dict, title: str) -> str:
    """Bars lie down, so that long names fit and the number stands at the end. They begin at zero, so they have no log."""
    pyplot = pyplot_in_our_style()
    values = list(dict.fromkeys(x for group in groups.values() for x in group))
    height = 0.8 / len(groups)
    inches = 1.2 + max(0.62, 0.27 * len(groups) + 0.08) * len(values)
    figure, axes = pyplot.subplots(figsize=(7.6, inches))
    for index, (name, group) in enumerate(groups.items()):
        offset = (index - (len(groups) - 1) / 2) * height
        for number, (x, row) in enumerate(group.items()):
            y, value = values.index(x) + offset, float(row[plot.y])
            label = _name(plot, name) if plot.lines and number == 0 else None
            axes.barh(y, value, height=0.9 * height, color=COLOURS[index % len(COLOURS)], label=label)
            spread = _spread(plot, [row])
            if spread:
                axes.plot([spread[0][0], spread[1][0]], [y, y], color=INK, linewidth=1.6)
            end = max(value, spread[1][0]) if spread else value
            axes.annotate(
                shown_number(value), (end, y), xytext=(4, 0), textcoords="offset points", va="center", fontsize=8.5
            )
    axes.set_yticks(range(len(values)), [_tick(f"{plot.x} {plot.x_label}", x) for x in values])
    axes.invert_yaxis()
    axes.margins(x=0.12)
    axes.set_xlim(left=0)
    axes.set_xlabel(plot.y_label or heading(plot.y))
    axes.set_ylabel(plot.x_label or (heading(plot.x) if all(map(_is_number, values)) else ""))
    axes.set_title(title, loc="left")
    axes.grid(True, axis="x")
    axes.set_axisbelow(True)
    _legend(figure, axes, plot, len(groups))
    return svg_text(figure)


def _stack(plot: Plot, groups: dict, title: str) -> str:
    """A bar for each x, lying down, of one piece for each column; its whole length stands at its end."""
    pyplot = pyplot_in_our_style()
    (group,) = groups.values()
    figure, axes = pyplot.subplots(figsize=(7.6, 1.4 + 0.36 * len(group)))
    ends = [0.0] * len(group)
    for index, column in enumerate(plot.columns):
        lengths = [float(row[column]) for row in group.values()]
        label = plot.names.get(column, heading(column.removesuffix("_ms")))
        axes.barh(range(len(group)), lengths, left=ends, height=0.7, color=COLOURS[index % len(COLOURS)], label=label)
        ends = [end + length for end, length in zip(ends, lengths, strict=True)]
    for y, end in enumerate(ends):
        axes.annotate(shown_number(end), (end, y), xytext=(4, 0), textcoords="offset points", va="center", fontsize=8.5)
    axes.set_yticks(range(len(group)), [_tick(f"{plot.x} {plot.x_label}", x) for x in group])
    axes.invert_yaxis()
    axes.margins(x=0.12)
    axes.set_xlim(left=0)
    axes.set_xlabel(plot.y_label or "ms")
    axes.set_ylabel(plot.x_label or (heading(plot.x) if all(map(_is_number, group)) else ""))
    axes.set_title(title, loc="left")
    axes.grid(True, axis="x")
    axes.set_axisbelow(True)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=len(plot.columns), fontsize=9)
    return svg_text(figure)


def _ticks(axes: Axes, plot: Plot, values: Sequence[str], place: dict[str, float], numeric: bool) -> None:
    """A tick at every value where they fit, else matplotlib's own."""
    if numeric and "x" in plot.log:
        axes.set_xscale("log", base=2)
    few = len(values) <= MANY
    if few or not numeric:
        shown = values if few else values[:: len(values) // MANY + 1]
        axes.set_xticks([place[x] for x in shown], [_tick(f"{plot.x} {plot.x_label}", x) for x in shown])
        axes.minorticks_off()
    elif "x" in plot.log:
        from matplotlib.ticker import FuncFormatter

        axes.xaxis.set_major_formatter(
            FuncFormatter(lambda x, _: _tick(f"{plot.x} {plot.x_label}", f"{x:g}" if x < 1 else f"{x:.0f}"))
        )


def _scale(axes: Axes, log: bool) -> None:
    if not log:
        axes.set_ylim(bottom=0)
        return
    from matplotlib.ticker import FuncFormatter

    axes.set_yscale("log")
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: shown_number(y)))
    low, high = axes.get_ylim()
    # Less than two decades: what lies between the powers of ten is named, too.
    between = "25" if high < 100 * low else ""
    axes.yaxis.set_minor_formatter(FuncFormatter(lambda y, _: shown_number(y) if f"{y:e}"[0] in between else ""))


def _tick(name: str, value: str) -> str:
    """Bytes that are whole KiB, MiB or GiB are called so; `name` is the column and what the axis calls it."""
    if "bytes" in name and _is_number(value):
        count = float(value)
        for power, unit in ((30, "GiB"), (20, "MiB"), (10, "KiB")):
            if count >= 1 << power and count % (1 << power) == 0:
                return f"{count / (1 << power):.0f} {unit}"
    return value.replace("x", " × ") if _is_shape(value) else value


def _spread(plot: Plot, rows: list[dict[str, str]]) -> tuple[list[float], list[float]] | None:
    """The quartiles beside a median, where the table has them."""
    if plot.y != "median_ms" or any(column not in rows[0] for column in QUARTILES):
        return None
    low, high = ([float(row[column]) for row in rows] for column in QUARTILES)
    return low, high


def _legend(figure: Figure, axes: Axes, plot: Plot, count: int) -> None:
    if plot.lines:
        columns = (
            2 if count in (2, 4) or max(map(len, axes.get_legend_handles_labels()[1])) > 24 else 3 if count < 8 else 4
        )
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=columns, fontsize=9)


def _is_number(text: str) -> bool:
    try:
        return float(text) == float(text)
    except ValueError:
        return False


def _is_shape(text: str) -> bool:
    return all(part.isdigit() for part in text.split("x")) and "x" in text
