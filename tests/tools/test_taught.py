# class.toml: labs, points, deadlines and late work of a class; every mistake in it is one line that says what to do.
# Run: ./course test test_taught
from __future__ import annotations

import datetime
import json
import tomllib

import pytest

from tools.errors import CourseError
from tools.model import load_course
from tools.taught import load_class, read_class, taught_lab, taught_labs

LABS = load_course().labs
FIRST, SECOND = LABS[0], LABS[1]
OTHER = next(lab for lab in LABS if lab.slug != FIRST.slug)
DUE = "2026-10-19T23:59:00+02:00"

WRONG = {
    "labs = ['no_such_lab']": "no lab and no chapter 'no_such_lab'",
    f"labs = ['{FIRST.name[:-1]}']": "no lab and no chapter",
    "labs = 'x'": "labs wants a list of names",
    "lab = []": "there is no 'lab'. There are: labs, without",
    "without = [" + ", ".join(f"'{chapter.slug}'" for chapter in load_course().chapters) + "]": "no lab is left",
    f"[points]\n{FIRST.name} = -1": "wants a whole number",
    f"[points]\n{FIRST.name} = 2.5": "wants a whole number",
    f"[points]\n{FIRST.name} = true": "wants a whole number",
    f"[points]\n{FIRST.name} = {{ Speed = 3 }}": f"{FIRST.name} has no 'Speed'. It has: {', '.join(FIRST.points)}",
    "[points]\nnobody = 3": "points: there is no lab 'nobody'",
    "points = 3": "points wants a table",
    f"[due]\n{FIRST.name} = 2026-10-19T23:59:00": "wants a time with its zone",
    f"[due]\n{FIRST.name} = 2026-10-19": "wants a time with its zone",
    f"[due]\nnobody = {DUE}": "due: there is no lab and no chapter 'nobody'",
    f"[due]\n{FIRST.name} = '{DUE}'": f"with its zone and no quotes, like {DUE[:19]}",
    f"[columns]\n{FIRST.name} = 'x'\n{SECOND.name} = 'x'": f"columns: {FIRST.name} and {SECOND.name} have the same, 'x'",
    "[late]\npercent = 10": "late: there is no 'percent'. There are: percent_a_day",
    "[late]\npercent_a_day = 'ten'": "wants a number",
    "[late]\ngrace_minutes = -1": "wants a number",
    "[columns]\nnobody = 'x'": "no lab and no chapter 'nobody'",
    f"[columns]\n'{FIRST.slug}' = 'x'": "is no lab and not 'total'",
    "[columns]\ntotal = 3": "wants a column's name in quotes",
}


def read(text: str):
    return read_class(tomllib.loads(text))


@pytest.mark.parametrize("text", WRONG)
def test_a_mistake_is_one_line(text):
    with pytest.raises(CourseError, match=WRONG[text].replace("(", r"\(")) as told:
        read(text)
    assert "\n" not in str(told.value)


def test_without_a_file_it_is_the_course(monkeypatch):
    monkeypatch.setenv("COURSE_CLASS", "")
    assert list(load_class().labs) == LABS == taught_labs([])


def test_labs_and_chapters_are_chosen_and_left_out():
    slug = FIRST.slug
    assert {lab.slug for lab in read(f"labs = ['{slug}']").labs} == {slug}
    names = [lab.name for lab in read(f"labs = ['{slug}', '{OTHER.name}']\nwithout = ['{FIRST.name}']").labs]
    assert names == [lab.name for lab in LABS if (lab.slug == slug or lab == OTHER) and lab != FIRST]


def test_points_of_a_suite_or_of_all_of_it():
    suite = next(iter(FIRST.points))
    found = {lab.name: lab for lab in read(f"[points]\n{FIRST.name} = {{ {suite} = 77 }}\n{SECOND.name} = 101").labs}
    assert found[FIRST.name].points == {**FIRST.points, suite: 77}
    assert found[SECOND.name].total == 101 and all(points > 0 for points in found[SECOND.name].points.values())
    assert found[OTHER.name].points == OTHER.points
    assert read(f"[points]\n{FIRST.name} = 0").labs[0].total == 0


@pytest.mark.parametrize("total", [1, 3, 7, 100, 999])
def test_points_are_shared_out_to_the_last_one(total):
    text = "[points]\n" + "\n".join(f"{lab.name} = {total}" for lab in LABS)
    assert {lab.total for lab in read(text).labs} == {total}


def test_the_order_of_suites_is_the_courses():
    assert [list(lab.points) for lab in read(f"[points]\n{FIRST.name} = 3").labs] == [list(lab.points) for lab in LABS]


def test_a_labs_deadline_goes_before_its_chapters():
    early = "2026-10-01T12:00:00Z"
    taught = read(f"[due]\n{FIRST.name} = {early}\n{FIRST.slug} = {DUE}")
    assert taught.due[FIRST.name] == datetime.datetime.fromisoformat(early)
    assert taught.due[SECOND.name] == datetime.datetime.fromisoformat(DUE) and OTHER.name not in taught.due


def test_days_late_are_days_begun_after_the_grace():
    taught = read(f"[due]\n{FIRST.name} = {DUE}\n[late]\npercent_a_day = 20\nmost_days = 3\ngrace_minutes = 10")
    due = datetime.datetime.fromisoformat(DUE)
    minutes = {-5: 0, 0: 0, 10: 0, 11: 1, 1440: 1, 1441: 2, 3 * 1440: 3, 3 * 1440 + 1: 4}
    for late, days in minutes.items():
        assert taught.days_late(FIRST.name, due + datetime.timedelta(minutes=late)) == days, late
    assert [taught.late.kept(days) for days in range(5)] == [1, 0.8, 0.6, 0.4, 0]
    utc = (due + datetime.timedelta(minutes=1440)).astimezone(datetime.UTC)
    assert taught.days_late(FIRST.name, utc) == 1
    assert taught.days_late(OTHER.name, due) == taught.days_late(FIRST.name, None) == 0


def test_the_file_is_named_where_it_cannot_be_read(tmp_path, monkeypatch):
    path = tmp_path / "autumn.toml"
    monkeypatch.setenv("COURSE_CLASS", str(path))
    with pytest.raises(CourseError, match="autumn.toml cannot be read: No such file"):
        load_class()
    path.write_text("labs = [")
    with pytest.raises(CourseError, match="autumn.toml is no TOML"):
        load_class()
    path.write_text("labs = ['x']")
    with pytest.raises(CourseError, match=r"^autumn.toml: there is no lab"):
        load_class()


def test_who_asks_for_what_is_left_out_is_told_so(tmp_path, monkeypatch):
    path = tmp_path / "class.toml"
    path.write_text(f"without = ['{FIRST.name}']")
    monkeypatch.setenv("COURSE_CLASS", str(path))
    with pytest.raises(CourseError, match="class.toml leaves it out"):
        taught_lab(FIRST.name)
    assert taught_lab(SECOND.name) == SECOND


def test_what_a_student_sees_is_the_class(course):
    file = course.root / "class.toml"
    file.write_text(f"without = ['{OTHER.name}']\n[points]\n{FIRST.name} = 77\n[due]\n{FIRST.name} = {DUE}\n")
    try:
        chapters = json.loads(course("list", "--json").stdout)
        said, table = course().stdout, course("list").stdout
    finally:
        file.unlink()
    labs = {lab["name"]: lab for chapter in chapters for lab in chapter["labs"]}
    assert labs[FIRST.name]["total"] == 77 and labs[FIRST.name]["due"] == DUE and OTHER.name not in labs
    assert f"of {sum(lab.total for lab in LABS) - FIRST.total - OTHER.total + 77} points" in said
    assert f"of {len(LABS) - 1} labs solved" in said
    assert "2026-10-19 23:59 +0200" in table and OTHER.name not in table.replace(f"{OTHER.name}_", "")
