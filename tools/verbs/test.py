# ./course test: builds everything and runs every test there is, with Meson.
from __future__ import annotations

import argparse
import pathlib
import subprocess
import time
import xml.etree.ElementTree as xml
from dataclasses import dataclass

from tools.build.meson import BUILD, backend_sentence, doubt_compiler, environment, must_build, tool
from tools.console import note, say
from tools.errors import CourseError

HELP = "run every test of the course"
EXAMPLES = ["test", "test --list", "test --suite simt", "test test_verbs"]

PASS_ON = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "arguments", nargs="*", metavar="ARGUMENT", help="goes to `meson test`: names, --suite S, --list, …"
    )


def run(args: argparse.Namespace) -> int:
    sentence = backend_sentence()
    must_build(["build.ninja"])  # the list of tests as meson.build has it now
    words = [tool("meson"), "test", "-C", str(BUILD)]
    there = subprocess.run(
        [*words, "--no-rebuild", "--list", *args.arguments],
        env=environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    if there.returncode:  # said before minutes of building
        reason = there.stderr.strip().splitlines()
        raise CourseError(reason[-1] if reason else "there is no test of that name; `./course test --list` shows them.")
    if "--list" in args.arguments:
        print(there.stdout, end="")
        return 0
    note(f"course: {sentence}")
    doubt_compiler()
    note("course: building the tests (the first time takes minutes)")
    must_build([])
    report = BUILD / "meson-logs" / "testlog.junit.xml"
    report.unlink(missing_ok=True)
    began = time.time()
    status = subprocess.run(
        [*words, "--print-errorlogs", *args.arguments],
        env=environment(), stdin=subprocess.DEVNULL,
    ).returncode  # fmt: skip
    if not report.exists():  # Meson has said why
        return 0 if status == 0 else 2
    count = count_cases(report, BUILD / "pytest", began)
    if status and not count.failed:  # a test that died before it could report is a failure all the same
        count.failed += 1
    say(f"{count.passed} passed, {count.failed} failed, {count.skipped} skipped")
    return 1 if count.failed else 0


@dataclass
class Count:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def add(self, case: xml.Element) -> None:
        if case.find("failure") is not None or case.find("error") is not None:
            self.failed += 1
        elif case.find("skipped") is not None:
            self.skipped += 1
        else:
            self.passed += 1


def count_cases(report: pathlib.Path, pytest_reports: pathlib.Path, began: float) -> Count:
    """Single cases: GoogleTest's are in Meson's report; pytest's are in reports of its own, one a file."""
    count = Count()
    for case in xml.parse(report).iter("testcase"):
        name = case.get("name", "").rpartition(" / ")[2]  # Meson writes 'project:suite / name'
        own = pytest_reports / f"{name}.xml"
        if own.exists() and own.stat().st_mtime >= began:
            for inner in xml.parse(own).iter("testcase"):
                count.add(inner)
        else:
            count.add(case)
    return count
