# What a learning platform hands out, sorted: whose each file is, and which lab; copies of that, laid out as grade reads it.
from __future__ import annotations

import collections
import pathlib
import re
import unicodedata
from dataclasses import dataclass, field

from tools.errors import CourseError
from tools.files import shown_path
from tools.grade.archives import COPY, OTHERS, Budget, Found, files_in
from tools.grade.roster import Begins, Claim, Person, Roster, begins_of, whose
from tools.grade.submissions import HEADERS, Submission, shown_name
from tools.model import Lab

COPIES = re.compile(
    r"(\s*\(\d+\)|[-_ ]\d+|\s*-\s*(copy|kopie|copie|copia)|\s+copy)+$"
)  # what browsers and platforms put behind a name
COPY_OF = re.compile(r"^(copy of|kopie von)[_ ]+")
HEADER = re.compile(r"[A-Za-z0-9_][\w.-]{0,60}")


@dataclass
class Taken:
    """One person's work: of each lab the best file, and what became of the others."""

    person: Person
    labs: dict[str, tuple[int, Found]] = field(default_factory=dict)  # lab → how far its name is off, the file
    headers: list[Found] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)  # lab file → why it cannot be read
    loose: list[str] = field(default_factory=list)  # handed in, and no lab's
    closed: list[str] = field(default_factory=list)  # what may hold any lab and cannot be looked into, and why
    late: bool = False


@dataclass
class Intake:
    """What came of it: a submission a person of the roster, and a line a file."""

    submissions: list[Submission] = field(default_factory=list)
    people: dict[str, Person] = field(default_factory=dict)  # by submission
    folders: dict[str, str] = field(default_factory=dict)  # submission → what the platform called it
    nothing: list[str] = field(default_factory=list)  # submissions without a file of any lab
    late: set[str] = field(default_factory=set)  # submissions that the platform marked so
    lines: list[tuple[str, str, str, str]] = field(default_factory=list)  # file, person, lab, remark
    not_placed: list[tuple[str, str]] = field(default_factory=list)  # file, why


def lab_named(name: str, labs: list[Lab]) -> tuple[Lab, int] | None:
    """The lab that a file's name means, and how far it is off: 0 for the lab's own."""
    bare = unicodedata.normalize("NFC", name)
    exact = [lab for lab in labs if lab.file == bare]
    if exact:
        return exact[0], 0
    bare = re.sub(r"\.txt$", "", bare.lower().strip())
    stem, dot, ending = bare.rpartition(".")
    for off, tried in enumerate((stem, COPIES.sub("", stem), re.sub(r"[-\s]+", "_", COPIES.sub("", stem))), 1):
        wanted = COPY_OF.sub("", tried) + dot + ending
        same = [lab for lab in labs if lab.file.lower() == wanted]
        behind = [lab for lab in labs if re.search(rf"[_\s.-]{re.escape(lab.file.lower())}$", wanted)]
        found = same or sorted(behind, key=lambda lab: len(lab.file))[-1:]
        if found:
            return found[0], off if same else off + 3
    return None


def take_in(
    places: list[pathlib.Path], roster: Roster, labs: list[Lab], staging: pathlib.Path, own: tuple[str, ...]
) -> Intake:
    """Copies what is handed in into `staging`, a folder a person; somebody with nothing has an empty one."""
    intake, budget = Intake(), Budget()
    taken = {person: Taken(person) for person in roster.people}
    first: dict[Person, str] = {}
    for place in places:
        if not place.is_dir() and not (place.is_file() and place.name.lower().endswith(".zip")):
            raise CourseError(f"{place} is no folder and no zip.")
        found = list(files_in(place, budget))
        depth = _wrapping(found, roster)
        begins = begins_of((file.path[depth] if len(file.path) > depth else file.name for file in found), roster)
        for file in found:
            _take(file, depth, shown_path(place), roster, begins, labs, taken, intake, first)
    names = collections.Counter(shown_name(person.name, own) for person in roster.people)
    for person, work in taken.items():
        for lab in labs if work.closed else ():
            if lab.name not in work.labs:
                work.notes.setdefault(lab.file, f"{lab.file} was not found, and {work.closed[0]}")
        name = shown_name(person.name, own)
        if names[name] > 1:
            name = shown_name(f"{person.name} {min(person.ids, default=str(person.row))}", own)
        intake.people[name] = person
        intake.folders[name] = first.get(person, "")
        intake.late |= {name} if work.late else set()
        intake.nothing += [] if work.labs or work.notes else [name]
        intake.submissions.append(
            Submission(name, _lay_out(staging / str(person.row), work, labs), dict(work.notes), tuple(work.loose))
        )
    return intake


def _wrapping(found: list[Found], roster: Roster) -> int:
    """How many folders stand round all of them and say nothing of a person."""
    depth = 0
    while True:
        tops = {file.path[depth] if len(file.path) > depth else "" for file in found}
        only = next(iter(tops), "")
        deeper = len(tops) == 1 and only and all(len(file.path) > depth + 1 for file in found)
        if not deeper or whose(only, roster).person:
            return depth
        depth += 1


def _take(
    file: Found, depth: int, place: str, roster: Roster, begins: Begins, labs: list[Lab], taken: dict[Person, Taken], intake: Intake, first: dict[Person, str]
) -> None:  # fmt: skip
    shown = shown_path_of(place, file)
    claim = whose(file.path[depth] if len(file.path) > depth else file.name, roster, begins)
    if claim.person is None:
        intake.not_placed.append((shown, claim.why_not))
        return
    work = taken[claim.person]
    work.late = work.late or claim.late
    first.setdefault(claim.person, file.path[depth])
    name = claim.file if len(file.path) == depth + 1 else file.name
    if file.why_not == COPY:
        intake.lines.append((shown, claim.person.name, "", file.why_not))
        return
    if name.startswith(".") or claim.receipt:  # what an operating system or the platform has added
        intake.lines.append((shown, claim.person.name, "", "not of the student's making"))
        return
    if pathlib.PurePath(name).suffix.lower() in HEADERS and not file.why_not:
        work.headers.append(file)
        intake.lines.append((shown, claim.person.name, "", "a header of the student's own"))
        return
    meant = lab_named(name, labs)
    if meant is None:
        opened = (
            "is not opened, as a zip is: ask for a zip" if name.lower().endswith(OTHERS) else "no lab has that name"
        )
        if name.lower().endswith((".zip", *OTHERS)) or (file.why_not and not pathlib.PurePath(name).suffix):
            work.closed.append(f"{shown_name(name or file.path[-2])} {file.why_not or opened}")
        else:
            work.loose.append(name)
        intake.not_placed.append((shown, f"is {claim.person.name}'s, and {file.why_not or opened}"))
        return
    lab, off = meant
    if not off and file.path[-3:-1] == ("labs", lab.slug):
        off = -1  # its own place, whatever else of the course lies beside it
    if file.why_not:
        work.notes.setdefault(lab.file, f"{lab.file} {file.why_not}")
        intake.lines.append((shown, claim.person.name, lab.name, file.why_not))
        return
    _keep_best(work, lab, off, file, shown, claim, intake)


def _keep_best(work: Taken, lab: Lab, off: int, file: Found, shown: str, claim: Claim, intake: Intake) -> None:
    """Of several files of a lab the one whose name is nearest; of equal ones the last, as copies are numbered."""
    assert claim.person
    before = work.labs.get(lab.name)
    remark = "" if off <= 0 else f"taken for {lab.file}"
    if before and before[1].data != file.data:
        better = off <= before[0]
        remark = f"there are several: {'this one is' if better else 'another is'} graded"
        intake.not_placed.append(
            (shown, f"is {claim.person.name}'s, and one of several of {lab.name}: look which is meant")
        )
    if before is None or off <= before[0]:
        work.labs[lab.name] = (off, file)
    intake.lines.append((shown, claim.person.name, lab.name, remark + (" (marked late)" if claim.late else "")))


def _lay_out(folder: pathlib.Path, work: Taken, labs: list[Lab]) -> pathlib.Path:
    folder.mkdir(parents=True)
    for lab in labs:
        if lab.name not in work.labs:
            continue
        work.notes.pop(lab.file, None)  # another copy of it can be read
        _, file = work.labs[lab.name]
        home = folder / "labs" / lab.slug
        home.mkdir(parents=True, exist_ok=True)
        (home / lab.file).write_bytes(file.data)
        for header in work.headers:
            beside = header.path[:-1] == file.path[:-1] and HEADER.fullmatch(header.name)
            if beside and not (home / header.name).exists():
                (home / header.name).write_bytes(header.data)
    return folder


def shown_path_of(place: str, file: Found) -> str:
    """As results and a screen can hold it."""
    return "/".join([place, *(shown_name(part) for part in file.path if part)])
