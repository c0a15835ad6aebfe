# Files that are never half-written (a reader sees the old one or the new one), and paths as a person reads them.
from __future__ import annotations

import contextlib
import errno
import fcntl
import json
import os
import pathlib
from collections.abc import Iterator
from typing import Any

UNFINISHED = ".*.[0-9]*.new"  # what write_atomic leaves where it is killed
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EBADF)  # what file systems without locks say, NFS's too


def write_atomic(path: pathlib.Path, contents: str | bytes) -> None:
    """A link stays one, and its file is replaced. What is no file, a device or a pipe, is written to, never replaced."""
    data = contents if isinstance(contents, bytes) else contents.encode()
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            stream.write(data)
        return
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}.new")
    with fresh.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(fresh, path)


def write_json(path: pathlib.Path, value: object) -> None:
    write_atomic(path, json.dumps(value, indent=1, ensure_ascii=False) + "\n")


def read_json(path: pathlib.Path, default: Any) -> Any:
    """The file's value; the default where there is no such file or it is no JSON."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return default


@contextlib.contextmanager
def locked(path: pathlib.Path) -> Iterator[int]:
    """Nobody else is in here with the same file, except where the file system has no locks, as some homes on NFS have none.
    A program that is handed the descriptor has the lock, too: it stays until that program has ended."""
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise
        yield lock.fileno()


@contextlib.contextmanager
def claimed(folder: pathlib.Path, without_locks: bool = True) -> Iterator[bool]:
    """Whether the folder is there and nobody else has claimed it; as long as this lasts, nobody else can. Where the file
    system has no locks, everybody can, or nobody, as `without_locks` says. Whoever claims a folder may remove it: one that
    went, or came anew, in the meantime is not claimed."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except FileNotFoundError:
        yield False
        return
    try:
        alone = True
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            alone = False
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise
            alone = without_locks
        yield alone and _names(folder, handle)
    finally:
        os.close(handle)


def _names(path: pathlib.Path, handle: int) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(handle))
    except FileNotFoundError:
        return False


def shown_path(path: pathlib.Path) -> str:
    """A path relative to where the person stands, when that is shorter."""
    relative = os.path.relpath(path)
    return relative if len(relative) < len(str(path)) else str(path)
