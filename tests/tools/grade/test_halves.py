# What two halves of a grader say, run at a time, is what one grader would have said.
# Run: ./course test test_halves
"""Each submission is for the lab elapsed_ticks, whose grader takes no time: it is halved here all the same."""

from __future__ import annotations

import dataclasses
import os
import pathlib
import subprocess

import pytest

from tools.build.meson import BUILD
from tools.errors import CourseError
from tools.grade import grading
from tools.grade.grading import Verdict, run_grader
from tools.grade.process import Limits
from tools.model import find_lab, load_course

LAB = dataclasses.replace(find_lab("elapsed_ticks"), second_half="Correctness.EveryWidthOnEveryCorner")
HEAD = "#include <cstdint>\n#include <cstdio>\n#include <cstdlib>\n#include <unistd.h>\n"
TYPE = "std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits)"
RIGHT = "return bits == 64 ? after - before : (after - before) & ((std::uint64_t(1) << bits) - 1);"
# The first half has readings of eight bits that turn round, the second those of any number.
IN_FIRST, IN_SECOND = "after < before && bits == 8", "after < before && bits == 16"
# By what is done before the right result is given: the one test that fails or is cut short, if any.
SUBMISSIONS = {
    "right": ("", ""),
    "wrong": ("return 0;", "NoWrap"),
    "wrong_in_first": (f"if ({IN_FIRST}) return 0;", "EightBitsInFull"),
    "wrong_in_second": (f"if ({IN_SECOND}) return 0;", "EveryWidthOnEveryCorner"),
    "crashes_at_once": ("abort();", "NoWrap"),
    "crashes_in_first": (f"if ({IN_FIRST}) abort();", "EightBitsInFull"),
    "crashes_in_second": (f"if ({IN_SECOND}) abort();", "EveryWidthOnEveryCorner"),
    "exits_in_second": (f"if ({IN_SECOND}) _exit(0);", "EveryWidthOnEveryCorner"),
    "endless_in_first": (f"if ({IN_FIRST}) for (;;) pause();", "EightBitsInFull"),
    "endless_in_second": (f"if ({IN_SECOND}) for (;;) pause();", "EveryWidthOnEveryCorner"),
    "ends_when_loaded": ("static const bool once = (_exit(0), true);", "NoWrap"),
}


@pytest.fixture
def halved(monkeypatch) -> list[bool]:
    """Whether two halves could say it, each time that they were run."""
    seen: list[bool] = []
    in_halves = grading.in_halves

    def watched(*arguments):
        played = in_halves(*arguments)
        seen.append(played is not None)
        return played

    monkeypatch.setattr(grading, "in_halves", watched)
    return seen


def graded(folder: pathlib.Path, body: str, halves: bool, lab=LAB, seconds: float = 2) -> Verdict:
    source, module, working = folder / "lab.cpp", folder / "lab.so", folder / ("halves" if halves else "whole")
    source.write_text(f"{HEAD}{TYPE} {{ {body}\n{RIGHT} }}")
    subprocess.run(["g++", "-std=c++20", "-fPIC", "-w", "-shared", source, "-o", module], check=True)
    working.mkdir()
    grader = BUILD / lab.grader("sim")
    return run_grader(lab, "sim", grader, module, working, Limits(seconds=seconds), dict(os.environ), halves=halves)


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_two_halves_say_what_one_grader_says(name, tmp_path, halved):
    body, fails = SUBMISSIONS[name]
    whole, halves = (graded(tmp_path, body, in_two) for in_two in (False, True))
    assert len(halved) == 1
    assert halves.tests == whole.tests and len(whole.tests) == 5
    assert (halves.why, halves.doubt, halves.output) == (whole.why, whole.doubt, whole.output)
    assert next((test.name for test in whole.failures()), "") == fails


def test_two_halves_are_enough_where_nothing_is_in_doubt(tmp_path, halved):
    graded(tmp_path, f"if ({IN_SECOND}) abort();", True)
    assert halved == [True]


def test_who_takes_long_is_judged_by_one_process(tmp_path, halved):
    """Together they might have taken more than one may."""
    assert graded(tmp_path, "static const bool once = (usleep(700'000), true);", True).score == LAB.total
    assert halved == [False]


def test_a_test_that_is_none_is_the_courses_trouble(tmp_path):
    with pytest.raises(CourseError, match="there is no test Correctness.None"):
        graded(tmp_path, "", True, dataclasses.replace(LAB, second_half="Correctness.None"))


def test_the_second_half_begins_with_the_first_test(tmp_path):
    """It makes what is made once."""
    lines = []
    for half in ("--before", "--from"):
        command = [BUILD / LAB.grader("sim"), "--module", BUILD / LAB.module("sim", "solutions"), half, LAB.second_half]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        lines.append([line.split(".")[1].split()[0] for line in said.splitlines() if line.startswith("[ RUN")])
    assert lines[0] == ["NoWrap", "EightBitsInFull"]
    assert lines[1] == ["NoWrap", "EveryWidthOnEveryCorner", "SixtyFourBits", "AnyReadings"]


def test_the_labs_that_are_halved_take_long():
    halved = [lab.name for lab in load_course().labs if lab.second_half]
    assert "entropy_v15" in halved and "elapsed_ticks" not in halved
