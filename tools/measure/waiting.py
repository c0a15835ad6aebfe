# How long a person waits for the course: the first verdict, a check after a save, every test. On this machine, from a clone.
"""Each part begins in a clone of the commit that is checked out, in a folder of its own, with this Python and what is
installed: no download is in it. `cpu_s` is user and system time of everything that was started, which other programs
on the machine change little; `wall_s` is what the person waits, if nothing else runs."""

from __future__ import annotations

import os
import pathlib
import resource
import subprocess
import sys
import time

from tools.console import note, progress
from tools.errors import CourseError
from tools.model import ROOT, load_course

DATA = ROOT / "data" / "simt" / "waiting"
COLUMNS = ("part", "what", "wall_s", "cpu_s", "goal_wall_s")
PARTS = ("first", "labs", "tests")
METHOD = (
    "a fresh clone for each part, packages installed, no ccache; first: the first check of a lab, nothing built; labs: the"
    " solution is saved once more and checked, everything else built; tests: ./course run, then ./course test, nothing built"
)
FIRST_VERDICT, AFTER_A_SAVE, EVERYTHING = 60, 2, 360  # seconds that a person is to wait at most, on two quiet cores


def measure(parts: list[str], folder: pathlib.Path) -> list[dict]:
    """The rows of the parts, in the order of PARTS."""
    unknown = set(parts) - set(PARTS)
    if unknown:
        raise CourseError(f"there is no part '{sorted(unknown)[0]}' of waiting; there are {', '.join(PARTS)}.")
    rows = []
    for part in PARTS:
        if part in parts or not parts:
            rows += {"first": _first, "labs": _labs, "tests": _tests}[part](folder / part)
    return rows


def circumstances() -> dict[str, str]:
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    compiler = subprocess.run(["g++", "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    return {"processors": str(os.cpu_count()), "load before": load, "compiler": compiler}


def _first(clone: pathlib.Path) -> list[dict]:
    lab = next(lab for lab in load_course().labs if not lab.host_only)
    _clone(clone)
    return [_row("first", f"check {lab.name}", FIRST_VERDICT, _course(clone, "check", lab.name, "--solution"))]


def _labs(clone: pathlib.Path) -> list[dict]:
    _clone(clone)
    _course(clone, "check", "--all", "--solution")
    rows = []
    for lab in load_course().labs:
        source = clone / lab.solution.relative_to(ROOT)
        source.write_text(source.read_text(encoding="utf-8") + "// saved again\n", encoding="utf-8")
        rows.append(_row("labs", lab.name, AFTER_A_SAVE, _course(clone, "check", lab.name, "--solution")))
    return rows


def _tests(clone: pathlib.Path) -> list[dict]:
    _clone(clone)
    times = {verb: _course(clone, verb) for verb in ("run", "test")}
    wall, cpu = (sum(column) for column in zip(*times.values(), strict=True))
    rows = [_row("tests", verb, None, measured) for verb, measured in times.items()]
    return [*rows, _row("tests", "run and test", EVERYTHING, (wall, cpu))]


def _row(part: str, what: str, goal: int | None, measured: tuple[float, float]) -> dict:
    wall, cpu = (f"{seconds:.2f}" for seconds in measured)
    return {"part": part, "what": what, "wall_s": wall, "cpu_s": cpu, "goal_wall_s": "" if goal is None else goal}


def _clone(folder: pathlib.Path) -> None:
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)


def _course(clone: pathlib.Path, *words: str) -> tuple[float, float]:
    """Wall and processor seconds of `./course …` there."""
    # A person's Python keeps what it has compiled.
    left_out = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
    inherited = {key: value for key, value in os.environ.items() if key not in left_out}
    note(f"course: ./course {' '.join(words)}, in a clone")
    with progress() as shown:
        shown.step(f"measuring ./course {' '.join(words)}")
        before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        done = subprocess.run(
            [str(clone / "course"), *words], cwd=clone, capture_output=True, text=True, stdin=subprocess.DEVNULL,
            env={**inherited, "COURSE_PYTHON": sys.executable, "CCACHE_DISABLE": "1"},
        )  # fmt: skip
        wall, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        said = (done.stdout + done.stderr).strip().splitlines()
        raise CourseError(f"./course {' '.join(words)} failed there: {said[-1] if said else done.returncode}")
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
