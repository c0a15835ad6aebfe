# Builds and runs an experiment and writes its table, with where it comes from, into data/.
from __future__ import annotations

import os
import pathlib
import sys

from tools.build.gpu import NO_GPU
from tools.build.meson import BUILD, must_build, outputs
from tools.build.runner import follow
from tools.console import note, progress
from tools.errors import CourseError
from tools.files import read_json
from tools.measure.measurements import experiment_path, write_measurement
from tools.measure.provenance import commit, compiled_with, host_cpu, machine_name, threads, today
from tools.model import Chapter, Experiment

RESERVED = ("chapter", "machine")  # what a call in a text says besides the cells it looks for


def run_experiment(
    chapter: Chapter, experiment: Experiment, machine: str | None = None, revision: str | None = None
) -> tuple[pathlib.Path, list[dict]]:
    """Returns the file it wrote, and its rows."""
    note(f"course: running the experiment {experiment.name} of {chapter.slug}: {experiment.title}")
    found = table_of(experiment)
    rows = [{column: _cell(value) for column, value in row.items()} for row in found["rows"]]
    taken = [column for column in rows[0] if column in RESERVED]
    if taken:
        raise CourseError(f"{experiment.source}: no column may be called '{taken[0]}'")
    name = machine_name(machine, found["machine"])
    compiler, flags = compiled_with(experiment.target, experiment.source)
    device = {"gpu": found["machine"], "driver": found["driver"], "cuda runtime": found["runtime"]}
    about = {
        "machine": name,
        "experiment": experiment.name,
        **(device if experiment.needs_gpu else {"threads": threads()}),
        "compiler": compiler,
        "flags": flags,
        "host cpu": host_cpu(),
        "date": today(),
        "commit": revision or commit(),
        "method": found["method"],
    }
    path = experiment_path(chapter, experiment, name)
    write_measurement(path, about, tuple(rows[0]), rows)
    return path, rows


def _cell(value: object) -> object:
    return f"{value:.9g}" if isinstance(value, float) else value


def table_of(experiment: Experiment, dry: bool = False) -> dict:
    """What the program says: machine, driver, runtime, method, rows. Raises CourseError with its own words. Dry: on sim
    where it needs a GPU, each measurement once, no time is real."""
    target = f"{experiment.target}.sim" if dry and experiment.needs_gpu else experiment.target
    if target not in outputs():
        raise CourseError(f"the build has no {target}; it is made of {experiment.path}, by nvcc where that is a .cu")
    must_build([target])
    report = BUILD / f".{target}.{os.getpid()}.json"
    command = [
        "env",
        f"COURSE_PYTHON={sys.executable}",
        *(["HARNESS_DRY_RUN=1"] if dry else []),
        str(BUILD / target),
        "--json",
        str(report),
    ]
    try:
        with progress() as shown:
            said, status = follow(command, shown)
        found = read_json(report, None)
    finally:
        report.unlink(missing_ok=True)
    if status == NO_GPU:
        lacks = "needs a GPU" if experiment.needs_gpu else "cannot run here"
        raise CourseError(f"{experiment.name} {lacks}: {said[-1] if said else 'it does not say why'}")
    if status or not found:
        tail = "\n".join(said[-5:])
        raise CourseError(f"{target} stopped with exit status {status}:\n{tail}")
    return found
