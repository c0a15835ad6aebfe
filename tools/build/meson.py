# The one wrapper round Meson and ninja: configures build/ once, builds targets with progress.
from __future__ import annotations

import contextlib
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from tools.build import compiler
from tools.build.gpu import has_gpu
from tools.console import duration, note, progress
from tools.errors import CourseError, blame_the_machine
from tools.files import locked, read_json, shown_path, write_json
from tools.meson_list import ALL, course_list, kept_in
from tools.model import MADE, ROOT

BUILD = MADE / "build"
# simtcc and what it uses for programs, and for labs' modules.
SIMULATOR = ["simtcc", "libsimt.so", "headers.ii", "run_time_headers.ii"]
MODULES = ["simtcc", "libsimt.so", "openmp_headers.ii", "run_time_headers.ii"]
COMPILER = BUILD / ".course-compiler"  # the version of the g++ that compiled kernels when build/ was made
STATUS = "\x1f[%f/%t] "  # what starts a line of ninja's own; a compiler never prints this
OUTPUTS = BUILD / ".course-outputs.json"  # what outputs() found, and when Meson had written it
SURE = 5.0  # seconds after which what is done says how long the rest will take


@dataclass(frozen=True)
class Outcome:
    """What ninja did: which outputs failed, and the compiler's words for each."""

    failed: dict[str, str]

    @property
    def good(self) -> bool:
        return not self.failed

    def words(self) -> str:
        return "\n".join(self.failed.values())


def environment() -> dict[str, str]:
    """PATH with the place where CUDA installs itself, so that Meson finds an nvcc there too; and .venv's before all
    others, so that Meson's Python is this one, also where `python3` is older."""
    path = os.environ.get("PATH", os.defpath)
    if sys.prefix != sys.base_prefix:
        path = f"{pathlib.Path(sys.prefix) / 'bin'}{os.pathsep}{path}"
    cuda = pathlib.Path(os.environ.get("CUDA_HOME", "/usr/local/cuda")) / "bin"
    if (cuda / "nvcc").exists() and str(cuda) not in path.split(os.pathsep):
        path = f"{path}{os.pathsep}{cuda}"
    return {**os.environ, "PATH": path, "NINJA_STATUS": STATUS}


def tool(name: str) -> str:
    found = shutil.which(name, path=environment()["PATH"])
    if not found:
        raise CourseError(
            f"{name} is missing. `./course setup` installs what the course needs; with COURSE_PYTHON, it must be in PATH."
        )
    return found


def configure(submissions: bool = False) -> None:
    """Makes build/ once; again when there is something else to build; anew when the course has moved, since Meson
    remembers full paths, and when g++ has become another version, since it reads no headers that the old one precompiled.
    The submissions that tests keep are two thirds of all targets and of Meson's time: they join when a test asks for them."""
    wanted = f"-Dsubmissions={str(submissions).lower()}"
    info = read_json(BUILD / "meson-info" / "meson-info.json", {})
    home = info.get("directories", {}).get("source")
    if home == str(ROOT) and (BUILD / "build.ninja").exists():
        chosen = BUILD / "kernel-compiler"  # Meson wrote it, and the next one
        version = compiler.version(chosen.read_text()) if chosen.exists() else ""
        if chosen.exists() and not version:
            if not compiler.version(compiler.choose()):
                raise CourseError(
                    f"there is no {compiler.choose()} any more, and it compiles kernels. `./course setup` installs a g++"
                )
            _setup("the g++ that compiled kernels is gone: Meson looks again", "--reconfigure")
            return
        if version and COMPILER.exists() and COMPILER.read_text() != version:
            shutil.rmtree(BUILD)
            _setup(f"g++ is {version} by now: build/ is made anew", wanted)
            return
        items = BUILD / "course.items"
        made_of = items.read_text(encoding="utf-8") if items.exists() else ""
        if submissions and ALL not in kept_in(made_of):
            _setup("the submissions that tests keep are built, too: Meson looks again", "--reconfigure", wanted)
        elif made_of != course_list(kept_in(made_of)):
            _setup("there is more or less to build than before: Meson looks again", "--reconfigure")
        return
    if home:  # half-made is for Meson to mend; moved it cannot
        shutil.rmtree(BUILD)
    _setup("configuring build/ with Meson, once", wanted)


def _setup(why: str, *options: str) -> None:
    note(f"course: {why}")
    done = subprocess.run(
        [tool("meson"), "setup", *options, str(BUILD), str(ROOT)],
        env=environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        said = done.stdout + done.stderr
        blame_the_machine(said)
        errors = [line.partition("ERROR: ")[2] for line in said.splitlines() if "ERROR: " in line]
        if errors and re.search(r"not found|Unknown compiler|Meson version", errors[0]):
            errors[0] += "\nWithout COURSE_PYTHON, ./course setup installs what is missing or too old."
        raise CourseError("Meson could not configure build/:\n" + (errors[0] if errors else _tail(said, 12)))
    chosen = BUILD / "kernel-compiler"
    COMPILER.write_text(compiler.version(chosen.read_text()) if chosen.exists() else "")


@functools.cache
def configured(submissions: bool = False) -> None:
    """Configured, if it had to be; what changes while the command runs is the next call's business."""
    configure(submissions)


def outputs() -> dict[str, str]:
    """What the build can make: file name → Meson's type of it."""
    configured()
    path = BUILD / "meson-info" / "intro-targets.json"
    return _outputs(path, path.stat().st_mtime_ns)


@functools.cache
def _outputs(path: pathlib.Path, written: int) -> dict[str, str]:
    """Of Meson's megabytes these names are all that is asked for, by every check: they are read once a configuration."""
    kept = read_json(OUTPUTS, {})
    if kept.get("written") != written:
        targets = json.loads(path.read_bytes())
        types = {os.path.basename(name): target["type"] for target in targets for name in target["filename"]}
        kept = {"written": written, "types": types}
        with contextlib.suppress(OSError):  # what somebody else has built can be looked at, too
            write_json(OUTPUTS, kept)
    return kept["types"]


def has_cuda() -> bool:
    return any(".cuda" in name for name in outputs())


def has_sim() -> bool:
    return "simtcc" in outputs()


def backends(lab_is_host_only: bool = False) -> list[str]:
    """The backends that can run here, sim first."""
    found = ["sim"] if has_sim() else []
    if has_cuda() and has_gpu() and not lab_is_host_only:
        found.append("cuda")
    if not found:
        need_sim()
    return found


def need_sim() -> None:
    if not has_sim():
        raise CourseError(
            "the simulator was left out of the build (its libraries were not found): apt-get install libdw-dev libcapstone-dev, then ./course setup"
        )


def backend_sentence() -> str:
    sim = "" if has_sim() else "; sim is left out: libdw-dev or libcapstone-dev is missing"
    if not has_cuda():
        return "no nvcc: the cuda backend is left out" + sim
    if not has_gpu():
        return "nvcc found, no GPU: cuda is compiled, its tests are skipped" + sim
    return "nvcc and a GPU: cuda and sim are both there" if has_sim() else "nvcc and a GPU: cuda is there" + sim


def doubt_compiler() -> None:
    """Says so where g++ is of a version that was never compared; within an hour once is enough."""
    chosen = BUILD / "kernel-compiler"  # Meson wrote it
    said = BUILD / ".course-doubted"
    sentence = compiler.doubt(
        chosen.read_text() if chosen.exists() and "SIMTCC_CXX" not in os.environ else compiler.choose()
    )
    if sentence and not (said.exists() and time.time() - said.stat().st_mtime < 3600):
        note(f"course: {sentence}")
        if BUILD.exists():
            said.touch()


def build(targets: list[str], again: bool = False, meanwhile: Callable[[], object] = lambda: None) -> Outcome:
    """Builds the targets (all default ones if the list is empty), and does something else meanwhile. A missing target is an
    error of the tool, and so is a machine that cannot build."""
    configured()
    command = [tool("ninja"), "-C", str(BUILD), "-k", "0", *targets]
    lines: list[str] = []
    # Two ninjas in one folder spoil each other's log, and what they link. This one and its compilers live on when the course
    # command is killed, and so does their lock.
    with locked(BUILD / ".course-lock") as lock, progress() as shown:
        process = subprocess.Popen(
            command, env=environment(), stdin=subprocess.DEVNULL, pass_fds=[lock],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        )  # fmt: skip
        assert process.stdout
        began = time.monotonic()
        meanwhile()
        for line in process.stdout:
            if line.startswith("\x1f"):
                shown.step("building " + _with_rest(line[1:].rstrip(), time.monotonic() - began))
            lines.append(line.rstrip("\n"))
    failed = _failures(lines)
    status = process.wait()
    if status and (failed.keys() == {"build.ninja"} or any("rebuilding 'build.ninja'" in line for line in lines)):
        if again:
            raise CourseError("Meson could not configure build/ anew:\n" + _tail("\n".join(lines), 12))
        _setup("what build/ was made with is not there any more: Meson starts again", "--wipe")
        return build(targets, again=True)
    if failed:
        blame_the_machine("\n".join(failed.values()))
    if status and not failed:
        blame_the_machine("\n".join(lines))
        raise CourseError("ninja could not build:\n" + _tail("\n".join(lines), 12))
    return Outcome(failed)


def _with_rest(line: str, elapsed: float) -> str:
    """'[12/60] what' as '[12/60] about 3 min to go: what'."""
    match = re.match(r"\[(\d+)/(\d+)\] ", line)
    if not match or elapsed < SURE or match[1] == "0":
        return line
    rest = elapsed * (int(match[2]) - int(match[1])) / int(match[1])
    return f"{match[0]}about {duration(rest)} to go: {line[match.end() :]}"


_built: set[str] = set()


def must_build(targets: list[str]) -> None:
    """Builds what is the course's own, once a process; a failure is the tool's, not the student's."""
    if targets and _built.issuperset(targets):
        return
    outcome = build(targets)
    if not outcome.good:
        raise CourseError("the course's own code does not build:\n" + _tail(outcome.words(), 30))
    _built.update(targets)


def _failures(lines: list[str]) -> dict[str, str]:
    """Output path → the compiler's words. Ninja prints 'FAILED: OUTPUT', the command, then those words."""
    failed: dict[str, list[str]] = {}
    current: list[str] | None = None
    skip_command = False
    for line in lines:
        if line.startswith("FAILED: "):
            name = re.sub(r"^\[code=\d+\] ", "", line.removeprefix("FAILED: "))  # ninja ≥ 1.12 adds the code
            current = failed.setdefault(name.strip(), [])
            skip_command = True
        elif line.startswith(("\x1f", "ninja: ")):
            current = None
        elif current is not None:
            if not skip_command:
                current.append(readable_path(line))
            skip_command = False
    return {name: "\n".join(words) for name, words in failed.items()}


def readable_path(line: str) -> str:
    """Paths as the person stands to them (the compiler runs in build/), so that they can be clicked."""

    def shorten(match: re.Match[str]) -> str:
        return shown_path((BUILD / match.group(0)).resolve())

    root = re.escape(str(ROOT))
    return re.sub(
        rf"(?:(?<![\w/.])(?:\.\./)+(?:[^\s:,'\"]+/)?(?:labs|tests|solutions|harness|simt|chapters)/|{root}/)[^\s:,'\"]+",
        shorten,
        line,
    )


def _tail(text: str, lines: int) -> str:
    return "\n".join(text.strip().splitlines()[-lines:])
