# All that was measured on one machine as one file, for others; and whether such a file can be relied on.
"""The file is JSON: the machine's name, and each table as it lies in data/. It holds no name but those that provenance has:
GPU, driver, compiler, processor. What can be checked with no such GPU: that tables are of this course and whole, and that their
columns agree with each other. Whether a time was measured, nobody can see in it."""

from __future__ import annotations

import json
import pathlib
import re
import tempfile
from collections.abc import Iterator

from tools.errors import CourseError
from tools.files import write_atomic, write_json
from tools.measure.measurements import COUNTERS_SUFFIX, TIME_COLUMNS, Measurement, read_measurement
from tools.measure.ncu import METRICS
from tools.model import ROOT, Chapter, load_course

FORMAT = 1
LARGEST = 16 << 20  # bytes
PROVENANCE = ("machine", "date", "commit", "method")  # that every table has
SLACK = 0.02  # of a speed that is written with one digit after the point
ABOUT_COUNTERS = ("version", "rows", "cols", "kernel")  # and what of ncu's was asked for when it was measured


def share(path: pathlib.Path, machine: str) -> list[str]:
    """Writes the file; returns which tables are in it."""
    known = tables(machine)
    found = {name: (ROOT / name).read_text(encoding="utf-8") for name in known if (ROOT / name).exists()}
    if not found:
        raise CourseError(
            f"nothing was measured under the name {machine}: `./course bench --machine {machine}` does, with a GPU, and"
            f" `./course bench --experiment all --machine {machine}`."
        )
    write_json(path, {"format": FORMAT, "machine": machine, "tables": found})
    return list(found)


def tables(machine: str) -> dict[str, tuple[Chapter, str]]:
    """Every table that there may be of a machine: its path from the root → chapter, and kind: times, counters, or the
    experiment's name."""
    found = {}
    for chapter in load_course().chapters:
        home = chapter.measured.relative_to(ROOT).as_posix()
        if chapter.timed:
            found[f"{home}/{machine}.csv"] = (chapter, "times")
            found[f"{home}/{machine}{COUNTERS_SUFFIX}.csv"] = (chapter, "counters")
        for experiment in chapter.experiments:
            found[f"{home}/{machine}-{experiment.name}.csv"] = (chapter, experiment.name)
    return found


def verify(path: pathlib.Path) -> dict[str, str]:
    """The file's tables, path → text. Raises CourseError for the first thing that is wrong with it."""
    shared = _read(path)
    known = tables(shared["machine"])
    with tempfile.TemporaryDirectory() as folder:
        for name, text in shared["tables"].items():
            if name not in known:
                raise CourseError(f"{path}: {name} is no table of this course.")
            copy = pathlib.Path(folder) / pathlib.PurePath(name).name
            write_atomic(copy, text)
            for wrong in _wrong(read_measurement(copy), shared["machine"], *known[name]):
                raise CourseError(f"{path}: {name} {wrong}.")
    return shared["tables"]


def keep(found: dict[str, str]) -> None:
    for name, text in found.items():
        write_atomic(ROOT / name, text)


def _read(path: pathlib.Path) -> dict:
    try:
        if path.stat().st_size > LARGEST:
            raise CourseError(f"{path} has more than {LARGEST >> 20} MiB, and is not read.")
        shared = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CourseError(f"{path} cannot be read: {error.strerror or error}.") from None
    except ValueError:
        shared = None
    good = (
        isinstance(shared, dict)
        and shared.get("format") == FORMAT
        and re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", str(shared.get("machine")))
        and isinstance(shared.get("tables"), dict)
        and shared["tables"]
        and all(isinstance(text, str) for text in shared["tables"].values())
    )
    if not good:
        raise CourseError(f"{path} is no file that `./course bench --share` has written.")
    return shared


def _wrong(table: Measurement, machine: str, chapter: Chapter, kind: str) -> Iterator[str]:
    lacking = [key for key in PROVENANCE if not table.provenance.get(key)]
    if lacking:
        yield f"does not say its {', '.join(lacking)}"
    if table.provenance.get("machine") != machine:
        yield f"is of {table.provenance.get('machine')}, and the file of {machine}"
    if kind not in ("times", "counters") and table.provenance.get("experiment", kind) != kind:
        yield f"is the table of the experiment {table.provenance['experiment']}"
    if not table.rows or any(None in row or None in row.values() for row in table.rows):
        yield "has no rows, or some that are not whole"
        return
    if kind == "times":
        yield from _wrong_times(table, chapter)
    elif kind == "counters":
        yield from _wrong_counters(table, chapter)


def _wrong_times(table: Measurement, chapter: Chapter) -> Iterator[str]:
    if tuple(table.rows[0]) != TIME_COLUMNS:
        yield f"has other columns than {', '.join(TIME_COLUMNS)}"
        return
    for row in table.rows:
        where = f"{row['version']} at {row['rows']}x{row['cols']}"
        try:
            low, median, high, speed = (float(row[key]) for key in ("q1_ms", "median_ms", "q3_ms", "gb_per_s"))
            size, repeats = int(row["bytes"]), int(row["repeats"])
        except ValueError:
            yield f"has something in the row of {where} that is no number"
            return
        if not (0 < low <= median <= high and size > 0 and repeats > 0):
            yield f"has times of {where} that no measurement gives: {low}, {median}, {high} ms of {repeats}"
        if abs(size / median / 1e6 - speed) > SLACK * speed + 0.1:
            yield f"says {speed} GB/s of {where}, and {size} bytes in {median} ms are {size / median / 1e6:.1f}"
    yield from _strangers(table, chapter)


def _wrong_counters(table: Measurement, chapter: Chapter) -> Iterator[str]:
    counted = [column for column in table.rows[0] if column not in ABOUT_COUNTERS]
    if not counted or not {*ABOUT_COUNTERS} <= table.rows[0].keys() or not {*counted} <= METRICS.keys():
        yield f"has other columns than {', '.join((*ABOUT_COUNTERS, *METRICS))}"
        return
    for row in table.rows:
        if not all(re.fullmatch(r"\d{1,18}", row[name]) for name in counted):
            yield f"has something in the row of {row['version']} at {row['rows']}x{row['cols']} that is no count"
            return
    yield from _strangers(table, chapter)


def _strangers(table: Measurement, chapter: Chapter) -> Iterator[str]:
    there = {version.name for version in chapter.timed} | {"copy"}
    if strangers := {row["version"] for row in table.rows} - there:
        yield f"has versions that the chapter has not: {', '.join(sorted(strangers))}"
