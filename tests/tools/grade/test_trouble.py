# What the machine does is no verdict; and results that are written once stay what they are.
# Run: ./course test test_trouble
from __future__ import annotations

import argparse
import dataclasses
import json
import os
import pathlib

import pytest

from tests.tools.grade.students import LAB, SOLUTION, grade, hand_in, no_box, scores, stored
from tools.classes import written
from tools.errors import CourseError
from tools.grade import grading, jobs, results, submissions
from tools.grade.process import Finished, Trouble
from tools.grade.submissions import Handed, Submission, shown_name
from tools.verbs import grade as verb

SHORT = {
    "fork": "g++: fatal error: cannot execute 'cc1plus': vfork: Resource temporarily unavailable\ncompilation terminated.",
    "memory": "virtual memory exhausted: Cannot allocate memory",
    "disk": "elapsed_ticks.cpp:3:1: fatal error: error writing to /x/cc.s: No space left on device",
    "no compiler": "simtcc: cannot start g++-12: No such file or directory",
    "killed": "g++: fatal error: Killed signal terminated program cc1plus",
    "silent": "",
    "linker": "collect2: error: ld returned 1 exit status",
}
ERROR = "elapsed_ticks.cpp:5:1: error: expected ';' before '}' token"


def ended(status: int = 0, output: str = "", stopped: str = "") -> Finished:
    return Finished(status, stopped, 0.1, 1, output, 0, True)


class Machine:
    """In the place of compiler and grader: says in turn what it is given, and then that all is well."""

    def __init__(self, monkeypatch, compiles=(), grades=()):
        self.compiles, self.grades, self.tried = list(compiles), list(grades), []
        monkeypatch.setattr(jobs, "run_confined", self.compile)
        monkeypatch.setattr(jobs, "run_grader", self.grade)
        monkeypatch.setattr(jobs, "PAUSES", (0, 0, 0, 0))

    def compile(self, command, folder, *_, **__):
        self.tried.append("solution" if (folder / LAB.file).read_text() == SOLUTION else "submission")
        said = self.compiles.pop(0) if self.compiles else ended()
        if isinstance(said, Exception):
            raise said
        if not said.status:
            (folder / LAB.module("sim")).touch()
        return said

    def grade(self, *given):
        self.environment = given[6]
        said = self.grades.pop(0) if self.grades else won()
        if isinstance(said, Exception):
            raise said
        return said


def won(doubt: str = "") -> grading.Verdict:
    return grading.Verdict(LAB, "sim", tuple(grading.Test(suite, "t", "pass", ()) for suite in LAB.points), doubt=doubt)


def lost(words: str, doubt: str = "") -> grading.Verdict:
    tests = tuple(grading.Test(suite, "t", "fail", (words,)) for suite in LAB.points)
    return grading.Verdict(LAB, "sim", tests, doubt=doubt)


@pytest.fixture
def run(tmp_path):
    file = tmp_path / LAB.file
    file.write_text("// somebody's\n" + SOLUTION)
    return lambda: jobs.run_job(jobs.Job(LAB, Handed(file), 9, 99), jobs.Place(tmp_path, None), (0, 0, 0))


@pytest.mark.parametrize("words", SHORT.values(), ids=SHORT)
def test_a_machine_that_was_short_of_something_for_a_while_costs_nobody_anything(run, monkeypatch, words):
    machine = Machine(monkeypatch, [ended(1, words), ended(1, words)])
    assert run().score == LAB.total
    assert machine.tried == ["submission", "solution", "submission"]


@pytest.mark.parametrize("words", SHORT.values(), ids=SHORT)
def test_a_machine_that_stays_so_stops_the_run(run, monkeypatch, words):
    Machine(monkeypatch, [ended(1, words)] * 99)
    with pytest.raises(CourseError, match="not even the solution of elapsed_ticks can be graded here"):
        run()


@pytest.mark.parametrize("words", SHORT.values(), ids=SHORT)
def test_who_only_says_so_has_no_points(run, monkeypatch, words):
    """The solution compiles beside it, so the machine is well."""
    machine = Machine(monkeypatch, [ended(1, words), ended(), ended(1, words)])
    assert run().score == 0
    assert machine.tried == ["submission", "solution", "submission"]


@pytest.mark.parametrize("at_once, each", [(1, 16), (5, 3), (99, 1)])
def test_jobs_at_one_time_share_the_processors(run, tmp_path, monkeypatch, at_once, each):
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: range(16))
    machine = Machine(monkeypatch)
    places = verb.Places(tmp_path, [None] * at_once)
    assert places.run(jobs.Job(LAB, Handed(tmp_path / LAB.file), 9, 99)).score == LAB.total
    assert machine.environment["SIMT_WORKERS"] == str(each)


def test_a_compiler_that_names_the_line_is_believed_at_once(run, monkeypatch):
    machine = Machine(monkeypatch, [ended(1, ERROR)])
    assert run().score == 0 and machine.tried == ["submission"]


@pytest.mark.parametrize("what", [Trouble("cannot start it"), OSError(11, "no process"), RecursionError("deep")])
def test_what_could_not_be_run_is_run_again(run, monkeypatch, what):
    Machine(monkeypatch, [what, what])
    assert run().score == LAB.total
    Machine(monkeypatch, [what, ended(), what])
    verdict = run()
    assert verdict.score == 0 and "could not be graded" in verdict.tests[0].messages[0]
    Machine(monkeypatch, grades=[what] * 99)
    with pytest.raises(CourseError, match="not even the solution"):
        run()


def test_a_crash_for_want_of_memory_is_looked_into(run, monkeypatch):
    for first in (lost("the program was killed", doubt="killed"), lost("thread: Resource temporarily unavailable")):
        Machine(monkeypatch, grades=[first])
        assert run().score == LAB.total
    Machine(monkeypatch, grades=[lost("expected 1, got 2")])
    assert run().score == 0


def test_names_stay_different_and_can_be_shown():
    names = [
        "ann",
        "=1+1",
        "a\rb",
        "a%0Db",
        "a%250Db",
        "results.csv",
        "%72esults.csv",
        "RESULTS.csv",
        "\udcff",
        ".x",
        "é",
    ]
    names += ["x" * 250, "x" * 251, "\n" * 90, "%"]
    shown = [shown_name(name, results.OWN_NAMES) for name in names]
    assert len(set(shown)) == len(names)
    assert all(name.isprintable() and len(name.encode()) <= 200 and not name.startswith(".") for name in shown)
    assert shown[0] == "ann" and shown[10] == "é"


@pytest.fixture
def out(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "FOLDER", tmp_path / ".course")
    results._key.cache_clear()
    folder = tmp_path / "results"
    with results.claim(folder):
        for name in ("ann", "ben"):
            results.store(folder, name, won(), "print", True)
    yield folder
    results._key.cache_clear()


def test_an_edited_result_is_none(out):
    assert results.stored(out, "ann", LAB, "print")["score"] == LAB.total
    path = results.lab_file(out, "ann", LAB.name)
    path.write_text(path.read_text().replace(f'"score": {LAB.total}', '"score": 99'))
    assert results.stored(out, "ann", LAB, "print") is None and "ann" not in results.all_stored(out)
    path.write_text(results.lab_file(out, "ben", LAB.name).read_text())  # nor is somebody else's
    assert results.stored(out, "ann", LAB, "print") is None
    assert results.stored(out, "ben", LAB, "other print") is None
    for text in ("", "[]", "{}", '{"seal": 1}'):
        path.write_text(text)
        assert results.stored(out, "ann", LAB, "print") is None


def test_rows_of_an_earlier_call_are_kept(out):
    both = results.all_stored(out)
    written.write({name: list(both[name].values()) for name in both}, out, [LAB])
    written.write({"ben": list(both["ben"].values())}, out, [LAB])
    assert scores(out) == {"ben": LAB.total, "ann": LAB.total}
    assert 'name="ann"' in (out / "junit.xml").read_text()


def test_what_was_graded_without_a_box_says_so_everywhere(out):
    results.store(out, "ann", won(), "print", False)
    found = results.all_stored(out)
    written.write({name: list(found[name].values()) for name in found}, out, [LAB])
    rows = (out / "results.csv").read_text().splitlines()
    assert rows[1].endswith(",no") and rows[2].endswith(",yes")
    assert json.loads((out / "ann" / "result.json").read_text())["sandbox"] is False
    gradescope = json.loads((out / "ann" / "results.json").read_text())
    assert "--no-sandbox" in gradescope["output"] and gradescope["extra_data"]["sandbox"] is False
    assert '<property name="sandbox" value="no" />' in (out / "junit.xml").read_text()


def test_two_calls_do_not_write_into_one_folder(out):
    with results.claim(out), pytest.raises(CourseError, match="another ./course grade is writing"), results.claim(out):
        pass
    with results.claim(out):
        pass
    assert out.is_dir()


def test_a_call_that_is_turned_away_leaves_the_folder_of_the_first(tmp_path):
    new = tmp_path / "results"
    with results.claim(new):
        with pytest.raises(CourseError, match="another ./course grade is writing"), results.claim(new):
            pass
        assert new.is_dir()


def test_what_fails_elsewhere_is_not_said_of_the_results_folder(tmp_path):
    with pytest.raises(PermissionError, match="build/.course-lock"), results.claim(tmp_path / "out"):
        raise PermissionError(13, "Permission denied", "build/.course-lock")


def test_a_folder_in_which_nothing_was_written_goes_again(tmp_path):
    with results.claim(tmp_path / "new" / "results"):
        assert (tmp_path / "new" / "results").is_dir()
    assert not (tmp_path / "new" / "results").exists()


def test_a_full_disk_is_found_before_anything_is_graded(tmp_path, monkeypatch):
    def full(path, contents):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(results, "write_atomic", full)
    with pytest.raises(CourseError, match="cannot be written to .*No space left"), results.claim(tmp_path / "results"):
        pytest.fail("nothing may be graded")


def test_a_grader_that_was_changed_while_it_graded_judges_nobody(out, tmp_path, monkeypatch):
    """Where there is no box, a submission of the same user could do that; what it got for it is not kept, either."""
    grader = tmp_path / "grader"
    grader.write_text("honest")

    def overwrite(job, place, pauses):
        if job.handed.file.parent.name == "bad":
            grader.write_text("bribed")
            grader.write_text("honest")  # taken back
        return won()

    monkeypatch.setattr(jobs, "tools", lambda lab: [grader])
    monkeypatch.setattr(verb, "run_job", overwrite)
    names = ["a", "bad", "c"]
    for name in names:
        hand_in(tmp_path / "class", name, SOLUTION)
    args = argparse.Namespace(
        out=out, jobs=1, time_limit=9, memory_limit=99, no_sandbox=True, any_calls=False, fresh=True, shard=None
    )
    submissions = [Submission(name, tmp_path / "class" / name) for name in names]
    run = verb.Run(args, [LAB], verb.all_handed_in(submissions, [LAB]), verb.Places(tmp_path, [None]), 1)
    graded, problem = verb.grade_all(submissions, run)
    assert "was changed while it graded" in problem
    assert [bool(graded[name]) for name in names] == [True, False, False]
    assert "a" in results.all_stored(out) and not {"bad", "c"} & set(results.all_stored(out))


def test_the_seed_is_the_folders_and_part_of_the_fingerprint(tmp_path):
    assert results.seed_of(tmp_path) is None
    for name in ("ann", "bob"):
        results.store(tmp_path, name, dataclasses.replace(won(), seed=77), "print", True)
    assert results.seed_of(tmp_path) == 77
    assert json.loads(results.lab_file(tmp_path, "ann", LAB.name).read_text())["seed"] == 77
    hand_in(tmp_path, "ann", SOLUTION)
    job = jobs.Job(LAB, Handed(None, reason="nothing"), 9, 99, seed=77)
    assert job.fingerprint() != dataclasses.replace(job, seed=78).fingerprint()


def test_what_breaks_off_while_it_is_read_is_that_submissions_reason(tmp_path, monkeypatch):
    hand_in(tmp_path, "ann", SOLUTION)

    def broken(*paths):
        if any("ann" in str(path) for path in paths):
            raise OSError(5, "Input/output error")
        return "digest"

    monkeypatch.setattr(submissions, "digest", broken)
    args = argparse.Namespace(time_limit=9, memory_limit=99, no_sandbox=True, any_calls=False, shard=None)
    ann = [Submission("ann", tmp_path / "ann")]
    run = verb.Run(args, [LAB], verb.all_handed_in(ann, [LAB]), verb.Places(tmp_path, []), 1)
    [(_, job, fingerprint)] = verb._jobs(ann, run)
    assert job.handed.file is None and "cannot be read: Input/output error" in job.handed.reason in fingerprint


def test_no_box_is_an_exit_with_advice_and_can_be_done_without(course, tmp_path, monkeypatch):
    hand_in(tmp_path / "class", "ann", SOLUTION)
    text = (course.root / "tools" / "grade" / "box.py").read_text()
    try:
        (course.root / "tools" / "grade" / "box.py").write_text(text.replace("/usr/bin", "/usr/bin/not"))
        done = course("grade", str(tmp_path / "class"), "--out", str(tmp_path / "results"), "--lab", LAB.name)
        assert done.returncode == 2 and "bubblewrap" in done.stderr and "--no-sandbox" in done.stderr
        assert not (tmp_path / "results").exists()
        assert grade(course, tmp_path / "class", tmp_path / "results", "--no-sandbox").returncode == 0
    finally:
        (course.root / "tools" / "grade" / "box.py").write_text(text)
    assert stored(tmp_path / "results", "ann")["sandbox"] is False
    if no_box():
        return
    assert grade(course, tmp_path / "class", tmp_path / "results").returncode == 0  # that is another result
    assert stored(tmp_path / "results", "ann")["sandbox"] is True and scores(tmp_path / "results") == {"ann": LAB.total}


def test_a_course_that_others_may_not_read_is_not_graded_as_root(course, tmp_path):
    if os.geteuid() != 0:
        pytest.skip("only root gives users to jobs")
    hand_in(tmp_path / "class", "ann", SOLUTION)
    hidden = pathlib.Path(course.root).parent
    mode = hidden.stat().st_mode
    try:
        hidden.chmod(0o700)
        done = grade(course, tmp_path / "class", tmp_path / "results")
    finally:
        hidden.chmod(mode)
    assert done.returncode == 2 and "is not readable for other users" in done.stderr


def test_what_a_killed_run_had_half_written_is_cleared(tmp_path):
    left = [".results.csv.4711.new", "ann/.result.json.4711.new", f"ann/labs/.{LAB.name}.json.4711.new"]
    others = ["shards/.1.json.4711.new", "ann/labs/kept.json", ".hidden"]
    for name in [*left, *others]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("{")
    with results.claim(tmp_path):
        found = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert found == set(others)
