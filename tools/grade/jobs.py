# One submission, one lab: compile in a fresh folder, grade in a process of its own; and who is to blame when that fails.
from __future__ import annotations

import dataclasses
import functools
import os
import pathlib
import re
import shutil
import tempfile
from dataclasses import dataclass

from tools.build.meson import BUILD
from tools.errors import CourseError, advice_for
from tools.grade.box import Box
from tools.grade.grading import Verdict, failed, run_grader
from tools.grade.private import Private
from tools.grade.process import Finished, Trouble, pause, run_confined
from tools.grade.sandbox import environment, job_limits, remove
from tools.grade.submissions import Handed
from tools.model import ROOT, Lab, digest

COMPILE_SECONDS, COMPILE_MIB = 60, 2048
PAUSES = (
    0.0,
    1.0,
    4.0,
    10.0,
)  # seconds before each of the attempts that are made while the machine is short of something
HEADERS = (ROOT / "simt").resolve()  # where simtcc looks for them
# Where a submission's includes may come from: its own folder, the compiler's, CUDA's and the simulator's.
SYSTEM = tuple(pathlib.Path(path) for path in ("/usr", "/opt", "/lib", "/lib64"))
# What is said where the machine had too little of something. A submission can say so as well: see run_job.
SHORTAGE = re.compile(
    "Resource temporarily unavailable|[Cc]annot allocate memory|No space left|quota exceeded|Too many open files|bad_alloc"
    "|cannot start|out of memory|memory exhausted|cannot execute|Read-only file system|Input/output error|No such file or"
    " directory: '?g\\+\\+|Killed signal"
)


@dataclass(frozen=True)
class Job:
    lab: Lab  # with private suites, where there are some
    handed: Handed
    seconds: float
    memory_mib: int
    boxed: bool = True
    any_calls: bool = False  # what simtcc would refuse of a submission is compiled
    seed: int = 1  # of the shapes and values that graders draw
    private: Private | None = None

    def fingerprint(self) -> str:
        """Of all that the result depends on: the files handed in, grader, simulator, limits and box; where there is none, no
        grader is asked, and need not be built. What its suites are worth can be changed afterwards (results.rescored)."""
        how = f"{self.seconds}|{self.memory_mib}|{self.boxed}|{self.any_calls}|{self.seed}"
        rest = f"{list(self.lab.points)}|{self.lab.budgets}|{how}"
        rest += f"|{self.private.digest()}" if self.private else ""
        judges = _tools_digest(self.lab) if self.handed.file else ""
        return f"{self.handed.digest}|{judges}|{rest}"


@dataclass(frozen=True)
class Place:
    """Where a job may work: a folder of the run's, as which user, and on how many of the machine's processors."""

    scratch: pathlib.Path
    user: int | None
    processors: int = 1


def simulator() -> list[pathlib.Path]:
    """What compiling takes: simtcc, and beside the file that it really is the library, the headers as the build has
    read them, and the folder that stands in for CUDA's."""
    home = (BUILD / "simtcc").resolve().parent
    beside = [home / name for name in ("simtcc", "libsimt.so", "toolkit")]
    return [path for path in (*beside, *home.glob("*headers.*")) if path.exists()]


def grader_of(lab: Lab) -> pathlib.Path:
    return (BUILD / lab.grader("sim")).resolve()  # it looks for the library beside the file that it really is


def player_of(lab: Lab) -> pathlib.Path:
    return grader_of(lab).with_name("player.sim")


def tools(lab: Lab) -> list[pathlib.Path]:
    """The files that decide about a submission of the lab."""
    return [grader_of(lab), player_of(lab), *(path for path in simulator() if path.is_file())]


@functools.cache
def _tools_digest(lab: Lab) -> str:
    return digest(*tools(lab))


def deciding(labs: list[Lab]) -> list[pathlib.Path]:
    """Each of their tools once. To list them is to read the build's folder: once a run, and not for every lab of every job."""
    return sorted({path for lab in labs for path in tools(lab)})


def state_of(files: list[pathlib.Path]) -> list[tuple[int, ...]]:
    """Another one after any change of a file that decides, if the change was taken back as well."""
    about = [os.stat(path) for path in files]
    return [(one.st_dev, one.st_ino, one.st_size, one.st_mtime_ns, one.st_ctime_ns) for one in about]


def run_job(job: Job, place: Place, pauses: tuple[float, ...] = PAUSES) -> Verdict:
    """What a submission does is a verdict; what the machine does is none. When it is not clear which of the two it was,
    the lab's own solution is tried: if that has its points, the machine is well, and the submission is to blame for what it
    does when it is tried again. Raises CourseError when even the solution fails, again and again."""
    if job.handed.file is None:
        return failed(job.lab, "sim", job.handed.reason, job.handed.why)
    solution = dataclasses.replace(job, handed=Handed(job.lab.solution))
    doubt = ""
    for seconds in pauses:
        pause(seconds)
        verdict, doubt = _attempt(job, place)
        if not doubt:
            return verdict
        good, why = _attempt(solution, place)
        if not why and good.score == job.lab.total:
            return _attempt(job, place)[0]
        doubt = why or doubt
    raise CourseError(
        f"not even the solution of {job.lab.name} can be graded here: {advice_for(doubt) or doubt}."
        " Mend that, and call again with the same --out: what is graded by then is kept."
    )


def _attempt(job: Job, place: Place) -> tuple[Verdict, str]:
    """The verdict, and what makes it doubtful that it is the submission's own."""
    folder: pathlib.Path | None = None
    try:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="job-", dir=place.scratch))
        return _grade(job, folder, place)
    except (Trouble, OSError, RuntimeError, ValueError) as error:
        return failed(job.lab, "sim", f"it could not be graded: {error}"), str(error)
    finally:
        if folder:
            remove(folder)


def _grade(job: Job, folder: pathlib.Path, place: Place) -> tuple[Verdict, str]:
    lab, user = job.lab, place.user
    assert job.handed.file
    source = folder / lab.file
    shutil.copyfile(job.handed.file, source)
    for header in job.handed.headers:
        shutil.copyfile(header, folder / header.name)
    working = folder / "run"
    working.mkdir()
    if user:
        for path in [folder, *folder.iterdir()]:
            os.chown(path, user, user)
    module, problem, doubt = _compile(job, source, user)
    if problem:
        return problem, doubt
    grader = grader_of(lab)
    limits = job_limits(job.seconds, job.memory_mib, user)
    # All of the simulator, since a lab may compile while it runs; and nothing of the grader.
    box = Box((player_of(lab), module, *simulator(), HEADERS)) if job.boxed else None
    # What it compiles while it runs is held to the same rules.
    held = {} if job.any_calls else {"SIMT_SUBMISSION": "1"}

    def run(lab: Lab, grader: pathlib.Path, seed: int) -> Verdict:
        around = environment(working) | {"SIMT_WORKERS": str(place.processors)} | held
        return run_grader(lab, "sim", grader, module, working, limits, around, box, seed, player_of(lab))

    verdict = run(job.private.public if job.private else lab, grader, job.seed)
    verdict = job.private.judged(verdict, grader, run) if job.private else verdict
    printed = verdict.output + verdict.private_output
    said = "\n".join([printed, *(message for test in verdict.failures() for message in test.messages)])
    return verdict, verdict.doubt or (_shortage(said) if verdict.failures() else "")


def _shortage(said: str) -> str:
    found = SHORTAGE.search(said)
    return next(line for line in said.splitlines() if found[0] in line).strip()[:300] if found else ""


def _compile(job: Job, source: pathlib.Path, user: int | None) -> tuple[pathlib.Path, Verdict | None, str]:
    lab, folder = job.lab, source.parent
    module, dependencies = folder / lab.module("sim"), folder / "includes.d"
    named = re.search(
        r'^\s*#\s*include\s*["<]([^">]*(?:solutions|tests)/[^">]*)[">]', source.read_text(errors="replace"), re.M
    )
    if named:
        reason = f"refused: it includes {named[1]}, which is not the student's own work"
        return module, failed(lab, "sim", reason, "refused"), ""
    limits = job_limits(COMPILE_SECONDS, COMPILE_MIB, user)
    done = run_confined(
        [
            str((BUILD / "simtcc").resolve()),
            *([] if job.any_calls else ["--submission"]),
            "-shared",
            "-fopenmp",
            source.name,
            "-o",
            module.name,
            "-MD",
            "-MF",
            dependencies.name,
        ],
        folder,
        limits,
        environment(folder),
        box=Box((*simulator(), HEADERS), writable=folder) if job.boxed else None,
    )
    words = done.output.replace(str(folder) + "/", "")
    if done.status or not module.is_file():
        return module, failed(lab, "sim", _complaint(done, words), _why(done)), _doubt_of_compiling(done)
    stranger = _stranger(dependencies, folder)
    if stranger:
        reason = f"refused: it includes {stranger}, which is not part of the submission"
        return module, failed(lab, "sim", reason, "refused"), ""
    return module, None, ""


def _complaint(done: Finished, words: str) -> str:
    reason = "it does not compile"
    if done.timed_out:
        reason = "the compiler took too long"
    elif done.stopped:
        reason = f"it does not compile: to compile it takes {done.peak_mib} MiB; {COMPILE_MIB} MiB are allowed"
    return f"{reason}:\n{words.strip()[:4000]}"


def _why(done: Finished) -> str:
    return "refused" if re.search(r"^.*error: .*a submission may not ", done.output, re.M) else "not compiling"


def _doubt_of_compiling(done: Finished) -> str:
    """What a compiler says of a source that is wrong names a line; whatever else it ends with may be the machine's doing."""
    if done.stopped:
        return ""
    blamed = re.search(r"^[^:\n]+\.\w+:(\d+:){0,2} (fatal )?error: ", done.output, re.M)
    return _shortage(done.output) or ("" if blamed else done.output.strip()[-300:] or f"exit status {done.status}")


def _stranger(dependencies: pathlib.Path, folder: pathlib.Path) -> str:
    """The first included file that comes from somewhere a submission has no business in, or ''."""
    text = dependencies.read_text(errors="replace").replace("\\\n", " ") if dependencies.is_file() else ""
    for name in re.split(r"(?<!\\)\s+", text.partition(":")[2].strip()):
        path = (folder / name.replace("\\ ", " ")).resolve()
        if not name or any(path.is_relative_to(home) for home in (folder.resolve(), HEADERS)):
            continue
        if path.is_relative_to(ROOT) or not any(path.is_relative_to(home) for home in SYSTEM):
            return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
    return ""
