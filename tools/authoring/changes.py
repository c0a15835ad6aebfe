# Several files at once: all of them are written, or none.
from __future__ import annotations

import pathlib
from dataclasses import dataclass, field

from tools.errors import CourseError
from tools.files import shown_path, write_atomic


@dataclass
class Changes:
    """What is going to be written: new files, and others' new text. Nothing is before apply()."""

    made: dict[pathlib.Path, str] = field(default_factory=dict)
    edited: dict[pathlib.Path, str] = field(default_factory=dict)

    def make(self, path: pathlib.Path, text: str) -> None:
        if path.exists():
            raise CourseError(f"{shown_path(path)} is there already: choose another name, or remove it first.")
        self.made[path] = text

    def edit(self, path: pathlib.Path, text: str) -> None:
        self.edited[path] = text

    def apply(self) -> list[pathlib.Path]:
        """Writes everything; when that fails, takes back what was written. Returns the paths."""
        written: list[pathlib.Path] = []
        folders: list[pathlib.Path] = []
        before = {path: path.read_bytes() for path in self.edited}
        try:
            for path, text in {**self.made, **self.edited}.items():
                folders += [folder for folder in path.parents if not folder.exists()]
                written.append(path)
                write_atomic(path, text)
        except BaseException as error:
            for path in written:
                if path in before:
                    path.write_bytes(before[path])
                elif path.exists():
                    path.unlink()
            for folder in sorted(folders, key=lambda one: len(one.parts), reverse=True):
                if folder.is_dir() and not any(folder.iterdir()):
                    folder.rmdir()
            if isinstance(error, OSError):
                raise CourseError(f"cannot write {shown_path(written[-1])}: {error.strerror}.") from error
            raise
        return written
