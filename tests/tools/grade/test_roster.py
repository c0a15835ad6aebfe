# Downloads as learning platforms give them: whose each file is and which lab, and zips that mean harm.
# Run: ./course test test_roster
from __future__ import annotations

import io
import os
import pathlib
import re
import stat
import struct
import zipfile

import pytest

from tools.grade import archives
from tools.grade.intake import Intake, lab_named, take_in
from tools.grade.roster import read_roster, whose
from tools.grade.submissions import handed_in
from tools.model import load_course

LABS = load_course().labs
LAB, OTHER = LABS[0], LABS[1]
MOODLE = "Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade,Feedback comments\n" + "".join(
    f'Participant {number},{name},{1000 + number},{mail}@uni.example,Submitted,"",100.00,""\n'
    for number, name, mail in [
        (501, "Ada Lovelace", "ada"),
        (502, "Jürgen Müller", "jm"),
        (503, "O'Neil Pat-Lee", "pat"),
        (504, "Li Na", "lina"),
        (505, "Li Na", "lina2"),
        (506, "=cmd()", "eve"),
    ]
)
CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Lab 1 (77)\n"
    "    Points Possible,,,,,10\n"
    '"Lovelace, Ada",9001,s1,ada,A,\n"Müller, Jürgen",9002,s2,jm,A,\n"Na, Li",9003,s3,lina,A,\n'
)
OWN = "name,login,handed_in\nAda Lovelace,ada-l,2026-10-20T10:00:00+02:00\nJürgen Müller,jm,\n"


def roster_of(tmp_path: pathlib.Path, text: str, encoding: str = "utf-8"):
    path = tmp_path / "roster.csv"
    path.write_bytes(text.encode(encoding))
    return read_roster(path)


def zip_of(files: dict[str, bytes | str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


def lay(folder: pathlib.Path, files: dict[str, bytes | str]) -> pathlib.Path:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return folder


def taken(tmp_path: pathlib.Path, roster, *places: pathlib.Path) -> Intake:
    return take_in(list(places), roster, LABS, tmp_path / "staging", ())


def texts(intake: Intake, lab=LAB) -> dict[str, str]:
    """Person → what is graded of them."""
    found = {}
    for one in intake.submissions:
        handed = handed_in(one, lab, LABS)
        found[one.name] = handed.file.read_text() if handed.file else handed.why
    return {name: text for name, text in found.items() if text != "missing"}


NAMES = {
    LAB.file: 0,
    f"{LAB.stem} (1).cu": 1,
    f"{LAB.stem}-1.cu": 1,
    f"{LAB.stem} - Copy.cu": 1,
    f"{LAB.stem} - Kopie (2).cu": 1,
    f"Copy of {LAB.file}": 1,
    f"{LAB.stem.title()}.CU": 1,
    f"{LAB.file}.txt": 1,
    LAB.file.replace("_", " "): 1,
    LAB.file.replace("_", "-"): 1,
    f"late_12345_{LAB.file}": 1,
    f"Ada Lovelace - {LAB.stem} (2).cu": 1,
}


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_known_by_its_name_whatever_was_done_to_it(name):
    lab, off = lab_named(name, LABS)
    assert lab == LAB and (off == 0) == (NAMES[name] == 0)


@pytest.mark.parametrize(
    "name", ["", ".cu", "x.cu", "firstkernel.cu", f"{LAB.stem}.py", f"{LAB.stem}2.cu", "kernel.cu", f"my{LAB.file}"]
)
def test_and_another_is_not_guessed(name):
    assert lab_named(name, LABS) is None


@pytest.mark.parametrize("lab", LABS, ids=lambda lab: lab.name)
def test_no_lab_is_taken_for_another(lab):
    suffix = pathlib.PurePath(lab.file).suffix
    for name in (lab.file, f"{lab.stem} (1){suffix}", f"{lab.stem}-1{suffix}", f"late_1_2_{lab.file}"):
        assert lab_named(name, LABS)[0] == lab, name


def test_moodle_with_folders(tmp_path):
    place = lay(tmp_path / "class", {
        f"Ada Lovelace_501_assignsubmission_file_/{LAB.file}": "ada",
        f"Jürgen Müller_502_assignsubmission_file_/labs/{LAB.slug}/{LAB.stem} (1).cu": "jm",
        "O'Neil Pat-Lee_503_assignsubmission_file_/work.zip": zip_of({f"inner/{LAB.file}": "pat", "__MACOSX/._x": ""}),
        f"Li Na_505_assignsubmission_file_/{LAB.file}": "lina2",
        "=cmd()_506_assignsubmission_file_/two.zip": zip_of({"one.zip": zip_of({LAB.file: "eve"})}),
    })  # fmt: skip
    intake = taken(tmp_path, roster_of(tmp_path, MOODLE, "utf-8-sig"), place)
    assert texts(intake) == {
        "Ada Lovelace": "ada", "Jürgen Müller": "jm", "O'Neil Pat-Lee": "pat", "Li Na 1505": "lina2", "=cmd()": "eve",
    }  # fmt: skip
    assert len(intake.submissions) == 6 and not intake.not_placed


def test_moodle_without_folders_in_one_more_folder_in_a_zip(tmp_path):
    (tmp_path / "all.zip").write_bytes(
        zip_of({f"Lab 1-77/Ada Lovelace_501_assignsubmission_file_{LAB.file}": "ada",
                f"Lab 1-77/Li Na_504_assignsubmission_file_{OTHER.file}": "lina"})
    )  # fmt: skip
    intake = taken(tmp_path, roster_of(tmp_path, MOODLE), tmp_path / "all.zip")
    assert texts(intake) == {"Ada Lovelace": "ada"} and texts(intake, OTHER) == {"Li Na 1504": "lina"}


def test_canvas(tmp_path):
    place = lay(tmp_path / "class", {
        f"lovelaceada_9001_123_{LAB.stem}-1.cu": "ada",
        f"lovelaceada_9001_124_{OTHER.file}": "ada too",
        f"müllerjürgen_LATE_9002_9001_{LAB.file}": "jm",
        f"nali_7777_5_{LAB.file}": "by name",
    })  # fmt: skip
    intake = taken(tmp_path, roster_of(tmp_path, CANVAS), place)
    assert texts(intake) == {"Lovelace, Ada": "ada", "Müller, Jürgen": "jm", "Na, Li": "by name"}
    assert texts(intake, OTHER) == {"Lovelace, Ada": "ada too"} and intake.late == {"Müller, Jürgen"}
    assert any(line[3] == f"taken for {LAB.file}" for line in intake.lines)


def test_folders_of_a_code_host_and_of_blackboard(tmp_path):
    place = lay(tmp_path / "class", {
        f"lab-1-ada-l/labs/{LAB.slug}/{LAB.file}": "ada",
        f"Lab 1_jm_attempt_2026-10-19-23-59-59_{LAB.file}": "jm",
        "lab-1-ada-l/.git/config": "no",
    })  # fmt: skip
    assert texts(taken(tmp_path, roster_of(tmp_path, OWN), place)) == {"Ada Lovelace": "ada", "Jürgen Müller": "jm"}


def test_what_cannot_be_placed_is_named_and_says_why(tmp_path):
    place = lay(tmp_path / "class", {
        "Ada Lovelace_501_assignsubmission_file_/kernel_final.cu": "x",
        "Ada Lovelace_501_assignsubmission_file_/work.rar": b"Rar!",
        f"Nobody Here_999_assignsubmission_file_/{LAB.file}": "x",
        f"Li Na_999_assignsubmission_file_/{LAB.file}": "x",
        "notes.txt": "x",
    })  # fmt: skip
    intake = taken(tmp_path, roster_of(tmp_path, MOODLE), place)
    told = {file.partition("class/")[2]: why for file, why in intake.not_placed}
    assert told == {
        "Ada Lovelace_501_assignsubmission_file_/kernel_final.cu": "is Ada Lovelace's, and no lab has that name",
        "Ada Lovelace_501_assignsubmission_file_/work.rar": "is Ada Lovelace's, and is not opened, as a zip is: ask for a zip",
        f"Nobody Here_999_assignsubmission_file_/{LAB.file}": "is nobody's in the roster",
        f"Li Na_999_assignsubmission_file_/{LAB.file}": "may be of Li Na (line 5) or Li Na (line 6)",
        "notes.txt": "is nobody's in the roster",
    }
    ada = next(one for one in intake.submissions if one.name == "Ada Lovelace")
    handed = handed_in(ada, LAB, LABS)
    assert handed.why == "unreadable" and "work.rar is not opened, as a zip is" in handed.reason


def test_of_several_the_one_with_the_labs_own_name_is_graded_and_that_is_said(tmp_path):
    home = "Ada Lovelace_501_assignsubmission_file_"
    place = lay(
        tmp_path / "class",
        {f"{home}/{LAB.stem} (1).cu": "1", f"{home}/{LAB.file}": "0", f"{home}/{LAB.stem} (2).cu": "2"},
    )
    intake = taken(tmp_path, roster_of(tmp_path, MOODLE), place)
    assert texts(intake) == {"Ada Lovelace": "0"}
    assert sum("one of several" in why for _, why in intake.not_placed) == 2


def test_whose_it_is_no_student_decides(tmp_path):
    """A folder in one's zip, a file's name or one's own name on the platform may look like somebody else's."""
    mark = "_501_assignsubmission_file_"
    place = lay(tmp_path / "class", {
        f"=cmd()_506_assignsubmission_file_/Ada Lovelace{mark}/{LAB.file}": "eve",
        f"Eve{mark}x_506_assignsubmission_file_/{LAB.file}": "eve",
        f"Li Na_504_assignsubmission_file_Ada{mark}{LAB.file}": "eve",
    })  # fmt: skip
    intake = taken(tmp_path, roster_of(tmp_path, MOODLE), place)
    assert texts(intake) == {"=cmd()": "eve"}
    assert sum("the mark of Moodle twice" in why for _, why in intake.not_placed) == 2
    canvas = roster_of(tmp_path, CANVAS)
    assert whose(f"nali_9003_9001_lovelaceada_9001_1_{LAB.file}", canvas).person.name == "Na, Li"


def test_a_students_own_header_goes_with_the_lab_and_nowhere_else(tmp_path):
    home = "Ada Lovelace_501_assignsubmission_file_"
    place = lay(tmp_path / "class", {f"{home}/a/{LAB.file}": "x", f"{home}/a/mine.h": "h", f"{home}/b/other.h": "h"})
    intake = taken(tmp_path, roster_of(tmp_path, MOODLE), place)
    assert [path.name for path in handed_in(intake.submissions[0], LAB, LABS).headers] == ["mine.h"]


# --- zips that mean harm ------------------------------------------------------------------------------------


def encrypted() -> bytes:
    data = bytearray(zip_of({LAB.file: "x"}))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = data.index(mark) + at
        data[place : place + 2] = struct.pack("<H", 1)
    return bytes(data)


def linking() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        entry = zipfile.ZipInfo(LAB.file)
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(entry, "/etc/passwd")
    return made.getvalue()


def lying() -> bytes:
    """It says that its file has three bytes."""
    data = bytearray(zip_of({LAB.file: b"\0" * (50 << 20)}))
    place = data.index(b"PK\x01\x02") + 24
    data[place : place + 4] = struct.pack("<I", 3)
    return bytes(data)


def deep(levels: int) -> bytes:
    data = zip_of({LAB.file: "deep"})
    for _ in range(levels):
        data = zip_of({"x.zip": data})
    return data


HARM = {
    "a bomb": (zip_of({LAB.file: b"\0" * (300 << 20)}), "more than 1048576 bytes"),
    "a lie about its size": (lying(), f"{LAB.file} "),
    "a link": (linking(), "is a link"),
    "a password": (encrypted(), "cannot be unpacked: File .* is encrypted"),
    "too deep": (deep(9), "a zip in 3 zips"),
    "a bomb of zips": (zip_of({f"{n}.zip": zip_of({"x.cu": b"\0" * (80 << 20)}) for n in range(9)}), "more than 1048576"),
    "many files": (zip_of({f"{n}.cu": "" for n in range(2500)}), "is a zip of 2500 files"),
    "no zip": (b"PK\x03\x04 and then nothing", "is no zip that can be read"),
    "cut off": (zip_of({LAB.file: "x" * 9000})[:-30], "is no zip that can be read"),
    "empty": (b"", "is no zip that can be read"),
}  # fmt: skip


@pytest.mark.parametrize("name", HARM)
def test_a_zip_that_means_harm_costs_its_own(tmp_path, name):
    data, why = HARM[name]
    place = lay(tmp_path / "class", {
        "Ada Lovelace_501_assignsubmission_file_/work.zip": data,
        f"Jürgen Müller_502_assignsubmission_file_/{LAB.file}": "good",
    })  # fmt: skip
    intake = taken(tmp_path, roster_of(tmp_path, MOODLE), place)
    assert texts(intake).pop("Jürgen Müller") == "good"
    assert texts(intake).get("Ada Lovelace") in (None, "unreadable")
    ada = next(one for one in intake.submissions if one.name == "Ada Lovelace")
    said = "\n".join([handed_in(ada, LAB, LABS).reason, *(words for _, words in intake.not_placed)])
    assert re.search(why, said), said


def test_nothing_is_written_where_a_zip_says(tmp_path):
    names = [
        "../../escaped.cu",
        f"../../{LAB.file}",
        f"/tmp/cls/{LAB.file}",
        f"..\\..\\{OTHER.file}",
        f"a/../../../{LAB.file}",
        "x.h",
        "../y.h",
    ]
    place = lay(
        tmp_path / "class", {"Ada Lovelace_501_assignsubmission_file_/w.zip": zip_of(dict.fromkeys(names, "x"))}
    )
    before = set(tmp_path.rglob("*"))
    intake = taken(tmp_path, roster_of(tmp_path, MOODLE), place)
    home = tmp_path / "staging"
    made = [
        path.relative_to(home).as_posix()
        for path in set(tmp_path.rglob("*")) - before - {tmp_path / "roster.csv"}
        if path.is_file()
    ]
    assert texts(intake) == {"Ada Lovelace": "x"}
    assert all(
        path.startswith("0/labs/") and path.rpartition("/")[2] in (LAB.file, OTHER.file, "x.h", "y.h") for path in made
    ), made


def test_one_zip_does_not_take_what_the_class_may_have(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "MOST_FILES", 30)
    place = lay(tmp_path / "class", {
        f"Ada Lovelace_501_assignsubmission_file_/{LAB.file}": "ada",
        "=cmd()_506_assignsubmission_file_/w.zip": zip_of({f"{n}.cu": "" for n in range(50)}),
    })  # fmt: skip
    budget = archives.Budget(files=30)
    found = list(archives.files_in(place, budget))
    assert found[-1].data == b"ada" or any("more than 30 files" in one.why_not for one in found)


def test_links_and_devices_in_folders_are_not_followed(tmp_path):
    home = tmp_path / "class" / "Ada Lovelace_501_assignsubmission_file_"
    home.mkdir(parents=True)
    (home / LAB.file).symlink_to("/etc/passwd")
    os.mkfifo(home / OTHER.file)
    (tmp_path / "class" / "Li Na_504_assignsubmission_file_").symlink_to(home)
    intake = taken(tmp_path, roster_of(tmp_path, MOODLE), tmp_path / "class")
    linked = {"Ada Lovelace": "unreadable", "Li Na 1504": "unreadable"}
    assert texts(intake) == texts(intake, OTHER) == linked and len(intake.not_placed) == 1


def test_names_that_are_no_utf8_and_formulas_can_be_told(tmp_path):
    place = tmp_path / "class"
    lay(place, {f"=cmd()_506_assignsubmission_file_/{LAB.file}": "x"})
    (place / "\udcff\udcfe=1+1\r.cu").write_text("x")
    intake = taken(tmp_path, roster_of(tmp_path, MOODLE), place)
    "".join(part for line in [*intake.lines, *intake.not_placed] for part in line).encode()
    assert intake.not_placed[0][0].endswith("%FF%FE=1+1%0D.cu")


def test_a_short_number_is_nobodys(tmp_path):
    roster = roster_of(tmp_path, "name,id\nAda Lovelace,1\nJürgen Müller,77001\n")
    assert whose("CUDA-Lab 1-77", roster).person is None
    assert [whose(name, roster).person.name for name in ("1", "lab-1-77001")] == ["Ada Lovelace", "Jürgen Müller"]
