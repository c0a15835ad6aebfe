# Any .cu file with a main: compiles it for the simulator, runs it, and brings home what it left.
"""A program is compiled once for its content and everything it includes; the result is kept in .course/programs/.
What a run leaves is read from the simulator's report, or, when the program crashed, hung or called _exit, from its
journal, which grows while it runs (simt/engine/record/report.cpp)."""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import IO

from tools.arguments import folder as existing_folder
from tools.arguments import seconds
from tools.build.meson import BUILD, environment, must_build, need_sim
from tools.console import note
from tools.errors import CourseError
from tools.files import read_json, write_json
from tools.grade.process import ENDINGS
from tools.model import digest, load_course
from tools.state import FOLDER

PROGRAMS = FOLDER / "programs"
KEPT_PROGRAMS = 64
# Lines of programs that were compiled at run time (NVRTC), by the names that the program gave them.
run_time_sources: dict[str, list[str]] = {}
GRACE = 2.0  # seconds a program has to end after Ctrl-C
PR_SET_PDEATHSIG = 1


def add_program_arguments(parser: argparse.ArgumentParser) -> None:
    """FILE.cu, what the compiler needs, a limit, and, after --, the program's own arguments."""
    parser.add_argument("file", metavar="FILE.cu", help="a CUDA program in one file, with a main")
    parser.add_argument(
        "-I",
        dest="include",
        type=existing_folder,
        action="append",
        default=[],
        metavar="DIR",
        help="a folder with headers",
    )
    parser.add_argument("-D", dest="define", action="append", default=[], metavar="NAME[=VALUE]", help="a macro")
    parser.add_argument(
        "--compile-option",
        action="append",
        default=[],
        metavar="OPTION",
        help="any other option of g++: --compile-option=-std=c++20",
    )
    parser.add_argument(
        "--time-limit", type=seconds, metavar="SECONDS", help="stop the program after so long (default: never)"
    )
    parser.usage = f"{parser.prog} FILE.cu [options] [-- ARGUMENTS OF THE PROGRAM]"
    parse: Callable = parser.parse_known_args

    def parse_known_args(
        args: Sequence[str], namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """argparse would take what follows -- for arguments of its own."""
        words = list(args)
        cut = words.index("--") if "--" in words else len(words)
        namespace, unknown = parse(words[:cut], namespace)
        namespace.arguments = words[cut + 1 :]
        return namespace, unknown

    parser.parse_known_args = parse_known_args  # type: ignore[method-assign, assignment]


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


def build_program(args: argparse.Namespace) -> pathlib.Path:
    """The executable; a CourseError, after the compiler's own words, where there is none."""
    path = pathlib.Path(args.file)
    _must_be_a_program(path, [getattr(args, name, None) for name in ("json", "html")])
    need_sim()
    must_build(["simtcc", "libsimt.so"])
    options = [
        *(f"-I{folder}" for folder in args.include),
        *(f"-D{macro}" for macro in args.define),
        *args.compile_option,
    ]
    name = hashlib.sha256(json.dumps([os.getcwd(), args.file, options]).encode()).hexdigest()[:16]
    folder = PROGRAMS / f"{re.sub(r'[^A-Za-z0-9_.-]', '_', path.stem)}-{name}"
    known = read_json(folder / "inputs.json", {})
    program = folder / "program"
    if program.exists() and known and all(digest(pathlib.Path(file)) == value for file, value in known.items()):
        os.utime(folder)
        return program
    note(f"course: compiling {args.file} for the simulator")
    _compile(args.file, options, folder)
    _forget_old(folder)
    return program


def _must_be_a_program(path: pathlib.Path, targets: list[str | None]) -> None:
    """Whatever is wrong with the names is said before anything is built."""
    if not path.is_file():
        raise CourseError(f"{path} is not a file." if path.exists() else f"there is no file {path}.")
    if path.suffix != ".cu":
        raise CourseError(f"{path} is no CUDA source: its name must end in .cu.")
    for target in targets:
        if target and os.path.exists(target) and path.samefile(target):
            raise CourseError(f"{target} is the program's own source: choose another name to write to.")
    try:
        text = path.read_text(errors="replace")
    except OSError as error:
        raise CourseError(f"cannot read {path}: {error.strerror}.") from error
    if re.search(r'\bmain\b|^[ \t]*#[ \t]*include[ \t]*"', text, re.M):  # one that is included may have it
        return
    lab = next((lab for lab in load_course().labs if path.resolve() in (lab.path, lab.solution)), None)
    check = f"./course check {lab.name}{' --solution' if path.resolve() == lab.solution else ''}" if lab else ""
    what = f"{path} is a lab, which {check} runs" if lab else f"{path} has no main"
    raise CourseError(f"{what}: this command wants a whole program, with a main that launches the kernels.")


def _compile(file: str, options: list[str], folder: pathlib.Path) -> None:
    PROGRAMS.mkdir(parents=True, exist_ok=True)
    fresh = pathlib.Path(tempfile.mkdtemp(prefix=".new-", dir=PROGRAMS))
    try:
        command = [
            str(BUILD / "simtcc"),
            file,
            "-o",
            str(fresh / "program"),
            "-MD",
            "-MF",
            str(fresh / "depfile"),
            *options,
        ]
        done = subprocess.run(command, env=environment(), stdin=subprocess.DEVNULL, stdout=sys.stderr)
        if done.returncode == 2:
            raise CourseError(f"{file} was not compiled: what simtcc says above is not about the program.")
        if done.returncode:
            raise CourseError(
                f"{file} does not compile. The first message counts; those after it often follow from it."
            )
        inputs = [BUILD / "simtcc", *_inputs((fresh / "depfile").read_text(errors="surrogateescape"))]
        write_json(fresh / "inputs.json", {os.path.abspath(path): digest(path) for path in inputs})
        folder.mkdir(exist_ok=True)
        for name in ("program", "inputs.json"):  # a run of the old program goes on with the old file
            os.replace(fresh / name, folder / name)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _inputs(depfile: str) -> list[pathlib.Path]:
    """What the compiler read; in a depfile, spaces in names are escaped."""
    words = re.findall(r"(?:\\.|[^\s\\])+", depfile.replace("\\\n", " ").partition(": ")[2])
    return [pathlib.Path(re.sub(r"\\(.)", r"\1", word).replace("$$", "$")) for word in words]


def _forget_old(newest: pathlib.Path) -> None:
    folders = [
        path for path in PROGRAMS.iterdir() if path.is_dir() and path != newest and not path.name.startswith(".")
    ]
    for folder in sorted(folders, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT_PROGRAMS - 1 :]:
        shutil.rmtree(folder, ignore_errors=True)


def run_program(
    program: pathlib.Path,
    arguments: list[str],
    checks: str = "",
    limit: float | None = None,
    stdout: int | IO[str] | None = None,
) -> Ran:
    """Runs it as if called by hand: its input, its output and its folder are the caller's."""
    with tempfile.TemporaryDirectory(prefix="course-") as scratch:
        report, journal = pathlib.Path(scratch, "report.json"), pathlib.Path(scratch, "journal.jsonl")
        told = {"SIMT_REPORT": str(report), "SIMT_JOURNAL": str(journal), "SIMT_CHECK": checks}
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
