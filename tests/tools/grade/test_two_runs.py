# Two calls of ./course grade at a time on one machine: a submission of the one takes nothing from the other's.
# Run: ./course test test_two_runs
from __future__ import annotations

import os
import pathlib
import time

import pytest

from tests.tools.grade.students import (
    LAB,
    SOLUTION,
    grade,
    hand_in,
    hostile,
    no_box,
    no_other_user,
    reasons,
    scores,
    start_as_a_user,
    words,
)

MARK = f"bomb-{os.getpid()}"  # at most 15 letters: what a process calls itself
# Forks, and so do its children, until the system refuses; then it asks again and again for a thousandth of its time.
BOMB = f'prctl(PR_SET_NAME, "{MARK}"); for (;;) if (fork() < 0) {{ timespec rest = {{0, 50000000}}; nanosleep(&rest, nullptr); }}'
ENOUGH = 200  # processes; a submission may have 256


def bombs() -> int:
    found = 0
    for path in pathlib.Path("/proc").glob("[0-9]*/comm"):
        try:
            found += path.read_text().strip() == MARK
        except OSError:
            continue  # it has ended
    return found


@pytest.fixture
def bombing(course, tmp_path):
    """A run whose submission has taken all the processes that it gets, and goes on as long as the test does."""
    if no_box():
        pytest.skip(no_box())  # without one, and as an ordinary user, a user's processes are counted over both runs
    hand_in(tmp_path / "hostile", "bomb", "#include <sys/prctl.h>\n#include <time.h>\n" + hostile(BOMB))
    limits = ("--time-limit", "3600", "--memory-limit", "16000")
    run = course.start(*words(tmp_path / "hostile", tmp_path / "hostile-results", *limits))
    try:
        while bombs() < ENOUGH:
            assert run.poll() is None, "".join(run.communicate())
            time.sleep(0.1)
        yield run
    finally:
        run.terminate()
        run.communicate()
    while bombs():  # all of it goes with its run; the kernel ends hundreds of processes behind the run's own end
        time.sleep(0.1)


def test_a_fork_bomb_in_one_run_costs_the_good_ones_of_another_nothing(course, bombing, tmp_path):
    names = [f"good{number}" for number in range(4)]
    for name in names:
        hand_in(tmp_path / "class", name, SOLUTION)
    done = grade(course, tmp_path / "class", tmp_path / "results", "--jobs", "2")
    assert bombing.poll() is None and bombs() >= ENOUGH  # all the while
    assert done.returncode == 0, done.stdout + done.stderr
    told = {name: reasons(tmp_path / "results", name) for name in names}
    assert scores(tmp_path / "results") == dict.fromkeys(names, LAB.total), told


def at_work_on(folder: pathlib.Path) -> list[str]:
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found += [path.parent.name] if os.fsencode(folder) in path.read_bytes() else []
        except OSError:
            continue  # it has ended
    return found


def test_an_ordinary_user_and_root_grade_at_the_same_time(course, monkeypatch, tmp_path_factory):
    if no_other_user():
        pytest.skip(no_other_user())
    wrong = SOLUTION.replace("~std::uint64_t{0} >> (64 - bits)", "~std::uint64_t{0} >> (63 - bits)")
    assert wrong != SOLUTION
    names = {f"good{number}": SOLUTION for number in range(4)} | {f"wrong{number}": wrong for number in range(2)}
    folders = [tmp_path_factory.mktemp("class") for _ in range(2)]
    for folder in folders:
        for name, text in names.items():
            hand_in(folder, name, text)
    own, made = tmp_path_factory.mktemp("results"), tmp_path_factory.mktemp("made")
    assert grade(course, folders[0], own / "first", any_calls=False).returncode == 0  # builds, for both
    scratch = tmp_path_factory.mktemp("scratch")
    scratch.chmod(0o1777)
    monkeypatch.setenv("TMPDIR", str(scratch))
    runs = [
        course.start(*words(folders[0], own / "results", "--jobs", "2", any_calls=False)),
        start_as_a_user(folders[1], made, "--jobs", "2", any_calls=False),
    ]
    for run in runs:
        out, err = run.communicate()
        assert run.returncode == 0, out + err
    for results in (own, made):
        got = scores(results / "results")
        assert {name: got[name] == LAB.total for name in names} == {name: name.startswith("good") for name in names}, (
            got
        )
    assert not list(scratch.iterdir())
    assert not [process for folder in (*folders, scratch) for process in at_work_on(folder)]
