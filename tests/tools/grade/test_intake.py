# What students really hand in: copies of the whole course, what cannot be opened, what others have added.
# Run: ./course test test_intake
from __future__ import annotations

import pathlib

import pytest

from tests.tools.grade.test_roster import CANVAS, LAB, LABS, MOODLE, OTHER, lay, roster_of, taken, texts, zip_of
from tools.classes.handed_out import HandedOut, say_what_was_taken
from tools.grade.roster import whose
from tools.grade.submissions import handed_in

HOME = "Ada Lovelace_501_assignsubmission_file_"
OF_A_FUNCTION = next(lab for lab in LABS if lab.file.endswith(".cpp"))  # its grader has the same name
COPY = {
    f"labs/{LAB.slug}/{LAB.file}": "ada",
    f"solutions/{LAB.slug}/{LAB.file}": "solution",
    f"labs/{OF_A_FUNCTION.slug}/{OF_A_FUNCTION.file}": "ada too",
    f"tests/{OF_A_FUNCTION.slug}/{OF_A_FUNCTION.file}": "grader",
    f"build/{LAB.file}": "old",
    "simt/simt.hpp": "",
}
COURSE = {**COPY, "course.toml": "", "README.md": ""}


def of_ada(intake, lab=LAB):
    return handed_in(next(one for one in intake.submissions if one.name == "Ada Lovelace"), lab, LABS)


def packed(files: dict[str, str], home: str) -> dict[str, bytes | str]:
    return {f"{home}/w.zip": zip_of({f"warpwise/{name}": data for name, data in files.items()})}


@pytest.mark.parametrize(
    "packing", [packed, lambda files, home: {f"{home}/{name}": data for name, data in files.items()}]
)
def test_of_a_copy_of_the_course_labs_are_graded(tmp_path, packing):
    intake = taken(tmp_path, roster_of(tmp_path, MOODLE), lay(tmp_path / "class", packing(COURSE, HOME)))
    assert texts(intake) == {"Ada Lovelace": "ada"} and texts(intake, OF_A_FUNCTION) == {"Ada Lovelace": "ada too"}
    assert not intake.not_placed and len(intake.lines) == 3
    assert "is a copy of the course, of which labs/ is looked at" in {line[3] for line in intake.lines}


def test_and_of_a_part_of_it_too(tmp_path):
    intake = taken(tmp_path, roster_of(tmp_path, MOODLE), lay(tmp_path / "class", packed(COPY, HOME)))
    assert texts(intake) == {"Ada Lovelace": "ada"} and texts(intake, OF_A_FUNCTION) == {"Ada Lovelace": "ada too"}
    assert any("one of several" in why for _, why in intake.not_placed)


def test_the_whole_course_is_not_too_much(tmp_path):
    many = COURSE | {f"chapters/{n}.md": "" for n in range(2500)}
    intake = taken(tmp_path, roster_of(tmp_path, MOODLE), lay(tmp_path / "class", packed(many, HOME)))
    assert texts(intake) == {"Ada Lovelace": "ada"}


@pytest.mark.parametrize("data", [b"PK\3\4 and then nothing", b"", zip_of({"a.rar": b"Rar!"})])
def test_what_cannot_be_opened_is_not_missing(tmp_path, data):
    files = {f"{HOME}/work.zip": data, f"{HOME}/{OTHER.file}": "other"}
    intake = taken(tmp_path, roster_of(tmp_path, MOODLE), lay(tmp_path / "class", files))
    assert of_ada(intake).why == "unreadable" and of_ada(intake, OTHER).file
    assert f"{LAB.file} was not found, and " in of_ada(intake).reason and "Ada Lovelace" not in intake.nothing


def test_a_link_to_a_folder_is_not_missing(tmp_path):
    place = lay(tmp_path / "class", {f"{HOME}/notes.txt": ""})
    (place / HOME / "labs").symlink_to(tmp_path)
    assert "labs is a link, and is not followed" in of_ada(taken(tmp_path, roster_of(tmp_path, MOODLE), place)).reason


def test_a_file_in_a_folder_called_build_is_found(tmp_path):
    intake = taken(tmp_path, roster_of(tmp_path, MOODLE), lay(tmp_path / "class", {f"{HOME}/build/{LAB.file}": "x"}))
    assert texts(intake) == {"Ada Lovelace": "x"}


def test_blackboards_receipts_are_nobodys_work_and_logins_may_have_underscores(tmp_path):
    roster = roster_of(tmp_path, "Last Name,First Name,Username\nLovelace,Ada,ada_l\nNa,Li,l\n")
    start = "Gradebook_CS1_Lab_1_ada_l_attempt_2026-10-19-23-59-59"
    files = {f"{start}.txt": "Name: Ada", f"{start}_{LAB.file}": "ada", f"{start}_._{LAB.file}": "resource fork"}
    intake = taken(tmp_path, roster, lay(tmp_path / "class", files))
    assert texts(intake) == {"Ada Lovelace": "ada"} and not intake.not_placed
    assert {line[3] for line in intake.lines if not line[2]} == {"not of the student's making"}
    broken = taken(tmp_path / "b", roster, lay(tmp_path / "broken", {f"{start}_work.zip": b"PK"}))
    assert "work.zip is no zip that can be read" in of_ada(broken).reason


def test_the_end_of_a_strangers_login_is_nobodys_on_blackboard(tmp_path):
    roster = roster_of(tmp_path, "name,login\nAda Lovelace,ada_l\nAnn Smith,smith\n")
    when = "attempt_2026-10-19-23-59-59"
    mine = {f"Lab_1_{login}_{when}_{LAB.file}": login for login in ("ada_l", "smith")}
    assert texts(taken(tmp_path, roster, lay(tmp_path / "known", mine))) == {
        "Ada Lovelace": "ada_l",
        "Ann Smith": "smith",
    }
    files = {f"Lab_1_ada_l_{when}_{LAB.file}": "ada", f"Lab_1_j_smith_{when}_{LAB.file}": "j"}
    intake = taken(tmp_path / "b", roster, lay(tmp_path / "class", files))
    assert texts(intake) == {"Ada Lovelace": "ada"}
    assert [why for _, why in intake.not_placed] == ["is of 'j_smith', who is not in the roster"]


def test_a_number_that_is_another_persons_by_chance_decides_nothing(tmp_path):
    roster = roster_of(tmp_path, "name,id\nAda Lovelace,9002\nJürgen Müller,9001\n")
    claim = whose(f"lovelaceada_9001_5_{LAB.file}", roster)
    assert claim.person is None and claim.why_not == "may be of Jürgen Müller (line 3) or Ada Lovelace (line 2)"
    renamed = roster_of(tmp_path, CANVAS.replace("Lovelace, Ada", "Byron, Ada"))
    assert whose(f"lovelaceada_9001_5_{LAB.file}", renamed).person.name == "Byron, Ada"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_utf_16_is_said_and_other_marks_and_ends_of_lines_are_nothing_to_say(tmp_path, encoding):
    mark = "\ufeff" if encoding.endswith("be") else ""
    files = {f"{HOME}/{LAB.file}": (mark + "// ada").encode(encoding), f"{HOME}/{OTHER.file}": b"\xef\xbb\xbf// x\r\n"}
    intake = taken(tmp_path, roster_of(tmp_path, MOODLE), lay(tmp_path / "class", files))
    assert of_ada(intake).why == "unreadable" and "saved as UTF-8" in of_ada(intake).reason
    assert of_ada(intake, OTHER).file


def test_what_class_toml_and_the_platform_do_not_agree_on_is_said(tmp_path, monkeypatch, capsys):
    taught = tmp_path / "class.toml"
    taught.write_text(
        f"\ufeff[columns]\n{LAB.name} = 'Lab 1 (7)'\n[due]\n{LAB.name} = 2026-10-19T23:59:00Z\n", encoding="utf-8"
    )
    monkeypatch.setenv("COURSE_CLASS", str(taught))
    roster = roster_of(tmp_path, CANVAS)
    intake = taken(tmp_path, roster, lay(tmp_path / "class", {f"lovelaceada_LATE_9001_1_{LAB.file}": ""}))
    say_what_was_taken(HandedOut(roster, intake), pathlib.Path("results"))
    said = capsys.readouterr().err
    assert (
        "the roster has no column 'Lab 1 (7)'" in said
        and "marked as late, but does not say how much: Lovelace, Ada" in said
    )
