# A students' edition as a git repository: made once, and from then on a commit more each time. Labs that are in it stay.
from __future__ import annotations

import os
import pathlib
import subprocess

from tools.edition.students import Edition
from tools.errors import CourseError
from tools.model import ROOT, load_course

MARK = ".students-edition"  # by which a folder is known to be one
PROGRAMS = ("course",)
NOBODY = {"NAME": "course export", "EMAIL": "course@localhost"}  # where git does not know who its user is


def write_repository(folder: pathlib.Path, edition: Edition) -> str:
    """Writes and commits; returns what was done, in a few words. Raises CourseError where something else lies there, or
    work that is not committed."""
    fresh = not folder.exists() or not any(folder.iterdir())
    if not fresh:
        _must_be_ours(folder)
    files = {**edition.files, MARK: f"A students' edition of {load_course().name}; ./course export made it.\n".encode()}
    folder.mkdir(parents=True, exist_ok=True)
    if fresh:
        _git(folder, "init", "--quiet", "--initial-branch=main")
    tracked = set(_git(folder, "ls-files", "-z").split("\0")) - {""}
    # Whoever has begun a lab has it in a file of this name, and a merge must find nothing to do there: neither a new
    # skeleton (./course reset takes that) nor its end.
    mine = {path for path in tracked if path.startswith("labs/")}
    for path in tracked - files.keys() - mine:
        (folder / path).unlink(missing_ok=True)
    for path, data in files.items():
        if path not in mine:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
            (folder / path).chmod(0o755 if path in PROGRAMS or os.access(ROOT / path, os.X_OK) else 0o644)
    _git(folder, "add", "--all")
    changed = len(_git(folder, "status", "--porcelain", "-z").split("\0")) - 1
    if not changed:
        return "nothing has changed"
    _git(folder, "commit", "--quiet", "--message", "The course for students" if fresh else "What is new in the course")
    return f"{len(files)} files, {len(edition.labs)} labs" if fresh else f"a commit more, {changed} files changed"


def _must_be_ours(folder: pathlib.Path) -> None:
    if not (folder / MARK).exists() or not (folder / ".git").exists():
        raise CourseError(
            f"{folder} is not empty, and is no students' edition that ./course export made: name another."
        )
    if _git(folder, "status", "--porcelain"):
        raise CourseError(f"{folder} has changes that are not committed: `git -C {folder} stash` puts them aside.")


def _git(folder: pathlib.Path, *words: str) -> str:
    known = subprocess.run(["git", "config", "user.email"], cwd=folder, capture_output=True).returncode == 0
    who = (
        {}
        if known
        else {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in NOBODY.items()}
    )
    try:
        done = subprocess.run(
            ["git", "-c", "core.autocrlf=false", "-c", "commit.gpgsign=false", *words],
            cwd=folder, env={**os.environ, **who}, capture_output=True, text=True,
        )  # fmt: skip
    except FileNotFoundError:
        raise CourseError(
            "git is missing, and a students' edition is a git repository: sudo apt-get install git"
        ) from None
    if done.returncode:
        raise CourseError(
            f"git {words[0]} failed in {folder}: {(done.stderr or done.stdout).strip().splitlines()[-1:]}"
        )
    return done.stdout
