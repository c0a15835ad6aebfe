# Starts programs that nobody has read: limits, collected output, a socket to whoever they talk with.
from __future__ import annotations

import contextlib
import json
import os
import pathlib
import re
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from typing import IO, Any

from tools.errors import CourseError
from tools.grade import seccomp
from tools.grade.box import Box
from tools.grade.watch import children_of

ROOT = str(pathlib.Path(__file__).resolve().parents[2])
CONFINE = f"import sys; sys.path.insert(0, {ROOT!r}); from tools.grade.confine import main; main()"
_running: set[subprocess.Popen] = set()
_stopping = threading.Event()

SAID = 250  # letters of the simulator's reason
KEPT_OUTPUT = 64 * 1024  # of what the program prints; the rest is read and dropped
PATIENCE = 10  # times its limit a program may take that the machine keeps waiting
SILENCE = 60.0  # seconds without a sign of life from the confining process, which gives one a second

ENDINGS = {
    "SIGSEGV": "crashed on the host with a segmentation fault (SIGSEGV): a bad pointer, or an index far out of range",
    "SIGBUS": "crashed on the host with a bus error (SIGBUS): a bad pointer, or an index far out of range",
    "SIGABRT": "was aborted (SIGABRT): an uncaught exception, a failed assert or a broken heap",
    "SIGFPE": "crashed (SIGFPE): an integer division by zero",
    "SIGXCPU": "used up its processor time and was stopped",
    "SIGXFSZ": "wrote a file larger than is allowed and was stopped",
    "SIGKILL": "was killed (SIGKILL)",
}


THROWN = re.compile(r"^terminate called after throwing an instance of '(.+)'$(?:\n^ *what\(\): *(.*)$)?", re.MULTILINE)
ASSERTED = re.compile(r"^.*: Assertion .* failed\.$", re.MULTILINE)
HEAP = re.compile(
    r"^(?:(?:free|malloc|realloc|munmap_chunk)\(\): .*|double free or corruption.*|corrupted .*)$", re.MULTILINE
)


def why_aborted(output: str) -> str:
    """What the C++ or the C library said last of an abort, in words that go on from "the program"; or nothing."""
    said = "\n".join(output.rstrip("\n").split("\n")[-6:])
    begin = "was aborted (SIGABRT): "
    if thrown := THROWN.search(said):
        what = f' ("{thrown[2][:SAID]}")' if thrown[2] else ""
        return (
            f"{begin}an exception was not caught, {thrown[1][:SAID]}{what}. It must be caught in the parallel region, thread or"
            " destructor in which it is thrown: keep it there, and throw it behind"
        )
    if "terminate called without an active exception" in said:
        return (
            f"{begin}std::terminate was called with no exception, as by a std::thread that is destroyed and not joined"
        )
    if failed := ASSERTED.search(said):
        return f"{begin}an assert failed: {failed[0][-SAID:]}"
    if heap := HEAP.search(said):
        return (
            f"{begin}the heap is broken, as by a write beside an array or by memory given back twice: {heap[0][:SAID]}"
        )
    return ""


class Stopped(Exception):
    """The person stopped the command: what the program did is no result."""


class Trouble(CourseError):
    """The program could not be run, or nobody can say what it did. Whose fault that is, is for the caller to find out."""


def pause(seconds: float) -> None:
    if _stopping.wait(seconds):
        raise Stopped


def stop_all() -> None:
    """Ends every confined program, whichever thread waits for it; their waits raise Stopped."""
    _stopping.set()
    for child in list(_running):
        child.terminate()


@dataclass(frozen=True)
class Limits:
    seconds: float = 60.0  # of processor time, or of doing nothing; ten times that on the wall's clock
    memory_mib: int | None = 2048  # of all its processes together, and of each one's private memory (RLIMIT_DATA)
    file_mib: int | None = 64  # size of one file it writes
    processes: int | None = None  # processes and threads of its user; see tools/grade/sandbox.py
    user: int | None = None  # numeric user to become; needs root
    isolate: bool = False  # a process name space of its own, where the kernel allows it


@dataclass(frozen=True)
class Finished:
    """How a program ended, and what it wrote."""

    status: int  # exit status; negative: the signal
    stopped: str  # by which limit: cpu, idle, wall or memory; judged: it was not needed any more; or nothing
    seconds: float
    peak_mib: int
    output: str  # stdout and stderr together, at most KEPT_OUTPUT
    dropped: int  # bytes of output beyond that
    isolated: bool  # whether it had a process name space of its own

    @property
    def timed_out(self) -> bool:
        return self.stopped in ("cpu", "idle", "wall")

    def ending(self, limits: Limits) -> str:
        """How it ended, in words."""
        if self.timed_out:
            after = {
                "cpu": f"{limits.seconds:g} s of processor time",
                "idle": f"{limits.seconds:g} s in which it did nothing",
                "wall": f"{PATIENCE * limits.seconds:g} s",
            }
            return f"the program was still running after {after[self.stopped]} and was stopped"
        if self.stopped == "memory":
            return (
                f"the program, with all that it started, used {self.peak_mib} MiB of memory; {limits.memory_mib} MiB are"
                " allowed, and it was stopped"
            )
        if self.status >= 0:
            return f"the program was ended from inside with exit status {self.status}: a call of exit, or the like"
        try:
            name = signal.Signals(-self.status).name
        except ValueError:
            name = f"signal {-self.status}"
        words = ENDINGS.get(name, f"was ended by {name}")
        if name == "SIGABRT":
            words = why_aborted(self.output) or words
        last = self.output.rstrip("\n").rpartition("\n")[2]
        if name == "SIGABRT" and last.startswith("simt: "):  # the simulator ended it, and said why
            words = f"was stopped: {last.removeprefix('simt: ')[:SAID]}"
        elif last.startswith("simt: "):  # what went before
            words = f"{words}; before, {last.removeprefix('simt: ')[:SAID]}"
        if limits.memory_mib and self.peak_mib > limits.memory_mib // 2:
            words += f"; it had used {self.peak_mib} MiB of the {limits.memory_mib} MiB it may use"
        return f"the program {words}"


def run_confined(
    command: list[str],
    cwd: pathlib.Path,
    limits: Limits,
    environment: dict[str, str],
    box: Box | None = None,
    channel: socket.socket | None = None,
    judge: int | None = None,
) -> Finished:
    """Runs the program to its end, in a box if one is given. '{fd}' in the command becomes the number of its own copy of
    the channel; ours is closed. With the process id of a judge it is ended when that has ended, and the time in which the
    judge computes is not counted. Raises Trouble, or Stopped."""
    with contextlib.ExitStack() as open_until_the_end:
        try:
            child, status_fd, box_fd = _start(
                open_until_the_end, command, cwd, limits, environment, box, channel, judge
            )
        except OSError as error:
            raise Trouble(f"no program can be started: {error.strerror or error}") from None
        finally:
            if channel:
                channel.close()
        _running.add(child)
        try:
            assert child.stdout
            output, dropped, ending = _collect(child, child.stdout, status_fd)
            child.wait()
        except BaseException:  # Ctrl-C: the confining process takes the program down
            child.terminate()
            child.wait()
            raise
        finally:
            _running.discard(child)
        box_said = os.read(box_fd, 4096) if box_fd is not None else b""
    if _stopping.is_set():
        raise Stopped
    words = output.decode("utf-8", "replace")
    told: dict[str, Any] = (
        json.loads(ending) if ending.strip() else {"trouble": "the process that watched it was killed"}
    )
    if box and not told.get("stopped") and b"exit-code" not in box_said:  # what the program itself cannot write there
        told.setdefault("trouble", f"the box could not be made: {words.strip()[-300:] or 'bubblewrap was killed'}")
    if "trouble" in told:
        raise Trouble(told["trouble"])
    return Finished(
        status=os.waitstatus_to_exitcode(told["status"]),
        stopped=told["stopped"],
        seconds=told["seconds"],
        peak_mib=told["peak_mib"],
        output=words,
        dropped=dropped,
        isolated=told["isolated"],
    )


def _start(
    open_until_the_end: contextlib.ExitStack,
    command: list[str],
    cwd: pathlib.Path,
    limits: Limits,
    environment: dict[str, str],
    box: Box | None,
    channel: socket.socket | None,
    judge: int | None,
) -> tuple[subprocess.Popen, int, int | None]:
    """The confining process, and where it and the box say how it went."""
    theirs = contextlib.ExitStack()
    with theirs:
        status_read, status_write = _pipe(open_until_the_end, theirs)
        box_read: int | None = None
        kept = []
        if channel:
            kept.append(channel.fileno())
            command = [word.replace("{fd}", str(channel.fileno())) for word in command]
        if box:
            box_read, box_write = _pipe(open_until_the_end, theirs)
            os.set_blocking(box_read, False)
            kept.append(box_write)
            filter_read = None
            if seccomp.program():
                filter_read, filter_write = _pipe(theirs, theirs)
                kept.append(filter_read)
                with open(filter_write, "wb", closefd=False) as file:
                    file.write(seccomp.program())
            command = box.command(command, cwd, box_write, filter_read, limits.processes)
        spec = {
            "command": command,
            "cwd": "/" if box else str(cwd),
            "environment": environment,
            "seconds": limits.seconds,
            "patience": PATIENCE,
            "cpu_seconds": 2 * int(limits.seconds) + 2,  # of each process, should nobody watch it
            "memory_mib": limits.memory_mib,
            "file_mib": limits.file_mib,
            "processes": limits.processes,
            "user": limits.user,
            "isolate": limits.isolate,
            "boxed": box is not None,
            "keep_fds": kept,
            "status_fd": status_write,
            "parent": os.getpid(),
            "judge": judge,
        }
        child = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", CONFINE, json.dumps(spec)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=[status_write, *kept],
        )
        assert child.stdout
        open_until_the_end.callback(child.stdout.close)
        return child, status_read, box_read


def _pipe(ours: contextlib.ExitStack, theirs: contextlib.ExitStack) -> tuple[int, int]:
    """Both ends, each closed by whom it belongs to."""
    read, write = os.pipe()
    ours.callback(os.close, read)
    theirs.callback(os.close, write)
    return read, write


def _end(child: subprocess.Popen) -> None:
    """Ends a confining process that has fallen silent, and all that it started: a program may have stopped it."""
    for _ in range(20):
        below, queue = [], children_of(child.pid)
        while queue:
            below.append(queue.pop())
            queue += children_of(below[-1])
        for process in below:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        if not below:
            break
        time.sleep(0.05)
    child.kill()


def _collect(child: subprocess.Popen, stdout: IO[bytes], status_fd: int) -> tuple[bytes, int, bytes]:
    """Reads both until the status has come and the rest is empty; never waits on a stray writer, nor on a confining
    process that gives no sign of life."""
    output, ending, dropped = bytearray(), bytearray(), 0
    with selectors.DefaultSelector() as waiting:
        waiting.register(stdout.fileno(), selectors.EVENT_READ, output)
        waiting.register(status_fd, selectors.EVENT_READ, ending)
        over, heard = False, time.monotonic()
        while waiting.get_map():
            events = waiting.select(timeout=0.2 if over else 1.0)
            if over and not events:
                break
            if time.monotonic() - heard > SILENCE:
                _end(child)
                break
            for key, _ in events:
                data = os.read(key.fd, 1 << 16)
                if not data:
                    waiting.unregister(key.fd)
                    over = over or key.fd == status_fd
                elif key.data is output:
                    room = max(0, KEPT_OUTPUT - len(output))
                    output += data[:room]
                    dropped += len(data[room:])
                else:
                    ending += data
                    heard = time.monotonic()
    return bytes(output), dropped, bytes(ending)
