# One submission, one lab: compile in a fresh folder, grade in a process of its own.
from __future__ import annotations

import os
import pathlib
import re
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass

from tools.build.meson import BUILD
from tools.errors import CourseError
from tools.grade.grading import Verdict, failed, run_grader
from tools.grade.process import run_confined
from tools.grade.sandbox import environment, job_limits
from tools.grade.submissions import Handed
from tools.model import ROOT, Lab, digest

COMPILE_SECONDS, COMPILE_MIB = 60, 2048
FULL = 1 << 20  # bytes that are left on a disk on which no compiler can work
# Where a submission's includes may come from: its own folder, the compiler's, CUDA's and the simulator's.
SYSTEM = tuple(pathlib.Path(path) for path in ("/usr", "/opt", "/lib", "/lib64"))


@dataclass(frozen=True)
class Job:
    lab: Lab
    handed: Handed
    seconds: float
    memory_mib: int

    def fingerprint(self) -> str:
        """Of all that the result depends on: the files handed in, grader, simulator, points and limits."""
        files = [self.handed.file] if self.handed.file else []
        tools = [BUILD / self.lab.grader("sim"), BUILD / "libsimt.so", BUILD / "simtcc"]
        rest = f"{self.handed.reason}|{self.lab.points}|{self.lab.budgets}|{self.seconds}|{self.memory_mib}"
        names = [path.name for path in self.handed.headers]
        return digest(*files, *self.handed.headers, *tools) + f"|{rest}|{names}"


def run_job(job: Job, user: int | None) -> Verdict:
    """Raises CourseError only when the grader is broken: whatever a submission does is a verdict."""
    lab = job.lab
    if job.handed.file is None:
        return failed(lab, "sim", job.handed.reason)
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="course-grade-"))
    try:
        source = scratch / lab.file
        shutil.copyfile(job.handed.file, source)
        for header in job.handed.headers:
            shutil.copyfile(header, scratch / header.name)
        if user:
            for path in [scratch, *scratch.iterdir()]:
                os.chown(path, user, user)
        module, problem = _compile(lab, source, user)
        if problem:
            return problem
        working = scratch / "run"
        working.mkdir()
        if user:
            os.chown(working, user, user)
        limits = job_limits(job.seconds, job.memory_mib, user)
        return run_grader(lab, "sim", BUILD / lab.grader("sim"), module, working, limits, environment(working))
    finally:
        _remove(scratch)


def _compile(lab: Lab, source: pathlib.Path, user: int | None) -> tuple[pathlib.Path, Verdict | None]:
    scratch = source.parent
    module, dependencies = scratch / lab.module("sim"), scratch / "includes.d"
    named = re.search(
        r'^\s*#\s*include\s*["<]([^">]*(?:solutions|tests)/[^">]*)[">]', source.read_text(errors="replace"), re.M
    )
    if named:
        return module, failed(lab, "sim", f"refused: it includes {named.group(1)}, which is not the student's own work")
    done = run_confined(
        [str(BUILD / "simtcc"), "-shared", "-fopenmp", source.name, "-o", module.name, "-MD", "-MF", dependencies.name],
        scratch,
        job_limits(COMPILE_SECONDS, COMPILE_MIB, user),
        environment(scratch),
    )
    words = done.output.replace(str(scratch) + "/", "")
    if done.status or not module.is_file():
        if (
            shutil.disk_usage(scratch).free < FULL
        ):  # nobody's work is to blame; nor are words, which a submission could forge
            raise CourseError(
                f"the disk that {scratch.parent} lies on is full. Make room, or let TMPDIR name a folder with some."
            )
        reason = "the compiler took too long" if done.timed_out else "it does not compile"
        return module, failed(lab, "sim", f"{reason}:\n{words.strip()[:4000]}")
    stranger = _stranger(dependencies, scratch)
    if stranger:
        return module, failed(lab, "sim", f"refused: it includes {stranger}, which is not part of the submission")
    return module, None


def _stranger(dependencies: pathlib.Path, scratch: pathlib.Path) -> str:
    """The first included file that comes from somewhere a submission has no business in, or ''."""
    text = dependencies.read_text(errors="replace").replace("\\\n", " ") if dependencies.is_file() else ""
    for name in re.split(r"(?<!\\)\s+", text.partition(":")[2].strip()):
        path = (scratch / name.replace("\\ ", " ")).resolve()
        if not name or any(path.is_relative_to(home) for home in (scratch.resolve(), (ROOT / "simt").resolve())):
            continue
        if path.is_relative_to(ROOT) or not any(path.is_relative_to(home) for home in SYSTEM):
            return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
    return ""


def _remove(folder: pathlib.Path) -> None:
    """Also what a submission made unreadable to itself."""

    def retry(function: Callable[[str], object], path: str, _error: object) -> None:
        try:
            os.chmod(os.path.dirname(path), 0o700)
            os.chmod(path, 0o700)
            function(path)
        except OSError:
            pass

    shutil.rmtree(folder, onerror=retry)
