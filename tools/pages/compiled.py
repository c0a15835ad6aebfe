# What the compiler made of a chapter's kernels, as recorded in data/NN-slug/compiled/, and as text shows it.
"""Another compiler gives other numbers, so what a text shows is recorded once, by `./course inspect CHAPTER --save`:

It needs <!--= inspected('fast', 'registers') -->40<!--/--> registers."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping, Sequence

from tools.errors import CourseError
from tools.measure.measurements import Measurement, NotMeasured, read_measurement, write_measurement
from tools.measure.provenance import commit, today
from tools.model import Chapter
from tools.pages.page import of_chapter
from tools.pages.tables import heading, markdown_table, shown_cell
from tools.profile.inspection import COLUMNS, Inspected, compiler
from tools.profile.occupancy import ARCHITECTURE, MAX_WARPS
from tools.versions import find_version

__all__ = ["inspected", "inspected_table"]


def recorded_path(chapter: Chapter) -> pathlib.Path:
    return chapter.measured.parent / "compiled" / f"{ARCHITECTURE}.csv"


def record(chapter: Chapter, found: list[Inspected], revision: str | None = None) -> pathlib.Path:
    about = {
        "architecture": ARCHITECTURE,
        "compiler": compiler(),
        "flags": f"-std=c++17 -O3 -arch={ARCHITECTURE}",
        "date": today(),
        "commit": revision or commit(),
        "method": "nvcc -Xptxas -v; the block as the simulator saw it launched; theoretical occupancy",
    }
    path = recorded_path(chapter)
    write_measurement(path, about, COLUMNS, [one.as_row() for one in found])
    return path


def recorded(chapter: Chapter) -> Measurement:
    path = recorded_path(chapter)
    if not path.exists():
        command = f"./course inspect {chapter.slug} --save"
        raise NotMeasured(f"not compiled yet: `{command}` does, with nvcc and no GPU", command)
    return read_measurement(path)


@of_chapter
def inspected(chapter: Chapter, version: str, column: str, kernel: str = "") -> str:
    """registers, stack, spill_stores, spill_loads, shared, dynamic_shared, block, warps, occupancy (a percentage) or
    limit. Where a version has several kernels, `kernel` names one."""
    rows = [row for row in recorded(chapter).rows if row["version"] == version and kernel in row["kernel"]]
    if len(rows) != 1:
        there = ", ".join(row["kernel"] for row in rows) or "none"
        raise CourseError(
            f"{recorded_path(chapter).name}: {version} has not one such kernel: {there}. `./course inspect {chapter.slug} --save`?"
        )
    if column not in rows[0]:
        raise CourseError(f"{recorded_path(chapter).name} has no column '{column}'. It has: {', '.join(rows[0])}.")
    return _shown(column, rows[0][column])


@of_chapter
def inspected_table(
    chapter: Chapter, columns: Sequence[str] | Mapping[str, str] | None = None, versions: Sequence[str] | None = None
) -> str:
    """A row a kernel: the version's title, then columns, as a list or with their headings."""
    heads = (
        columns
        if isinstance(columns, Mapping)
        else {name: heading(name) for name in columns or ("registers", "stack", "shared", "occupancy")}
    )
    rows = [row for row in recorded(chapter).rows if not versions or row["version"] in versions]
    cells = [
        [find_version(chapter, row["version"]).label, *(_shown(column, row[column]) for column in heads)]
        for row in rows
    ]
    return markdown_table(["version", *heads.values()], cells)


def _shown(column: str, text: str) -> str:
    if column == "occupancy" and text:
        return f"{100 * float(text):.0f} %"
    if column == "warps" and text:
        return f"{text} of {MAX_WARPS}"
    return text.replace("x", "×") if column == "block" else shown_cell(column, text) or "–"
