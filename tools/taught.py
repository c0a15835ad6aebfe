# class.toml over course.toml: which labs a class does, for how many points, until when, and what is taken off late work.
from __future__ import annotations

import dataclasses
import datetime
import math
import os
import pathlib
import tomllib
from dataclasses import dataclass, field
from typing import Any

from tools.errors import CourseError
from tools.model import ROOT, Chapter, Lab, find_labs, load_course

VISIBILITY = ("visible", "hidden", "after_due_date", "after_published")  # Gradescope's words
KEYS = ("labs", "without", "points", "due", "late", "columns", "gradescope")
DAY = datetime.timedelta(days=1)
NOBODYS = "Labs and chapters are called as in ./course list."


@dataclass(frozen=True)
class Late:
    """What is taken off a lab that comes after its deadline: a share of its points for each day that has begun."""

    percent_a_day: float = 0.0
    most_days: float = math.inf  # after more of them it wins nothing
    grace_minutes: float = 0.0

    def kept(self, days: int) -> float:
        """The share of the points that is left."""
        return 0.0 if days > self.most_days else max(0.0, 1 - days * self.percent_a_day / 100)


@dataclass(frozen=True)
class Class:
    labs: tuple[Lab, ...]
    due: dict[str, datetime.datetime] = field(default_factory=dict, hash=False)  # by lab
    late: Late = Late()
    columns: dict[str, str] = field(
        default_factory=dict, hash=False
    )  # what a learning platform calls labs, and "total"
    gradescope: dict[str, Any] = field(default_factory=dict, hash=False)
    file: pathlib.Path | None = None

    def days_late(self, lab: str, when: datetime.datetime | None) -> int:
        """Days begun since the deadline; 0 where one of the two is not known."""
        due = self.due.get(lab)
        if due is None or when is None or when <= due + datetime.timedelta(minutes=self.late.grace_minutes):
            return 0
        return math.ceil((when - due) / DAY)


def class_file() -> pathlib.Path | None:
    """COURSE_CLASS names another than the course's own; where it is empty, there is none."""
    named = os.environ.get("COURSE_CLASS")
    if named is not None:
        return pathlib.Path(named) if named else None
    return ROOT / "class.toml" if (ROOT / "class.toml").exists() else None


def load_class(**instead: list[str]) -> Class:
    """The class that is taught; all of the course where there is no class.toml. `labs` and `without`, where they are given
    and not empty, take the place of what it says."""
    path, chosen = class_file(), {key: words for key, words in instead.items() if words}
    if path is None:
        return read_class(chosen)
    try:
        return read_class(tomllib.loads(path.read_text(encoding="utf-8-sig")) | chosen, path)
    except OSError as error:
        raise CourseError(f"{path} cannot be read: {error.strerror or error}.") from None
    except ValueError as error:
        raise CourseError(f"{path} is no TOML: {error}. INSTRUCTORS.md shows one.") from None
    except CourseError as error:
        raise CourseError(f"{path.name}: {error}") from None


def read_class(data: dict, file: pathlib.Path | None = None) -> Class:
    for key in data:
        _must(key in KEYS, f"there is no '{key}'. There are: {', '.join(KEYS)}.")
    left_out = {lab.name for selector in _words(data, "without") for lab in _named(selector)}
    chosen = {lab.name for selector in _words(data, "labs") for lab in _named(selector)}
    taught = [lab for lab in load_course().labs if (not chosen or lab.name in chosen) and lab.name not in left_out]
    _must(bool(taught), "no lab is left. Take something out of 'without'.")
    points = _table(data, "points")
    for name in points:
        _must(any(lab.name == name for lab in load_course().labs), f"points: there is no lab '{name}'. {NOBODYS}")
    labs = tuple(dataclasses.replace(lab, points=_points(lab, points.get(lab.name, lab.total))) for lab in taught)
    return Class(
        labs,
        _due(_table(data, "due")),
        _late(_table(data, "late")),
        _columns(data),
        _gradescope(_table(data, "gradescope")),
        file,
    )


def taught_labs(selectors: list[str], taught: Class | None = None) -> list[Lab]:
    """The labs of the class that names, parts of names, paths or chapters select, in the course's order."""
    labs = {lab.name: lab for lab in (taught or load_class()).labs}
    found = find_labs(selectors)
    chosen = [labs[lab.name] for lab in found if lab.name in labs]
    if not chosen:
        raise CourseError(f"{found[0].name} is a lab of the course, and class.toml leaves it out of this class.")
    return chosen


def taught_lab(selector: str) -> Lab:
    """The one lab of the class that a selector means."""
    labs = taught_labs([selector])
    if len(labs) > 1:
        raise CourseError(f"'{selector}' means several labs: {', '.join(lab.name for lab in labs)}. Name one.")
    return labs[0]


def taught_chapters(chapters: list[Chapter], taught: Class) -> list[Chapter]:
    """The same with the class's labs in them."""
    return [
        dataclasses.replace(chapter, labs=tuple(lab for lab in taught.labs if lab.slug == chapter.slug))
        for chapter in chapters
    ]


def _named(selector: str, place: str = "") -> list[Lab]:
    """Of a class by whole names only: what a part of a name selects changes when a lab is added."""
    found = [lab for lab in load_course().labs if selector in (lab.name, lab.slug)]
    _must(bool(found), f"{place}there is no lab and no chapter '{selector}'. {NOBODYS}")
    return found


def _points(lab: Lab, wanted: object) -> dict[str, int]:
    """The suites' points: as they are given, or so many in all, shared out as the course does it."""
    if isinstance(wanted, dict):
        for suite, points in wanted.items():
            suites = ", ".join(lab.points)
            _must(suite in lab.points, f"points: {lab.name} has no '{suite}'. It has: {suites}.")
            _must(_is_count(points), f"points: {lab.name}.{suite} wants a whole number, 0 or more, not {points!r}.")
        return {**lab.points, **wanted}
    if not _is_count(wanted):
        raise CourseError(f"points: {lab.name} wants a whole number, 0 or more, not {wanted!r}.")
    exact = {suite: points * int(str(wanted)) / lab.total for suite, points in lab.points.items()}
    shared = {suite: int(points) for suite, points in exact.items()}
    rest = int(str(wanted)) - sum(shared.values())
    for suite in sorted(exact, key=lambda suite: shared[suite] - exact[suite])[:rest]:
        shared[suite] += 1
    return shared


def _due(table: dict) -> dict[str, datetime.datetime]:
    """A chapter's deadline is that of its labs; a lab's own goes before it."""
    found: dict[str, datetime.datetime] = {}
    for name, when in sorted(table.items(), key=lambda entry: len(_named(entry[0], "due: ")), reverse=True):
        _must(
            isinstance(when, datetime.datetime) and when.tzinfo is not None,
            f"due: {name} wants a time with its zone and no quotes, like 2026-10-19T23:59:00+02:00, not "
            + (f"{when!r}." if isinstance(when, str) else f"{when}."),
        )
        found |= {lab.name: when for lab in _named(name)}
    return found


def _late(table: dict) -> Late:
    names = [one.name for one in dataclasses.fields(Late)]
    for name, value in table.items():
        _must(name in names, f"late: there is no '{name}'. There are: {', '.join(names)}.")
        good = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < math.inf
        _must(good, f"late: {name} wants a number, 0 or more, not {value!r}.")
    return Late(**table)


def _columns(data: dict) -> dict[str, str]:
    columns = _table(data, "columns")
    for name, column in columns.items():
        _must(
            name == "total" or len(_named(name, "columns: ")) == 1,
            f"columns: '{name}' is no lab and not 'total'. {NOBODYS}",
        )
        _must(isinstance(column, str) and bool(column), f"columns: {name} wants a column's name in quotes.")
        same = [other for other in columns if columns[other] == column and "total" not in (name, other)]
        _must(
            len(same) < 2,
            f"columns: {' and '.join(same)} have the same, '{column}': one's points would hide the other's.",
        )
    return columns


def _gradescope(table: dict) -> dict[str, Any]:
    """visibility of all tests, `tests` with that of a lab's or of one suite's, leaderboard."""
    for key, value in table.items():
        if key == "leaderboard":
            _must(isinstance(value, bool), "gradescope: leaderboard wants true or false.")
            continue
        _must(
            key in ("visibility", "tests"),
            f"gradescope: there is no '{key}'. There are: visibility, tests, leaderboard.",
        )
        said = value if isinstance(value, dict) else {"": value}
        _must(
            isinstance(value, dict) == (key == "tests"),
            f"gradescope: {key} wants " + ("NAME = VALUE lines." if key == "tests" else "a word."),
        )
        for name, visibility in said.items():
            lab, _, suite = name.partition(": ")
            found = _named(lab, "gradescope: ") if name else []
            _must(not suite or all(suite in one.points for one in found), f"gradescope: {lab} has no '{suite}'.")
            _must(
                visibility in VISIBILITY,
                f"gradescope: visibility is one of {', '.join(VISIBILITY)}, not {visibility!r}.",
            )
    return table


def _words(data: dict, key: str) -> list[str]:
    words = data.get(key, [])
    good = isinstance(words, list) and all(isinstance(word, str) for word in words)
    _must(good, f'{key} wants a list of names in quotes, like {key} = ["{load_course().labs[0].name}"].')
    return words


def _table(data: dict, key: str) -> dict:
    table = data.get(key, {})
    _must(isinstance(table, dict), f"{key} wants a table: a line [{key}], and below it lines NAME = VALUE.")
    return table


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 1_000_000


def _must(good: bool, words: str) -> None:
    if not good:
        raise CourseError(words)
