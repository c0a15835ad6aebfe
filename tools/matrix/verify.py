# What one row of the matrix finds out, inside its root: tests, calibration, and the bytes that must be the same everywhere.
# Run: CXX=g++-14 SIMTCC_CXX=g++-14 .venv/bin/python -P -m tools.matrix.verify short|full    (inside.sh does)
"""Writes build/matrix.json. Its lists "reports" and "verdicts" hold a digest of every program's report and of every kept
submission's verdict: tools/matrix/compare.py says where two rows differ. short leaves the submissions out."""

from __future__ import annotations

import concurrent.futures
import datetime
import hashlib
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

from tools.build.meson import BUILD, must_build
from tools.grade.grading import run_grader
from tools.grade.process import Limits
from tools.model import ROOT, Lab, load_course

TESTS = ROOT / "tests" / "simt"
CHECKS = ("", "race,uninitialized,leak")


def digest(text: str) -> str:
    """Paths of this checkout say nothing about the course."""
    return hashlib.sha256(text.replace(str(ROOT), "").encode()).hexdigest()[:16]


def first_line(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0].strip()


def in_parallel(function, things) -> dict[str, str]:  # type: ignore[no-untyped-def]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(pool.map(function, things))


def report(source: pathlib.Path) -> tuple[str, str]:
    """A program's reports, without and with every checker, as one digest."""
    said = []
    with tempfile.TemporaryDirectory() as scratch:
        program, out = pathlib.Path(scratch, "program"), pathlib.Path(scratch, "report.json")
        subprocess.run([str(BUILD / "simtcc"), str(source), "-o", str(program)], check=True, capture_output=True)
        for checks in CHECKS:
            out.unlink(missing_ok=True)
            words = {**os.environ, "SIMT_REPORT": str(out), "SIMT_CHECK": checks}
            done = subprocess.run([str(program)], env=words, capture_output=True, cwd=scratch, timeout=3600)
            said.append(f"{done.returncode}\n{out.read_text(encoding='utf-8') if out.exists() else ''}")
    return f"{source.parent.name}/{source.stem}", digest("\n".join(said))


def verdict(job: tuple[Lab, str, pathlib.Path]) -> tuple[str, str]:
    lab, name, module = job
    if not module.exists():
        return name, "does not compile"
    with tempfile.TemporaryDirectory() as scratch:
        found = run_grader(
            lab, "sim", BUILD / lab.grader("sim"), module, pathlib.Path(scratch), Limits(seconds=600), dict(os.environ)
        )
    return name, digest(json.dumps(found.as_json(), sort_keys=True))


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


def verdicts() -> dict[str, str]:
    jobs = submissions()
    # What cannot be compiled is a verdict, too.
    subprocess.run(["ninja", "-C", str(BUILD), "-k", "0", *{lab.grader("sim") for lab, _, _ in jobs},
                    *(module.name for _, _, module in jobs)], stdout=subprocess.DEVNULL)  # fmt: skip
    return in_parallel(verdict, jobs)


def tested(*suites: str) -> tuple[int, int, int]:
    """What ./course test says at its end: passed, failed, skipped."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tools.course", "test", *suites], stdout=subprocess.PIPE, text=True
    )
    print(done.stdout, flush=True)
    count = re.search(r"(\d+) passed, (\d+) failed, (\d+) skipped", done.stdout)
    if not count:
        sys.exit(f"verify: the tests could not be run (exit {done.returncode})")
    return int(count[1]), int(count[2]), int(count[3])


def calibration() -> tuple[int, int]:
    programs = [f"tests/simt/calibration-{path.stem}.sim" for path in sorted((TESTS / "calibration").glob("*.cu"))]
    must_build(programs)
    done = subprocess.run(
        [sys.executable, str(TESTS / "calibration_test.py"), *(str(BUILD / name) for name in programs)],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    print(done.stdout, flush=True)
    counts = [(int(equal), int(cells)) for equal, cells in re.findall(r"(\d+) of (\d+) cells equal", done.stdout)]
    return sum(equal for equal, _ in counts), sum(cells for _, cells in counts)


def main(extent: str) -> int:
    compiler, engine = os.environ.get("SIMTCC_CXX", "g++"), os.environ.get("CXX", "g++")
    release = platform.freedesktop_os_release()
    must_build(["simtcc", "libsimt.so"])
    equal, cells = calibration()
    programs = [
        path for room in ("calibration", "compilers", "programs") for path in sorted((TESTS / room).glob("*.cu"))
    ]
    reports = in_parallel(report, programs)
    graded = verdicts() if extent == "full" else {}
    passed, failed, skipped = tested() if extent == "full" else tested("--suite", "simt")
    found = {
        "date": datetime.date.today().isoformat(),
        "commit": first_line("git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"),
        "release": release.get("PRETTY_NAME", ""),
        "machine": platform.machine(),
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
        "submissions_digest": digest(json.dumps(graded, sort_keys=True)) if graded else "",
        "reports": reports,
        "verdicts": graded,
    }  # fmt: skip
    (BUILD / "matrix.json").write_text(json.dumps(found, indent=1), encoding="utf-8")
    print(json.dumps({name: value for name, value in found.items() if not isinstance(value, dict)}, indent=1))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
