# What one row of the matrix finds out, inside its root: tests, calibration, and the bytes that must be the same everywhere.
# Run: CXX=g++-14 SIMTCC_CXX=g++-14 .venv/bin/python -P -m tools.matrix.verify counts|short|full    (inside.sh does)
"""Writes build/matrix.json. Its lists "reports", "verdicts" and "words" hold a digest of every program's report, of which
tests every kept submission passes, and of all that its grader says: tools/matrix/compare.py says where two rows differ.
short leaves the submissions out, and of the tests what is not the simulator's; counts leaves out what counts nothing, too."""

from __future__ import annotations

import concurrent.futures
import datetime
import hashlib
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as xml

from tools.build.meson import BUILD, configured, environment, must_build, tool
from tools.build.tests import choice, listed, needed, short_name
from tools.grade.grading import run_grader
from tools.grade.process import Limits
from tools.model import ROOT, Lab, load_course

CHECKS = ("", "race,uninitialized,leak")
KEPT = BUILD / "matrix-reports"  # of the test of the calibration, which has run its programs without checkers
COUNTING = ("simt calibration", "simt compilers", "simt program ")


def digest(text: str) -> str:
    """Paths of this checkout say nothing about the course, nor does which Python its packages lie with."""
    text = re.sub(r"/lib/python3\.\d+/", "/lib/python3/", text.replace(str(ROOT), ""))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def first_line(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0].strip()


def in_parallel(function, things) -> dict:  # type: ignore[no-untyped-def]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(pool.map(function, things))


def counted(text: str) -> str:
    """Of a report what was counted: no line, and no name of a function that another compiler would not have inlined."""
    launches = json.loads(text)["launches"] if text else []
    for launch in launches:
        places = [{**site, "function": "", "line": 0} for site in launch["sites"]]
        launch["sites"] = sorted(places, key=lambda site: json.dumps(site, sort_keys=True))
    return json.dumps(launches, sort_keys=True)


def run_program(program: pathlib.Path, checks: str) -> tuple[int, str]:
    """Its exit status and its report."""
    kept = KEPT / f"{program.stem}.json"
    if not checks and kept.exists():  # it ended with status 0: the test asks for that
        return 0, kept.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(scratch, "report.json")
        words = {**os.environ, "SIMT_REPORT": str(out), "SIMT_CHECK": checks}
        done = subprocess.run([str(program)], env=words, capture_output=True, cwd=scratch, timeout=3600)
        return done.returncode, out.read_text(encoding="utf-8") if out.exists() else ""


def report(program: pathlib.Path) -> tuple[str, tuple[str, str]]:
    """A program's reports, without and with every checker, as one digest; and one of what was counted."""
    said, counts, begun = [], [], time.monotonic()
    for checks in CHECKS:
        status, text = run_program(program, checks)
        said.append(f"{status}\n{text}")
        counts.append(counted(text))
    print(f"matrix: reports of {program.stem}: {time.monotonic() - begun:.0f} s", flush=True)
    return program.stem, (digest("\n".join(said)), digest("\n".join(counts)))


def verdict(job: tuple[Lab, str, pathlib.Path]) -> tuple[str, tuple[str, str]]:
    """Which tests pass; and everything that was said, where a time or a value that nobody wrote may stand."""
    lab, name, module = job
    if not module.exists():
        return name, ("does not compile", "")
    limits = Limits(seconds=60 if native() else 600)  # a student's: some hang, and use it up
    with tempfile.TemporaryDirectory() as scratch:
        found = run_grader(
            lab, "sim", BUILD / lab.grader("sim"), module, pathlib.Path(scratch), limits, dict(os.environ)
        )
    results = [(test.suite, test.name, test.result) for test in found.tests]
    return name, (digest(json.dumps(results)), digest(json.dumps(found.as_json(), sort_keys=True)))


def submissions() -> list[tuple[Lab, str, pathlib.Path]]:
    """Every solution, and whatever else is kept to be graded."""
    jobs = []
    for lab in load_course().labs:
        jobs.append((lab, f"solutions/{lab.name}", BUILD / lab.module("sim", "solutions")))
        for room in ("wrong", "legal"):
            for path in sorted((ROOT / "tests" / lab.slug / room / lab.name).glob("*.c*")):
                stem = f"{room}-{lab.name}-{path.stem}"
                jobs.append((lab, f"{room}/{lab.name}/{path.stem}", BUILD / f"{stem}.sim.so"))
    return jobs


def verdicts() -> dict[str, tuple[str, str]]:
    jobs = submissions()
    # What cannot be compiled is a verdict, too.
    subprocess.run(["ninja", "-C", str(BUILD), "-k", "0", *{lab.grader("sim") for lab, _, _ in jobs},
                    *(module.name for _, _, module in jobs)], stdout=subprocess.DEVNULL)  # fmt: skip
    return in_parallel(verdict, jobs)


def words_of_tests(extent: str) -> list[str]:
    """What names the tests of an extent to `meson test`."""
    suite = {"full": [], "short": ["--suite", "simt"], "counts": ["--suite", "machine"]}[extent]
    if extent != "counts":
        return suite
    names = [short_name(name) for name in listed(choice(suite))]
    return [name for name in names if name.startswith(COUNTING)]


def machine() -> str:
    """The processor that kernels are compiled for."""
    return first_line(os.environ.get("SIMTCC_CXX", "g++"), "-dumpmachine").partition("-")[0]


def native() -> bool:
    """Another processor's programs are emulated."""
    return machine() == platform.machine()


def tested(words: list[str]) -> tuple[int, int, int]:
    """Builds what the tests need and runs them (all, if there are no words): how many passed, failed, were skipped."""
    must_build(needed(listed(choice(words, everything=True))))
    command = [tool("meson"), "test", "-C", str(BUILD), "--no-rebuild", "--print-errorlogs", *words]
    times = 10 if native() else 200
    shutil.rmtree(KEPT, ignore_errors=True)
    KEPT.mkdir()
    subprocess.run(
        [*command, "--timeout-multiplier", str(times)],
        env={
            "SIMT_WORKERS": "1",
            **environment(),
            "CALIBRATION_REPORTS": str(KEPT),
        },  # as many tests at once as processors
    )
    count = {"passed": 0, "failed": 0, "skipped": 0}
    for case in xml.parse(BUILD / "meson-logs" / "testlog.junit.xml").iter("testcase"):
        wrong = case.find("failure") is not None or case.find("error") is not None
        count["failed" if wrong else "skipped" if case.find("skipped") is not None else "passed"] += 1
    return count["passed"], count["failed"], count["skipped"]


def calibration() -> tuple[int, int]:
    """What the test of the calibration has said, which has run among the others: how many cells are equal, and of how many."""
    log = (BUILD / "meson-logs" / "testlog.json").read_text(encoding="utf-8")
    said = "".join(
        test.get("stdout", "")
        for test in map(json.loads, log.splitlines())
        if test["name"].endswith("simt calibration")
    )
    print(said, flush=True)
    counts = [
        (int(equal), int(cells))
        for equal, cells in re.findall(r"^\S+: \d+ launches, (\d+) of (\d+) cells equal", said, re.M)
    ]
    return sum(equal for equal, _ in counts), sum(cells for _, cells in counts)


def main(extent: str) -> int:
    compiler, engine = os.environ.get("SIMTCC_CXX", "g++"), os.environ.get("CXX", "g++").split()[-1]  # behind ccache
    release = platform.freedesktop_os_release()
    configured(submissions=extent == "full")
    passed, failed, skipped = tested(words_of_tests(extent))
    programs = sorted(BUILD.glob("tests/simt/*.sim"))
    equal, cells = calibration()
    found_of = in_parallel(report, programs)
    reports = {name: said for name, (said, _) in found_of.items()}
    graded = verdicts() if extent == "full" else {}
    results = {name: which for name, (which, _) in graded.items()}
    found = {
        "date": datetime.date.today().isoformat(),
        "commit": first_line("git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"),
        "release": release.get("PRETTY_NAME", ""),
        "machine": machine(),
        "compiler": first_line(compiler, "--version"),
        "engine": first_line(engine, "--version"),
        "cells": cells,
        "equal": equal,
        "passed": passed,
        "failed": failed,
        "skipped": skipped,
        "programs": len(reports),
        "programs_digest": digest(json.dumps(reports, sort_keys=True)),
        "submissions": len(graded),
        "submissions_digest": digest(json.dumps(results, sort_keys=True)) if graded else "",
        "counts_digest": digest(json.dumps({name: counts for name, (_, counts) in found_of.items()}, sort_keys=True)),
        "reports": reports,
        "verdicts": results,
        "words": {name: said for name, (_, said) in graded.items()},
    }  # fmt: skip
    (BUILD / "matrix.json").write_text(json.dumps(found, indent=1), encoding="utf-8")
    print(json.dumps({name: value for name, value in found.items() if not isinstance(value, dict)}, indent=1))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
