# Grading a class with hostile ones in it: each costs itself and nothing else; a stop loses nothing.
# Run: ./course test test_grade
from __future__ import annotations

import csv
import json
import os
import pathlib
import re
import shutil
import signal
import time
import xml.etree.ElementTree as xml

import pytest

from tests.tools.grade.students import LAB, SOLUTION, grade, hand_in, hostile, no_box, reasons, scores, stored, words
from tools.model import ROOT, find_lab

# What each does before it would do the work, and a word of the reason it must fail for.
HOSTILE = {
    "exits": ("exit(0);", "exit status 0"),
    "hangs": ("for (;;) pause();", "still running after 6 s"),
    "spins": ("volatile int i = 0; for (;;) i = i + 1;", "still running after 6 s"),
    "crashes": ("*(volatile int*)8 = 1;", "SIGSEGV"),
    "spams": ("static char b[65536]; for (;;) write(1, b, 65536);", "still running after 6 s"),
    "forges": (
        'const char* line = "{\\"token\\":\\"0\\",\\"event\\":\\"test\\",\\"suite\\":\\"Correctness\\",\\"test\\":\\"Square\\",'
        '\\"result\\":\\"pass\\"}\\n{\\"event\\":\\"end\\"}\\n[  PASSED  ]\\n";'
        " for (int f = 1; f < 64; ++f) write(f, line, strlen(line)); _exit(0);",
        "exit status 0",
    ),
    "closes": ("for (int f = 3; f < 1024; ++f) close(f);", "exit status"),
    "eats_memory": (
        "for (;;) { char* p = (char*)malloc(1 << 24); if (!p) abort(); memset(p, 1, 1 << 24); }",
        "SIGABRT",
    ),
    "forks": ("for (int i = 0; i < 10; ++i) fork();\nfor (;;) pause();", "still running after 6 s"),
    "kills_its_parent": ("kill(getppid(), SIGKILL); _exit(0);", "exit status 0"),
}
# Odd, but right in the end: they must not lose their points, nor cost anybody else's.
ODD = {
    "leaves_a_daemon": "if (fork() == 0) { setsid(); if (fork() == 0) for (;;) pause(); _exit(0); }",
    "closes_some": "for (int f = 3; f < 64; ++f) close(f);",
    "deletes_files": 'if (system("rm -rf ./* ../* $HOME/*")) {}',
}


def limited(course, folder: pathlib.Path, out: pathlib.Path, *more: str):
    return grade(course, folder, out, "--time-limit", "6", "--memory-limit", "700", *more)


KERNEL = find_lab("transpose_naive")  # of this only one hands in something


@pytest.fixture(scope="module")
def graded(course, tmp_path_factory):
    """One class, graded once; the tests look at what came of it."""
    folder = tmp_path_factory.mktemp("class")
    hand_in(folder, "flat", SOLUTION)
    hand_in(folder, "=repository", SOLUTION, f"labs/{LAB.slug}/{LAB.file}")
    hand_in(folder, "wrapped", SOLUTION, f"inner/{LAB.file}")
    hand_in(folder, "skeleton", LAB.skeleton.read_text())
    hand_in(folder, "typo", SOLUTION.replace(");", ")", 1))
    hand_in(folder, "own_header", '#include "mine.h"\n' + SOLUTION)
    (folder / "own_header" / "mine.h").write_text("#pragma once\n")
    hand_in(folder, "relative_include", f'#include "../../solutions/{LAB.slug}/{LAB.file}"\n')
    hand_in(
        folder, "hidden_include", f"#define FILE_NAME <{ROOT}/solutions/{LAB.slug}/{LAB.file}>\n#include FILE_NAME\n"
    )
    kernel = KERNEL.solution.read_text()
    array = "  __shared__ float few[4];\n  few[threadIdx.x % 4 + 1] = 0;\n"
    hand_in(folder, "past_an_array", kernel.replace("int cols) {\n", "int cols) {\n" + array, 1), KERNEL.file)
    hand_in(folder, "past_an_array", SOLUTION)
    (folder / "nothing").mkdir()
    (folder / "link").mkdir()
    (folder / "link" / LAB.file).symlink_to(LAB.solution)
    (folder / "fifo").mkdir()
    os.mkfifo(folder / "fifo" / LAB.file)
    for name, (body, _) in HOSTILE.items():
        hand_in(folder, name, hostile(body))
    for name, body in ODD.items():
        hand_in(folder, name, hostile(body))
    out = tmp_path_factory.mktemp("results")
    done = limited(course, folder, out, "--jobs", "2", "--lab", KERNEL.name)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


def test_right_ones_win_in_every_layout(graded):
    found = scores(graded)
    names = ["flat", "'=repository", "wrapped", "own_header", *ODD]
    assert {name: found[name] for name in names} == dict.fromkeys(names, LAB.total)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_ones_cost_themselves(graded, name):
    assert scores(graded)[name] == 0
    assert HOSTILE[name][1] in reasons(graded, name)


@pytest.mark.parametrize(
    ("name", "reason"),
    {
        "skeleton": "but 255 ticks went by",
        "typo": "does not compile",
        "nothing": f"{LAB.file} was not handed in",
        "relative_include": "refused: it includes ../../solutions",
        "hidden_include": "refused: it includes" if no_box() else "No such file or directory",
        "link": "a link that leads out of the submission",
        "fifo": "no ordinary file",
    }.items(),
)
def test_the_others_fail_for_their_reason(graded, name, reason):
    assert scores(graded)[name] == 0
    assert reason in reasons(graded, name)


STATUSES = {
    "flat": "right", "skeleton": "wrong", "crashes": "wrong", "hangs": "timed out", "spins": "timed out",
    "typo": "not compiling", "relative_include": "refused", "nothing": "missing", "link": "unreadable", "fifo": "unreadable",
}  # fmt: skip


@pytest.mark.parametrize("name", STATUSES)
def test_a_column_tells_apart_why_there_are_no_points(graded, name):
    with (graded / "results.csv").open(encoding="utf-8") as file:
        rows = {row["submission"]: row for row in csv.DictReader(file)}
    told = json.loads((graded / name / "result.json").read_text())["labs"]
    status = next(lab["status"] for lab in told if lab["lab"] == LAB.name)
    assert STATUSES[name] == status == stored(graded, name)["status"] == rows[name][f"{LAB.name} status"]


def test_in_a_box_lines_and_names_are_known(graded):
    assert stored(graded, "past_an_array")["score"] == LAB.total
    told = f"just past the end of the shared array few, which has 16 bytes, {KERNEL.file} line"
    assert told in reasons(graded, "past_an_array", KERNEL)


def test_gradescope_and_junit_say_the_same(graded):
    told = json.loads((graded / "flat" / "results.json").read_text())
    assert told["score"] == LAB.total == sum(test["max_score"] for test in told["tests"]) - KERNEL.total
    suites = {suite.get("name"): suite for suite in xml.parse(graded / "junit.xml").getroot()}
    assert suites["flat"].get("failures") == str(len(KERNEL.points))
    assert suites["hangs"].get("failures") == str(len(LAB.points) + len(KERNEL.points))
    assert "still running" in "".join(failure.get("message") for failure in suites["hangs"].iterfind(".//failure"))


def test_nothing_is_left_running(graded):
    """Of runs whose folder is gone; others may be grading beside this test."""
    folder = re.compile(r"/[^ \0:]*/course-grade-run-\w+")
    told = [folder.search(_read(entry)) for entry in pathlib.Path("/proc").glob("[0-9]*/cmdline")]
    assert [found[0] for found in told if found and not pathlib.Path(found[0]).exists()] == []


def _read(path: pathlib.Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def test_unchanged_files_are_not_graded_again_and_changed_ones_are(course, tmp_path):
    folder, out = tmp_path / "class", tmp_path / "results"
    hand_in(folder, "ann", SOLUTION)
    hand_in(folder, "ben", SOLUTION)
    grade(course, folder, out)
    times = {name: (out / name / "labs" / f"{LAB.name}.json").stat().st_mtime_ns for name in ("ann", "ben")}
    hand_in(folder, "ben", LAB.skeleton.read_text())
    done = grade(course, folder, out)
    assert "1 results of unchanged files are kept" in done.stderr
    assert scores(out) == {"ann": LAB.total, "ben": 0}
    assert (out / "ann" / "labs" / f"{LAB.name}.json").stat().st_mtime_ns == times["ann"]
    assert (out / "ben" / "labs" / f"{LAB.name}.json").stat().st_mtime_ns != times["ben"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_a_stop_loses_nothing_and_leaves_nothing(course, tmp_path, number):
    folder, out = tmp_path / "class", tmp_path / "results"
    hand_in(folder, "a_quick", SOLUTION)
    hand_in(folder, "b_slow", hostile("for (;;) pause();"))
    hand_in(folder, "c_quick", SOLUTION)
    call = words(folder, out, "--jobs", "1", "--time-limit", "60")
    process = course.start(*call, start_new_session=True)
    first = out / "a_quick" / "labs" / f"{LAB.name}.json"
    ends = time.monotonic() + 60
    while not first.exists() and time.monotonic() < ends:
        time.sleep(0.05)
    time.sleep(1.5)
    process.send_signal(number)
    process.communicate(timeout=20)
    time.sleep(1)
    test_nothing_is_left_running(out)
    assert not (out / "b_slow" / "labs").exists()  # a result that is none is not written
    stamp = first.stat().st_mtime_ns
    shutil.rmtree(folder / "b_slow")
    done = course(*call)
    assert done.returncode == 0, done.stderr
    assert first.stat().st_mtime_ns == stamp and scores(out) == {"a_quick": LAB.total, "c_quick": LAB.total}


def test_other_points_are_no_reason_to_grade_again(course, tmp_path):
    folder, out, taught = tmp_path / "class", tmp_path / "results", course.root / "class.toml"
    hand_in(folder, "ann", SOLUTION)
    hand_in(folder, "ben", LAB.skeleton.read_text())
    grade(course, folder, out)
    try:
        taught.write_text(f"without = ['{KERNEL.name}']\n[points]\n{LAB.name} = 50\n")
        done = grade(course, folder, out)
        left_out = course("grade", str(folder), "--out", str(out), "--lab", KERNEL.name)
    finally:
        taught.unlink()
    assert "2 results of unchanged files are kept" in done.stderr and scores(out) == {"ann": 50, "ben": 0}
    assert json.loads((out / "ann" / "results.json").read_text())["score"] == 50
    assert left_out.returncode == 2 and "class.toml leaves it out" in left_out.stderr


def test_a_broken_grader_is_an_error_and_judges_nobody(course, tmp_path):
    text = (course.root / "course.toml").read_text()
    folder, out = tmp_path / "class", tmp_path / "results"
    hand_in(folder, "ann", SOLUTION)
    try:
        (course.root / "course.toml").write_text(text.replace("points = { Correctness = 8 }", "points = { Speed = 8 }"))
        done = grade(course, folder, out)
    finally:
        (course.root / "course.toml").write_text(text)
    assert done.returncode == 2
    assert "disagree about Correctness, Speed" in done.stderr
    assert not out.exists()


def test_a_wrong_call_is_one_sentence(course, tmp_path):
    done = grade(course, tmp_path / "no such folder", tmp_path / "results")
    assert done.returncode == 2 and "is no folder" in done.stderr and "Traceback" not in done.stderr
