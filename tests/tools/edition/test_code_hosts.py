# What a code host is told of a check: its files by its own schema where that is there, annotations at the student's lines.
# Run: ./course test test_code_hosts
from __future__ import annotations

import json
import os
import re
import shlex
import xml.etree.ElementTree as xml

import pytest
import yaml

from tools.build.meson import BUILD
from tools.edition.students import RUNNERS
from tools.grade import grading
from tools.grade.grading import Verdict
from tools.model import ROOT, find_lab, load_course
from tools.report import ci

LAB = find_lab("transpose_naive")
OTHER = find_lab("elapsed_ticks")
PATH = f"labs/{LAB.slug}/{LAB.file}"
ALL = list(load_course().labs)
ACCUSED = {
    "file": os.path.relpath(LAB.path, BUILD.resolve()),
    "line": 7,
}  # as the compiler, which is called there, has it
NAMED = f"race: out is written by two threads, {LAB.file} line 9, and again, {LAB.file} line 11. 100 % wrong, a:b,c\nso"


def verdict(*tests: grading.Test, lab=LAB) -> Verdict:
    return Verdict(lab, "sim", tests)


FAILED = verdict(
    grading.Test("Correctness", "Square", "fail", (NAMED,)),
    grading.Test("Correctness", "Tall", "fail", (NAMED.replace("9", "10"),)),
    grading.Test("Memory", "Loads", "fail", ("32 sectors a request; 4 would do.",), ACCUSED),
    grading.Test("Memory", "Stores", "fail", ()),
)
LINES = LAB.path.read_text().splitlines()
BEGINS = next(number for number, line in enumerate(LINES, 1) if line.startswith(f"void {LAB.stem}("))
WORDS = (
    f"labs/x.hpp:3:1: error: no\n{PATH}:12:5: error: expected ';' before 'x'\n   12 | y\n{PATH}:14:2: fatal error: oh"
)


def test_complaints_stand_at_the_students_lines_and_the_same_one_is_said_once():
    found = [(one.path, one.line, one.check) for one in ci.complaints([(LAB, FAILED), (OTHER, "simtcc: odd")])]
    assert found == [
        (PATH, 9, "Correctness.Square"), (PATH, 7, "Memory.Loads"), (PATH, BEGINS, "Memory.Stores"),
        (f"labs/{OTHER.slug}/{OTHER.file}", 1, "does not compile"),
    ]  # fmt: skip
    assert [one.line for one in ci.complaints([(LAB, WORDS)])] == [12, 14]


def test_an_access_in_another_file_is_no_line_of_the_students():
    elsewhere = grading.Test("Memory", "Loads", "fail", ("here",), {"file": "../simt/x.hpp", "line": 99})
    assert ci.complaints([(LAB, verdict(elsewhere))])[0].line == BEGINS


COMMAND = re.compile(r"::(error|notice) ((?:\w+=[^,:]*)(?:,\w+=[^,:]*)*)::([^\r\n]*)")


def test_github_reads_every_line_as_one_command_and_classroom_its_points():
    """As the runner's documentation has them: %, CR and LF coded; in properties also colon and comma."""
    lines = ci.github_lines(
        [(LAB, FAILED), (OTHER, verdict(grading.Test("Correctness", "A", "pass", ()), lab=OTHER))], [LAB, OTHER]
    )
    read = [COMMAND.fullmatch(line) for line in lines]
    assert all(read) and [one[1] for one in read] == ["error"] * 3 + ["notice"] * 2
    about = dict(one.split("=") for one in read[0][2].split(","))
    assert about == {"file": PATH, "line": "9", "title": f"{LAB.name}%3A Correctness.Square"}
    assert "100 %25 wrong, a:b,c%0Aso" in read[0][3]
    assert read[3][3] == f"Points {OTHER.total}/{LAB.total + OTHER.total}"
    assert json.loads(read[4][3]) == {"totalPoints": OTHER.total, "maxPoints": LAB.total + OTHER.total}
    assert read[4][2] == "title=Autograding report"


def test_the_summary_names_every_lab_and_quotes_nothing_as_markdown():
    evil = verdict(grading.Test("Correctness", "A", "fail", ("```\n</details><img src=x>\n````",)))
    text = ci.summary([(LAB, evil), (OTHER, WORDS)], ALL)
    assert text.startswith(f"## 0 of {sum(lab.total for lab in ALL)} points\n")
    assert all(f"| `{lab.name}` |" in text for lab in ALL)
    assert f"| `{LAB.name}` | 0 of {LAB.total} | wrong |" in text and f"0 of {OTHER.total} | not compiling |" in text
    assert "`````text\n```\n</details><img src=x>\n````\n`````" in text
    assert text.count("<details>") == text.count("\n</details>\n") == 2


def test_junit_and_code_quality_say_the_same(tmp_path):
    graded = [(LAB, FAILED), (OTHER, WORDS.replace(PATH, OTHER.file) + "\x00")]
    ci.write_junit(str(tmp_path / "junit.xml"), graded)
    ci.write_code_quality(str(tmp_path / "quality.json"), graded)
    suites = {suite.get("name"): suite for suite in xml.parse(tmp_path / "junit.xml").getroot()}
    assert (suites[LAB.name].get("tests"), suites[LAB.name].get("failures")) == ("4", "4")
    assert suites[OTHER.name].find("testcase/failure").text.startswith("labs/x.hpp:3:1")
    found = json.loads((tmp_path / "quality.json").read_text())
    assert [one["location"]["lines"]["begin"] for one in found] == [9, 7, BEGINS, 12, 14]
    assert len({one["fingerprint"] for one in found}) == 5
    for one in found:  # what GitLab's documentation wants of each
        assert {"description", "check_name", "fingerprint", "severity", "location"} == one.keys()
        assert one["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert not one["location"]["path"].startswith(("./", "/"))

    def print_of(line: int) -> str:
        test = grading.Test("Correctness", "Square", "fail", (NAMED.replace("line 9", f"line {line}"),))
        ci.write_code_quality(str(tmp_path / "one.json"), [(LAB, verdict(test))])
        return json.loads((tmp_path / "one.json").read_text())[0]["fingerprint"]

    assert print_of(9) == print_of(12)  # the same complaint, wherever its line has gone


# --- the files, and their commands ----------------------------------------------------------------------------------


def read(path: str) -> dict:
    return yaml.load((ROOT / RUNNERS[path]).read_text(), yaml.BaseLoader)  # `on` is a word here


GITHUB, GITLAB = ".github/workflows/classroom.yml", ".gitlab-ci.yml"


def commands(path: str) -> list[str]:
    if path == GITHUB:
        return [step["run"] for step in read(path)["jobs"]["run-autograding-tests"]["steps"] if "run" in step]
    return read(path)["labs"]["script"]


def test_they_run_with_every_push_and_may_do_nothing_else():
    workflow = read(GITHUB)
    assert "push" in workflow["on"] and workflow["permissions"] == {"contents": "read"}
    assert all(
        re.fullmatch(r"actions/\w+@v\d+", step["uses"])
        for step in workflow["jobs"]["run-autograding-tests"]["steps"]
        if "uses" in step
    )
    reports, [script] = read(GITLAB)["labs"]["artifacts"]["reports"], commands(GITLAB)
    assert f"--junit {reports['junit']} --code-quality {reports['codequality']}" in script
    assert read(GITLAB)["labs"]["artifacts"]["when"] == "always"


@pytest.fixture
def begun(course):
    """A student has one lab right, one that misses its budget, and one that does not compile."""
    broken = find_lab("sectors_touched")
    slow = next((ROOT / "tests" / LAB.slug / "wrong" / LAB.name).glob("*column*"), None)
    assert slow
    course.lab(OTHER.name).write_text(OTHER.solution.read_text())
    course.lab(LAB.name).write_text(slow.read_text())
    course.lab(broken.name).write_text("int f( {\n")
    yield course, broken
    for lab in (OTHER, LAB, broken):
        course.lab(lab.name).write_text(lab.skeleton.read_text())


@pytest.mark.parametrize("path", RUNNERS)
def test_its_commands_do_what_the_host_wants(begun, path, tmp_path, monkeypatch):
    course, broken = begun
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    [command] = commands(path)
    program, *words = shlex.split(command)
    done = course(*words)
    assert program == "./course" and done.returncode == 1, done.stderr
    if path == GITHUB:
        errors = [COMMAND.fullmatch(line) for line in done.stdout.splitlines() if line.startswith("::")]
        assert all(errors) and f"file=labs/{broken.slug}/{broken.file},line=1," in done.stdout
        assert re.search(rf"::error file={PATH},line=[1-9]\d*,", done.stdout)
        won = OTHER.total + LAB.points["Correctness"]
        assert f"Points {won}/{sum(lab.total for lab in ALL)}" in done.stdout
        assert f"## {won} of " in (tmp_path / "summary.md").read_text()
        return
    reports = read(path)["labs"]["artifacts"]["reports"]
    suites = xml.parse(course.root / reports["junit"]).getroot()
    assert {suite.get("name"): suite.get("failures") != "0" for suite in suites} == {
        OTHER.name: False, LAB.name: True, broken.name: True,
    }  # fmt: skip
    quality = json.loads((course.root / reports["codequality"]).read_text())
    assert {one["location"]["path"] for one in quality} == {PATH, f"labs/{broken.slug}/{broken.file}"}
    assert not (tmp_path / "summary.md").exists()


def test_with_nothing_begun_there_are_reports_all_the_same(course, tmp_path, monkeypatch):
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    files = [tmp_path / "junit.xml", tmp_path / "quality.json"]
    done = course("check", "--github", "--junit", str(files[0]), "--code-quality", str(files[1]))
    assert done.returncode == 0, done.stderr
    assert len(xml.parse(files[0]).getroot()) == 0 and json.loads(files[1].read_text()) == []
    assert "Points 0/" in done.stdout and os.path.getsize(tmp_path / "summary.md")
