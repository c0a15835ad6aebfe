# Classes as tests hand them in, and what a call of grade made of them.
from __future__ import annotations

import csv
import functools
import json
import os
import pathlib
import subprocess
import sys

from tools.grade import sandbox
from tools.model import ROOT, Lab, find_lab

LAB = find_lab("elapsed_ticks")  # of all the quickest to compile and to grade
SOLUTION = LAB.solution.read_text()
HEADERS = (
    "cstdio",
    "cstdlib",
    "cstring",
    "fcntl.h",
    "signal.h",
    "sys/mman.h",
    "sys/ptrace.h",
    "sys/shm.h",
    "sys/stat.h",
)
HEAD = "".join(f"#include <{name}>\n" for name in (*HEADERS, "initializer_list", "sys/wait.h", "unistd.h"))


def hostile(body: str) -> str:
    """The solution, which does something else when it is first called."""
    begin = "int bits) {\n"
    once = f"  static const bool once = [] {{ {body}\n  return true; }}();\n  (void)once;\n"
    return HEAD + SOLUTION.replace(begin, begin + once)


def hand_in(folder: pathlib.Path, name: str, text: str, place: str = LAB.file) -> pathlib.Path:
    path = folder / name / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


@functools.cache
def no_box() -> str:
    """Why this machine has none, or ''. Then graders are tried without."""
    with sandbox.users(1, []) as [user]:
        return sandbox.no_box(user)


def words(folder: pathlib.Path, out: pathlib.Path, *more: str, any_calls: bool = True) -> list[str]:
    """A call of grade; of hostile submissions, which call what no submission may, those that are compiled all the same."""
    without = [*(["--no-sandbox"] if no_box() else []), *(["--any-calls"] if any_calls else [])]
    return ["grade", str(folder), "--out", str(out), "--lab", LAB.name, *without, *more]


def grade(course, folder: pathlib.Path, out: pathlib.Path, *more: str, any_calls: bool = True):
    return course(*words(folder, out, *more, any_calls=any_calls))


NOBODY = 65534
# The course command of somebody who may read the course and write nothing of it.
AS_USER = """import pathlib, sys
from tools.grade import results
from tools.verbs import grade
results.FOLDER = pathlib.Path(sys.argv[1])
grade.must_build = lambda targets: None
from tools.course import main
sys.exit(main(sys.argv[2:]))"""


def start_by_nobody(*command) -> subprocess.Popen:
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(["env", *command], user=NOBODY, group=NOBODY, extra_groups=[], text=True, **pipes)


@functools.cache
def python_of_nobody() -> str:
    """One with which others than root may read this checkout; or ''."""
    asks = f"open({str(ROOT / 'course')!r})"
    return next(
        (p for p in (sys.executable, "/usr/bin/python3") if not start_by_nobody(p, "-P", "-c", asks).wait()), ""
    )


def no_other_user() -> str:
    """Why a run of an ordinary user's cannot be had beside this one, or ''."""
    if os.getuid() != 0:
        return "this is an ordinary user's run already"
    return "" if python_of_nobody() else "others than root may not read this checkout, or run its Python"


def start_as_a_user(folder: pathlib.Path, made: pathlib.Path, *more: str, any_calls: bool = True) -> subprocess.Popen:
    """A call of grade by an ordinary user, with results in made/results; another one has built the graders."""
    os.chown(made, NOBODY, NOBODY)
    for place in (made, folder, *folder.parents[:2]):
        place.chmod(0o755)
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r})\n{AS_USER}"
    call = words(folder, made / "results", *more, any_calls=any_calls)
    return start_by_nobody(python_of_nobody(), "-P", "-c", code, made, *call)


def scores(out: pathlib.Path) -> dict[str, int]:
    with (out / "results.csv").open(encoding="utf-8") as file:
        return {row["submission"]: int(row["score"]) for row in csv.DictReader(file)}


def stored(out: pathlib.Path, name: str, lab: Lab = LAB) -> dict:
    return json.loads((out / name / "labs" / f"{lab.name}.json").read_text())


def reasons(out: pathlib.Path, name: str, lab: Lab = LAB) -> str:
    return "\n".join(message for test in stored(out, name, lab)["tests"] for message in test["messages"])
