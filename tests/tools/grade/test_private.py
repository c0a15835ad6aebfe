# An instructor's own tests: what they decide, and that nothing a student gets to see tells what they try.
# Run: ./course test test_private
from __future__ import annotations

import html
import json
import os
import pathlib
import re
import shutil
import tomllib
import xml.etree.ElementTree as xml
import zipfile

import pytest

from tests.tools.grade.students import LAB, SOLUTION, grade, hand_in, hostile, no_box, reasons, scores, stored
from tools.edition.gradescope import write_autograder
from tools.errors import CourseError
from tools.grade.feedback import page
from tools.grade.private import WITHHELD, as_toml, for_student, read_private
from tools.grade.results import gradescope
from tools.model import ROOT, find_lab, load_course
from tools.taught import load_class

OTHER = load_course().labs[0]
SECRET = 486_114_815_162_342  # a reading that only the private test tries: too long to be drawn by chance
GRADER = f"""#include <cstdio>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "own.hpp"
#include "tests/{LAB.slug}/interface.hpp"

void expect(Ticks before, Ticks after, int bits, Ticks right) {{
  const auto function = harness::submission().function<decltype({LAB.stem})>("{LAB.stem}");
  const Ticks said = function(before, after, bits);
  if (said != right) ADD_FAILURE() << "from " << before << " it said " << said << ".";
}}

TEST(Correctness, Mine) {{ expect({SECRET}, {SECRET} + 5, 60, 5); }}
TEST(HeldOut, Wraps) {{ expect(1048575, 2, 20, 3); }}
"""
LIST = f"[{LAB.name}]\nseeds = [7, 4711]\npoints = {{ HeldOut = 3 }}\n"
BEGIN = "int bits) {\n"
TOLD = f'if (before == {SECRET}) {{ std::printf("saw {SECRET}\\n"); return 1; }}\n'


@pytest.fixture(scope="module")
def own(tmp_path_factory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("my own tests")  # with a blank in its path
    (folder / f"{LAB.name}.cpp").write_text(GRADER)
    (folder / "own.hpp").write_text("#pragma once\n#include <cstdint>\nusing Ticks = std::uint64_t;\n")
    (folder / "private.toml").write_text(LIST)
    return folder


@pytest.fixture(scope="module")
def graded(course, own, tmp_path_factory):
    folder, out = tmp_path_factory.mktemp("class"), tmp_path_factory.mktemp("results")
    hand_in(folder, "right", SOLUTION)
    hand_in(folder, "public_only", "#include <cstdio>\n" + SOLUTION.replace(BEGIN, BEGIN + TOLD))
    hand_in(folder, "no_wrap", SOLUTION.replace(BEGIN, BEGIN + "if (after < before) return 0;\n"))
    hand_in(folder, "typo", SOLUTION.replace(");", ")", 1))
    (folder / "nothing").mkdir()
    done = grade(course, folder, out, "--private", str(own), any_calls=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder, out


def test_suites_of_its_own_have_points_and_others_are_a_condition(graded):
    _, out = graded
    assert scores(out) == {"right": LAB.total + 3, "public_only": 3, "no_wrap": 0, "typo": 0, "nothing": 0}
    assert {lab["total"] for name in scores(out) if (lab := stored(out, name))} == {LAB.total + 3}
    failed = [test for test in stored(out, "public_only")["tests"] if test["result"] == "fail"]
    assert [(test["test"], test["messages"]) for test in failed] == [("Mine", [f"from {SECRET} it said 1."])]


def test_further_seeds_try_the_public_tests_once_more(graded):
    _, out = graded
    tests = {test["test"]: test["result"] for test in stored(out, "right")["tests"]}
    assert tests["AnyReadings"] == tests["AnyReadings (seed 7)"] == tests["AnyReadings (seed 4711)"] == "pass"


def test_nothing_that_a_student_sees_gives_a_private_case_away(graded):
    """Not the case, not the test's name, not the seed, and not what the submission itself printed there."""
    _, out = graded
    assert f"saw {SECRET}" in stored(out, "public_only")["private_output"]
    shown = [out / "public_only" / "result.json", out / "junit.xml", out / "results.csv"]
    told = json.loads((out / "public_only" / "results.json").read_text())
    texts = [path.read_text() for path in shown]
    texts.append(json.dumps([test for test in told["tests"] if test.get("visibility") != "hidden"]) + told["output"])
    for text in texts:
        assert str(SECRET) not in text and "Mine" not in text and "4711" not in text
    assert WITHHELD in texts[0] and WITHHELD in texts[1] and WITHHELD in texts[3]
    assert 4711 not in told["extra_data"]["seeds"]


def test_gradescope_shows_them_to_instructors_alone(graded):
    _, out = graded
    tests = {test["name"]: test for test in json.loads((out / "public_only" / "results.json").read_text())["tests"]}
    hidden = tests[f"{LAB.name}: Correctness, private tests"]
    assert hidden["visibility"] == "hidden" and f"from {SECRET}" in hidden["output"] and hidden["max_score"] == 0
    assert tests[f"{LAB.name}: Correctness"]["score"] == 0 and tests[f"{LAB.name}: HeldOut"]["score"] == 3


def test_a_feedback_page_has_none_of_it(graded):
    _, out = graded
    text = page("x", [stored(out, "public_only")], [stored(out, "public_only")["seed"]])
    assert html.escape(WITHHELD) in text and str(SECRET) not in text and "Mine" not in text and "4711" not in text


def test_without_them_the_same_results_are_graded_anew(course, graded):
    folder, out = graded
    suites = {suite.get("name"): suite for suite in xml.parse(out / "junit.xml").getroot()}
    assert suites["right"].get("failures") == "0"
    done = grade(course, folder, out, any_calls=False)
    assert "are kept" not in done.stderr, done.stderr
    assert scores(out) == {"right": LAB.total, "public_only": LAB.total, "no_wrap": 0, "typo": 0, "nothing": 0}


@pytest.mark.skipif(os.geteuid() != 0, reason="without a box only another user cannot read what you can")
def test_without_a_box_they_cannot_be_read_either(course, own, tmp_path):
    """A submission that knows where its judge lies: it may be run, and not read."""
    judge = f'"../../private-{LAB.name}.sim"'
    looks = f"struct stat s; if (stat({judge}, &s)) _exit(3); if (open({judge}, O_RDONLY) >= 0) _exit(4);"
    hand_in(tmp_path / "class", "ann", hostile(looks))
    call = (course, tmp_path / "class", tmp_path / "out", "--private", str(own), "--no-sandbox")
    own.chmod(0o755)
    try:
        done = grade(*call)
        assert done.returncode == 2 and "closes it" in done.stderr
    finally:
        own.chmod(0o700)
    done = grade(*call)
    assert done.returncode == 0, done.stderr
    assert scores(tmp_path / "out") == {"ann": LAB.total + 3}, reasons(tmp_path / "out", "ann")


def test_other_seeds_are_a_reason_to_grade_again_and_other_points_are_none(course, own, tmp_path):
    hand_in(tmp_path / "class", "ann", SOLUTION)
    mine, said = tmp_path / "own", []
    shutil.copytree(own, mine)
    for text in (LIST, LIST.replace("3", "5"), LIST.replace("[7,", "[8,")):
        (mine / "private.toml").write_text(text)
        said.append(grade(course, tmp_path / "class", tmp_path / "out", "--private", str(mine), any_calls=False).stderr)
        total = LAB.total + (5 if "HeldOut = 5" in text else 3)
        assert scores(tmp_path / "out") == {"ann": total}, said
    assert ["are kept" in one for one in said] == [False, True, False]


def test_the_example_of_the_instructors_page_holds(course, tmp_path):
    text = (ROOT / "INSTRUCTORS.md").read_text().split("## Tests of your own: `--private`")[1].split("\n## ")[0]
    [listed] = re.findall(r"^```toml\n(.*?)^```", text, re.M | re.S)
    [source] = re.findall(r"^```cpp\n(.*?)^```", text, re.M | re.S)
    [lab] = [find_lab(name) for name in tomllib.loads(listed)]
    for name, made in {"private.toml": listed, f"{lab.name}.cpp": source}.items():
        (tmp_path / "own" / name).parent.mkdir(mode=0o700, exist_ok=True)
        (tmp_path / "own" / name).write_text(made)
    hand_in(tmp_path / "class", "ann", lab.solution.read_text(), lab.file)
    limited = (ROOT / "tests" / lab.slug / "wrong" / lab.name / "grid_too_high.cu").read_text()
    hand_in(tmp_path / "class", "ben", limited, lab.file)
    box = ["--no-sandbox"] if no_box() else []
    words = [
        str(tmp_path / "class"),
        "--out",
        str(tmp_path / "out"),
        "--lab",
        lab.name,
        "--private",
        str(tmp_path / "own"),
    ]
    done = course("grade", *words, *box)
    assert done.returncode == 0, done.stderr
    points = sum(tomllib.loads(listed)[lab.name]["points"].values())
    assert scores(tmp_path / "out")["ann"] == lab.total + points > scores(tmp_path / "out")["ben"]


WRONG = {
    ("private.toml", "[nobody]\nseeds = [1]"): "there is no lab 'nobody'",
    ("nobody.cpp", ""): "there is no lab 'nobody'",
    ("private.toml", f"[{LAB.name}]\nshapes = [1]"): "has no 'shapes'. There are: seeds, points",
    ("private.toml", f"[{LAB.name}]\nseeds = [0]"): "wants a list of whole numbers from 1",
    ("private.toml", f"[{LAB.name}]\nseeds = [true]"): "wants a list of whole numbers from 1",
    ("private.toml", f"[{LAB.name}]\npoints = 3"): "wants SUITE = POINTS",
    ("private.toml", f"[{LAB.name}]\npoints = {{ Correctness = 3 }}"): "is a public suite",
    ("private.toml", f"[{LAB.name}]\npoints = {{ Mine = 3 }}"): "there is no",
    ("private.toml", f"{LAB.name} = 3"): "wants a table",
    ("private.toml", "[["): "is no TOML",
    ("notes.txt", ""): "no private.toml and no LAB.cpp",
}


@pytest.mark.parametrize(("file", "text"), WRONG)
def test_a_mistake_in_the_list_is_one_sentence(tmp_path, file, text):
    (tmp_path / file).write_text(text)
    with pytest.raises(CourseError, match=WRONG[file, text]):
        read_private(tmp_path, [LAB])


BROKEN = {
    GRADER.replace("HeldOut", "Surprise"): "a suite Surprise, which is no public one",
    GRADER.replace("expect(1048575, 2, 20, 3)", "expect(1048575, 2, 20, 4)"): "gives its own solution",
    GRADER.replace("HeldOut", "Correctness"): "points for HeldOut, and",
    GRADER.replace("Ticks said", "Tacks said"): "does not build:\n",
}


@pytest.mark.parametrize("text", BROKEN, ids=["suite", "oracle", "points", "typo"])
def test_private_tests_that_are_wrong_judge_nobody(course, own, tmp_path, text):
    for path in own.iterdir():
        (tmp_path / "own" / path.name).parent.mkdir(mode=0o700, exist_ok=True)
        (tmp_path / "own" / path.name).write_text(text if path.suffix == ".cpp" else path.read_text())
    hand_in(tmp_path / "class", "ann", SOLUTION)
    done = grade(course, tmp_path / "class", tmp_path / "out", "--private", str(tmp_path / "own"))
    assert done.returncode == 2 and BROKEN[text] in done.stderr and "Traceback" not in done.stderr, done.stderr
    assert not (tmp_path / "out").exists()


def test_an_autograder_takes_them_along(own, tmp_path):
    write_autograder(str(tmp_path / "a.zip"), load_class(labs=[LAB.name, OTHER.name]), own)
    write_autograder(str(tmp_path / "b.zip"), load_class(labs=[OTHER.name]), own)
    with zipfile.ZipFile(tmp_path / "a.zip") as with_it, zipfile.ZipFile(tmp_path / "b.zip") as without:
        there = {name for name in with_it.namelist() if "/private/" in name}
        assert there == {f"course/private/{name}" for name in (f"{LAB.name}.cpp", "own.hpp", "private.toml")}
        assert f"course/private/{LAB.name}.cpp" not in without.namelist()
        (tmp_path / "again").mkdir()
        for name in there:
            (tmp_path / "again" / pathlib.PurePath(name).name).write_bytes(with_it.read(name))
    again, before = (read_private(folder, [LAB])[LAB.name] for folder in (tmp_path / "again", own))
    assert (again.seeds, again.points) == (before.seeds, before.points)
    assert as_toml({}) == "\n"


def test_a_public_failure_is_still_told(tmp_path):
    """What is held back of a suite is the private tests' words, not the public ones'."""
    test = {"suite": "Correctness", "test": "A", "result": "fail", "messages": ["because"]}
    held = {**test, "test": "B", "messages": ["secret"], "private": True}
    result = {
        "lab": "x",
        "score": 0,
        "total": 1,
        "status": "wrong",
        "output": "",
        "sandbox": True,
        "tests": [test, held],
    }
    assert [one["messages"] for one in for_student(result)["tests"]] == [["because"], [WITHHELD]]
    suites = [{"suite": "Correctness", "points": 0, "of": 1}]
    made = gradescope([{**result, "suites": suites}])["tests"]
    assert [(one.get("visibility"), "because" in one["output"], "secret" in one["output"]) for one in made] == [
        (None, True, False), ("hidden", False, True),
    ]  # fmt: skip
