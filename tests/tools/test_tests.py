# What ./course test chooses and builds, and how long it says that it will take.
from __future__ import annotations

import argparse
import fcntl
import os
import subprocess
import sys
import time

import pytest

from tools.build import meson, tests
from tools.build.meson import BUILD
from tools.console import duration
from tools.errors import CourseError
from tools.model import ROOT, load_course
from tools.verbs import test as verb

LAB = load_course().labs[0]
WRONG = f"wrong-{LAB.name}-skeleton"


def test_a_submission_is_a_part_of_its_labs_test():
    assert tests.choice([WRONG]) == tests.Choice([f"{LAB.name}.submissions"], [WRONG])
    both = tests.choice([WRONG, f"{LAB.name}.submissions", "test_model"])
    assert both == tests.Choice([f"{LAB.name}.submissions", "test_model"], [WRONG])


def test_a_labs_name_is_its_solution_and_its_submissions():
    assert tests.choice([LAB.name]) == tests.Choice([f"{LAB.name}.sim", f"{LAB.name}.submissions"], [])


@pytest.mark.parametrize("words", [[], ["-t", "20"], ["-v"], ["--repeat", "2", "-v"], ["--timeout-multiplier=3"]])
def test_where_nothing_is_chosen_it_is_what_a_machine_can_break(words):
    assert tests.choice(words).words == ["--suite", "machine", *words]
    assert tests.choice(words, everything=True).words == words


@pytest.mark.parametrize("words", [["-v", "test_model"], ["--suite", "simt"], ["--no-suite=tools"]])
def test_what_is_chosen_is_all_that_is_tested(words):
    assert tests.choice(words).words == words


@pytest.mark.skipif(not (BUILD / "build.ninja").exists(), reason="build/ is not configured")
def test_a_machine_can_break_counts_programs_and_solutions():
    few = {tests.short_name(line) for line in tests.listed(tests.choice([]))}
    assert {"simt calibration", "simt compilers", f"{LAB.name}.sim"} <= few
    assert any(name.startswith("simt program ") for name in few)
    everything = {tests.short_name(line) for line in tests.listed(tests.choice([], everything=True))}
    assert few < everything and {f"{LAB.name}.submissions", "test_model"} <= everything - few


@pytest.mark.parametrize(
    ("listed", "name"),
    [
        ("warpwise:simt+machine / simt program copy", "simt program copy"),
        ("simt+machine - warpwise:simt program copy", "simt program copy"),
        ("warpwise:tools / test_model", "test_model"),
        ("tools - warpwise:test_model", "test_model"),
        ("  warpwise:test_model", "test_model"),
        ("01-coalescing+sim - warpwise:transpose_naive.sim", "transpose_naive.sim"),
    ],
)
def test_a_test_is_known_as_every_meson_calls_it(listed, name):
    assert tests.short_name(listed) == name


@pytest.mark.skipif(not (BUILD / "build.ninja").exists(), reason="build/ is not configured")
def test_a_test_that_the_build_does_not_have_is_not_passed_over():
    with pytest.raises(CourseError, match="no_such"):
        tests.needed(["warpwise:tools / no_such"])


def test_where_the_simulator_was_left_out_that_is_said(monkeypatch):
    """And not that Meson has no test of that suite."""
    for name in ("configured", "must_build"):
        monkeypatch.setattr(verb, name, lambda *_, **__: None)
    monkeypatch.setattr(meson, "outputs", dict)
    with pytest.raises(CourseError, match="libdw-dev"):
        verb.run(argparse.Namespace(arguments=[]))


@pytest.mark.parametrize("word", ["test_model", "--suite", "wrong", f"wrong-{LAB.name}", f"wrong-{LAB.name}-no_such"])
def test_other_words_are_mesons(word):
    assert tests.choice([word]) == tests.Choice([word], [])


@pytest.mark.skipif(not (BUILD / "build.ninja").exists(), reason="build/ is not configured")
def test_what_is_built_is_what_the_tests_need():
    by_default = tests.needed(["warpwise:tools / test_model"])
    assert f"{LAB.grader('sim')}" in by_default and f"{WRONG}.sim.so" not in by_default
    alone = tests.needed(["warpwise:simt / simt flow"])
    assert [name.rpartition("/")[2] for name in alone] == ["simt_flow_test"]


def test_the_rest_is_what_it_took_last_time(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(tests.time, "monotonic", lambda: now[0])
    left = tests.Left({"long": 90.0, "short": 10.0, "last": 100.0})
    now[0] = 50.0
    left.done("long")
    left.done("short")
    assert left.sentence() == ", about 50 s to go"
    left.done("last")
    assert left.sentence() == ""
    assert tests.Left({"never run": None}).sentence() == ""


def test_durations_are_rough():
    assert [duration(seconds) for seconds in (1, 44, 94, 100, 600)] == ["10 s", "40 s", "90 s", "2 min", "10 min"]


def test_who_builds_on_behind_a_killed_command_keeps_others_out(tmp_path):
    """Otherwise the next command links what the last one's compilers still write."""
    ninja, began, lock = tmp_path / "ninja", tmp_path / "began", tmp_path / "build" / ".course-lock"
    ninja.write_text(f"#!/bin/sh\nsleep 30 &\necho $! >{began}\nwait\n")
    ninja.chmod(0o755)
    lock.parent.mkdir()
    code = f"from tools.build import meson; meson.configured = lambda: None; meson.tool = lambda _: {str(ninja)!r}; meson.build(['x'])"
    around = {**os.environ, "COURSE_BUILD": str(tmp_path)}
    command = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=around, stdout=subprocess.DEVNULL)
    while not (began.exists() and began.read_text().strip()):
        assert command.poll() is None
        time.sleep(0.05)
    command.kill()
    command.wait()
    with lock.open("w") as file:
        with pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.kill(int(began.read_text()), 15)
        fcntl.flock(file, fcntl.LOCK_EX)
