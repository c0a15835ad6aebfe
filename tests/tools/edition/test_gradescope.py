# The autograder for Gradescope: what is in the zip, and what it makes of submissions in Gradescope's folders.
# Run: ./course test test_gradescope
from __future__ import annotations

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tomllib
import zipfile

import pytest

from tests.tools.grade.students import LAB, SOLUTION
from tools.edition.class_text import class_text
from tools.edition.gradescope import write_autograder
from tools.grade.submissions import Submission
from tools.model import ROOT, load_course
from tools.taught import load_class, read_class
from tools.verbs import grade

CLASS = f"""labs = ['{LAB.name}']
[points]
{LAB.name} = 50
[due]
{LAB.name} = 2026-10-19T12:00:00+00:00
[late]
percent_a_day = 10
[gradescope]
leaderboard = true
visibility = "after_due_date"
tests = {{ "{LAB.name}" = "visible" }}
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory) -> dict[str, bytes]:
    path = tmp_path_factory.mktemp("zip") / "autograder.zip"
    write_autograder(str(path), read_class(tomllib.loads(CLASS)))
    with zipfile.ZipFile(path) as made:
        programs = {entry.filename for entry in made.infolist() if entry.external_attr >> 16 & 0o111}
        assert programs == {"setup.sh", "run_autograder", "course/course"}
        return {entry.filename: made.read(entry) for entry in made.infolist()}


def test_it_has_what_grading_takes_and_no_more(archive):
    assert f"course/solutions/{LAB.slug}/{LAB.file}" in archive and f"course/tests/{LAB.slug}/{LAB.name}.cpp" in archive
    assert not [name for name in archive if "/legal/" in name or "/chapters/" in name or "/experiments/" in name]
    wrong = [name for name in archive if "/wrong/" in name]
    assert len(wrong) == 1 and wrong[0].endswith("skeleton" + pathlib.PurePath(LAB.file).suffix)
    labs = [
        lab["name"]
        for chapter in tomllib.loads(archive["course/course.toml"].decode())["chapters"]
        for lab in chapter.get("labs", [])
    ]
    assert labs == [LAB.name]


def test_its_class_is_the_class(archive):
    taught, again = read_class(tomllib.loads(CLASS)), read_class(tomllib.loads(archive["course/class.toml"].decode()))
    assert (again.due, again.late, again.gradescope) == (taught.due, taught.late, taught.gradescope)
    assert {lab.name: lab.points for lab in again.labs}[LAB.name] == taught.labs[0].points
    assert class_text(load_class()).count("\n") == 1


@pytest.mark.parametrize("name", ["setup.sh", "run_autograder"])
def test_its_scripts_are_read_by_a_plain_shell(archive, name):
    assert subprocess.run(["sh", "-n"], input=archive[name]).returncode == 0


def test_its_set_up_hands_in_something_for_every_grader(archive, tmp_path):
    """grade builds and tries no grader that nobody needs."""
    lines = archive["setup.sh"].decode().splitlines()
    made = [line for line in lines if "/tmp/course-nobody/nobody" in line and line.startswith(("mkdir", "cp"))]
    subprocess.run(["sh", "-euc", "\n".join(made).replace("/tmp/course-nobody", str(tmp_path))], cwd=ROOT, check=True)
    labs = load_course().labs
    nobody = [Submission("nobody", tmp_path / "nobody")]
    assert grade.handed_in_by_somebody(labs, grade.all_handed_in(nobody, labs)) == labs


def autograde(course, home: pathlib.Path, created: str = "") -> tuple[int, dict]:
    """What Gradescope finds when its program has run in this layout."""
    (home / "submission").mkdir(parents=True, exist_ok=True)
    (home / "results").mkdir()
    if created:
        (home / "submission_metadata.json").write_text(json.dumps({"id": 1, "created_at": created}))
    environment = {**os.environ, "COURSE_PYTHON": sys.executable, "PYTHONPATH": str(course.root)}
    environment.pop("COURSE_CLASS", None)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tools.grade.gradescope", str(home)],
        cwd=course.root, env=environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    made = home / "results" / "results.json"
    return done.returncode, json.loads(made.read_text()) if made.exists() else {"said": done.stderr}


@pytest.fixture
def taught(course):
    (course.root / "class.toml").write_text(CLASS)
    yield
    (course.root / "class.toml").unlink()


def test_a_good_submission_named_by_a_browser_and_late(course, taught, tmp_path):
    home = tmp_path / "autograder"
    (home / "submission").mkdir(parents=True)
    (home / "submission" / f"{LAB.stem} (1){pathlib.PurePath(LAB.file).suffix}").write_text(SOLUTION)
    os.mkfifo(home / "submission" / "pipe")
    (home / "submission" / "link.cpp").symlink_to("/etc/passwd")
    status, made = autograde(course, home, "2026-10-20T11:00:00.123456-07:00")
    assert status == 0, made
    assert made["score"] == 40 and sum(test["score"] for test in made["tests"]) == 50
    assert {test["visibility"] for test in made["tests"]} == {"visible"}
    assert made["leaderboard"] == [{"name": "points", "value": 40}, {"name": "labs solved", "value": 1}]
    assert "2 days late: 40 of its 50 points count" in made["output"]
    assert ("in a box" in made["output"]) != ("no box" in made["output"])


def test_private_tests_are_hidden_entries(course, tmp_path):
    home, private = tmp_path / "autograder", course.root / "private"
    (home / "submission").mkdir(parents=True)
    (home / "submission" / LAB.file).write_text(SOLUTION)
    private.mkdir(mode=0o700)  # as setup.sh leaves it
    try:
        (private / "private.toml").write_text(f"[{LAB.name}]\nseeds = [4711]\n")
        (course.root / "class.toml").write_text(f"labs = ['{LAB.name}']\n")
        status, made = autograde(course, home)
    finally:
        shutil.rmtree(private)
        (course.root / "class.toml").unlink()
    assert status == 0 and made["score"] == LAB.total, made
    seen = {test["name"]: test.get("visibility") for test in made["tests"]}
    assert seen == {
        f"{LAB.name}: {suite}{more}": word
        for suite in LAB.points
        for more, word in (("", None), (", private tests", "hidden"))
    }


def test_nothing_handed_in_is_a_result_and_a_broken_course_is_none(course, taught, tmp_path):
    home = tmp_path / "autograder"
    status, made = autograde(course, home)
    assert status == 0 and made["score"] == 0, made
    assert f"{LAB.file} was not handed in" in made["tests"][0]["output"]
    (course.root / "class.toml").write_text("labs = 3")
    status, made = autograde(course, tmp_path / "again")
    assert status == 2 and "labs wants a list" in made["said"]


def test_every_lab_has_its_place_in_the_archive_of_all(tmp_path):
    write_autograder(str(tmp_path / "all.zip"), load_class())
    with zipfile.ZipFile(tmp_path / "all.zip") as made:
        names = set(made.namelist())
    assert all(f"course/tests/{lab.slug}/{lab.name}.cpp" in names for lab in load_course().labs)
