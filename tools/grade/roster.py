# Who is in the class: a CSV as a learning platform exports it, or one's own; and whose a folder or a file is by its name.
from __future__ import annotations

import csv
import datetime
import io
import pathlib
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from tools.errors import CourseError

LARGEST = 16 << 20  # bytes
SURE_DIGITS = 4
# What columns are called, blanks, underscores and case left out: by platforms in English, and by people.
NAME = ("name", "fullname", "student", "studentname")
FIRST, LAST = ("firstname", "givenname"), ("lastname", "surname", "familyname")
IDS = (
    *("id", "identifier", "idnumber", "studentid", "sisuserid", "sisloginid", "loginid", "username", "login"),
    *("userid", "matriculationnumber", "email", "emailaddress", "github", "gitlab", "folder", "submission"),
)
HANDED_IN = ("handedin", "submittedat")
# `Name_12345_assignsubmission_file_`, and with the file's name behind it where the download has no folders.
MOODLE = re.compile(r"(?P<name>.*)_(?P<id>\d+)_assignsubmission_(?:file|onlinetext)_?(?P<file>.*)", re.S)
CANVAS = re.compile(r"(?P<name>[^_]+)_(?:late_)?(?P<id>\d+)_\d+_(?P<file>.+)", re.I | re.S)
BLACKBOARD = re.compile(r".+?_(?P<id>.+)_attempt_\d{4}(?:-\d\d){5}(?:(?P<receipt>\.txt)|_(?P<file>.+))?", re.S)


@dataclass(frozen=True)
class Person:
    name: str
    ids: frozenset[str]  # numbers, logins, addresses, folders: as `plain` has them
    row: int  # of the roster's
    handed_in: datetime.datetime | None = None

    @property
    def letters(self) -> frozenset[str]:
        """The name in either order, as platforms run it together."""
        words = re.findall(r"\w+", self.name)
        swapped = [*words[-1:], *words[:-1]]
        after_comma = self.name.partition(",")[2] + self.name.partition(",")[0] if "," in self.name else ""
        return frozenset(
            {run_together("".join(words)), run_together("".join(swapped)), run_together(after_comma)} - {""}
        )


@dataclass(frozen=True)
class Roster:
    header: list[str]
    rows: list[list[str]]
    people: list[Person]
    delimiter: str
    mark: bool  # whether it begins with a byte order mark, as Excel likes it

    def column(self, *names: str) -> int | None:
        return next((at for at, head in enumerate(self.header) if heading(head) in names), None)

    @property
    def is_canvas(self) -> bool:
        return {"Student", "ID", "Section"} <= set(self.header)

    @property
    def is_moodle(self) -> bool:
        return {"Identifier", "Grade"} <= set(self.header)


def plain(text: str) -> str:
    return unicodedata.normalize("NFC", text).strip().lower()


def heading(text: str) -> str:
    return re.sub(r"[\s_]", "", plain(text))


def run_together(text: str) -> str:
    """Letters and digits alone, in small letters, without accents."""
    bare = unicodedata.normalize("NFKD", text.lower().replace("ß", "ss"))
    return "".join(char for char in bare if char.isalnum())


def read_roster(path: pathlib.Path) -> Roster:
    try:
        data = path.read_bytes() if path.stat().st_size <= LARGEST else None
    except OSError as error:
        raise CourseError(f"the roster {path} cannot be read: {error.strerror or error}.") from None
    if data is None:
        raise CourseError(f"the roster {path} is no class list: it has more than {LARGEST >> 20} MiB.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CourseError(f"the roster {path} is no UTF-8: save it as 'CSV UTF-8'.") from None
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    try:
        header, *rows = list(csv.reader(io.StringIO(text), delimiter=delimiter)) or [[]]
    except csv.Error as error:
        raise CourseError(f"the roster {path} is no CSV: {error}.") from None
    header = [head.strip() for head in header]
    roster = Roster(header, rows, [], delimiter, data.startswith(b"\xef\xbb\xbf"))
    roster.people.extend(_people(roster, path))
    return roster


def _people(roster: Roster, path: pathlib.Path) -> list[Person]:
    name, first, last = roster.column(*NAME), roster.column(*FIRST), roster.column(*LAST)
    if name is None and (first is None or last is None):
        raise CourseError(
            f"the roster {path} has no column for names. It wants 'name', or 'first name' and 'last name'; and any of: id,"
            " login, email, folder."
        )
    ids = [at for at, head in enumerate(roster.header) if heading(head) in IDS]
    when = roster.column(*HANDED_IN)
    found: list[Person] = []
    for number, row in enumerate(roster.rows):

        def cell(at: int | None, row: list[str] = row) -> str:
            return row[at].strip() if at is not None and at < len(row) else ""

        said = cell(name) or f"{cell(first)} {cell(last)}".strip()
        known = frozenset(_id(cell(at)) for at in ids) - {""}
        if not said or (roster.is_canvas and not known):  # an empty line; Canvas's "Points Possible"
            continue
        found.append(Person(said, known, number, _time(cell(when), path, number)))
    if not found:
        raise CourseError(f"the roster {path} names nobody.")
    seen: dict[str, Person] = {}
    for person in found:
        for one in person.ids:
            if one in seen and not one.isdigit():
                raise CourseError(f"the roster {path} has '{one}' twice: for {seen[one].name} and {person.name}.")
            seen[one] = person
    return found


def _id(cell: str) -> str:
    """Moodle's `Participant 12345` is 12345 in the names of folders."""
    return re.sub(r"^participant (\d+)$", r"\1", plain(cell))


def _time(text: str, path: pathlib.Path, number: int) -> datetime.datetime | None:
    if not text:
        return None
    try:
        when = datetime.datetime.fromisoformat(text)
        if when.tzinfo is not None:
            return when
    except ValueError:
        pass
    raise CourseError(
        f"the roster {path}, line {number + 2}: '{text}' is no time with its zone, like 2026-10-19T23:59:00+02:00."
    )


@dataclass(frozen=True)
class Claim:
    """What the name of a folder or a file says: whose it is, and what the file was called."""

    person: Person | None
    file: str  # its own name, without what the platform put before it
    why_not: str = ""
    late: bool = False  # the platform marked it
    receipt: bool = False  # the platform's own page, one an attempt


Begins = frozenset[tuple[str, ...]]  # what stands before the logins in Blackboard's names, in words


def begins_of(names: Iterable[str], roster: Roster) -> Begins:
    """Of all names of an export."""
    found = filter(None, (BLACKBOARD.fullmatch(name) for name in names))
    return frozenset(before for before, person in (_login(match, roster, frozenset()) for match in found) if person)


def whose(name: str, roster: Roster, begins: Begins = frozenset()) -> Claim:
    """`name` is what the platform made: the first part of a path. What lies below it a student has named, and is never
    asked whose it is."""
    bare = name.removesuffix(".zip")
    if bare.count("_assignsubmission_") > 1:
        return Claim(None, name, "has the mark of Moodle twice, so whose it is cannot be told")
    if blackboard := BLACKBOARD.fullmatch(name) or BLACKBOARD.fullmatch(bare):
        before, person = _login(blackboard, roster, begins)
        file, receipt = blackboard["file"] or name, bool(blackboard["receipt"])
        login = "_".join(before)
        return Claim(person, file, "" if person else f"is of '{login}', who is not in the roster", receipt=receipt)
    moodle, canvas = MOODLE.fullmatch(name), CANVAS.fullmatch(name)
    if found := moodle or canvas:
        file = found["file"] or name
        late = found is canvas and bool(re.match(r"[^_]+_late_", name, re.I))
        by_id = [person for person in roster.people if plain(found["id"]) in person.ids]
        by_name = [person for person in roster.people if run_together(found["name"]) in person.letters]
        if len(by_id) == 1 and by_name and by_id[0] not in by_name:
            # A roster's own numbers are not the platform's, and one may be another's by chance.
            return _one([*by_id, *by_name], file)
        return _one(by_id if len(by_id) == 1 else by_name, file, late)
    return _by_words(name, bare, roster)


def _login(found: re.Match, roster: Roster, begins: Begins) -> tuple[tuple[str, ...], Person | None]:
    """Where the assignment's name ends and a login begins only the roster knows: both may have underscores. The words before
    the login, and whose it is; or the login that nobody has. Where other names of the export show that one begins earlier,
    what is left of it is no login: `smith` of `j_smith`."""
    words = tuple(found["id"].split("_"))
    for first in range(len(words)):
        earlier = [len(begin) for begin in begins if len(begin) < first and words[: len(begin)] == begin]
        if earlier:
            return words[min(earlier) :], None
        people = [person for person in roster.people if plain("_".join(words[first:])) in person.ids]
        if len(people) == 1:
            return words[:first], people[0]
    return words[-1:], None


def _by_words(name: str, bare: str, roster: Roster) -> Claim:
    """A folder that a person has named, or a code host: a login, a number or a name, alone or among other words."""
    whole = [person for person in roster.people if plain(bare) in person.ids or run_together(bare) in person.letters]
    if whole:
        return _one(whole, name)
    words = [word for word in re.split(r"[\s_.,;+()\[\]-]+", plain(bare)) if word]
    parts = {"-".join(words[first:last]) for first in range(len(words)) for last in range(first + 1, len(words) + 1)}
    together = {run_together(part) for part in parts}
    # A short number is anything's: "Lab 1".
    ids = {
        person: {re.sub(r"[_.]", "-", one) for one in person.ids if not (one.isdigit() and len(one) < SURE_DIGITS)}
        for person in roster.people
    }
    return _one([person for person in roster.people if parts & ids[person] or together & person.letters], name)


def _one(people: list[Person], file: str, late: bool = False) -> Claim:
    if len(people) == 1:
        return Claim(people[0], file, late=late)
    if not people:
        return Claim(None, file, "is nobody's in the roster")
    names = " or ".join(f"{person.name} (line {person.row + 2})" for person in people[:3])
    return Claim(None, file, f"may be of {names}")
