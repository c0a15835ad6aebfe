# Runs a chapter's benchmark (run-<slug>.<backend>) and reads what it found.
from __future__ import annotations

import json
import os
import pathlib
import subprocess
from dataclasses import dataclass

from tools.build.gpu import NO_GPU
from tools.build.meson import BUILD, environment, must_build, outputs
from tools.console import Progress, progress
from tools.errors import CourseError
from tools.model import Chapter, Version


@dataclass(frozen=True)
class Result:
    """One version at one shape. Counters are there on sim only, times on cuda with timing only; else empty."""

    version: str
    rows: int
    cols: int
    correct: bool
    message: str
    counters: dict[str, dict[str, int]]
    time_ms: dict[str, float]
    bytes: int
    launches: tuple[dict, ...] = ()  # on sim: kernel, grid, block, dynamic_shared_bytes

    @property
    def shape(self) -> str:
        return f"{self.rows}x{self.cols}"

    def uses_shared(self) -> bool:
        return any(self.counters.get(op, {}).get("requests") for op in ("shared_load", "shared_store"))

    def gb_per_s(self, milliseconds: float) -> float:
        return self.bytes / milliseconds / 1e6


@dataclass(frozen=True)
class Run:
    backend: str
    machine: dict  # machine, driver, runtime, …: whatever the runner says about where it ran
    results: list[Result]

    def of(self, version: str, shape: str) -> Result | None:
        return next((r for r in self.results if (r.version, r.shape) == (version, shape)), None)


class NoGpu(Exception):
    """The runner's own reason why it cannot run here."""


def versions_on(chapter: Chapter, backend: str) -> tuple[Version, ...]:
    """sim runs plain C++ as well, for its result."""
    return chapter.versions if backend == "sim" else chapter.kernels


def targets(chapter: Chapter, backend: str) -> list[str]:
    return [
        chapter.runner(backend),
        *dict.fromkeys(
            module for version in versions_on(chapter, backend) for module in modules(chapter, version, backend)
        ),
    ]


def modules(chapter: Chapter, version: Version, backend: str) -> list[str]:
    """A version's own and those of the versions that it calls."""
    called = [one for one in chapter.versions if one.name in version.calls]
    return [f"solutions-{one.stem}.{backend}.so" for one in (version, *called)]


def build_runner(chapter: Chapter, backend: str) -> None:
    missing = [name for name in targets(chapter, backend) if name not in outputs()]
    if missing:
        raise CourseError(f"the build has no {', '.join(missing)}")
    must_build(targets(chapter, backend))


def command(chapter: Chapter, backend: str, shapes: list[str], only: Version | None = None) -> list[str]:
    words = [str(BUILD / chapter.runner(backend))]
    for version in [only] if only else versions_on(chapter, backend):
        module = BUILD / f"solutions-{version.stem}.{backend}.so"
        words += ["--version", f"{version.name}={module}:{version.function}:{version.computes}"]
    for shape in shapes:
        words += ["--shape", shape]
    return words


def run_chapter(chapter: Chapter, backend: str, shapes: list[str], timed: bool = False) -> Run:
    """Builds and runs. Raises NoGpu with the runner's reason, CourseError when it breaks."""
    build_runner(chapter, backend)
    report = BUILD / f".{chapter.runner(backend)}.{os.getpid()}.json"  # two may run at once
    words = command(chapter, backend, shapes) + ["--json", str(report)] + (["--time"] if timed else [])
    with progress() as shown:
        said, status = follow(words, shown)
    if status == NO_GPU:
        raise NoGpu(said[-1] if said else "no GPU")
    data = _read(report)
    if data is not None:
        os.replace(report, _cache(chapter, backend)) if shapes == list(chapter.shapes) else report.unlink()
    if data is None or status not in (0, 1):  # 1: a version's result is wrong, and the report says which
        tail = "\n".join(said[-5:])
        raise CourseError(f"{chapter.runner(backend)} stopped with exit status {status}:\n{tail}")
    return _as_run(data)


def cached_run(chapter: Chapter, backend: str) -> Run:
    """The run of the chapter's own shapes; the last one, if it is newer than everything it depends on."""
    build_runner(chapter, backend)
    report = _cache(chapter, backend)
    made_of = [BUILD / name for name in (*targets(chapter, backend), "libsimt.so") if (BUILD / name).exists()]
    if report.exists() and report.stat().st_mtime > max(path.stat().st_mtime for path in made_of):
        data = _read(report) or {"results": []}
        there = {(entry["version"], f"{entry['rows']}x{entry['cols']}") for entry in data["results"]}
        if there >= {(version.name, shape) for version in chapter.versions for shape in chapter.shapes}:
            return _as_run(data)
    return run_chapter(chapter, backend, list(chapter.shapes))


def _cache(chapter: Chapter, backend: str) -> pathlib.Path:
    return BUILD / f"{chapter.runner(backend)}.json"


def _as_run(data: dict) -> Run:
    return Run(
        backend=data["backend"],
        machine={key: value for key, value in data.items() if key not in ("backend", "results")},
        results=[_result(entry) for entry in data["results"]],
    )


def follow(words: list[str], shown: Progress) -> tuple[list[str], int]:
    """Runs a program of the build and shows its last line meanwhile: all it said, and its exit status."""
    process = subprocess.Popen(
        words, cwd=BUILD, env=environment(), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
    )  # fmt: skip
    said: list[str] = []
    assert process.stdout
    try:
        for line in process.stdout:
            said.append(line.rstrip())
            shown.step(said[-1])
        return said, process.wait()
    except BaseException:
        process.kill()
        process.wait()
        raise


def _read(report: pathlib.Path) -> dict | None:
    try:
        return json.loads(report.read_text())
    except (OSError, ValueError):
        return None


def _result(entry: dict) -> Result:
    rows, cols = entry["rows"], entry["cols"]
    return Result(
        version=entry["version"],
        rows=rows,
        cols=cols,
        correct=entry["correct"],
        message=entry.get("message", ""),
        counters=entry.get("counters") or {},
        time_ms=entry.get("time_ms") or {},
        bytes=entry.get("bytes", 2 * 4 * rows * cols),  # every float read once and written once
        launches=tuple(entry.get("launches", ())),
    )
