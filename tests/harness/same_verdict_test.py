# A submission whose threads race gets the same verdict every time: on one processor and on all, idle and busy.
# Run: python3 tests/harness/same_verdict_test.py REPEATS LAB GRADER MODULE [LAB GRADER MODULE]…  (30 is thorough, 6 has every combination)
"""Grades each submission again and again and compares the verdicts byte by byte. Every second run is held to one
processor, every third has other programs beside it, two for each processor; OMP_NUM_THREADS and the simulator's
workers are something else each time."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.grade.grading import run_grader  # noqa: E402
from tools.grade.process import Limits  # noqa: E402
from tools.model import find_lab  # noqa: E402

BUSY = [sys.executable, "-c", "while True: pass"]


def verdict(lab: str, grader: str, module: str, turn: int) -> str:
    """As `check --json` prints it."""
    everywhere = os.sched_getaffinity(0)
    environment = {**os.environ, "OMP_NUM_THREADS": str(1 + turn % 16), "SIMT_WORKERS": str(1 + turn % 3)}
    beside = [subprocess.Popen(BUSY) for _ in range(2 * len(everywhere))] if turn % 3 == 2 else []
    if turn % 2:
        os.sched_setaffinity(0, {min(everywhere)})  # what is started inherits it
    try:
        with tempfile.TemporaryDirectory() as folder:
            found = run_grader(
                find_lab(lab), "sim", pathlib.Path(grader).resolve(), pathlib.Path(module).resolve(),
                pathlib.Path(folder), Limits(seconds=120), environment,
            )  # fmt: skip
    finally:
        os.sched_setaffinity(0, everywhere)
        for program in beside:
            program.kill()
            program.wait()
    return json.dumps(found.as_json())


def main() -> int:
    repeats, rest = int(sys.argv[1]), sys.argv[2:]
    wrong = 0
    for lab, grader, module in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        first = verdict(lab, grader, module, 0)
        different = sum(verdict(lab, grader, module, turn) != first for turn in range(1, repeats))
        print(f"{pathlib.Path(module).name}: {different} of {repeats} verdicts are not the first one")
        passes = all(test["result"] == "pass" for test in json.loads(first)["tests"])
        if passes:
            print("NOT AS EXPECTED: it passes")
        wrong += different + passes
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
