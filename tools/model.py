# course.toml as Python objects: the one reader of the one list.
from __future__ import annotations

import difflib
import functools
import hashlib
import os
import pathlib
import re
from dataclasses import dataclass, field

from tools.errors import CourseError
from tools.meson_list import read_course

ROOT = pathlib.Path(__file__).resolve().parent.parent
MADE = pathlib.Path(os.environ.get("COURSE_BUILD") or ROOT)  # where what the course makes lies: .venv, .course, build


@dataclass(frozen=True)
class Version:
    """One entry point that run, bench, plot and the chapter's tables show."""

    name: str
    title: str
    source: str
    function: str
    computes: str
    calls: tuple[str, ...] = ()  # versions whose functions it is given
    large: bool = False  # it takes grids of more cells than an int can count
    timed_by: str = (
        ""  # the experiment that times it, where its time is no kernel's from device memory to device memory
    )

    @property
    def label(self) -> str:
        """Its title, after its number where versions are rungs: "v7: v6, table of floats"."""
        return f"{self.name}: {self.title}" if re.fullmatch(r"v\d+", self.name) else self.title

    @property
    def stem(self) -> str:
        return pathlib.PurePath(self.source).stem

    @property
    def host_only(self) -> bool:
        """A version in plain C++ has no kernel: `run` checks its result, and its time is an experiment's business."""
        return not self.source.endswith(".cu")


LEVELS = ("first steps", "core", "challenge")


@dataclass(frozen=True)
class Lab:
    slug: str
    name: str
    file: str
    title: str
    points: dict[str, int] = field(hash=False)
    budgets: dict[str, float] = field(hash=False)
    hints: tuple[str, ...]
    libraries: tuple[str, ...] = ()  # beyond CUDA's runtime: nvrtc, cuda; or mpi (simt/mpi.hpp)
    capability: str = ""  # the compute capability that its kernels need, as "9.0", where many a GPU has less
    minutes: int = 0  # that its authors expect a student to need
    level: str = ""  # one of LEVELS
    outcomes: tuple[str, ...] = ()  # what who has solved it does, in an examiner's words: "computes …"
    second_half: str = ""  # SUITE.TEST with which it begins, where `check` runs both at a time (tools/grade/halves.py)
    containers: bool = False  # its modules are compiled when simt/precompiled/containers.cu is precompiled

    @property
    def stem(self) -> str:
        return pathlib.PurePath(self.file).stem

    @property
    def host_only(self) -> bool:
        """Without a cuda backend: a lab in plain C++ has no kernel, and ranks of MPI are graded as threads of the simulator's."""
        return not self.file.endswith(".cu") or "mpi" in self.libraries

    @property
    def path(self) -> pathlib.Path:
        return ROOT / "labs" / self.slug / self.file

    @property
    def solution(self) -> pathlib.Path:
        return ROOT / "solutions" / self.slug / self.file

    @property
    def skeleton(self) -> pathlib.Path:
        """The untouched skeleton: the first of the lab's wrong submissions, so it is graded like one."""
        suffix = pathlib.PurePath(self.file).suffix
        return ROOT / "tests" / self.slug / "wrong" / self.name / f"skeleton{suffix}"

    @property
    def total(self) -> int:
        return sum(self.points.values())

    def module(self, backend: str, room: str = "labs") -> str:
        """The build target of the lab's own file, or of its solution."""
        return f"{room}-{self.stem}.{backend}.so"

    def grader(self, backend: str) -> str:
        return f"grade-{self.name}.{backend}"

    def grader_arguments(self) -> list[str]:
        budgets = [word for name, value in self.budgets.items() for word in ("--budget", f"{name}={value}")]
        return budgets + (["--capability", self.capability] if self.capability else [])


@dataclass(frozen=True)
class Plot:
    """A plot of an experiment: chapters/<slug>/<machine>-<name>.svg."""

    name: str
    x: str  # columns of the experiment
    y: str  # of a stack several: "copy_in_ms, compute_ms"
    title: str
    lines: str = ""  # the column whose values are a line, or a colour of bars, each
    kind: str = "line"  # or "bar", or "stack": a bar made of several columns
    log: str = ""  # the axes that are logarithmic: "x", "y" or "xy"
    x_label: str = ""
    y_label: str = ""
    where: dict[str, object] = field(default_factory=dict, hash=False)  # only rows with these cells
    names: dict[str, str] = field(default_factory=dict, hash=False)  # what a cell is called where it names a line

    def __post_init__(self) -> None:
        if self.kind not in ("line", "bar", "stack") or self.log not in ("", "x", "y", "xy"):
            raise TypeError(f"plot {self.name}: kind is 'line', 'bar' or 'stack', log is 'x', 'y' or 'xy'")
        if self.kind == "stack" and self.lines:
            raise TypeError(f"plot {self.name}: the colours of a stack are its columns, so it has no lines")
        if self.kind != "line" and self.log:
            raise TypeError(f"plot {self.name}: bars begin at zero, which a logarithmic axis has not")

    @property
    def columns(self) -> list[str]:
        return [column.strip() for column in self.y.split(",")]


@dataclass(frozen=True)
class VersionPlot:
    """A plot of the times of a chapter's versions: chapters/<slug>/<machine>-<name>.svg."""

    name: str
    of: str  # "time", "bandwidth", or "share" of the copy's speed
    shape: str = ""  # bars at this one instead of lines over all
    versions: tuple[str, ...] = ()  # not all of them: those that its one point needs

    def __post_init__(self) -> None:
        if self.of not in ("time", "bandwidth", "share"):
            raise TypeError(f"plot {self.name}: of is 'time', 'bandwidth' or 'share'")


@dataclass(frozen=True)
class Experiment:
    """A measurement that is no version × rows × cols: a program that gives a table of its own."""

    slug: str
    name: str
    title: str
    source: str  # .cu is compiled by nvcc and needs a GPU, .cpp by the host's g++
    machine: str  # whose table the text shows
    flags: tuple[str, ...] = ()  # of the compiler, beyond the usual ones
    libraries: tuple[str, ...] = ()  # as a lab's
    capability: str = ""  # as a lab's
    plots: tuple[Plot, ...] = ()

    @property
    def needs_gpu(self) -> bool:
        return self.source.endswith(".cu")

    @property
    def path(self) -> pathlib.Path:
        return ROOT / "tests" / self.slug / "experiments" / self.source

    @property
    def target(self) -> str:
        return f"experiment-{self.name}"


@dataclass(frozen=True)
class Chapter:
    slug: str
    title: str
    shapes: tuple[str, ...]
    measured_shapes: tuple[str, ...]
    versions: tuple[Version, ...]
    labs: tuple[Lab, ...]
    machine: str = ""  # whose times the text shows, of all that are in data/
    experiments: tuple[Experiment, ...] = ()
    columns: str = ""  # what the columns of its shapes are, where they are nothing like a matrix's
    names: dict[str, str] = field(default_factory=dict, hash=False)  # Plot.names of all its experiments
    plots: tuple[VersionPlot, ...] = ()
    prerequisites: tuple[str, ...] = ()  # chapters, by their slugs
    assumes: str = ""  # what else a reader knows

    @property
    def kernels(self) -> tuple[Version, ...]:
        """The versions that run on a GPU."""
        return tuple(version for version in self.versions if not version.host_only)

    @property
    def timed(self) -> tuple[Version, ...]:
        """Those whose kernels `bench` times."""
        return tuple(version for version in self.kernels if not version.timed_by)

    def runner(self, backend: str) -> str:
        return f"run-{self.slug}.{backend}"

    @property
    def folder(self) -> pathlib.Path:
        return ROOT / "chapters" / self.slug

    @property
    def measured(self) -> pathlib.Path:
        return ROOT / "data" / self.slug / "measured"


@dataclass(frozen=True)
class Course:
    name: str
    tagline: str
    chapters: tuple[Chapter, ...]

    @property
    def labs(self) -> list[Lab]:
        return [lab for chapter in self.chapters for lab in chapter.labs]


@functools.cache
def load_course(path: pathlib.Path = ROOT / "course.toml") -> Course:
    try:
        data = read_course(path)
        return Course(
            name=data["course"]["name"],
            tagline=data["course"]["tagline"],
            chapters=tuple(_chapter(chapter, data["course"]["machine"]) for chapter in data["chapters"]),
        )
    except (OSError, ValueError) as error:  # it is no TOML
        raise CourseError(f"{path} cannot be read: {error}") from error
    except (KeyError, TypeError) as error:
        raise CourseError(f"{path}: a chapter, version, lab or experiment lacks or misnames a key: {error}") from error


def _chapter(data: dict, machine: str) -> Chapter:
    slug = data["slug"]
    labs = tuple(
        Lab(slug=slug, **lab | {key: tuple(lab.get(key, ())) for key in ("hints", "libraries", "outcomes")})
        for lab in data.get("labs", ())
    )
    machine = data.get("machine", machine)
    names = data.get("names", {})
    return Chapter(
        slug=slug,
        title=data["title"],
        shapes=tuple(data.get("shapes", ())),
        measured_shapes=tuple(data.get("measured_shapes", ())),
        versions=tuple(
            Version(**{**version, "calls": tuple(version.get("calls", ()))}) for version in data.get("versions", ())
        ),
        labs=labs,
        machine=machine,
        experiments=tuple(
            _experiment(slug, {"machine": machine, **entry}, names) for entry in data.get("experiments", ())
        ),
        columns=data.get("columns", ""),
        names=names,
        plots=tuple(
            VersionPlot(**{**plot, "versions": tuple(plot.get("versions", ()))}) for plot in data.get("plots", ())
        ),
        prerequisites=tuple(data.get("prerequisites", ())),
        assumes=data.get("assumes", ""),
    )


def _experiment(slug: str, data: dict, names: dict[str, str]) -> Experiment:
    plots = tuple(Plot(**{"names": names, **plot}) for plot in data.get("plots", ()))
    return Experiment(
        slug=slug,
        **{
            **data,
            "flags": tuple(data.get("flags", ())),
            "libraries": tuple(data.get("libraries", ())),
            "plots": plots,
        },
    )


def find_chapters(selectors: list[str]) -> list[Chapter]:
    """All chapters, or those whose slug contains a selector ('1', '01', 'coalescing')."""
    course = load_course()
    if not selectors:
        return list(course.chapters)
    found: dict[str, Chapter] = {}
    for selector in selectors:
        matches = [chapter for chapter in course.chapters if selector.strip("/") in chapter.slug]
        if not matches:
            slugs = ", ".join(chapter.slug for chapter in course.chapters)
            raise CourseError(f"there is no chapter '{selector}'. There are: {slugs}.")
        found |= {chapter.slug: chapter for chapter in matches}
    return list(found.values())


def find_labs(selectors: list[str]) -> list[Lab]:
    """The labs that names, parts of names, file paths or chapter slugs select, in the course's order."""
    labs = load_course().labs
    if not selectors:
        return labs
    chosen: set[str] = set()
    for selector in selectors:
        chosen |= {lab.name for lab in _matches(selector, labs)}
    return [lab for lab in labs if lab.name in chosen]


def find_lab(selector: str) -> Lab:
    """The one lab a selector means."""
    labs = _matches(selector, load_course().labs)
    if len(labs) > 1:
        names = ", ".join(lab.name for lab in labs)
        raise CourseError(f"'{selector}' means several labs: {names}. Name one.")
    return labs[0]


def _matches(selector: str, labs: list[Lab]) -> list[Lab]:
    name = pathlib.PurePath(selector).stem
    place = pathlib.Path(selector).resolve()
    by_path = [lab for lab in labs if place == lab.path]
    exact = [lab for lab in labs if name in (lab.name, lab.stem)]
    chapter = [lab for lab in labs if selector.strip("/") == lab.slug]
    part = [lab for lab in labs if name and name in lab.name]
    found = by_path or exact or chapter or part
    if not found:
        near = difflib.get_close_matches(name, [lab.name for lab in labs], n=1, cutoff=0.4)
        guess = f" Did you mean {near[0]}?" if near else " `./course list` shows them all."
        raise CourseError(f"there is no lab '{selector}'.{guess}")
    return found


def digest(*paths: pathlib.Path) -> str:
    """One hash over the contents of files; a missing file counts as such."""
    total = hashlib.sha256()
    for path in paths:
        total.update(b"+" + path.read_bytes() if path.exists() else b"-")
    return total.hexdigest()
