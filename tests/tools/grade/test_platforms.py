# A class as a learning platform exports it, graded by one call: everybody has a row, and the platform its points back.
# Run: ./course test test_platforms
from __future__ import annotations

import csv
import io
import json
import zipfile

import pytest

from tests.tools.grade.students import LAB, SOLUTION, grade, hand_in, reasons
from tests.tools.grade.test_roster import LAB as FIRST
from tests.tools.grade.test_roster import MOODLE, zip_of

MARK = "assignsubmission_file_"
PEOPLE = 40


def roster_text() -> str:
    more = "".join(
        f'Participant {600 + n},Person {n:02},{n},p{n}@uni.example,Submitted,"",50.00,""\n' for n in range(PEOPLE)
    )
    return MOODLE + more


@pytest.fixture(scope="module")
def graded(course, tmp_path_factory):
    folder, out = tmp_path_factory.mktemp("class"), tmp_path_factory.mktemp("results")
    stem, _, suffix = LAB.file.partition(".")
    files = {
        f"Ada Lovelace_501_{MARK}/{stem} (1).{suffix}": SOLUTION,
        f"Jürgen Müller_502_{MARK}/work.zip": zip_of({f"x/labs/{LAB.slug}/{LAB.file}": SOLUTION}),
        f"O'Neil Pat-Lee_503_{MARK}/{LAB.file}": LAB.skeleton.read_text(),
        f"Li Na_504_{MARK}/{FIRST.file}": "// another lab",
        f"Li Na_505_{MARK}/my_work.cu": SOLUTION,
        f"=cmd()_506_{MARK}/{LAB.file}": "#error <script>alert(1)</script>",
        f"Nobody_999_{MARK}/{LAB.file}": SOLUTION,
    }
    for n in range(PEOPLE):
        if n != 7:
            files[f"Person {n:02}_{600 + n}_{MARK}/{LAB.file}"] = SOLUTION if n == 3 else LAB.skeleton.read_text()
    (folder / "download.zip").write_bytes(zip_of({f"CUDA-Lab 1-77/{name}": data for name, data in files.items()}))
    (folder / "roster.csv").write_text(roster_text(), encoding="utf-8-sig")
    taught = course.root / "class.toml"
    taught.write_text(f"[columns]\ntotal = 'Grade'\n{LAB.name} = 'Lab 1'\n[points]\n{LAB.name} = 50\n")
    try:
        done = grade(
            course, folder / "download.zip", out, "--roster", str(folder / "roster.csv"), "--jobs", "2", any_calls=False
        )
    finally:
        taught.unlink()
    assert done.returncode == 0, done.stdout + done.stderr
    return out, done


def rows(path) -> dict[str, dict[str, str]]:
    with path.open(encoding="utf-8-sig") as file:
        read = list(csv.DictReader(file))
    key = "submission" if "submission" in read[0] else "Identifier"
    return {row[key]: row for row in read}


def test_everybody_has_a_row_and_a_status(graded):
    found = {name: row[f"{LAB.name} status"] for name, row in rows(graded[0] / "results.csv").items()}
    assert len(found) == PEOPLE + 6
    names = [
        "Ada Lovelace",
        "Jürgen Müller",
        "O'Neil Pat-Lee",
        "Li Na 1504",
        "Li Na 1505",
        "'=cmd()",
        "Person 03",
        "Person 07",
        "Person 08",
    ]
    assert [found[name] for name in names] == [
        "right", "right", "wrong", "missing", "missing", "not compiling", "right", "missing", "wrong",
    ]  # fmt: skip
    assert "There is also my_work.cu, which is no lab's name" in reasons(graded[0], "Li Na 1505")


def test_what_was_taken_for_what_and_what_for_nothing(graded):
    out, done = graded
    assert "Nobody_999_assignsubmission_file_" in done.stderr and "is nobody's in the roster" in done.stderr
    assert "my_work.cu is Li Na's, and no lab has that name" in done.stderr
    assert "No lab's file is there of 2: Li Na 1505, Person 07" in done.stdout
    with (out / "taken.csv").open(encoding="utf-8") as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == PEOPLE - 1 + 7
    assert {line["remark"] for line in lines if line["person"] == "Ada Lovelace"} == {f"taken for {LAB.file}"}


def test_the_platform_gets_its_worksheet_back(graded):
    found = rows(graded[0] / "grades.csv")
    assert list(next(iter(found.values())))[:8] == MOODLE.splitlines()[0].split(",")
    assert {found[f"Participant {number}"]["Grade"] for number in (501, 502, 603)} == {"50"}
    assert found["Participant 607"]["Grade"] == found["Participant 505"]["Lab 1"] == "0"
    assert "missing" in found["Participant 607"]["Feedback comments"]


def test_a_page_a_student_and_all_of_them_packed_as_moodle_has_them(graded):
    out, _ = graded
    made = (out / "=cmd()" / "feedback.html").read_text()
    assert "<script>" not in made and "does not compile" in made
    with zipfile.ZipFile(io.BytesIO((out / "feedback.zip").read_bytes())) as archive:
        names = archive.namelist()
    assert f"Ada Lovelace_501_{MARK}/feedback.html" in names and len(names) == PEOPLE + 6
    assert json.loads((out / "Ada Lovelace" / "results.json").read_text())["score"] == 50


def test_late_work_counts_as_class_toml_says(course, tmp_path):
    for name in ("ann", "ben"):
        hand_in(tmp_path / "class", name, SOLUTION)
    times = "name,handed_in\nann,2026-10-19T11:59:00Z\nben,2026-10-20T13:00:00+00:00\n"
    (tmp_path / "roster.csv").write_text(times)
    taught = course.root / "class.toml"
    taught.write_text(
        f"[points]\n{LAB.name} = 10\n[due]\n{LAB.name} = 2026-10-19T14:00:00+02:00\n[late]\npercent_a_day = 25\n"
    )
    try:
        done = grade(course, tmp_path / "class", tmp_path / "results", "--roster", str(tmp_path / "roster.csv"))
    finally:
        taught.unlink()
    assert done.returncode == 0, done.stderr
    found = rows(tmp_path / "results" / "results.csv")
    assert [(found[name]["score"], found[name][f"{LAB.name} days late"]) for name in ("ann", "ben")] == [
        ("10", "0"),
        ("5", "2"),
    ]
    assert "2 days late: 5 of its 10 points count" in (tmp_path / "results" / "ben" / "feedback.html").read_text()


@pytest.mark.parametrize(
    ("roster", "said"),
    {
        "": "no column for names",
        "name\nSomebody Else\n": "no file is anybody's of the roster; of the first: it is nobody's in the roster",
    }.items(),
)
def test_the_wrong_roster_grades_nobody(course, tmp_path, roster, said):
    hand_in(tmp_path / "class", "ann", SOLUTION)
    (tmp_path / "roster.csv").write_text(roster)
    done = grade(course, tmp_path / "class", tmp_path / "results", "--roster", str(tmp_path / "roster.csv"))
    assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "results").exists()
    done = grade(course, tmp_path / "roster.csv", tmp_path / "results", "--roster", str(tmp_path / "roster.csv"))
    assert done.returncode == 2 and ("is no folder and no zip" in done.stderr or said in done.stderr)
