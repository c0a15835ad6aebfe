# Grades a lab's solution, or its skeleton and its wrong and legal submissions, and checks that each verdict is as it must be.
# Run: python3 tests/harness/lab_test.py LAB BUILD_FOLDER solution|submissions   (Meson does; ./course test LAB does both)
"""Says what it found as TAP, a line a submission (the solution has a line for each of its tests), and why on stderr. The
exit status is 0 all the same: Meson counts the lines.

The solution wins every point, prints nothing, leaves no temporary file and gets the same verdict again, on another number
of processors. The skeleton compiles without a warning and wins no points, each suite failing and each failure with a
message. Where `check` runs a lab's grader in halves, both get the same verdict of those. A wrong submission says what it
must fail with, once or more, which is the cause:

    // fails: SUITE.TEST: part of the first sentence

and, where that test judges what calls of others have left, `// after: SUITE.TEST` for each of those, which it passes.

The solution wins every point as ./course grade compiles it and with numbers that are drawn, too; that of a lab with kernels
fails nothing where its grader is told that nothing is counted, as on a GPU. A legal submission (tests/NN-slug/legal/) must
win every point. With LAB_TEST_ONLY="NAME NAME…" those submissions only.
"""

from __future__ import annotations

import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.errors import CourseError  # noqa: E402
from tools.grade.grading import Verdict, run_grader  # noqa: E402
from tools.grade.process import Limits  # noqa: E402
from tools.model import Lab, find_lab  # noqa: E402

FAILS = re.compile(r"^// fails: (\w+)\.(\w+): (.+)$", re.MULTILINE)
AFTER = re.compile(r"^// after: (\w+\.\w+)$", re.MULTILINE)
SENTENCE = re.compile(r"(?<=[.?!]) (?=[A-Z])")
LONGEST = 300  # characters of a message, for nine in ten
ENOUGH = 8  # messages to say that of
UNCOUNTED = "solution where nothing is counted"
HANDED_IN = "solution as it is handed in"
AT_ONCE = 2  # Meson runs other labs beside this one
Complaints = dict[str, list[str]]  # by the name of what was tested; an empty list: it is as it must be


class LabTest:
    def __init__(self, lab: Lab, build: pathlib.Path) -> None:
        self.lab, self.build = lab, build
        self.lengths: list[int] = []

    def submissions(self) -> dict[str, pathlib.Path]:
        """By name: the source."""
        found = {}
        for room in ("wrong", "legal"):
            for path in sorted((ROOT / "tests" / self.lab.slug / room / self.lab.name).glob("*.c*")):
                found[f"{room}-{self.lab.name}-{path.stem}"] = path
        return found

    def verdict(
        self,
        module: pathlib.Path,
        only: str = "",
        halves: bool = False,
        counters: bool = True,
        seed: int = 1,
        **more: str,
    ) -> Verdict:
        compiled = {
            "SIMT_NVRTC_CACHE": str(self.build / "nvrtc")
        }  # as ./course check: a grader's texts are always the same
        environment = {**os.environ, **compiled, **({"GTEST_FILTER": only} if only else {}), **more}
        grader = self.build / self.lab.grader("sim")
        with tempfile.TemporaryDirectory() as folder:
            return run_grader(
                self.lab, "sim", grader, module, pathlib.Path(folder), Limits(seconds=60), environment,
                halves=halves, counters=counters, seed=seed,
            )  # fmt: skip

    def solution(self, module: pathlib.Path) -> Complaints:
        with tempfile.TemporaryDirectory() as folder:
            first = self.verdict(module, SIMT_WORKERS="1", TMPDIR=folder)
            second = self.verdict(module, SIMT_WORKERS="16", TMPDIR=folder)
            left = sorted(os.listdir(folder))
        found: Complaints = {
            f"solution {test.suite}.{test.name}": list(test.messages) if test.result == "fail" else []
            for test in first.tests
        }
        found["solution wins every point"] = (
            [] if first.score == self.lab.total else [f"it wins {first.score} of {self.lab.total}"]
        )
        found["solution prints nothing"] = first.output.splitlines()
        found["solution leaves no temporary file"] = left
        found["solution gets the same verdict again"] = (
            [] if first.tests == second.tests else ["first:", *map(str, first.tests), "then:", *map(str, second.tests)]
        )
        if self.lab.second_half:
            found["solution gets the same verdict of two halves"] = self.differs_in_halves(module, first)
        return found

    def differs_in_halves(self, module: pathlib.Path, whole: Verdict) -> list[str]:
        halves = self.verdict(module, halves=True)
        same = halves.tests == whole.tests and halves.output == whole.output
        return [] if same else ["whole:", *map(str, whole.tests), "in halves:", *map(str, halves.tests)]

    def skeleton(self) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            module = pathlib.Path(folder, "skeleton.so")
            command = [self.build / "simtcc", "-shared", "-fopenmp", self.lab.skeleton, "-o", module]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode or "warning" in done.stderr:
                return done.stderr.splitlines() or ["it does not compile"]
            verdict = self.verdict(module)
            halves = self.differs_in_halves(module, verdict) if self.lab.second_half else []
        found = halves + ([f"it wins {verdict.score} points"] if verdict.score else [])
        passed = set(self.lab.points) - {test.suite for test in verdict.failures()}
        found += [f"{suite} does not fail" for suite in sorted(passed)]
        for test in verdict.failures():
            if not test.messages or len(test.messages[0]) <= 20:
                found.append(f"{test.suite}.{test.name} fails without a reason")
        return found

    def wrong(self, module: pathlib.Path, source: pathlib.Path) -> list[str]:
        text = source.read_text(encoding="utf-8")
        expected = FAILS.findall(text)
        if not expected:
            return ["its second line does not say `// fails: SUITE.TEST: MESSAGE`"]
        # The others' verdicts say nothing, and take most of the time.
        tests = AFTER.findall(text) + [f"{suite}.{name}" for suite, name, _ in expected]
        verdict = self.verdict(module, ":".join(tests))
        found = []
        for suite, name, words in expected:
            test = next((test for test in verdict.tests if (test.suite, test.name) == (suite, name)), None)
            if test is None:
                found.append(f"there is no test {suite}.{name}")
            elif test.result != "fail":
                found.append(f"{suite}.{name}: {test.result}, should fail")
            elif not any(words in self.looked_at(message) for message in test.messages):
                found += [f"{suite}.{name} does not say in a first sentence: {words}", "but:", *test.messages]
            elif sum(message.lower().count("perhaps") for message in test.messages[:1]) > 1:
                found += [f"{suite}.{name} guesses more than once:", test.messages[0]]
            else:
                self.lengths.append(len(test.messages[0]))
        return found

    def looked_at(self, message: str) -> str:
        """What of a message has to name the cause: its first sentence."""
        return SENTENCE.split(message)[0]

    def uncounted(self) -> list[str]:
        """What a grader asks of counters it does not ask on a GPU, which has none; no machine with one is needed to see it.
        Not of results: some of their matrices are as large as a GPU alone takes them."""
        module = self.build / self.lab.module("sim", "solutions")
        verdict = self.verdict(module, "-Correctness.*", counters=False)
        judged = [test for test in verdict.failures() if test.suite != "Correctness"]
        return [f"{test.suite}.{test.name}: {' '.join(test.messages)}" for test in judged]

    def handed_in(self) -> list[str]:
        """With the guards that ./course grade compiles in, and numbers that it draws: seed 1 has those that everybody knows."""
        verdict = self.verdict(self.build / f"handed-in-{self.lab.module('sim', 'solutions')}", seed=2)
        found = [f"{test.suite}.{test.name}: {' '.join(test.messages)}" for test in verdict.failures()]
        return found or ([] if verdict.score == self.lab.total else [f"it wins {verdict.score} of {self.lab.total}"])

    def length(self) -> list[str]:
        """Nine in ten messages are short enough to be read."""
        tenth = sorted(self.lengths)[len(self.lengths) * 9 // 10] if self.lengths else 0
        too_long = tenth > LONGEST and len(self.lengths) >= ENOUGH
        return [f"a tenth of the messages has {tenth} characters or more; {LONGEST} are enough"] if too_long else []

    def legal(self, module: pathlib.Path) -> list[str]:
        return [f"{test.suite}.{test.name}: {' '.join(test.messages)}" for test in self.verdict(module).failures()]

    def complaints(self, name: str, source: pathlib.Path) -> Complaints:
        try:
            if name == HANDED_IN:
                return {name: self.handed_in()}
            if name == UNCOUNTED:
                return {name: self.uncounted()}
            if name == "solution":
                return self.solution(self.build / self.lab.module("sim", "solutions"))
            if source == self.lab.skeleton:
                return {name: self.skeleton()}
            module = self.build / f"{name}.sim.so"
            return {name: self.legal(module) if name.startswith("legal-") else self.wrong(module, source)}
        except (CourseError, OSError) as error:
            return {name: [str(error)]}


def main() -> int:
    lab_name, build, part = sys.argv[1:]
    test = LabTest(find_lab(lab_name), pathlib.Path(build).resolve())
    submissions = {"solution": test.lab.solution} if part == "solution" else test.submissions()
    only = set(os.environ.get("LAB_TEST_ONLY", "").split()) & set(submissions)
    chosen = [(name, source) for name, source in submissions.items() if name in only or not only]
    if part == "submissions" and not only:
        chosen.append((HANDED_IN, test.lab.solution))
        judges_more = not test.lab.host_only and set(test.lab.points) != {"Correctness"}
        chosen += [(UNCOUNTED, test.lab.solution)] if judges_more else []
    number = 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for done in pool.map(lambda pair: test.complaints(*pair), chosen):
            for name, complaints in done.items():
                number += 1
                print(f"{'not ok' if complaints else 'ok'} {number} - {name}", flush=True)
                if complaints:
                    print(f"{name} is not as it must be:", *complaints, sep="\n    ", file=sys.stderr, flush=True)
    if part == "submissions" and not only:
        number += 1
        too_long = test.length()
        print(f"{'not ok' if too_long else 'ok'} {number} - messages are short", flush=True)
        print(*too_long, sep="\n", end="\n" if too_long else "", file=sys.stderr)
    print(f"1..{number}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
