# Measured data as CSV with provenance: '# key: value' lines, a header, rows. The one reader and writer.
from __future__ import annotations

import csv
import functools
import io
import pathlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tools.errors import CourseError
from tools.files import write_atomic
from tools.model import Chapter, Experiment

TIME_COLUMNS = (
    "version", "rows", "cols", "repeats", "median_ms", "q1_ms", "q3_ms", "bytes", "gb_per_s",
)  # fmt: skip
COUNTERS_SUFFIX = "-counters"


class NotMeasured(CourseError):
    """There is no such file in data/ yet. Text that waits for it says so instead of failing."""

    def __init__(self, sentence: str, command: str) -> None:
        super().__init__(sentence)
        self.command = command


def not_measured(chapter: Chapter, machine: str, option: str = "") -> NotMeasured:
    command = f"./course bench {chapter.slug}{option}"
    return NotMeasured(f"not measured on {machine} yet: `{command} --machine {machine}` does, on that machine", command)


@dataclass(frozen=True)
class Measurement:
    path: pathlib.Path
    provenance: dict[str, str]
    rows: list[dict[str, str]]

    @property
    def machine(self) -> str:
        return self.path.stem.removesuffix(COUNTERS_SUFFIX)

    def row(self, version: str, shape: str) -> dict[str, str]:
        for row in self.rows:
            if row["version"] == version and f"{row['rows']}x{row['cols']}" == shape:
                return row
        raise CourseError(f"{self.path.name} has no row of {version} at {shape}")

    def select(self, where: Mapping[str, object]) -> list[dict[str, str]]:
        """The rows whose cells are as said (a value, or a list of them, for a column); at least one."""
        self.must_have(where)
        found = self.rows
        for column, wanted in where.items():
            fits = _fitting({row[column] for row in found}, wanted)  # most stand there many times
            found = [row for row in found if row[column] in fits]
        if not found:
            raise CourseError(f"{self.path.name} has no row with {_words(where)}")
        return found

    def cell(self, column: str, where: Mapping[str, object]) -> str:
        """Of the one row whose cells are as said."""
        self.must_have([column])
        rows = self.select(where)
        if len(rows) > 1:
            raise CourseError(
                f"{self.path.name} has {len(rows)} rows with {_words(where)}; say more of the one you mean"
            )
        return rows[0][column]

    def must_have(self, columns: Iterable[str]) -> None:
        for column in columns:
            if column not in self.rows[0]:
                raise CourseError(f"{self.path.name} has no column '{column}'. It has: {', '.join(self.rows[0])}.")


def _fitting(cells: set[str], wanted: object) -> set[str]:
    """Those that are what is wanted: a word, a number however it is written, or one of a list of them."""
    several = wanted if isinstance(wanted, list | tuple | set) else [wanted]
    numbers = {one for one in several if isinstance(one, int | float)}
    words = {str(one) for one in several if one not in numbers}
    return {cell for cell in cells if cell in words or (numbers and _number(cell) in numbers)}


def _number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None


def _words(where: Mapping[str, object]) -> str:
    return ", ".join(f"{column}={wanted}" for column, wanted in where.items()) or "no condition"


def read_measurement(path: pathlib.Path) -> Measurement:
    """A page asks for the same file hundreds of times: it is read again when it has changed."""
    try:
        about = path.stat()
        return _read(path, about.st_mtime_ns, about.st_size)
    except OSError as error:
        raise CourseError(f"cannot read {path}: {error.strerror}") from error


@functools.cache
def _read(path: pathlib.Path, _written: int, _bytes: int) -> Measurement:
    lines = path.read_text(encoding="utf-8").splitlines()
    comments = [line[1:].strip() for line in lines if line.startswith("#")]
    provenance = dict(line.split(": ", 1) for line in comments if ": " in line)
    rows = list(csv.DictReader(line for line in lines if line and not line.startswith("#")))
    return Measurement(path, provenance, rows)


def write_measurement(
    path: pathlib.Path, provenance: dict[str, str], columns: tuple[str, ...], rows: list[dict]
) -> None:
    text = io.StringIO()
    for key, value in provenance.items():
        text.write(f"# {key}: {' '.join(str(value).split())}\n")
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    write_atomic(path, text.getvalue())


def measurements(chapter: Chapter, counters: bool = False) -> list[Measurement]:
    """What was measured for a chapter, one file a machine: times, or ncu's counters."""
    tables = tuple(f"-{experiment.name}" for experiment in chapter.experiments)
    paths = [path for path in sorted(chapter.measured.glob("*.csv")) if not path.stem.endswith(tables)]
    return [read_measurement(path) for path in paths if path.stem.endswith(COUNTERS_SUFFIX) == counters]


def experiment_path(chapter: Chapter, experiment: Experiment, machine: str) -> pathlib.Path:
    return chapter.measured / f"{machine}-{experiment.name}.csv"


def experiment_tables(chapter: Chapter, experiment: Experiment) -> list[tuple[str, Measurement]]:
    """Every machine that ran an experiment, with its table."""
    suffix = f"-{experiment.name}"
    paths = sorted(chapter.measured.glob(f"*{suffix}.csv"))
    tables = [read_measurement(path) for path in paths]
    # 'box-wide-padding' is the machine box-wide's padding, or box's wide-padding: the file says which.
    return [
        (t.path.stem.removesuffix(suffix), t)
        for t in tables
        if t.provenance.get("experiment", experiment.name) == experiment.name
    ]


def measurement(chapter: Chapter, counters: bool = False, machine: str | None = None) -> Measurement:
    """The one file that the text shows: the machine's that course.toml names, unless another is asked for."""
    wanted = machine or chapter.machine
    for found in measurements(chapter, counters):
        if found.machine == wanted:
            return found
    raise not_measured(chapter, wanted, " --counters" if counters else "")
