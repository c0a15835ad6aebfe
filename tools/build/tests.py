# The build's tests: which ones a person's words choose, what they need, and running them with progress.
from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess
import time
from dataclasses import dataclass

from tools.build.meson import BUILD, environment, tool
from tools.console import duration, progress
from tools.errors import CourseError
from tools.files import read_json, write_json
from tools.model import load_course

SECONDS = BUILD / "course-test-seconds.json"  # how long each test took when it last ran
ONLY = "LAB_TEST_ONLY"  # tests/harness/lab_test.py reads it
MESON_TALKS = {"-v", "--verbose", "-i", "--interactive", "--gdb"}  # then Meson has the terminal
ENDED = re.compile(
    r"^\s*(\d+)/(\d+) (.+?) +(OK|EXPECTEDFAIL|FAIL|UNEXPECTEDPASS|SKIP|ERROR|TIMEOUT|INTERRUPT) +([\d.]+)s"
)
LISTED = re.compile(r"^(.* / |(\S+ - )?[\w-]+:)")
SUMMARY = re.compile(
    r"^(Ok|Expected Fail|Fail|Unexpected Pass|Skipped|Timeout): +\d+ *$|^$"
)  # ./course test has its own


# What a machine or a compiler can get wrong, among the tests: the suite of that name in the meson.build files.
WHAT_A_MACHINE_CAN_BREAK = ["--suite", "machine"]
WITH_A_VALUE = ("-j", "--num-processes", "-t", "--timeout-multiplier", "--repeat", "--maxfail", "--wrapper", "--logbase", "--gdb-path", "--test-args", "--setup")  # fmt: skip


@dataclass(frozen=True)
class Choice:
    """Words for `meson test`, and the submissions that they mean; none: all."""

    words: list[str]
    submissions: list[str]


def choice(words: list[str], everything: bool = False) -> Choice:
    """A lab's name means its solution and its submissions; a submission ('wrong-LAB-NAME', 'legal-LAB-NAME') is a part of
    the latter's test. Where no word names a test or a suite: what a machine can break, or everything."""
    labs = {lab.name for lab in load_course().labs}
    chosen, submissions = [], []
    for word in words:
        lab = lab_of_submission(word)
        if lab:
            submissions.append(word)
        meant = [f"{lab}.submissions"] if lab else [f"{word}.sim", f"{word}.submissions"] if word in labs else [word]
        chosen += [name for name in meant if name not in chosen]
    few = [] if everything or chooses(words) else WHAT_A_MACHINE_CAN_BREAK
    return Choice([*few, *chosen], submissions)


def chooses(words: list[str]) -> bool:
    """Whether one of Meson's words is a test's name, or is of suites."""
    values = {at + 1 for at, word in enumerate(words) if word in WITH_A_VALUE}
    return any(
        word.startswith(("--suite", "--no-suite")) or not word.startswith("-")
        for at, word in enumerate(words)
        if at not in values
    )


def lab_of_submission(word: str) -> str:
    """Its lab's name; nothing if there is no such submission."""
    room, _, rest = word.partition("-")
    lab_name, _, stem = rest.partition("-")
    lab = next((lab for lab in load_course().labs if lab.name == lab_name), None)
    if lab is None or room not in ("wrong", "legal"):
        return ""
    folder = lab.skeleton.parent.parent.parent / room / lab_name
    return lab_name if stem and any(folder.glob(f"{stem}.c*")) else ""


def listed(chosen: Choice) -> list[str]:
    """The tests as Meson lists them: 'project:suite / name'."""
    done = subprocess.run(
        [*_meson_test(), "--list", *chosen.words],
        env=environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        spoilt = [
            line for line in done.stdout.splitlines() if "--wipe" in line
        ]  # a build folder that Meson cannot read
        reason = done.stderr.strip().splitlines() or spoilt
        raise CourseError(reason[-1] if reason else "there is no test of that name; `./course test --list` shows them.")
    return done.stdout.splitlines()


def needed(tests: list[str]) -> list[str]:
    """What must be built for the listed tests. One that says nothing (the course command's own) needs what is built by
    default, which is not what ninja calls all: with Meson 1.0 that has every other test's needs in it."""
    names = {short_name(test) for test in tests}
    chosen = [test for test in _introspected("tests") if test["name"] in names]
    if unknown := names - {test["name"] for test in chosen}:
        raise CourseError(f"Meson lists a test that the build does not have: {min(unknown)}")
    ids = {target for test in chosen for target in test["depends"]}
    by_default = any(not test["depends"] for test in chosen)
    return sorted(
        os.path.relpath(path, BUILD)
        for target in _introspected("targets")
        if target["id"] in ids or (by_default and target["build_by_default"])
        for path in target["filename"]
    )


def run_tests(chosen: Choice, count: int) -> int:
    """Meson's exit status. What fails is printed at once, with its output; the rest is counted."""
    # Time limits are there to end what hangs; a machine that is busy with other things is only slow.
    command = [*_meson_test(), "--print-errorlogs", "--timeout-multiplier", "4", *chosen.words]
    # Meson runs as many tests at once as there are processors: each simulator gets one.
    around = {"SIMT_WORKERS": "1", **environment(), ONLY: " ".join(chosen.submissions)}
    if MESON_TALKS & set(chosen.words):
        return subprocess.run(command, env=around, stdin=subprocess.DEVNULL).returncode
    seconds = read_json(SECONDS, {})
    left = Left({short_name(test): seconds.get(short_name(test)) for test in listed(chosen)})
    with progress() as shown:
        shown.step(f"testing: {count} tests{left.sentence()}")
        process = subprocess.Popen(
            command, env=around, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, errors="replace"
        )
        assert process.stdout
        for line in process.stdout:
            ended = ENDED.match(line)
            good = ended and ended[4] in ("OK", "SKIP", "EXPECTEDFAIL")
            if not good and not SUMMARY.match(line):
                shown.clear()
                print(line, end="", flush=True)
            if ended:
                name = short_name(ended[3])
                left.done(name)
                if not chosen.submissions:  # a part of a test says nothing of the whole
                    seconds[name] = float(ended[5])
                shown.step(f"testing: {ended[1]} of {ended[2]} done, last {name}{left.sentence()}")
        status = process.wait()
    write_json(SECONDS, seconds)
    return status


class Left:
    """How long the tests will still take, from what they took last time (one never run: as long as the others)."""

    def __init__(self, seconds: dict[str, float | None]) -> None:
        known = [value for value in seconds.values() if value is not None]
        usual = sum(known) / len(known) if known else 1.0
        self._left = {name: usual if value is None else value for name, value in seconds.items()}
        self._all = sum(self._left.values())
        self._guess = self._all / (os.cpu_count() or 1) if len(known) == len(seconds) else None
        self._began = time.monotonic()

    def done(self, name: str) -> None:
        self._left.pop(name, None)

    def sentence(self) -> str:
        left = sum(self._left.values())
        if not left:
            return ""
        elapsed = time.monotonic() - self._began
        over = self._all - left
        if over > self._all / 20:
            return f", about {duration(elapsed * left / over)} to go"
        return f", about {duration(self._guess)} to go" if self._guess else ""


def short_name(test: str) -> str:
    """Of a test as Meson calls it: 'project:suite / name' or, as newer ones do (seen: 1.12), 'suite - project:name'."""
    return LISTED.sub("", test.strip(), count=1)


def _meson_test() -> list[str]:
    return [tool("meson"), "test", "-C", str(BUILD), "--no-rebuild"]


def _introspected(what: str) -> list[dict]:
    return json.loads(pathlib.Path(BUILD, "meson-info", f"intro-{what}.json").read_text(encoding="utf-8"))
