# What a GPU says of the wrong and the legal submissions that the tests keep: `./course bench submissions`, and its numbers.
"""The simulator must fail each wrong submission for the reason that its file states, and pass each legal one; the tests see
to that. Here a GPU runs the same files in the same graders, so what it lets pass is what a grader without counters and
checkers would let pass. Speed is not looked at: several submissions share the GPU.
"""

from __future__ import annotations

import concurrent.futures
import functools
import os
import pathlib
import re
import subprocess
import tempfile
from dataclasses import dataclass

from tools.build.meson import BUILD, build, configured, must_build
from tools.console import progress
from tools.errors import CourseError
from tools.grade.grading import Verdict, run_grader
from tools.grade.process import Limits
from tools.measure.measurements import Measurement, read_measurement
from tools.model import ROOT, Lab, find_labs

__all__ = ["gpu_passes", "gpu_submissions", "gpu_submissions_dates"]
DATA = ROOT / "data" / "submissions"
COLUMNS = ("kind", "lab", "submission", "simulator", "gpu")
PASSES = "passes"
METHOD = (
    "each file compiled by nvcc and run by its lab's grader on the GPU; gpu: the first test that fails, tests called Speed left out; "
    "simulator: the tests that fail there as the file states"
)
AT_ONCE = 6  # processes on the GPU
FAILS = re.compile(r"^// fails: (\w+\.\w+): .+$", re.MULTILINE)


@dataclass(frozen=True)
class Kept:
    """A submission that the tests keep."""

    kind: str  # "wrong" or "legal"
    lab: Lab
    source: pathlib.Path

    @property
    def module(self) -> str:
        return f"{self.kind}-{self.lab.name}-{self.source.stem}.cuda.so"


def kept_submissions(labs: list[Lab]) -> list[Kept]:
    """All of those of the labs that have a kernel, in the course's order."""
    return [
        Kept(kind, lab, source)
        for lab in labs if not lab.host_only
        for kind in ("wrong", "legal")
        for source in sorted((ROOT / "tests" / lab.slug / kind / lab.name).glob("*.cu"))
    ]  # fmt: skip


def measure(kept: list[Kept]) -> list[dict[str, str]]:
    """A row each, for write_measurement."""
    configured(submissions=True)
    must_build(list(dict.fromkeys(one.lab.grader("cuda") for one in kept)))
    refused = build([one.module for one in kept]).failed
    rows = []
    with progress() as shown, concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        verdicts = pool.map(lambda one: None if one.module in refused else run_on_gpu(one), kept)
        for one, verdict in zip(kept, verdicts, strict=True):
            shown.step(f"on the GPU: {one.lab.name} {one.source.stem}")
            rows.append(row(one, verdict))
    return rows


def run_on_gpu(one: Kept) -> Verdict:
    with tempfile.TemporaryDirectory(prefix="course-bench-") as scratch:
        verdict = run_grader(
            one.lab,
            "cuda",
            BUILD / one.lab.grader("cuda"),
            BUILD / one.module,
            pathlib.Path(scratch),
            Limits(memory_mib=None),
            dict(os.environ),
        )
    if verdict.skipped:
        raise CourseError(f"bench needs a GPU: {verdict.skipped}")
    return verdict


def row(one: Kept, verdict: Verdict | None) -> dict[str, str]:
    """Of a verdict, or of a file that nvcc refuses."""
    failures = (
        [f"{test.suite}.{test.name}" for test in verdict.failures() if test.name != "Speed"]
        if verdict
        else ["nvcc refuses it"]
    )
    states = FAILS.findall(one.source.read_text(encoding="utf-8"))
    return {
        "kind": one.kind,
        "lab": one.lab.name,
        "submission": one.source.stem,
        "simulator": " ".join(dict.fromkeys(states)) or ("" if one.kind == "wrong" else PASSES),
        "gpu": failures[0] if failures else PASSES,
    }


def device() -> dict[str, str]:
    """The GPUs and their driver, for the provenance."""
    try:
        said = subprocess.run(
            ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"], capture_output=True, text=True
        )
    except OSError:
        raise CourseError("bench submissions asks nvidia-smi for the GPU's name, and there is none.") from None
    gpus = said.stdout.splitlines() or ["?, ?"]
    gpu, _, driver = gpus[0].partition(", ")
    return {"gpu": gpu, "gpus": str(len(gpus)), "driver": driver}


# --- what the README shows of it --------------------------------------------------------------------------------


@functools.cache
def _recorded(table: str) -> Measurement:
    return read_measurement(DATA / f"{table}.csv")


@functools.cache
def recorded_rows(table: str = "") -> list[dict[str, str]]:
    """Of a table; or of all of them, each submission that is still kept as it was tried last."""
    if table:
        return _recorded(table).rows
    tables = sorted((_recorded(path.stem) for path in DATA.glob("*.csv")), key=lambda one: one.provenance["date"])
    last = {(row["kind"], row["lab"], row["submission"]): row for one in tables for row in one.rows}
    kept = {(one.kind, one.lab.name, one.source.stem) for one in kept_submissions(find_labs([]))}
    return [row for key, row in last.items() if key in kept]


def gpu_submissions(kind: str, table: str = "") -> int:
    """How many submissions of a kind were tried."""
    return sum(row["kind"] == kind for row in recorded_rows(table))


def gpu_passes(kind: str, suite: str = "", table: str = "") -> int:
    """How many of a kind the GPU lets pass; with a suite, only those for which the simulator fails a test of it."""
    return sum(
        row["kind"] == kind
        and row["gpu"] == PASSES
        and any(name.startswith(suite) for name in row["simulator"].split() or [""])
        for row in recorded_rows(table)
    )


def gpu_submissions_dates() -> str:
    """The first and the last day on which any were tried."""
    dates = sorted({_recorded(path.stem).provenance["date"] for path in DATA.glob("*.csv")})
    return " to ".join(dict.fromkeys((dates[0], dates[-1])))
