# The box: what a program in it sees, may use and leaves; with and without it, what all its processes use together.
# Run: ./course test test_box
from __future__ import annotations

import errno
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import threading

import pytest

from tests.tools.grade.students import no_box
from tools.files import claimed
from tools.grade import jobs, process
from tools.grade.box import Box
from tools.grade.process import Limits, Trouble, run_confined
from tools.grade.sandbox import SCRATCH, remove, scratch, users
from tools.grade.submissions import Handed
from tools.model import find_lab

PYTHON = "/usr/bin/python3"  # one that is in the box


@pytest.fixture(scope="module")
def user():
    with users(1, []) as [number]:
        yield number


def in_box(tmp_path: pathlib.Path, user, code: str, boxed: bool = True, channel=None, **limits):
    if boxed and no_box():
        pytest.skip(no_box())
    if user:
        for folder in (tmp_path, *tmp_path.parents[:2]):  # which pytest closes to others
            folder.chmod(0o755)
        os.chown(tmp_path, user, user)
    about = Limits(
        **{"seconds": 10, "processes": 64 if user or boxed else None, "user": user, "isolate": True, **limits}
    )
    return run_confined(
        [PYTHON, "-c", code, "{fd}"], tmp_path, about, {"PATH": "/usr/bin"}, Box(()) if boxed else None, channel
    )


def test_a_box_holds_the_system_and_nothing_else(tmp_path, user):
    (tmp_path / "other").write_text("somebody's")
    code = (
        "import os, pathlib\n"
        "print(sorted(os.listdir('/')), os.listdir('.'), os.listdir('/dev/shm'), os.listdir('/tmp'))\n"
        "print(sorted(name for name in os.listdir('/proc') if name.isdigit()))\n"
        "print(sorted(os.listdir('/sys/class/net')) if os.path.exists('/sys') else 'no sys')\n"
        "for place in ('/', '/dev', '/usr', '/proc/sys/kernel'):\n"
        "  try: open(place + '/made-here', 'w'); print('made', place)\n"
        "  except OSError: pass\n"
    )
    lines = in_box(tmp_path, user, code).output.splitlines()
    inside = set(eval(lines[0].partition("]")[0] + "]"))
    assert not inside & {"etc", "home", "root", "var", "run", "sys", "opt"} - {tmp_path.parts[1]}
    assert "other" not in lines[0] and lines[1] == "['1', '2']" and lines[2] == "no sys"
    assert lines[3:] == []


def test_how_a_program_ends_is_told_through_the_box(tmp_path, user):
    assert in_box(tmp_path, user, "import sys; sys.exit(3)").status == 3
    assert in_box(tmp_path, user, "import os; os.abort()").status == -6
    assert in_box(tmp_path, user, "import os; os.kill(os.getpid(), 9)").status == -9


def test_in_a_box_only_the_channel_is_open(tmp_path, user):
    done = in_box(tmp_path, user, "import os; print(len(os.listdir('/proc/self/fd')))", channel=socket.socketpair()[0])
    assert int(done.output) <= 5  # 0, 1, 2, the channel, and the listing itself


def test_files_in_a_box_are_limited_together(tmp_path, user):
    code = (
        "import os, sys\n"
        "for place in ('.', '/tmp', '/dev/shm'):\n"
        "  n = 0\n"
        "  try:\n"
        "    while n < 200: open(f'{place}/{n}', 'wb').write(bytes(1 << 20)); n += 1\n"
        "  except OSError as error: print(error.strerror)\n"
    )
    assert in_box(tmp_path, user, code).output.splitlines() == ["No space left on device"] * 3
    assert list(tmp_path.iterdir()) == []


MEMORY = {
    "children": "import os, time\nfor i in range(2): os.fork()\nx = bytearray(100 << 20)\ntime.sleep(60)",
    "shared": "import mmap, time\nm = mmap.mmap(-1, 400 << 20)\nfor i in range(0, 400 << 20, 4096): m[i] = 1\ntime.sleep(60)",
    "memfd": (
        "import os, time\nfor i in range(10):\n  f = os.memfd_create('x')\n"
        "  for j in range(10): os.write(f, bytes(4 << 20))\ntime.sleep(60)"
    ),
    "system_v": (
        "import ctypes, time\nc = ctypes.CDLL(None)\nc.shmat.restype = ctypes.c_void_p\n"
        "for i in range(4):\n  n = c.shmget(0, 100 << 20, 0o1600)\n  a = c.shmat(n, None, 0)\n  c.shmctl(n, 0, None)\n"
        "  ctypes.memset(ctypes.c_void_p(a), 1, 100 << 20)\ntime.sleep(60)"
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "boxed"), [*((kind, False) for kind in MEMORY), ("children", True), ("shared", True)]
)  # the others are refused in a box
def test_memory_is_limited_over_all_processes_and_of_all_kinds(tmp_path, user, kind, boxed):
    done = in_box(tmp_path, user, MEMORY[kind], boxed, memory_mib=250, seconds=5)
    assert done.stopped == "memory" and "250 MiB are allowed" in done.ending(Limits(memory_mib=250))


def test_what_no_solution_needs_is_refused_in_a_box(tmp_path, user):
    code = (
        "import ctypes, os, socket\nc = ctypes.CDLL(None, use_errno=True)\n"
        "calls = {'memfd': lambda: c.memfd_create(b'x', 0), 'ptrace': lambda: c.ptrace(16, os.getppid(), 0, 0),\n"
        "  'shm': lambda: c.shmget(0, 4096, 0o1600), 'unshare': lambda: c.unshare(0x10000000),\n"
        "  'other numbers': lambda: c.syscall(0x40000000 + 39), 'socket': lambda: c.socket(1, 1, 0)}\n"
        "for name, call in calls.items():\n"
        "  if call() != -1 or ctypes.get_errno() not in (1, 38): print(name, 'goes', ctypes.get_errno())\n"
        "print(os.getpid())\n"
    )
    assert in_box(tmp_path, user, code).output == "2\n"


def test_time_is_what_the_processors_spent_on_it(tmp_path, user):
    done = in_box(tmp_path, user, "while True: pass", seconds=0.5)
    assert done.stopped == "cpu" and "0.5 s of processor time" in done.ending(Limits(seconds=0.5))
    two = "import os\nos.fork()\nwhile True: pass"
    assert in_box(tmp_path, user, two, seconds=0.5).stopped == "cpu"
    done = in_box(tmp_path, user, "import time; time.sleep(60)", seconds=0.5)
    assert done.stopped == "idle" and "0.5 s in which it did nothing" in done.ending(Limits(seconds=0.5))


def test_who_has_to_wait_for_a_processor_loses_nothing(tmp_path, user, monkeypatch):
    """Six at a time on each processor, each of which needs less than its limit, and all together more than it."""
    monkeypatch.setattr(process, "PATIENCE", 100)  # this machine may be busy with other things
    code = "import time\nwhile time.process_time() < 0.25: pass\nprint('done')"
    ended = []
    many, boxed = 6 * (os.cpu_count() or 1), not no_box()
    threads = [
        threading.Thread(
            target=lambda: ended.append(in_box(tmp_path, user, code, boxed, seconds=1.0, processes=None).output)
        )
        for _ in range(many)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert ended == ["done\n"] * many


@pytest.mark.parametrize("isolate", [True, False])
@pytest.mark.parametrize("boxed", [True, False])
def test_who_traces_another_is_stopped_all_the_same(tmp_path, user, boxed, isolate):
    """Who is traced so does not end when it is killed, before the tracer lets it."""
    code = (
        "import ctypes, os, time\nc = ctypes.CDLL(None)\n"
        "if os.fork(): time.sleep(60)\n"
        "for process in (os.getppid(), 1): c.ptrace(0x4206, process, 0, 0x40)\n"  # SEIZE, TRACEEXIT
        "time.sleep(60)"
    )
    assert in_box(tmp_path, user, code, boxed, seconds=0.5, isolate=isolate).stopped == "idle"


def test_a_confining_process_that_falls_silent_is_ended(tmp_path, monkeypatch):
    """With no name space of its own and the same user, a program can stop it."""
    monkeypatch.setattr(process, "SILENCE", 0.5)
    code = "import os, signal, time; os.kill(os.getppid(), signal.SIGSTOP); time.sleep(1000)  # silence-mark"
    with pytest.raises(Trouble, match="killed"):
        in_box(tmp_path, None, code, boxed=False, isolate=False)
    left = [path for path in pathlib.Path("/proc").glob("[0-9]*/cmdline") if "silence-mark" in _read(path)]
    assert [path for path in left if path.parent.name != str(os.getpid())] == []


def _read(path: pathlib.Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def test_a_fork_bomb_in_one_box_leaves_processes_to_another_of_the_same_user(tmp_path, user):
    bomb = "import os, time\nwhile True:\n  try: os.fork()\n  except OSError: time.sleep(60)"
    calm = "import os\nfor i in range(30):\n  if os.fork() == 0: os._exit(0)\nprint('calm')"
    running = threading.Thread(target=lambda: in_box(tmp_path, user, bomb, seconds=2, processes=100, memory_mib=None))
    running.start()
    try:
        for _ in range(5):
            assert in_box(tmp_path, user, calm, processes=40).output == "calm\n"
    finally:
        running.join()


def test_what_cannot_be_started_is_trouble_and_no_end_of_a_program(tmp_path):
    with pytest.raises(Trouble, match="cannot start /not/there: .*No such file"):
        run_confined(["/not/there"], tmp_path, Limits(), {})
    if not no_box():
        with pytest.raises(Trouble, match="the box could not be made: .*not/there"):
            run_confined(["/usr/bin/true"], tmp_path, Limits(), {}, box=Box((pathlib.Path("/not/there"),)))


def test_users_are_one_runs_alone():
    if os.geteuid() != 0:
        pytest.skip("only root gives users to jobs")
    with users(3, []) as mine, users(3, []) as others:
        assert len({*mine, *others}) == 6


def left_waiting(folder: pathlib.Path, user: int | None) -> subprocess.Popen:
    """As a box that lost its run before it was closed."""
    words = ["/bin/sh", "-c", "read line", "box", str(folder)]
    return subprocess.Popen(
        words, stdin=subprocess.PIPE, user=user, group=user, extra_groups=None if user is None else []
    )


def test_the_folder_of_a_killed_run_goes_and_that_of_a_running_one_stays(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / f"{SCRATCH}killed" / "job" / "run").mkdir(parents=True)
    (tmp_path / "somebody-else").mkdir()
    with users(1, []) as [user]:
        at_work = [left_waiting(tmp_path / name, user) for name in (f"{SCRATCH}killed/job", "somebody-else")]
    try:
        with scratch() as mine, scratch() as other:
            assert mine.is_dir() and other.is_dir()
            assert {path.name for path in tmp_path.iterdir()} == {mine.name, other.name, "somebody-else"}
        assert at_work[0].wait(10) == -signal.SIGKILL and at_work[1].poll() is None
    finally:
        for process in at_work:
            process.kill()
            process.wait()
    assert [path.name for path in tmp_path.iterdir()] == ["somebody-else"]


def test_a_new_folder_that_another_run_took_for_a_leftover_is_made_again(tmp_path, monkeypatch):
    def taken_at_first(prefix):
        made.append(make(prefix=prefix))
        if len(made) == 1:
            os.rmdir(made[0])
        return made[-1]

    made, make = [], tempfile.mkdtemp
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("tempfile.mkdtemp", taken_at_first)
    with scratch() as mine:
        assert mine.is_dir() and [str(mine)] == made[1:]
    assert not list(tmp_path.iterdir())


def test_a_folder_that_was_removed_is_not_claimed(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    with claimed(folder) as mine, claimed(folder) as others:
        assert (mine, others) == (True, False)
    folder.rmdir()
    with claimed(folder) as mine:
        assert not mine and not folder.exists()


def test_where_there_are_no_locks_no_folder_is_a_leftover(tmp_path, monkeypatch):
    """Two runs, or one within another, are then told apart by nothing else."""

    def no_locks(handle, operation):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("fcntl.flock", no_locks)
    with scratch() as mine, scratch() as other:
        assert mine.is_dir() and other.is_dir()


def test_a_folder_goes_whatever_is_in_it(tmp_path):
    folder = tmp_path / "folder"
    (folder / "x" / "y").mkdir(parents=True)
    (folder / "x" / "y" / "z").touch()
    for path in (folder / "x" / "y", folder / "x"):
        path.chmod(0)
    deep = "import os\nfor i in range(1100): os.mkdir('d'); os.chdir('d')"
    subprocess.run([PYTHON, "-c", deep], check=True, cwd=folder)
    remove(folder)
    assert not os.path.lexists(folder)


@pytest.mark.parametrize("name", ["runtime_compile", "bank_conflict_degree"])
def test_a_grader_that_compiles_or_reads_what_was_measured_does_so_in_a_box(tmp_path, user, name):
    if no_box():
        pytest.skip(no_box())
    lab = find_lab(name)
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    verdict = jobs.run_job(jobs.Job(lab, Handed(lab.solution), 60, 2048), jobs.Place(tmp_path, user))
    assert verdict.score == lab.total, verdict.failures()
