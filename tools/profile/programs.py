# A program that was compiled for the simulator: runs it, and brings home what it left.
"""What a run leaves is read from the simulator's report, or, when the program crashed, hung or called _exit, from its
journal, which grows while it runs (simt/engine/record/report.cpp)."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO

from tools.errors import CourseError
from tools.files import read_json
from tools.grade.process import ENDINGS

# Lines of programs that were compiled at run time (NVRTC), by the names that the program gave them.
run_time_sources: dict[str, list[str]] = {}
GRACE = 2.0  # seconds a program has to end after Ctrl-C
PR_SET_PDEATHSIG = 1


@dataclass
class Ran:
    """How a program ended and what it left."""

    status: int  # exit status; negative: the signal
    timed_out: bool = False
    interrupted: bool = False
    complete: bool = False  # it ended in the usual way, so what is checked at the end was checked
    launches: list[dict] = field(default_factory=list)
    findings: list[dict] = field(default_factory=list)
    notes: list[dict] = field(default_factory=list)
    running: dict | None = None  # the launch that was running when it ended

    @property
    def crashed(self) -> bool:
        return self.status < 0 and not (self.timed_out or self.interrupted)

    def ending(self, limit: float | None) -> str:
        """What is unusual about its end, in a sentence; '' when nothing is."""
        where = f", while the kernel {self.running['kernel']} ran" if self.running else ""
        if self.interrupted:
            return f"The program was stopped{where}."
        if self.timed_out:
            return f"The program was still running after {limit:g} s and was stopped{where or ', in its host code'}."
        if self.status < 0:
            name = signal.Signals(-self.status).name
            words = ENDINGS.get(name, f"was ended by {name}")
            if self.running:
                words = words.replace(" on the host", "").partition(":")[0]
            return f"The program {words}{where}."
        return f"The program ended with exit status {self.status}." if self.status else ""


def run_program(
    program: pathlib.Path,
    arguments: list[str],
    checks: str = "",
    limit: float | None = None,
    stdout: int | IO[str] | None = None,
    caches: dict[str, str] | None = None,
) -> Ran:
    """Runs it as if called by hand: its input, its output and its folder are the caller's. `caches`: what the environment says
    of them."""
    with tempfile.TemporaryDirectory(prefix="course-") as scratch:
        report, journal = pathlib.Path(scratch, "report.json"), pathlib.Path(scratch, "journal.jsonl")
        told = {"SIMT_REPORT": str(report), "SIMT_JOURNAL": str(journal), "SIMT_CHECK": checks, "SIMT_SANITIZE": ""}
        told |= caches or {"SIMT_CACHES": ""}
        sys.stdout.flush()
        child = subprocess.Popen(
            [str(program), *arguments], env={**os.environ, **told}, stdout=stdout, preexec_fn=_end_with_parent
        )
        ran = _wait(child, limit)
        return _read(ran, report, journal)


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _wait(child: subprocess.Popen, limit: float | None) -> Ran:
    try:
        with _terminable():
            return Ran(child.wait(timeout=limit))
    except subprocess.TimeoutExpired:
        return Ran(_kill(child), timed_out=True)
    except KeyboardInterrupt:  # from a terminal the program has got it, too
        with contextlib.suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
            child.send_signal(signal.SIGINT)
            return Ran(child.wait(timeout=GRACE), interrupted=True)
        return Ran(_kill(child), interrupted=True)


def _kill(child: subprocess.Popen) -> int:
    child.kill()
    return child.wait()


@contextlib.contextmanager
def _terminable() -> Iterator[None]:
    """A SIGTERM is as good as Ctrl-C: the program must not go on alone."""

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _read(ran: Ran, report: pathlib.Path, journal: pathlib.Path) -> Ran:
    lines = journal.read_bytes().splitlines() if journal.exists() else []
    if not lines:
        raise CourseError(f"the program did not start. {ran.ending(None)}".strip())
    for line in lines:
        try:
            [(event, value)] = json.loads(line).items()
        except ValueError:  # the last line of a program that was killed while it wrote
            continue
        if event == "start":
            ran.running = value
        elif event == "launch":
            ran.running = None
            ran.launches.append(value)
            ran.findings += value["findings"]
            ran.notes += value["notes"]
        elif event == "end":  # of a launch whose counters are not kept: there were too many
            ran.running = None
        elif event == "finding":
            ran.findings.append(value)
        elif event == "source":
            run_time_sources[value["file"]] = value["text"].splitlines()
    whole = read_json(report, None)
    if isinstance(whole, dict):  # with what was found at the very end
        ran.complete, ran.running = True, None
        ran.launches, ran.findings, ran.notes = whole["launches"], whole["findings"], whole["notes"]
    return ran


def write_report(target: str, text: str) -> None:
    """To a file, never half-written, or to standard output for '-'."""
    from tools.files import write_atomic

    if target == "-":
        print(text, end="")
        return
    try:
        write_atomic(pathlib.Path(target), text)
    except OSError as error:
        raise CourseError(f"cannot write {target}: {error.strerror}.") from error


def as_json(value: object) -> str:
    """Indented, but lists of numbers on one line."""
    text = json.dumps(value, indent=1, ensure_ascii=False)
    return (
        re.sub(
            r"\[\s*\n\s*([^\[\]{}]*?)\s*\n\s*\]",
            lambda found: "[" + re.sub(r",\s*\n\s*", ", ", found.group(1)) + "]",
            text,
        )
        + "\n"
    )
