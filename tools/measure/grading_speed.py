# How many submissions a minute ./course grade judges on this machine, and how that grows with jobs and shards.
"""A class of one lab, its solution, its skeleton and a wrong submission in turn, each with a line of its own. Everything is
built before; a row's time is from the first call to the merged results, the trial of the grader in each shard included.
`cpu_s` is user and system time of all that was started, which other programs on the machine change little."""

from __future__ import annotations

import os
import pathlib
import resource
import subprocess
import sys
import time

from tools.console import note
from tools.errors import CourseError
from tools.model import ROOT, Lab

DATA = ROOT / "data" / "simt" / "grading"
COLUMNS = ("lab", "submissions", "shards", "jobs", "wall_s", "cpu_s", "a_minute", "a_cpu_minute")
PLANS = ((1, 1), (1, 2), (2, 1), (4, 1))  # shards at a time, jobs of each
COUNT = 1000
METHOD = (
    "solution, skeleton and a wrong submission in turn; shards of one class at the same time, then the merge; cpu_s is user and system"
    " time of everything, a_cpu_minute how many one processor judges in a minute that it has for nothing else"
)
SEED = "4711"


def class_of(lab: Lab, count: int, folder: pathlib.Path) -> pathlib.Path:
    """`count` submissions, no two of the same bytes."""
    wrong = next(path for path in sorted(lab.skeleton.parent.glob(f"*{lab.skeleton.suffix}")) if path != lab.skeleton)
    kinds = [path.read_text(encoding="utf-8") for path in (lab.solution, lab.skeleton, wrong)]
    for number in range(count):
        home = folder / f"student_{number:04}"
        home.mkdir(parents=True)
        (home / lab.file).write_text(f"// {number}\n{kinds[number % len(kinds)]}", encoding="utf-8")
    return folder


def measure(lab: Lab, count: int, folder: pathlib.Path, options: tuple[str, ...] = ()) -> list[dict]:
    """A row a plan. `options`: of every call of grade."""
    people = class_of(lab, count, folder / "class")
    _wait([_start("check", lab.name, "--solution", "--json")])  # what is built is built
    rows = []
    for shards, jobs in PLANS:
        note(f"course: {count} submissions in {shards} shards of {jobs} jobs")
        home, began, used = folder / f"{shards}-{jobs}", time.monotonic(), _cpu()
        parts = [home / str(number) for number in range(1, shards + 1)]
        call = ("grade", str(people), "--lab", lab.name, "--seed", SEED, "--jobs", str(jobs), *options)
        _wait([_start(*call, "--shard", f"{n}/{shards}", "--out", str(part)) for n, part in enumerate(parts, 1)])
        _wait([_start("grade", "--out", str(home / "all"), "--merge", *map(str, parts))])
        wall, cpu = time.monotonic() - began, _cpu() - used
        about: dict[str, object] = {"lab": lab.name, "submissions": count, "shards": shards, "jobs": jobs}
        speeds = {"a_minute": f"{60 * count / wall:.1f}", "a_cpu_minute": f"{60 * count / cpu:.1f}"}
        rows.append(about | {"wall_s": f"{wall:.1f}", "cpu_s": f"{cpu:.1f}"} | speeds)
    return rows


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _start(*words: str) -> subprocess.Popen:
    return subprocess.Popen(
        [ROOT / "course", *words], env={**os.environ, "COURSE_PYTHON": sys.executable}, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


def _wait(calls: list[subprocess.Popen]) -> None:
    said = [call.communicate()[0] for call in calls]
    for call, words in zip(calls, said, strict=True):
        if call.returncode:
            raise CourseError(f"./course grade failed: {words.strip().splitlines()[-1:]}")
