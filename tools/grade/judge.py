# The judge: a grader as a process of its own, outside of the box in which the submission's process, the player, runs.
"""Tests, oracles, budgets and the verdict are in the judge; the submission's code is in the player. A socket is all that
there is between them: the judge asks, the player answers (harness/player/requests.hpp). The judge reads what a submission
may have written, so it runs as the submission's user, never as root; it is in no process name space that the player sees,
and cannot be traced (harness/judge/main.cpp)."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

from tools.grade.process import Trouble

KEPT = 16 << 20  # bytes; more than this is no grader's report
LAST_THOUGHTS = 120.0  # seconds that a judge may go on when its player has ended


@dataclass(frozen=True)
class Said:
    """What a judge reported, and how it ended."""

    status: int
    events: list[dict]
    words: str  # what it printed besides


@dataclass
class Judge:
    process: int
    players_end: socket.socket
    _child: subprocess.Popen
    _report: bytearray = field(default_factory=bytearray)
    _reader: threading.Thread | None = None

    def read(self) -> None:
        assert self._child.stdout
        while data := self._child.stdout.read1(1 << 16):  # type: ignore[attr-defined]
            self._report += data[: max(0, KEPT - len(self._report))]
        self._child.wait()

    def stop(self) -> None:
        """Its verdict is not needed any more; the player ends with it."""
        self._child.kill()

    def said(self) -> Said:
        """Waits for its end. Raises Trouble when that does not come."""
        assert self._reader
        self._reader.join(LAST_THOUGHTS)
        if self._reader.is_alive():
            raise Trouble("the grader did not come to its end")
        events, words = [], []
        for line in self._report.decode("utf-8", "replace").splitlines():
            try:
                event = json.loads(line)
            except ValueError:
                event = None
            if isinstance(event, dict) and "event" in event:
                events.append(event)
            elif line.strip():
                words.append(line)
        return Said(self._child.returncode, events, "\n".join(words))


@contextlib.contextmanager
def judging(command: list[str], user: int | None, environment: dict[str, str]) -> Iterator[Judge]:
    """Starts the grader, with one end of a socket; `players_end` is the other. Ends it, if it has not ended by itself."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        try:
            child = subprocess.Popen(
                [*command, "--player-fd", str(ours.fileno()), "--report-fd", "1"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd="/",
                env=environment,
                pass_fds=[ours.fileno()],
                user=user,
                group=user,
                extra_groups=None if user is None else [],
            )
        except OSError as error:
            raise Trouble(f"cannot start {command[0]}: {error.strerror or error}") from None
        ours.close()
        judge = Judge(child.pid, theirs, child)
        judge._reader = threading.Thread(target=judge.read, daemon=True)
        judge._reader.start()
        try:
            yield judge
        finally:
            theirs.close()
            if judge._reader.is_alive():
                child.kill()
            judge._reader.join()
            assert child.stdout
            child.stdout.close()
