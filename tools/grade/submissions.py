# Finds submissions and their lab files in folders as students hand them in.
from __future__ import annotations

import codecs
import functools
import hashlib
import os
import pathlib
import re
import stat
from dataclasses import dataclass, field

from tools.errors import CourseError
from tools.model import Lab, digest

LARGEST = 1 << 20  # bytes; a lab has sixty lines
HEADERS = (".h", ".hpp", ".cuh")
LONGEST = 200  # bytes of a name; a file system takes 255
UNREADABLE = (OSError, RuntimeError, ValueError)  # what Python raises for what a student's folder may hold


@dataclass(frozen=True)
class Submission:
    name: str  # as results call it: see shown_name
    folder: pathlib.Path
    notes: dict[str, str] = field(default_factory=dict, hash=False)  # lab file → why what was handed in cannot be read
    loose: tuple[str, ...] = ()  # files that are no lab's


@dataclass(frozen=True)
class Handed:
    """One lab's file as handed in, with the student's own headers beside it; or the reason why not."""

    file: pathlib.Path | None
    headers: tuple[pathlib.Path, ...] = ()
    reason: str = ""
    why: str = ""  # the same as a table has it: missing, unreadable

    @functools.cached_property
    def digest(self) -> str:
        """Of what is graded: contents, the names that includes go by, and why there is none. It is read once."""
        files = [self.file] if self.file else []
        return f"{digest(*files, *self.headers)}|{[path.name for path in self.headers]}|{self.reason}"


def shown_name(name: str, taken: tuple[str, ...] = ()) -> str:
    """A folder's name as results can hold it, in files' names, in tables and on a screen: what is not printable is
    %XX, as in a URL, and so is the first letter of a name that results need themselves. No two become the same."""

    def coded(text: str) -> str:
        return "".join(f"%{byte:02X}" for byte in os.fsencode(text))

    shown = re.sub("%(?=[0-9A-Fa-f]{2})", "%25", name)
    shown = "".join(char if char.isprintable() else coded(char) for char in shown)
    if shown.lower() in taken or shown.startswith("."):
        shown = coded(shown[0]) + shown[1:]
    if len(os.fsencode(shown)) > LONGEST:
        shown = f"{shown[: LONGEST // 4]}~{hashlib.sha256(os.fsencode(name)).hexdigest()[:16]}"
    return shown or "%2F"


def find_submissions(folders: list[pathlib.Path], labs: list[Lab], taken: tuple[str, ...] = ()) -> list[Submission]:
    """A folder with a lab file in it (flat, or as labs/NN-slug/) is one submission; a folder of such
    folders is a class, and then every folder in it is a submission, even an empty one, or a link that leads nowhere."""
    found: list[Submission] = []
    for folder in folders:
        if not folder.is_dir():
            raise CourseError(f"{folder} is no folder.")
        inner = sorted(filter(_may_be_one, _inside(folder)))
        is_class = not _rooms(folder, labs) and any(_home(path, labs) for path in inner)
        # A zip archive often wraps a submission in one more folder: that is no class of one.
        if is_class and not (len(inner) == 1 and not _home(inner[0], labs, deep=False)):
            found += [Submission(shown_name(path.name, taken), path) for path in inner]
        else:
            found.append(Submission(shown_name(os.path.basename(os.path.realpath(folder)), taken), folder))
    names = [submission.name for submission in found]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise CourseError(f"two submissions have the same name, {twice[0]}: rename a folder.")
    return found


def _inside(folder: pathlib.Path) -> list[pathlib.Path]:
    """What lies in it; nothing, if one may not look."""
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _may_be_one(path: pathlib.Path) -> bool:
    return not path.name.startswith(".") and (os.path.isdir(path) or (path.is_symlink() and not os.path.exists(path)))


def _rooms(folder: pathlib.Path, labs: list[Lab]) -> bool:
    """Whether the folder itself is laid out as a submission."""
    return any(os.path.isfile(folder / place) for lab in labs for place in places(lab))


def places(lab: Lab) -> tuple[str, str, str]:
    return f"labs/{lab.slug}/{lab.file}", f"{lab.slug}/{lab.file}", lab.file


def _home(folder: pathlib.Path, labs: list[Lab], deep: bool = True) -> pathlib.Path | None:
    """The folder that holds the files: the submission's own, or the only one in it."""
    if _rooms(folder, labs):
        return folder
    if not deep:
        return None
    inner = [path for path in _inside(folder) if os.path.isdir(path) and not path.name.startswith((".", "__"))]
    return _home(inner[0], labs, deep=False) if len(inner) == 1 else None


def handed_in(submission: Submission, lab: Lab, labs: list[Lab]) -> Handed:
    try:
        return _handed_in(submission, lab, labs)
    except UNREADABLE as error:
        return unreadable(f"{lab.file} cannot be read: {getattr(error, 'strerror', '') or error}")


def unreadable(reason: str) -> Handed:
    return Handed(None, reason=reason, why="unreadable")


def _handed_in(submission: Submission, lab: Lab, labs: list[Lab]) -> Handed:
    os.listdir(submission.folder)  # whoever may not, is told so, and not that a file is missing
    home = _home(submission.folder, labs) or submission.folder
    for place in places(lab):
        path = home / place
        if not os.path.lexists(path):
            continue
        reason = _refuse(path, submission.folder)
        if reason:
            return unreadable(f"{place} {reason}")
        headers = sorted(p for p in path.parent.iterdir() if p.suffix in HEADERS and not _refuse(p, submission.folder))
        return Handed(path, tuple(headers[:20]))
    if lab.file in submission.notes:
        return unreadable(submission.notes[lab.file])
    beside = [shown_name(name) for name in submission.loose[:5]]
    also = f". There is also {', '.join(beside)}, which is no lab's name" if beside else ""
    return Handed(None, reason=f"{lab.file} was not handed in{also}", why="missing")


def _refuse(path: pathlib.Path, folder: pathlib.Path) -> str:
    """Why a file is not read at all, or ''. A link must not lead the grader to somebody else's work."""
    try:
        if not path.resolve().is_relative_to(folder.resolve()):
            return "is a link that leads out of the submission, and is not followed"
        about = path.stat()
        if stat.S_ISREG(about.st_mode) and about.st_size <= LARGEST:
            with path.open("rb") as file:
                if file.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
                    return "is in UTF-16, which no compiler here reads: it is to be saved as UTF-8"
    except UNREADABLE as error:
        return f"cannot be read: {getattr(error, 'strerror', '') or 'a link that leads back to itself'}"
    if not stat.S_ISREG(about.st_mode):
        return "is no ordinary file"
    if about.st_size > LARGEST:
        return f"has {about.st_size} bytes; more than {LARGEST} are not read"
    return ""
