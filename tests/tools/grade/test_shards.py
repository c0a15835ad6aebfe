# A class in shards: merged, they are what one call writes, to the last byte; and what does not belong together is refused.
# Run: ./course test test_shards
from __future__ import annotations

import argparse
import filecmp
import json
import pathlib
import random
import shutil
import signal
import time

import pytest

from tests.tools.grade.students import LAB, SOLUTION, grade, hand_in, hostile, no_box, scores, words
from tools.classes import shards
from tools.classes.shards import Part, Shard, shard
from tools.errors import CourseError
from tools.grade import results
from tools.measure import grading_speed

SEED = ("--seed", "4711")
KEPT = ("results.csv", "junit.xml")  # and a folder a submission


@pytest.fixture(scope="module")
def class_of_seven(tmp_path_factory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("class")
    for number in range(4):
        hand_in(folder, f"right {number}", f"// {number}\n" + SOLUTION)
    hand_in(folder, "skeleton", LAB.skeleton.read_text())
    hand_in(folder, "typo", SOLUTION.replace(");", ")", 1))
    (folder / "nothing").mkdir()
    return folder


def part(course, folder, out: pathlib.Path, which: str, *more: str):
    return grade(course, folder, out, *SEED, "--shard", which, *more)


def merge(course, out: pathlib.Path, *parts: pathlib.Path, more: tuple[str, ...] = ()):
    return course("grade", *more, "--out", str(out), "--merge", *map(str, parts))


@pytest.fixture(scope="module")
def parts(course, class_of_seven, tmp_path_factory) -> list[pathlib.Path]:
    """Three shards, graded."""
    home = tmp_path_factory.mktemp("parts")
    found = [home / str(number) for number in (1, 2, 3)]
    for number, out in enumerate(found, 1):
        done = part(course, class_of_seven, out, f"{number}/3")
        assert done.returncode == 0, done.stdout + done.stderr
        assert (
            f"Shard {number}/3: {3 if number == 1 else 2} results" in done.stdout and not (out / "results.csv").exists()
        )
    return found


@pytest.fixture(scope="module")
def whole(course, class_of_seven, tmp_path_factory) -> pathlib.Path:
    """The same by one call."""
    out = tmp_path_factory.mktemp("whole")
    assert grade(course, class_of_seven, out, *SEED).returncode == 0
    return out


def assert_same(one: pathlib.Path, other: pathlib.Path) -> None:
    files = [sorted(p.relative_to(out).as_posix() for p in out.rglob("*") if p.is_file()) for out in (one, other)]
    assert files[0] == files[1] and set(KEPT) <= set(files[0]) and len(files[0]) == 2 + 7 * 3
    assert filecmp.cmpfiles(one, other, files[0], shallow=False)[1:] == ([], [])


@pytest.mark.parametrize("order", range(3))
def test_a_merge_is_what_one_call_writes_whatever_the_order(course, parts, whole, tmp_path, order):
    given = [*parts, *parts]  # and twice is no more than once
    random.Random(order).shuffle(given)
    done = merge(course, tmp_path / "out", *given)
    assert done.returncode == 0, done.stderr
    assert_same(tmp_path / "out", whole)
    assert scores(whole)["right 3"] == LAB.total


def test_a_folder_of_shards_will_do_and_what_was_handed_in_is_looked_at(course, parts, whole, class_of_seven, tmp_path):
    done = merge(course, tmp_path / "out", parts[0].parent, more=(str(class_of_seven), "--lab", LAB.name))
    assert done.returncode == 0, done.stderr
    assert_same(tmp_path / "out", whole)
    shutil.copytree(class_of_seven, tmp_path / "class")
    hand_in(tmp_path / "class", "skeleton", SOLUTION)
    done = merge(course, tmp_path / "out", *parts, more=(str(tmp_path / "class"), "--lab", LAB.name))
    assert done.returncode == 2 and "what was handed in is not what the shards graded" in done.stderr


def test_killed_in_the_middle_and_called_again_nothing_is_lost_and_nothing_is_there_twice(
    course, parts, whole, class_of_seven, tmp_path
):
    """The second shard, in a class whose third submission is waited for."""
    folder, out = tmp_path / "class", tmp_path / "2"
    shutil.copytree(class_of_seven, folder)
    for number in range(4):
        hand_in(folder, f"right {number}", hostile("sleep(2);"))
    process = course.start(*words(folder, out, *SEED, "--shard", "1/2", "--jobs", "1"), start_new_session=True)
    ends = time.monotonic() + 60
    while not (first := list(out.glob("*/labs/*.json"))) and time.monotonic() < ends:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=20)
    stamps = {path: path.stat().st_mtime_ns for path in first}
    assert 0 < len(list(out.glob("*/labs/*.json"))) < 4
    done = merge(course, tmp_path / "merged", out)
    assert (
        done.returncode == 2
        and "of 2 shards these are missing: 2/2" in done.stderr
        and not (tmp_path / "merged").exists()
    )
    other = tmp_path / "1"
    assert part(course, folder, other, "2/2").returncode == 0
    done = merge(course, tmp_path / "merged", other, out)
    assert done.returncode == 2 and "shard 1/2 in" in done.stderr and "of its 4 results: call it again" in done.stderr
    done = part(course, folder, out, "1/2")
    assert done.returncode == 0 and "results of unchanged files are kept" in done.stderr
    assert {path: path.stat().st_mtime_ns for path in stamps} == stamps
    done = merge(course, tmp_path / "merged", other, out)
    assert done.returncode == 0, done.stderr
    assert scores(tmp_path / "merged") == scores(whole)


def changed(part: pathlib.Path, tmp_path: pathlib.Path, **values) -> pathlib.Path:
    copy = tmp_path / "changed"
    shutil.copytree(part, copy)
    said = json.loads((copy / "shard.json").read_text())
    (copy / "shard.json").write_text(json.dumps({**said, **values}))
    return copy


def test_a_list_or_a_result_that_somebody_has_edited_is_refused(course, parts, tmp_path):
    done = merge(course, tmp_path / "out", changed(parts[0], tmp_path, of=1))
    assert done.returncode == 2 and "or was changed" in done.stderr and "COURSE_GRADING_KEY" in done.stderr
    copy = tmp_path / "edited"
    shutil.copytree(parts[1], copy)
    result = next(copy.glob("*/labs/*.json"))
    result.write_text(result.read_text().replace('"score": ', '"score": 1'))
    done = merge(course, tmp_path / "out", parts[0], copy, parts[2])
    assert done.returncode == 2 and "lacks 1 of its 2 results" in done.stderr
    done = merge(course, tmp_path / "out", parts[0], copy, parts[2], parts[1])  # the same shard, unharmed
    assert done.returncode == 0, done.stderr


def test_shards_that_do_not_belong_together_are_refused(course, parts, class_of_seven, tmp_path):
    part(course, class_of_seven, tmp_path / "seed", "3/3", "--seed", "5")
    part(course, class_of_seven, tmp_path / "of", "2/2")
    hand_in(tmp_path / "other", "right 0", SOLUTION)
    part(course, tmp_path / "other", tmp_path / "content", "3/3")
    for name, what in {
        "seed": "seed, limits or box",
        "of": "number of shards",
        "content": "set of submissions",
    }.items():
        done = merge(course, tmp_path / "out", *parts[:2], tmp_path / name)
        assert done.returncode == 2 and f"has another {what} than shard 1/3" in done.stderr, done.stderr
    done = merge(course, tmp_path / "out", tmp_path)
    assert done.returncode == 2 and not (tmp_path / "out").exists()
    done = merge(course, tmp_path / "out", class_of_seven)
    assert done.returncode == 2 and "holds no shard" in done.stderr


def test_a_shard_of_another_course_or_another_class_is_refused_until_it_is_called_again(
    course, parts, whole, class_of_seven, tmp_path
):
    taught, listed = course.root / "class.toml", course.root / "course.toml"
    text = listed.read_text()
    try:
        taught.write_text(f"[points]\n{LAB.name} = 50\n")
        refused = merge(course, tmp_path / "out", *parts)
        copies = [tmp_path / one.name for one in parts]
        for one, copy in zip(parts, copies, strict=True):
            shutil.copytree(one, copy)
        again = [part(course, class_of_seven, copy, f"{copy.name}/3") for copy in copies]
        done = merge(course, tmp_path / "out", *copies)
    finally:
        taught.unlink()
    assert refused.returncode == 2 and "another state of class.toml" in refused.stderr
    assert all("results of unchanged files are kept" in one.stderr for one in again)
    assert done.returncode == 0 and scores(tmp_path / "out") == {
        name: 50 * score // LAB.total for name, score in scores(whole).items()
    }
    try:
        listed.write_text(text + "# another commit\n")
        done = merge(course, tmp_path / "new", *parts)
    finally:
        listed.write_text(text)
    assert done.returncode == 2 and "another state of the course" in done.stderr


def test_a_platforms_class_with_private_tests_in_shards(course, tmp_path):
    """Points go back into the roster at the merge, which wants the download, too, and the same private tests."""
    roster, own = tmp_path / "roster.csv", tmp_path / "own"
    roster.write_text("name,login,Grade\nAnn A,ann,\nBen B,ben,\nCarl C,carl,\n")
    hand_in(tmp_path / "class", "ann", SOLUTION)
    hand_in(tmp_path / "class", "ben_work", LAB.skeleton.read_text(), f"{LAB.stem} (1).cpp")
    own.mkdir(mode=0o700)  # closed, as it must be where there is no box
    (own / "private.toml").write_text(f"[{LAB.name}]\nseeds = [7]\n")
    both = ("--roster", str(roster), "--private", str(own))
    for number in (1, 2):
        assert part(course, tmp_path / "class", tmp_path / f"part{number}", f"{number}/2", *both).returncode == 0
    parts = [tmp_path / "part2", tmp_path / "part1"]
    call = (str(tmp_path / "class"), "--lab", LAB.name)
    done = merge(course, tmp_path / "out", *parts, more=(*call, *both))
    assert done.returncode == 0, done.stderr
    assert grade(course, tmp_path / "class", tmp_path / "whole", *SEED, *both).returncode == 0
    files = ["grades.csv", "taken.csv", "feedback.zip", "Ann A/feedback.html", *KEPT]
    assert filecmp.cmpfiles(tmp_path / "out", tmp_path / "whole", files, shallow=False)[1:] == ([], [])
    assert f"Ann A,ann,,{LAB.total},{LAB.total}" in (tmp_path / "out" / "grades.csv").read_text()
    done = merge(course, tmp_path / "no", *parts, more=(*call, *both[:2]))
    assert done.returncode == 2 and "another state of the private tests" in done.stderr
    (own / "private.toml").write_text(f"[{LAB.name}]\nseeds = [8]\n")
    done = merge(course, tmp_path / "no", *parts, more=(*call, *both))
    assert done.returncode == 2 and "another state of the private tests" in done.stderr


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Writes a folder as a shard does: of one submission, with so many points, graded or not."""
    monkeypatch.setenv("COURSE_GRADING_KEY", "a secret of several machines")
    results._key.cache_clear()

    def write(name: str, score: int, fingerprint: str = "now") -> Part:
        jobs = {("ann", LAB.name): "now"}
        shards.begin(tmp_path / name, Shard(1, 1), "how", None, ["ann"], "content", jobs)
        result = {"lab": LAB.name, "score": score, "fingerprint": fingerprint}
        results.keep(tmp_path / name, "ann", results.sealed("ann", result))
        return shards.read_parts([tmp_path / name])[0]

    yield write
    results._key.cache_clear()


def test_a_result_of_something_else_is_none_of_the_shards(written):
    stale, fresh = written("stale", 8, fingerprint="before"), written("fresh", 3)
    with pytest.raises(CourseError, match="lacks 1 of its 1 results"):
        shards.results_of([stale])
    for parts in ([stale, fresh], [fresh, stale]):
        assert shards.results_of(parts)["ann", LAB.name]["score"] == 3


def test_of_two_that_differ_the_better_counts_and_it_is_said(written, capsys):
    slow, fast = written("slow", 0), written("fast", 8)
    for parts in ([slow, fast], [fast, slow], [fast, slow, slow]):
        assert shards.results_of(parts)["ann", LAB.name]["score"] == 8
        assert "graded more than once, with [0, 8] points" in capsys.readouterr().err


def test_machines_with_another_key_do_not_know_each_others_shards(written, monkeypatch):
    folder = written("one", 8).folder
    monkeypatch.setenv("COURSE_GRADING_KEY", "another")
    results._key.cache_clear()
    with pytest.raises(CourseError, match="let COURSE_GRADING_KEY be the same"):
        shards.read_parts([folder])


def test_a_shard_wants_a_seed_and_a_number(course, tmp_path):
    hand_in(tmp_path / "class", "ann", SOLUTION)
    done = grade(course, tmp_path / "class", tmp_path / "out", "--shard", "1/2")
    assert done.returncode == 2 and "--shard wants --seed N" in done.stderr
    done = course("grade", "--out", str(tmp_path / "out"))
    assert done.returncode == 2 and "what is to be graded?" in done.stderr
    for text in ("0/2", "3/2", "1", "a/b", "1/0", "1/99999"):
        with pytest.raises(argparse.ArgumentTypeError, match="wants I/N"):
            shard(text)


def test_shards_share_everything_out_and_nothing_twice():
    pairs = list(range(103))
    for of in (1, 2, 7, 103, 200):
        found = [one for number in range(1, of + 1) for one in Shard(number, of).part(pairs)]
        assert sorted(found) == pairs


def test_without_slurm_it_says_so(course, tmp_path, monkeypatch):
    if shutil.which("sbatch"):
        pytest.skip("there is a sbatch here: see test_slurm")
    hand_in(tmp_path / "class", "ann", SOLUTION)
    box = ["--no-sandbox"] if no_box() else []
    done = course(
        "grade", str(tmp_path / "class"), "--lab", LAB.name, "--out", str(tmp_path / "out"), "--slurm", "2", *box
    )
    assert done.returncode == 2 and "no Slurm to submit to" in done.stderr and not (tmp_path / "out").exists()


def test_what_measures_it_comes_to_its_end(monkeypatch, tmp_path, course):
    """With a class of three; the numbers mean nothing."""
    monkeypatch.setattr(grading_speed, "ROOT", course.root)
    monkeypatch.setattr(grading_speed, "PLANS", ((1, 1), (2, 1)))
    for name in ("COURSE_BUILD", "COURSE_CLASS", "PYTHONPATH"):
        monkeypatch.delenv(name, raising=False)
    rows = grading_speed.measure(LAB, 3, tmp_path, ("--no-sandbox",) if no_box() else ())
    assert [(row["submissions"], row["shards"]) for row in rows] == [(3, 1), (3, 2)]
    assert all(row.keys() == set(grading_speed.COLUMNS) and float(row["a_minute"]) > 0 for row in rows)
    found = [scores(tmp_path / plan / "all") for plan in ("1-1", "2-1")]
    assert found[0] == found[1] and [score > 0 for score in found[0].values()] == [True, False, False]
