# ./course test: builds what the tests need and runs them, with Meson.
from __future__ import annotations

import argparse
import pathlib
import time
import xml.etree.ElementTree as xml
from dataclasses import dataclass

from tools.build.meson import BUILD, backend_sentence, configured, doubt_compiler, must_build, need_sim
from tools.build.tests import WHAT_A_MACHINE_CAN_BREAK, choice, listed, needed, run_tests, short_name
from tools.console import note, say

HELP = "test what a machine can break: the simulator's counts and findings, every lab's solution"
EXAMPLES = [
    "test",
    "test --all                               # the wrong submissions, the caches, the tools and the pages as well",
    "test --all --list",
    "test --suite simt",
    "test test_verbs",
    "test transpose_naive                     # a lab's solution and all its submissions",
    "test wrong-transpose_naive-copies        # one of them",
]

PASS_ON = True


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--all", action="store_true", help="every test of the course, as continuous integration")
    parser.add_argument(
        "arguments", nargs="*", metavar="ARGUMENT", help="goes to `meson test`: names, --suite S, --list, …"
    )


def run(args: argparse.Namespace) -> int:
    words = [word for word in args.arguments if word not in ("--list", "--all")]
    chosen = choice(words, "--all" in args.arguments)
    configured(submissions=chosen.words[:2] != WHAT_A_MACHINE_CAN_BREAK)  # a name may be a submission's
    sentence = backend_sentence()
    must_build(["build.ninja"])  # the list of tests as meson.build has it now
    if chosen.words[:2] == WHAT_A_MACHINE_CAN_BREAK:
        need_sim()
    tests = listed(chosen)  # an unknown name is said before minutes of building
    if "--list" in args.arguments:
        print("\n".join(tests))
        return 0
    note(f"course: {sentence}")
    doubt_compiler()
    note("course: building what the tests need (the first time takes minutes)")
    must_build(needed(tests))
    report = BUILD / "meson-logs" / "testlog.junit.xml"
    report.unlink(missing_ok=True)
    began = time.time()
    status = run_tests(chosen, len(tests))
    if not report.exists():  # Meson has said why
        return 0 if status == 0 else 2
    count = count_cases(report, BUILD / "pytest", began)
    if status and not count.failed:  # a test that died before it could report is a failure all the same
        count.failed += 1
    if chosen.words[:2] == WHAT_A_MACHINE_CAN_BREAK:
        note("course: that was what a machine can break; `./course test --all` tests graders, tools and pages, too")
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
        name = short_name(case.get("name", ""))
        own = pytest_reports / f"{name}.xml"
        if own.exists() and own.stat().st_mtime >= began:
            for inner in xml.parse(own).iter("testcase"):
                count.add(inner)
        else:
            count.add(case)
    return count
