# The files of a folder or a zip archive that nobody has looked at: what a student has packed is read, and never unpacked to a place that it names.
from __future__ import annotations

import io
import os
import pathlib
import stat
import zipfile
import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from tools.model import ROOT

DEEPEST = 3  # zips in zips
MOST_FILES = 20_000  # of a class's, folders and what is in zips together with what is not
MOST_OF_A_ZIP = 2_000  # of one that a student has made
LARGEST_ZIP = 64 << 20  # bytes, of one that lies in another
LARGEST_FILE = 1 << 20  # of any other; a lab has sixty lines
MOST_BYTES = 1 << 30  # that are unpacked for a whole class
# What Python raises for what an archive may hold.
BROKEN = (OSError, RuntimeError, ValueError, NotImplementedError, EOFError, KeyError, zipfile.BadZipFile, zlib.error)
SKIPPED = ("__MACOSX", "__pycache__")  # and what begins with a dot
OTHERS = (".rar", ".7z", ".tar", ".gz", ".tgz", ".xz", ".bz2")
COPY = "is a copy of the course, of which labs/ is looked at"


@dataclass(frozen=True)
class Found:
    """One file: where it is, as a person is told, a part a folder or zip; and what is in it, or why that is not read."""

    path: tuple[str, ...]
    data: bytes = b""
    why_not: str = ""

    @property
    def name(self) -> str:
        return self.path[-1]


@dataclass
class Budget:
    """What a whole class may take, so that one student's zip does not take it all of the others."""

    files: int = MOST_FILES
    bytes: int = MOST_BYTES
    of_zip: dict[tuple[str, ...], int] = field(default_factory=dict)


def files_in(place: pathlib.Path, budget: Budget) -> Iterator[Found]:
    """Every file below the folder, or in the zip, in the order of names. A link is not followed, a device not opened."""
    if place.is_dir():
        yield from _folder(place, (), budget)
    else:
        yield from _file(place, (place.name,), budget, outermost=True)


def not_looked_at(names: Collection[str]) -> set[str]:
    """Of a folder that is a copy of the course what is not a student's: its graders and solutions have labs' names, too."""
    is_copy = "course.toml" in names and "labs" in names
    return {"solutions", "build", *(path.name for path in ROOT.iterdir())} - {"labs"} if is_copy else set()


def _skipped(name: str) -> bool:
    return name.startswith(".") or name in SKIPPED


def _folder(place: pathlib.Path, path: tuple[str, ...], budget: Budget) -> Iterator[Found]:
    try:
        entries = sorted(os.scandir(place), key=lambda entry: entry.name)
    except OSError as error:
        yield Found((*path, ""), why_not=f"cannot be read: {error.strerror}")
        return
    others = not_looked_at([entry.name for entry in entries])
    if others:
        yield Found((*path, ""), why_not=COPY)
    for entry in entries:
        below = (*path, entry.name)
        if _skipped(entry.name) or entry.name in others:
            continue
        if entry.is_symlink():
            yield Found(below, why_not="is a link, and is not followed")
        elif entry.is_dir():
            yield from _folder(pathlib.Path(entry.path), below, budget) if len(below) < 40 else ()
        else:
            yield from _file(pathlib.Path(entry.path), below, budget)


def _file(place: pathlib.Path, path: tuple[str, ...], budget: Budget, outermost: bool = False) -> Iterator[Found]:
    try:
        about = place.lstat()
        is_zip = place.name.lower().endswith(".zip")
        most = MOST_BYTES if outermost else LARGEST_ZIP if is_zip else LARGEST_FILE
        if not stat.S_ISREG(about.st_mode):
            yield Found(path, why_not="is no ordinary file")
        elif about.st_size > most:
            yield Found(path, why_not=f"has {about.st_size} bytes; more than {most} are not read")
        elif is_zip:
            with place.open("rb") as file:
                yield from _zip(file, () if outermost else path, budget, 1)
        else:
            yield _counted(Found(path, place.read_bytes()), budget)
    except OSError as error:
        yield Found(path, why_not=f"cannot be read: {error.strerror}")


def _counted(found: Found, budget: Budget) -> Found:
    budget.files -= 1
    budget.bytes -= len(found.data)
    if budget.files < 0 or budget.bytes < 0:
        return Found(
            found.path, why_not=f"is not read: the class has more than {MOST_FILES} files or {MOST_BYTES} bytes"
        )
    return found


def _zip(file: io.BufferedReader | io.BytesIO, path: tuple[str, ...], budget: Budget, depth: int) -> Iterator[Found]:
    """Names in a zip are words for a person, and the end of one says which lab it is; nothing is written there."""
    try:
        with zipfile.ZipFile(file) as archive:
            entries = {entry: _parts(entry) for entry in archive.infolist() if not entry.is_dir()}
            copies = _copies(entries.values())
            yield from (Found((*path, *copy, ""), why_not=COPY) for copy in sorted(copies))
            wanted = {
                entry: parts
                for entry, parts in entries.items()
                if parts
                and not any(map(_skipped, parts))
                and not any(parts[: len(copy)] == copy and parts[len(copy)] in copies[copy] for copy in copies)
            }
            if path and len(wanted) > MOST_OF_A_ZIP:
                yield Found(
                    path, why_not=f"is a zip of {len(wanted)} files; more than {MOST_OF_A_ZIP} are not looked at"
                )
                return
            for entry, parts in sorted(wanted.items(), key=lambda one: one[0].filename):
                yield from _entry(archive, entry, (*path, *parts), budget, depth)
    except BROKEN as error:
        yield Found(path or ("the zip",), why_not=f"is no zip that can be read: {error}"[:200])


def _parts(entry: zipfile.ZipInfo) -> tuple[str, ...]:
    return tuple(part for part in entry.filename.replace("\\", "/").split("/") if part not in ("", ".", ".."))


def _copies(entries: Collection[tuple[str, ...]]) -> dict[tuple[str, ...], set[str]]:
    """The folders in a zip that are copies of the course, and what is not looked at in each."""
    homes = {parts[:-1] for parts in entries if parts[-1:] == ("course.toml",)}
    inside = {home: {parts[len(home)] for parts in entries if parts[: len(home)] == home != parts} for home in homes}
    return {home: others for home, names in inside.items() if (others := not_looked_at(names))}


def _entry(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: tuple[str, ...], budget: Budget, depth: int
) -> Iterator[Found]:
    is_zip = path[-1].lower().endswith(".zip")
    most = LARGEST_ZIP if is_zip else LARGEST_FILE
    try:
        if stat.S_ISLNK(entry.external_attr >> 16):
            yield Found(path, why_not="is a link, and is not followed")
        elif is_zip and depth >= DEEPEST:
            yield Found(path, why_not=f"is a zip in {depth} zips; deeper ones are not opened")
        elif budget.files <= 0 or budget.bytes <= 0:
            yield _counted(Found(path), budget)
        else:
            with archive.open(entry) as stream:
                data = stream.read(most + 1)  # whatever it says of its size
            if len(data) > most:
                budget.bytes -= most
                yield Found(path, why_not=f"has more than {most} bytes, and is not read")
            elif is_zip:
                budget.bytes -= len(data)
                yield from _zip(io.BytesIO(data), path, budget, depth + 1)
            else:
                yield _counted(Found(path, data), budget)
    except BROKEN as error:
        yield Found(path, why_not=f"cannot be unpacked: {error}"[:200])
