# What stands between the course command and a program that nobody has read.
# Run: ./course test test_process
from __future__ import annotations

import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

import pytest

from tools.grade import confine, process
from tools.grade.process import Limits, run_confined
from tools.grade.sandbox import users
from tools.model import ROOT


@pytest.fixture
def box(tmp_path: pathlib.Path):
    """Runs Python code confined."""

    def run(code: str, channel: socket.socket | None = None, judge: int | None = None, **limits):
        command = ["/usr/bin/env", "python3", "-c", code, "{fd}"]
        about = Limits(**{"seconds": 10, **limits})
        return run_confined(command, tmp_path, about, {"PATH": os.environ["PATH"]}, channel=channel, judge=judge)

    return run


def alive(mark: str) -> list[str]:
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_text() if entry.name.isdigit() else ""
        except OSError:
            continue
        if mark in words and "tools.grade.confine" not in words:
            found.append(entry.name)
    return found


def test_status_and_output_come_back(box):
    done = box("import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)")
    assert done.status == 3 and "out\n" in done.output and "err\n" in done.output
    assert "exit status 3" in done.ending(Limits())


def test_the_channel_is_not_stdout(box):
    code = "import socket, sys; s = socket.socket(fileno=int(sys.argv[1])); s.sendall(b'got ' + s.recv(99)); print('printed')"
    ours, theirs = socket.socketpair()
    with ours:
        ours.sendall(b"asked")
        done = box(code, theirs)
        assert ours.recv(99) == b"got asked" and done.output == "printed\n"
        assert ours.recv(99) == b""  # nobody has the other end any more


def test_a_hang_is_stopped_in_time(box):
    began = time.monotonic()
    done = box("import time; time.sleep(100)", seconds=0.5)
    assert done.timed_out and time.monotonic() - began < 5
    assert "still running after 0.5 s" in done.ending(Limits(seconds=0.5))


def test_without_the_kernels_word_for_it_an_end_is_seen_too(monkeypatch):
    """os.pidfd_open is Linux 5.3's, and some containers filter it."""
    monkeypatch.setattr(os, "pidfd_open", lambda process: os.open("/not/there", 0))
    quick, slow = (subprocess.Popen(["sleep", seconds]) for seconds in ("0.05", "100"))
    assert confine.ends_within(quick.pid, 5) and not confine.ends_within(slow.pid, 0.1)
    slow.kill()
    assert quick.wait() == 0 and slow.wait() == -9


def test_a_crash_is_told_by_its_name(box):
    assert "SIGSEGV" in box("import os; os.kill(os.getpid(), 11)").ending(Limits())
    assert "SIGABRT" in box("import os; os.abort()", isolate=True).ending(Limits())


@pytest.mark.parametrize(
    "said, told",
    [
        (
            "terminate called after throwing an instance of 'std::runtime_error'\n  what():  out of memory",
            '(SIGABRT): an exception was not caught, std::runtime_error ("out of memory"). It must be caught in',
        ),
        ("terminate called after throwing an instance of 'int'", "(SIGABRT): an exception was not caught, int."),
        ("terminate called without an active exception", "(SIGABRT): std::terminate was called with no exception"),
        ("a.cpp:7: void f(): Assertion `n > 0' failed.", "(SIGABRT): an assert failed: a.cpp:7: void f(): Assertion"),
        (
            "free(): invalid pointer",
            "(SIGABRT): the heap is broken, as by a write beside an array or by memory given back",
        ),
        ("terminate is a word", "(SIGABRT): an uncaught exception, a failed assert or a broken heap"),
    ],
)
def test_an_abort_is_told_in_the_librarys_words(box, said, told):
    assert told in box(f"import os; print({said!r}, flush=True); os.abort()").ending(Limits())


@pytest.mark.parametrize("behind", ["", "; print('more', flush=True)"])
def test_why_the_simulator_ended_a_program_is_told_if_it_said_so_last(box, behind):
    code = f"import os; print('simt: host code writes', flush=True){behind}; os.abort()"
    told = box(code).ending(Limits())
    assert (told == "the program was stopped: host code writes", "SIGABRT" in told) == (not behind, bool(behind))


@pytest.mark.parametrize("isolate", [False, True])
def test_what_escapes_into_a_session_of_its_own_is_killed(box, isolate):
    mark = f"escaped-{os.getpid()}-{isolate}"
    code = (
        "import os, time\n"
        "if os.fork() == 0:\n"
        "  os.setsid()\n"
        "  if os.fork() == 0:\n"
        f"    os.execvp('python3', ['python3', '-c', 'import time; time.sleep(60)', '{mark}'])\n"
        "  os._exit(0)\n"
        f"import pathlib, sys\ntime.sleep(0.5)\nprint('done')"
    )
    done = box(code, isolate=isolate)
    assert done.status == 0 and "done" in done.output
    assert alive(mark) == []


# In the very moment in which the program begins, the course command is killed: what the program has started by then goes, too.
ENDED_AT_ONCE = """
import os, signal, sys, time
from tools.grade import confine
start = confine.start
def start_and_lose_the_parent(spec, failure):
    process = start(spec, failure)
    time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGTERM)
    return process
confine.start = start_and_lose_the_parent
confine.main()
"""


def test_a_program_that_has_just_been_started_is_ended_with_the_course_command(tmp_path):
    mark = f"7{os.getpid()}.25"
    spec = {"command": ["/bin/sh", "-c", f"sleep {mark} & sleep {mark}"], "environment": {"PATH": os.environ["PATH"]}}
    spec |= {"cwd": str(tmp_path), "seconds": 20, "patience": 10, "status_fd": 1, "parent": os.getpid()}
    words = [sys.executable, "-c", ENDED_AT_ONCE, json.dumps(spec)]
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    left = alive(mark)
    for number in left:
        os.kill(int(number), signal.SIGKILL)
    assert (done.returncode, left) == (1, [])


def test_what_gives_itself_a_name_that_is_no_text_is_killed_too(box):
    mark = f"unnamed-{os.getpid()}"
    code = (
        "import ctypes, os, time\n"
        "if os.fork() == 0:\n"
        "  os.setsid()\n"
        "  ctypes.CDLL(None).prctl(15, b'\\xff', 0, 0, 0)  # PR_SET_NAME\n"
        f"  time.sleep(60)  # {mark}\n"
        "time.sleep(0.5)\nprint('done')"
    )
    done = box(code)
    assert done.status == 0 and done.output == "done\n"
    assert alive(mark) == []


def test_a_fork_bomb_ends_with_its_program(box):
    if os.geteuid() != 0:
        pytest.skip("only with a user of its own may a test start a fork bomb")
    code = "import os, time\nfor i in range(9):\n  try: os.fork()\n  except OSError: break\ntime.sleep(60)  # bomb-mark"
    with users(1, []) as [user]:
        done = box(code, seconds=2, user=user, processes=64)
    assert done.timed_out
    assert alive("bomb-mark") == []


def test_gigabytes_of_output_are_dropped(box):
    done = box("import os\nfor i in range(3000): os.write(1, b'x' * 100000)", seconds=30)
    assert len(done.output) == 64 * 1024 and done.dropped == 300_000_000 - 64 * 1024


def test_the_time_in_which_nobody_reads_what_it_prints_is_nobodys(box, monkeypatch):
    def busy_elsewhere(child, stdout, status_fd):
        time.sleep(3)
        return collect(child, stdout, status_fd)

    collect = process._collect
    monkeypatch.setattr(process, "_collect", busy_elsewhere)
    assert box("print('x' * 2**20)", seconds=1).stopped == ""
    assert box("import time; time.sleep(9)", seconds=1).stopped == "idle"


def test_a_program_is_ended_with_its_judge(box):
    judge = subprocess.Popen(["sleep", "1"])
    began = time.monotonic()
    done = box("import time; time.sleep(100)", judge=judge.pid, seconds=60)
    assert done.stopped == "judged" and time.monotonic() - began < 10
    assert judge.wait() == 0


def test_the_time_in_which_its_judge_computes_is_nobodys(box):
    judge = subprocess.Popen(
        [sys.executable, "-c", "import time\nwhile time.process_time() < 1.5: pass\ntime.sleep(9)"]
    )
    code = "import time; time.sleep(1.2); print('done')"  # as one that waits to be asked
    assert box(code, judge=judge.pid, seconds=0.8).output == "done\n"
    assert box(code, seconds=0.8).stopped == "idle"
    judge.kill()
    judge.wait()


def test_memory_and_file_limits_hold(box):
    assert "MemoryError" in box("x = bytearray(600 << 20)", memory_mib=300).output
    code = "f = open('big', 'wb', buffering=0)\nfor i in range(9): f.write(b'x' * (1 << 20))"
    assert box(code, file_mib=2).status != 0 and box(code, file_mib=20).status == 0


def test_no_descriptor_but_its_own_is_open(box):
    secret = os.open("/dev/null", os.O_RDONLY)
    os.set_inheritable(secret, True)
    try:
        done = box("import os; print(sorted(int(n) for n in os.listdir('/proc/self/fd')))", socket.socketpair()[0])
    finally:
        os.close(secret)
    assert len(eval(done.output)) <= 5, done.output  # 0, 1, 2, the channel, and the listing itself


def test_killing_the_parent_wins_nothing_in_a_name_space(box):
    done = box(
        "import os, signal\ntry: os.kill(os.getppid(), signal.SIGKILL)\nexcept OSError: pass\nprint('on')", isolate=True
    )
    if not done.isolated:
        pytest.skip("this kernel gives no process name space")
    assert done.status == 0 and "on" in done.output


def test_the_program_runs_as_its_own_user(box):
    if os.geteuid() != 0:
        pytest.skip("not root")
    with users(1, []) as [user]:
        done = box("import os; print(os.getuid(), os.getgid(), os.getgroups())", user=user)
    assert done.output == f"{user} {user} []\n"
