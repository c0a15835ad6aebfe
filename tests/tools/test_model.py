# The reader of course.toml: what selects a lab, what is said of a broken list.
# Run: ./course test test_model
from __future__ import annotations

import pathlib

import pytest

from tools import model
from tools.errors import CourseError
from tools.model import find_chapters, find_lab, find_labs, load_course

BROKEN = {
    "not toml": "[[chapters]\n",
    "no chapters": '[course]\nname = "x"\ntagline = "y"\nmachine = "z"\n',
    "a lab with a misnamed key": '[course]\nname = "x"\ntagline = "y"\nmachine = "z"\n[[chapters]]\nslug = "01-a"\ntitle = "A"\n'
    '[[chapters.labs]]\nname = "l"\nfile = "l.cu"\ntitle = "L"\npoint = {}\nbudgets = {}\nhints = []\n',
}


def test_everything_without_a_selector_in_the_courses_order():
    assert find_labs([]) == load_course().labs


def test_chapter_slug_selects_its_labs():
    assert {lab.slug for lab in find_labs(["01-coalescing"])} == {"01-coalescing"}


def test_exact_name_wins_over_parts():
    assert find_lab("transpose_naive").name == "transpose_naive"


def test_parts_may_select_several_but_not_where_one_is_meant():
    assert len(find_labs(["transpose"])) > 1
    with pytest.raises(CourseError, match="several labs"):
        find_lab("transpose")


def test_the_order_is_the_courses_and_nothing_comes_twice():
    names = [lab.name for lab in find_labs(["transpose", "sectors_touched", "transpose_naive"])]
    assert names == [lab.name for lab in load_course().labs if lab.name in set(names)]
    assert len(names) == len(set(names))


def test_nothing_near_points_to_the_list():
    with pytest.raises(CourseError, match="course list"):
        find_lab("zzzzzz")


def test_chapters_by_number_or_word():
    assert [chapter.slug for chapter in find_chapters(["01"])] == ["01-coalescing"]
    with pytest.raises(CourseError, match="There are: 00-first-kernel, 01-coalescing"):
        find_chapters(["99"])


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_list_is_one_sentence(tmp_path: pathlib.Path, name: str):
    path = tmp_path / "course.toml"
    path.write_text(BROKEN[name])
    with pytest.raises(CourseError, match="course.toml"):
        load_course(path)


def test_digest_tells_a_missing_file_from_an_empty_one(tmp_path: pathlib.Path):
    empty = tmp_path / "empty"
    empty.touch()
    assert model.digest(empty) != model.digest(tmp_path / "missing")
    assert model.digest(empty, tmp_path / "missing") != model.digest(tmp_path / "missing", empty)


def test_a_chapter_may_pin_another_machine(tmp_path: pathlib.Path):
    path = tmp_path / "course.toml"
    course = '[course]\nname = "x"\ntagline = "y"\nmachine = "box"\n'
    chapter = '[[chapters]]\nslug = "{}"\ntitle = "A"\nlabs = []\n{}\n'
    path.write_text(course + chapter.format("01-a", "") + chapter.format("02-b", 'machine = "other"'))
    assert [chapter.machine for chapter in load_course(path).chapters] == ["box", "other"]
