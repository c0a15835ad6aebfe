# Finds submissions and their lab files in folders as students hand them in.
from __future__ import annotations

import pathlib
import stat
from dataclasses import dataclass

from tools.errors import CourseError
from tools.model import Lab

LARGEST = 1 << 20  # bytes; a lab has sixty lines
HEADERS = (".h", ".hpp", ".cuh")


@dataclass(frozen=True)
class Submission:
    name: str
    folder: pathlib.Path


@dataclass(frozen=True)
class Handed:
    """One lab's file as handed in, with the student's own headers beside it; or the reason why not."""

    file: pathlib.Path | None
    headers: tuple[pathlib.Path, ...] = ()
    reason: str = ""


def find_submissions(folders: list[pathlib.Path], labs: list[Lab]) -> list[Submission]:
    """A folder with a lab file in it (flat, or as labs/NN-slug/) is one submission; a folder of such
    folders is a class, and then every folder in it is a submission, even an empty one."""
    found: list[Submission] = []
    for folder in folders:
        if not folder.is_dir():
            raise CourseError(f"{folder} is no folder.")
        inner = sorted(path for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))
        is_class = not _rooms(folder, labs) and any(_home(path, labs) for path in inner)
        # A zip archive often wraps a submission in one more folder: that is no class of one.
        if is_class and not (len(inner) == 1 and not _home(inner[0], labs, deep=False)):
            found += [Submission(path.name, path) for path in inner]
        else:
            found.append(Submission(folder.resolve().name, folder))
    names = [submission.name for submission in found]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise CourseError(f"two submissions have the same name, {twice[0]}: rename a folder.")
    return found


def _rooms(folder: pathlib.Path, labs: list[Lab]) -> bool:
    """Whether the folder itself is laid out as a submission."""
    return any((folder / place).is_file() for lab in labs for place in places(lab))


def places(lab: Lab) -> tuple[str, str, str]:
    return f"labs/{lab.slug}/{lab.file}", f"{lab.slug}/{lab.file}", lab.file


def _home(folder: pathlib.Path, labs: list[Lab], deep: bool = True) -> pathlib.Path | None:
    """The folder that holds the files: the submission's own, or the only one in it."""
    if _rooms(folder, labs):
        return folder
    inner = [path for path in folder.iterdir() if path.is_dir() and not path.name.startswith((".", "__"))]
    return _home(inner[0], labs, deep=False) if deep and len(inner) == 1 else None


def handed_in(submission: Submission, lab: Lab, labs: list[Lab]) -> Handed:
    home = _home(submission.folder, labs) or submission.folder
    for place in places(lab):
        path = home / place
        if not path.is_symlink() and not path.exists():
            continue
        reason = _refuse(path, submission.folder)
        if reason:
            return Handed(None, reason=f"{place} {reason}")
        headers = sorted(p for p in path.parent.iterdir() if p.suffix in HEADERS and not _refuse(p, submission.folder))
        return Handed(path, tuple(headers[:20]))
    return Handed(None, reason=f"{lab.file} was not handed in")


def _refuse(path: pathlib.Path, folder: pathlib.Path) -> str:
    """Why a file is not read at all, or ''. A link must not lead the grader to somebody else's work."""
    if not path.resolve().is_relative_to(folder.resolve()):
        return "is a link that leads out of the submission, and is not followed"
    try:
        about = path.stat()
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    if not stat.S_ISREG(about.st_mode):
        return "is no ordinary file"
    if about.st_size > LARGEST:
        return f"has {about.st_size} bytes; more than {LARGEST} are not read"
    return ""
