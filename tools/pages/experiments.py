# What chapter text may show of an experiment: one cell, a table, where it was measured.
"""The padded one takes <!--= experiment('padding', 'median_ms', pad=1, shape='8192x8192') -->0.3<!--/--> ms,
    a ratio of <!--= experiment_value('padding', 'median_ms', pad=0) / experiment_value('padding', 'median_ms', pad=1) -->.

Cells are found by the values of other columns; exactly one row must fit."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence

from tools.errors import CourseError
from tools.measure.measurements import Measurement, experiment_tables, not_measured
from tools.model import Chapter, Experiment
from tools.pages.page import of_chapter
from tools.pages.tables import heading, markdown_table, shown_cell

__all__ = [
    "experiment",
    "experiment_about",
    "experiment_grid",
    "experiment_statistic",
    "experiment_table",
    "experiment_value",
]


def find_experiment(chapter: Chapter, name: str) -> Experiment:
    for experiment in chapter.experiments:
        if experiment.name == name:
            return experiment
    there = ", ".join(experiment.name for experiment in chapter.experiments) or "none"
    raise CourseError(f"{chapter.slug} has no experiment '{name}'. There are: {there}.")


def table_shown(chapter: Chapter, name: str, machine: str | None = None) -> Measurement:
    """The table of the machine that course.toml names for the experiment, or of another one."""
    experiment = find_experiment(chapter, name)
    wanted = machine or experiment.machine
    for machine_name, table in experiment_tables(chapter, experiment):
        if machine_name == wanted:
            return table
    raise not_measured(chapter, wanted, f" --experiment {name}")


@of_chapter
def experiment(chapter: Chapter, name: str, column: str, /, machine: str | None = None, **where: object) -> str:
    """One cell, as text: experiment('padding', 'median_ms', pad=1, shape='8192x8192')."""
    return shown_cell(column, table_shown(chapter, name, machine).cell(column, where))


@of_chapter
def experiment_value(chapter: Chapter, name: str, column: str, /, machine: str | None = None, **where: object) -> float:
    """The same cell as a number, to reckon with."""
    return float(table_shown(chapter, name, machine).cell(column, where))


@of_chapter
def experiment_statistic(
    chapter: Chapter, name: str, column: str, what: str, /, machine: str | None = None, **where: object
) -> float:
    """Of a column over several rows: mean, median, stdev, min, max, count, or the percentile 'p99'."""
    values = sorted(float(row[column]) for row in table_shown(chapter, name, machine).select(where))
    if what.startswith("p") and what[1:].isdigit():
        place = int(what[1:]) / 100 * (len(values) - 1)
        below = int(place)
        return values[below] + (place - below) * (values[min(below + 1, len(values) - 1)] - values[below])
    known: dict[str, Callable[[list[float]], float]] = {
        "mean": statistics.fmean,
        "median": statistics.median,
        "stdev": statistics.stdev,
        "min": min,
        "max": max,
        "count": len,
    }
    if what not in known:
        raise CourseError(f"there is no statistic '{what}'. There are: {', '.join(known)} and percentiles like p99.")
    return float(known[what](values))


@of_chapter
def experiment_about(chapter: Chapter, name: str, key: str = "gpu", machine: str | None = None) -> str:
    """Where the table comes from: gpu, host cpu, threads, driver, date, compiler, flags, method, …"""
    return table_shown(chapter, name, machine).provenance.get(key, "?")


@of_chapter
def experiment_table(
    chapter: Chapter,
    name: str,
    columns: Sequence[str] | Mapping[str, str] | None = None,
    where: Mapping[str, object] | None = None,
    machine: str | None = None,
) -> str:
    """The rows that fit `where` (a value, or a list of them, for a column); columns as a list, or with their headings."""
    table = table_shown(chapter, name, machine)
    rows = table.select(where or {})
    heads = columns if isinstance(columns, Mapping) else {column: heading(column) for column in columns or rows[0]}
    table.must_have(heads)
    return markdown_table(list(heads.values()), [[shown_cell(column, row[column]) for column in heads] for row in rows])


@of_chapter
def experiment_grid(
    chapter: Chapter,
    name: str,
    value: str,
    down: str,
    across: str,
    where: Mapping[str, object] | None = None,
    machine: str | None = None,
) -> str:
    """One column as a table with another column's values down the side and a third one's across the top."""
    table = table_shown(chapter, name, machine)
    rows = table.select(where or {})
    table.must_have((value, down, across))
    tops = list(dict.fromkeys(row[across] for row in rows))
    lines = []
    for side in dict.fromkeys(row[down] for row in rows):
        found = [[row for row in rows if (row[down], row[across]) == (side, top)] for top in tops]
        if any(len(cell) > 1 for cell in found):
            raise CourseError(f"{table.path.name}: several rows for {down}={side}; say more in `where`")
        lines.append([shown_cell(down, side), *(shown_cell(value, cell[0][value]) if cell else "–" for cell in found)])
    return markdown_table([heading(down), *(shown_cell(across, top) for top in tops)], lines)
