# What ./course test chooses and builds, and how long it says that it will take.
from __future__ import annotations

import pytest

from tools.build import tests
from tools.build.meson import BUILD
from tools.console import duration
from tools.model import load_course

LAB = load_course().labs[0]
WRONG = f"wrong-{LAB.name}-skeleton"


def test_a_submission_is_a_part_of_its_labs_test():
    assert tests.choice([WRONG]) == tests.Choice([f"{LAB.name}.sim"], [WRONG])
    both = tests.choice([WRONG, f"{LAB.name}.sim", "test_model"])
    assert both == tests.Choice([f"{LAB.name}.sim", "test_model"], [WRONG])


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
