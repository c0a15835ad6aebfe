# ./course alone, and ./course check --watch on a terminal: keys, the next lab, and Ctrl-C at any moment.
# Run: ./course test test_companion
from __future__ import annotations

import contextlib
import os
import pathlib
import pty
import re
import select
import signal
import stat
import termios
import time
from collections.abc import Iterator

import pytest

from tools.model import load_course
from tools.study.sections import after, before

LAB, NEXT = "event_timer", "warp_clock"  # which are graded in no time
SKELETON = "fewer than two events were created"
COLOURS = re.compile(r"\033\[[\d;]*[mHJK]")


@pytest.fixture(autouse=True)
def untouched(course):
    for lab in load_course().labs:
        if course.lab(lab.name).read_text() != lab.skeleton.read_text():
            course.lab(lab.name).write_text(lab.skeleton.read_text())
    (course.root / ".course" / "state.json").unlink(missing_ok=True)


def solution(name: str = LAB) -> str:
    return next(lab for lab in load_course().labs if lab.name == name).solution.read_text()


class Terminal:
    """One that the course command runs on."""

    def __init__(self, course, *words: str, **more):
        self.ours, theirs = pty.openpty()
        self.before = termios.tcgetattr(self.ours)
        self.process = course.start(
            *words,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            preexec_fn=lambda: own(theirs),
            variables={"TERM": "xterm"},  # whatever the tests themselves run on
            **more,
        )
        self.theirs, self.said, self.place = theirs, "", 0

    def until(self, words: str, seconds: float = 60) -> str:
        """What is said up to these words, since the words before; lines may be broken anywhere."""
        ends, wanted = time.monotonic() + seconds, re.compile(r"\s+".join(map(re.escape, words.split())))
        while not (found := wanted.search(plain := COLOURS.sub("", self.said), self.place)):
            assert time.monotonic() < ends, f"'{words}' did not come: {plain[self.place :]}"
            self.read(0.1)
        begin, self.place = self.place, found.end()
        return " ".join(plain[begin : found.end()].split())

    def read(self, seconds: float) -> None:
        if select.select([self.ours], [], [], seconds)[0]:
            with contextlib.suppress(OSError):  # the other end is closed
                self.said += os.read(self.ours, 65536).decode(errors="replace")

    def until_there_is(self, program: str, root: pathlib.Path) -> None:
        ends = time.monotonic() + 60
        while not programs_of(root, program):
            assert time.monotonic() < ends, f"no {program} was started: {self.said}"
            self.read(0.05)

    def type(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def waits_for_keys(self) -> bool:
        return not termios.tcgetattr(self.ours)[3] & termios.ICANON

    def end(self, seconds: float = 20) -> int:
        """Waits for the end of the command; the terminal must then be as it was."""
        ends = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < ends:
            self.read(0.05)
        status = self.process.wait(timeout=1)
        assert termios.tcgetattr(self.ours)[:4] == self.before[:4]
        return status

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.ours)
        os.close(self.theirs)


def own(terminal: int) -> None:
    """Makes it the process's own, so that Ctrl-C on it is a signal."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell that runs tests in the background lets them ignore it
    import fcntl

    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)


@pytest.fixture
def terminal(course) -> Iterator:
    opened: list[Terminal] = []

    def start(*words: str, **more) -> Terminal:
        opened.append(Terminal(course, *words, **more))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


def test_alone_it_says_where_one_is_and_what_is_next(course):
    said = course().stdout
    first = load_course().labs[0]
    assert f"0 of {sum(lab.total for lab in load_course().labs)} points, 0 of {len(load_course().labs)} labs" in said
    assert f"./course check {first.name} --watch" in said and f"labs/{first.slug}/{first.file}" in said
    course.lab(LAB).write_text(solution())
    assert course("check", LAB).returncode == 0
    said = course().stdout
    assert "You are in chapter 4" in said and f"1 of its 6 labs solved; last checked: {LAB}, 10 of 10" in said
    assert f"./course check {NEXT} --watch" in said
    course.lab(LAB).write_text(re.sub("cudaEventSynchronize.*;", "", solution()))
    course("check", LAB)
    assert f"./course check {LAB} --watch" in course().stdout  # what is not solved comes first
    assert course().returncode == 0


def test_after_full_points_the_next_section_and_the_next_lab_are_named(course):
    course.lab(LAB).write_text(solution())
    said = course("check", LAB).stdout
    assert f"Next lab: {NEXT}" in said
    assert "Read on" not in said  # a copy with no text has no sections
    assert "Next lab" not in course("check", LAB, "--json").stdout


def test_every_lab_has_a_section_before_it_and_one_after():
    for lab in load_course().labs:
        for section in (before(lab), after(lab)):
            assert section and section.page.exists(), lab.name
            assert section.page.read_text().split("\n")[section.line].startswith("#")
    naive = next(lab for lab in load_course().labs if lab.name == "transpose_naive")
    assert before(naive).words == f"Lab: {naive.name}" and before(naive).anchor == f"lab-{naive.name}"
    assert after(naive).title == "4. Block 32×8, lane by lane" and after(naive).anchor == "4-block-328-lane-by-lane"


def test_a_save_is_checked_and_full_points_lead_on(course, terminal):
    watch = terminal("check", LAB, "--watch")
    assert SKELETON in watch.until("q quit")
    assert watch.waits_for_keys()
    course.lab(LAB).write_text(solution())
    said = watch.until(f"Watching {NEXT}")
    assert "10 of 10 points" in said and f"Next lab: {NEXT}" in said
    assert "\033[2J" in watch.said  # the screen is cleared before
    watch.until("q quit")
    course.lab(NEXT).write_text(solution(NEXT))  # which was not asked for, and is watched now
    assert "points" in watch.until("Next lab")
    watch.until("q quit")
    watch.type("q")
    assert watch.end() == 0


def test_keys(course, terminal, tmp_path):
    editor = tmp_path / "an editor"
    editor.write_text(f'#!/bin/sh\nstty -a >"{tmp_path}/terminal"\nprintf \'// edited\\n\' >>"$2"\n')
    editor.chmod(editor.stat().st_mode | stat.S_IXUSR)
    os.environ["EDITOR"], visual = f"'{editor}' -w", os.environ.pop("VISUAL", None)
    try:
        watch = terminal("check", LAB, "--watch")
    finally:
        os.environ.pop("EDITOR")
        os.environ.update({"VISUAL": visual} if visual else {})
    watch.until("q quit")
    watch.type("h")
    assert f"Hint 1 of 3 for {LAB}" in re.sub(r"of \d+", "of 3", watch.until("q quit"))
    watch.type("\033[A")  # an arrow is no key of ours, and leaves nothing behind
    watch.type("l")
    assert "warp_clock" in watch.until("q quit")
    watch.type("o")
    assert SKELETON in watch.until("q quit") + watch.until("q quit")  # the edit is checked
    assert course.lab(LAB).read_text().endswith("// edited\n")
    assert " icanon" in (tmp_path / "terminal").read_text() and " echo " in (tmp_path / "terminal").read_text()
    assert watch.waits_for_keys()
    watch.type("r")
    watch.until("any other key does not")
    watch.type("n")
    assert "Nothing changed." in watch.until("q quit")
    watch.type("r")
    watch.until("any other key does not")
    watch.type("y")
    watch.until("is the skeleton again")
    watch.until("q quit")
    assert "// edited" not in course.lab(LAB).read_text()
    watch.type("n")
    assert NEXT in watch.until(f"Watching {NEXT}")
    watch.type("q")
    assert watch.end() == 0


@pytest.mark.parametrize("sent", ["Ctrl-C", signal.SIGTERM, signal.SIGINT])
def test_it_can_be_stopped_at_any_moment(course, terminal, sent):
    """While it begins, while the lab is built, while it is graded, while it waits."""
    slow = "#include <unistd.h>\n" + solution().replace(
        "EventTimer timer(stream);", "sleep(5); EventTimer timer(stream);"
    )
    moments = {
        "it begins": lambda watch: watch.until(f"checking {LAB}"),
        "it waits": lambda watch: watch.until("q quit"),
    }
    for program in ("simtcc", "grade-"):
        moments[program] = lambda watch, program=program: watch.until_there_is(program, course.root)
    for moment, come in moments.items():
        course.lab(LAB).write_text((slow if moment == "grade-" else solution()) + f"// {moment}\n")
        watch = terminal("check", LAB, "--watch")
        come(watch)
        watch.type("\003") if sent == "Ctrl-C" else watch.process.send_signal(sent)
        status = watch.end()
        assert status in (0, 130, -signal.SIGTERM, -signal.SIGINT), (moment, watch.said)
        assert "Traceback" not in watch.said, watch.said
        assert moment != "it waits" or status == 0
        assert programs_of(course.root, "grade-") == []


def programs_of(root: pathlib.Path, name: str) -> list[str]:
    """Command lines of programs whose name begins so, which run in the folder or are named by their place in it."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended
            words = (process / "cmdline").read_text(errors="replace").split("\0")
            here = pathlib.Path(words[0]).is_relative_to(root) or (process / "cwd").readlink().is_relative_to(root)
            if pathlib.Path(words[0]).name.startswith(name) and here:
                found.append(" ".join(words))
    return found


def test_a_second_ctrl_c_does_not_leave_the_terminal_behind(course, terminal):
    watch = terminal("check", LAB, "--watch")
    watch.until("q quit")
    watch.type("\003\003\003")
    assert watch.end() in (0, 130)


def test_it_takes_its_keys_again_when_it_is_continued(course, terminal):
    watch = terminal("check", LAB, "--watch")
    watch.until("q quit")
    termios.tcsetattr(watch.ours, termios.TCSANOW, watch.before)  # as a shell does when its job is stopped
    os.kill(watch.process.pid, signal.SIGCONT)
    ends = time.monotonic() + 10
    while not watch.waits_for_keys() and time.monotonic() < ends:
        time.sleep(0.05)
    assert watch.waits_for_keys()
    watch.type("q")
    assert watch.end() == 0


def test_list_shows_labs_and_no_experiments(course):
    said = course("list").stdout
    assert LAB in said and "experiment" not in said
