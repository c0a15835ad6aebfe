# Rosters that will not do; and what a platform and a student are given back.
# Run: ./course test test_given_back
from __future__ import annotations

import csv
import io

import pytest

from tests.tools.grade.test_roster import CANVAS, LAB, LABS, MOODLE, OTHER, OWN, roster_of
from tools.errors import CourseError
from tools.grade.feedback import page, platform_csv, unformula
from tools.grade.roster import read_roster

WRONG = {
    "": "no column for names",
    "id,mail\n1,x\n": "no column for names",
    "name,id\n": "names nobody",
    "name,login\nAda,x\nEve,x\n": "'x' twice: for Ada and Eve",
    "name,handed_in\nAda,yesterday\n": "line 2: 'yesterday' is no time with its zone",
    "name,handed_in\nAda,2026-10-20 10:00\n": "is no time with its zone",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_roster_that_will_not_do_is_one_line(tmp_path, text):
    with pytest.raises(CourseError, match=WRONG[text]) as told:
        roster_of(tmp_path, text)
    assert "\n" not in str(told.value)


def test_other_encodings_and_delimiters(tmp_path):
    with pytest.raises(CourseError, match="save it as 'CSV UTF-8'"):
        roster_of(tmp_path, OWN, "utf-16")
    assert roster_of(tmp_path, OWN.replace(",", ";")).people == roster_of(tmp_path, OWN, "utf-8-sig").people
    with pytest.raises(CourseError, match="cannot be read: No such file"):
        read_roster(tmp_path / "nothing.csv")


def result(lab, score: float) -> dict:
    return {
        "lab": lab.name,
        "score": score,
        "total": lab.total,
        "status": "wrong",
        "suites": [],
        "tests": [],
        "output": "",
    }


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


def test_moodle_gets_its_worksheet_back(tmp_path):
    roster = roster_of(tmp_path, MOODLE, "utf-8-sig")
    people = {person.name: person for person in roster.people}
    text = platform_csv(roster, people, {"Ada Lovelace": [result(LAB, 7.5), result(OTHER, 1)]}, LABS[:2], {})
    rows = read(text)
    assert text.startswith("\ufeff") and rows[0] == roster.header and len(rows) == 7
    assert rows[1][:2] == ["Participant 501", "Ada Lovelace"] and rows[1][5] == "8.5"
    assert rows[1][7] == f"{LAB.name}: 7.5 of {LAB.total}, wrong; {OTHER.name}: 1 of {OTHER.total}, wrong"
    assert rows[2][5] == "" and rows[6][1] == "'=cmd()"


def test_canvas_gets_its_columns_and_its_second_line_back(tmp_path):
    roster = roster_of(tmp_path, CANVAS)
    people = {person.name: person for person in roster.people}
    columns = {LAB.name: "Lab 1 (77)"}
    rows = read(platform_csv(roster, people, {"Na, Li": [result(LAB, 9), result(OTHER, 1)]}, LABS[:2], columns))
    assert rows[0] == roster.header and rows[1][0].strip() == "Points Possible" and rows[1][5] == "10"
    assert [row[5] for row in rows[2:]] == ["", "", "9"]


def test_new_columns_tell_canvas_what_they_are_of_and_none_counts_the_others_again(tmp_path):
    roster = roster_of(tmp_path, CANVAS)
    rows = read(platform_csv(roster, {}, {}, LABS[:2], {}))
    assert rows[0] == [*roster.header, LAB.name, OTHER.name]
    assert rows[1][6:] == [str(LAB.total), str(OTHER.total)] and rows[2][6:] == ["", ""]


def test_moodle_gets_commas_whatever_a_spreadsheet_has_made_of_them(tmp_path):
    roster = roster_of(tmp_path, MOODLE.replace(",", ";"), "utf-8-sig")
    assert read(platform_csv(roster, {}, {}, LABS[:1], {}))[0] == MOODLE.splitlines()[0].split(",")


def test_numbers_below_zero_are_no_formulas():
    cells = ["-1.5", "=1", "+x", "-cmd", " @x", "", "name", "＝1", "\tx", "-"]
    assert [unformula(cell) for cell in cells] == [
        "-1.5",
        "'=1",
        "'+x",
        "'-cmd",
        "' @x",
        "",
        "name",
        "'＝1",
        "'\tx",
        "-",
    ]


def test_what_a_student_wrote_is_text_on_the_page():
    bad = "<script>alert(1)</script>"
    lab = {**result(LAB, 1), "output": bad, "tests": [{"suite": "S", "test": "T", "result": "fail", "messages": [bad]}]}
    made = page(bad, [lab], [7])
    assert bad not in made and made.count("&lt;script&gt;") == 4 and "--seed 7" in made
