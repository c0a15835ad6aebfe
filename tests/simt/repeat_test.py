# A program leaves the same bytes every time it runs, on one worker and on two.
# Run: python3 tests/simt/repeat_test.py REPEATS PROGRAM…
"""Runs of each program, half of them on one worker and half on two, with all checkers (as ./course sanitize runs it) and
with counters only (as ./course profile does): what it prints and the report it leaves must not differ in a byte."""

import os
import pathlib
import subprocess
import sys
import tempfile


def run(program: str, checks: str, workers: int) -> tuple[bytes, bytes, int]:
    with tempfile.TemporaryDirectory() as scratch:
        report = pathlib.Path(scratch, "report.json")
        environment = {**os.environ, "SIMT_CHECK": checks, "SIMT_WORKERS": str(workers), "SIMT_REPORT": str(report)}
        done = subprocess.run([program], capture_output=True, env=environment)
        return report.read_bytes(), done.stdout, done.returncode


def main() -> int:
    repeats, programs = int(sys.argv[1]), sys.argv[2:]
    wrong = 0
    for program in programs:
        for checks in ("", "all"):
            first = run(program, checks, 1)
            for i in range(1, repeats):
                again = run(program, checks, 1 + i % 2)
                if again == first:
                    continue
                what = ["the report", "the output", "the exit status"][
                    [a == b for a, b in zip(first, again, strict=True)].index(False)
                ]
                print(
                    f"{pathlib.Path(program).name}, checks '{checks}', run {i + 1} on {1 + i % 2} workers: {what} differs from the first run's"
                )
                wrong += 1
                break
    print(f"{len(programs)} programs, {repeats} runs each with and without checkers")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
