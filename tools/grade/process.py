# Starts programs that nobody has read: limits, collected output, a report channel beside stdout.
from __future__ import annotations

import json
import os
import pathlib
import selectors
import signal
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass
from typing import IO, Any

CONFINE = pathlib.Path(__file__).with_name("confine.py")
_running: set[subprocess.Popen] = set()
_stopping = threading.Event()

KEPT_OUTPUT = 64 * 1024  # of what the program prints; the rest is read and dropped
KEPT_REPORT = 16 << 20  # more than this on the report channel is no grader's report


ENDINGS = {
    "SIGSEGV": "crashed on the host with a segmentation fault (SIGSEGV): a bad pointer, or an index far out of range",
    "SIGBUS": "crashed on the host with a bus error (SIGBUS): a bad pointer, or an index far out of range",
    "SIGABRT": "was aborted (SIGABRT): an uncaught exception, a failed assert or a broken heap",
    "SIGFPE": "crashed (SIGFPE): an integer division by zero",
    "SIGXCPU": "used up its processor time and was stopped",
    "SIGXFSZ": "wrote a file larger than is allowed and was stopped",
    "SIGKILL": "was killed (SIGKILL)",
}


class Stopped(Exception):
    """The person stopped the command: what the program did is no result."""


def stop_all() -> None:
    """Ends every confined program, whichever thread waits for it; their waits raise Stopped."""
    _stopping.set()
    for child in list(_running):
        child.terminate()


@dataclass(frozen=True)
class Limits:
    seconds: float = 60.0  # wall clock
    memory_mib: int | None = 2048  # private writable memory (RLIMIT_DATA)
    file_mib: int | None = 64  # size of one file it writes
    processes: int | None = None  # processes and threads of its user; see tools/grade/sandbox.py
    user: int | None = None  # numeric user to become; needs root
    isolate: bool = False  # a process name space of its own, where the kernel allows it


@dataclass(frozen=True)
class Finished:
    """How a program ended, and what it wrote."""

    status: int  # exit status; negative: the signal
    timed_out: bool
    seconds: float
    max_rss_mib: int
    output: str  # stdout and stderr together, at most KEPT_OUTPUT
    dropped: int  # bytes of output beyond that
    report: bytes  # what came over the report channel
    isolated: bool  # whether it had a process name space of its own

    def ending(self, limits: Limits) -> str:
        """How it ended, in words."""
        if self.timed_out:
            return f"the program was still running after {limits.seconds:g} s and was stopped"
        if self.status >= 0:
            return f"the program was ended from inside with exit status {self.status}: a call of exit, or the like"
        try:
            name = signal.Signals(-self.status).name
        except ValueError:
            name = f"signal {-self.status}"
        words = ENDINGS.get(name, f"was ended by {name}")
        if limits.memory_mib and self.max_rss_mib > limits.memory_mib // 2:
            words += f"; it had used {self.max_rss_mib} MiB of the {limits.memory_mib} MiB it may use"
        return f"the program {words}"


def run_confined(
    command: list[str],
    cwd: pathlib.Path,
    limits: Limits,
    environment: dict[str, str],
    greeting: bytes | None = None,
) -> Finished:
    """Runs the program to its end. With a greeting, '{fd}' in the command becomes the number of the
    report channel, a socket from which the program first reads that greeting."""
    status_read, status_write = os.pipe()
    ours: socket.socket | None = None
    theirs: socket.socket | None = None
    if greeting is not None:
        ours, theirs = socket.socketpair()
    kept = [theirs.fileno()] if theirs else []
    spec = {
        "command": [word.replace("{fd}", str(kept[0])) if kept else word for word in command],
        "cwd": str(cwd),
        "environment": environment,
        "seconds": limits.seconds,
        "cpu_seconds": int(limits.seconds * (os.cpu_count() or 1)) + 1,
        "memory_mib": limits.memory_mib,
        "file_mib": limits.file_mib,
        "processes": limits.processes,
        "user": limits.user,
        "isolate": limits.isolate,
        "keep_fds": kept,
        "status_fd": status_write,
        "parent": os.getpid(),
    }
    child = subprocess.Popen(
        [sys.executable, "-I", "-S", str(CONFINE), json.dumps(spec)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        pass_fds=[status_write, *kept],
    )
    _running.add(child)
    os.close(status_write)
    assert child.stdout
    if ours and theirs and greeting is not None:
        theirs.close()
        try:
            ours.sendall(greeting)
        except OSError:
            pass  # it died at once; its status says how
    try:
        output, dropped, report, ending = _collect(child.stdout, ours, status_read)
        child.wait()
    except BaseException:  # Ctrl-C: the confining process takes the program down
        child.terminate()
        child.wait()
        raise
    finally:
        _running.discard(child)
        os.close(status_read)
        child.stdout.close()
        if ours:
            ours.close()
    if _stopping.is_set():
        raise Stopped
    # No word from the confining process: the program, having the same user, has killed it.
    told: dict[str, Any] = json.loads(ending) if ending.strip() else {"status": int(signal.SIGKILL)}
    return Finished(
        status=os.waitstatus_to_exitcode(told["status"]),
        timed_out=told.get("timed_out", False),
        seconds=told.get("seconds", 0.0),
        max_rss_mib=told.get("max_rss_mib", 0),
        output=output.decode("utf-8", "replace"),
        dropped=dropped,
        report=report,
        isolated=told.get("isolated", False),
    )


def _collect(stdout: IO[bytes], channel: socket.socket | None, status_fd: int) -> tuple[bytes, int, bytes, bytes]:
    """Reads all three until the status has come and the rest is empty; never waits on a stray writer."""
    output, report, ending, dropped = bytearray(), bytearray(), bytearray(), 0
    with selectors.DefaultSelector() as waiting:
        waiting.register(stdout.fileno(), selectors.EVENT_READ, output)
        waiting.register(status_fd, selectors.EVENT_READ, ending)
        if channel:
            waiting.register(channel.fileno(), selectors.EVENT_READ, report)
        over = False
        while waiting.get_map():
            events = waiting.select(timeout=0.2 if over else None)
            if over and not events:
                break
            for key, _ in events:
                try:
                    data = os.read(key.fd, 1 << 16)
                except ConnectionResetError:
                    data = b""
                if not data:
                    waiting.unregister(key.fd)
                    over = over or key.fd == status_fd
                elif key.data is output:
                    room = max(0, KEPT_OUTPUT - len(output))
                    output += data[:room]
                    dropped += len(data[room:])
                elif key.data is report:
                    report += data[: max(0, KEPT_REPORT - len(report))]
                else:
                    ending += data
    return bytes(output), dropped, bytes(report), bytes(ending)
