# Grades one wrong or legal submission of tests/NN-slug/ and checks that the verdict is the one it says.
# Run: python3 tests/harness/submission_test.py LAB GRADER MODULE SOURCE
"""A wrong submission says what it must fail with, once or more:

    // fails: SUITE.TEST: part of the message

A skeleton says nothing and must win no points, each test failing with a message of its own.
A legal submission (tests/NN-slug/legal/) must win them all.
"""

from __future__ import annotations

import os
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.grade.grading import Verdict, run_grader  # noqa: E402
from tools.grade.process import Limits  # noqa: E402
from tools.model import find_lab  # noqa: E402

FAILS = re.compile(r"^// fails: (\w+)\.(\w+): (.+)$", re.MULTILINE)


def complaints(verdict: Verdict, source: pathlib.Path) -> list[str]:
    """What is not as the source says; empty when all is."""
    if "legal" in source.parts:
        return [f"{test.suite}.{test.name} failed" for test in verdict.failures()]
    if source.stem == "skeleton":
        found = [f"it wins {verdict.score} points"] if verdict.score else []
        silent = [test for test in verdict.failures() if not any(test.messages)]
        return found + [f"{test.suite}.{test.name} fails without a word" for test in silent]
    expected = FAILS.findall(source.read_text(encoding="utf-8"))
    found = [] if expected else ["its second line does not say `// fails: SUITE.TEST: MESSAGE`"]
    for suite, name, words in expected:
        test = next((test for test in verdict.tests if (test.suite, test.name) == (suite, name)), None)
        if test is None:
            found.append(f"there is no test {suite}.{name}")
        elif test.result != "fail":
            found.append(f"{suite}.{name}: {test.result}, should fail")
        elif words not in "\n".join(test.messages):
            found.append(f"{suite}.{name} does not say: {words}")
    return found


def main() -> int:
    lab_name, grader, module, source = sys.argv[1:5]
    environment = dict(os.environ)
    expected = FAILS.findall(pathlib.Path(source).read_text(encoding="utf-8"))
    if expected:  # the others' verdicts say nothing, and take most of the time
        environment["GTEST_FILTER"] = ":".join(f"{suite}.{name}" for suite, name, _ in expected)
    with tempfile.TemporaryDirectory() as folder:
        verdict = run_grader(
            find_lab(lab_name), "sim", pathlib.Path(grader).resolve(), pathlib.Path(module).resolve(),
            pathlib.Path(folder), Limits(seconds=60), environment,
        )  # fmt: skip
    for test in verdict.failures():
        print(f"{test.suite}.{test.name}: {' | '.join(test.messages)}")
    found = complaints(verdict, pathlib.Path(source))
    for complaint in found:
        print(f"NOT AS EXPECTED: {complaint}")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
