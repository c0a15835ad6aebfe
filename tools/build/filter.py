# Runs a chapter's filter (filter-<slug>.<backend>) on symbols of one's own, with any version of the chapter.
from __future__ import annotations

import pathlib
import subprocess
import tempfile
from typing import TYPE_CHECKING

from tools.build.gpu import NO_GPU
from tools.build.meson import BUILD, backends, environment, has_sim, must_build
from tools.build.runner import modules
from tools.console import note
from tools.errors import CourseError
from tools.model import Chapter, Version

if TYPE_CHECKING:  # where nothing is filtered, nothing needs it
    import numpy

SIMULATED_CELLS_A_SECOND = 500_000  # roughly: only for the hint
PATIENCE = 20  # seconds without a hint


def where_to_run(version: Version) -> str:
    """A GPU, if there is one and the version is for it; else the simulator, if it was built. Plain C++ runs under either."""
    there = backends()
    return "cuda" if "cuda" in there and (not version.host_only or "sim" not in there) else "sim"


def for_the_cpu(chapter: Chapter) -> Version:
    return [version for version in chapter.versions if version.host_only][-1]


def programs(chapter: Chapter, version: Version, backend: str) -> list[str]:
    return [program(chapter, backend), *modules(chapter, version, backend)]


def program(chapter: Chapter, backend: str) -> str:
    return f"filter-{chapter.slug}.{backend}"


def must_fit(chapter: Chapter, version: Version, backend: str, rows: int, cols: int) -> None:
    """A picture's size is known before its pixels are unpacked."""
    status, words = call(chapter, backend, size(version, rows, cols))
    if status:
        raise CourseError(words)


def size(version: Version, rows: int, cols: int) -> list[str]:
    """As the program is told."""
    return ["--rows", str(rows), "--cols", str(cols), "--large", "yes" if version.large else "no"]


def filtered(chapter: Chapter, version: Version, backend: str, symbols: numpy.ndarray) -> tuple[numpy.ndarray, str]:
    """The entropies, and the backend that they were computed on."""
    import numpy

    rows, cols = symbols.shape
    if backend == "sim" and not version.host_only:
        seconds = rows * cols / SIMULATED_CELLS_A_SECOND
        if seconds > PATIENCE:
            note(
                f"course: no GPU, so {version.name} is simulated, thread by thread: some {seconds / 60:.0f} minutes for"
                f" {rows} x {cols} cells. --version {for_the_cpu(chapter).name} is the CPU's and takes a moment."
                if seconds > 90
                else f"course: no GPU, so {version.name} is simulated, thread by thread: about {seconds:.0f} seconds"
            )
    with tempfile.TemporaryDirectory(prefix="course-entropy-") as folder:
        given, result = pathlib.Path(folder, "in"), pathlib.Path(folder, "out")
        symbols.astype("<f4").tofile(given)
        words = [*size(version, rows, cols), "--module", str(BUILD / modules(chapter, version, backend)[0])]
        words += ["--function", version.function, "--computes", version.computes]
        status, said = call(chapter, backend, [*words, "--in", str(given), "--out", str(result)])
        if status == NO_GPU and backend == "cuda" and has_sim():
            note(f"course: the GPU cannot be used ({said}); {version.name} is simulated")
            must_build(programs(chapter, version, "sim"))
            return filtered(chapter, version, "sim", symbols)
        if status:
            raise CourseError(said or f"{version.name} stopped with exit status {status}.")
        return numpy.fromfile(result, dtype="<f4").reshape(rows, cols), backend


def call(chapter: Chapter, backend: str, words: list[str]) -> tuple[int, str]:
    """Exit status, and the last line of what was said."""
    command = [str(BUILD / program(chapter, backend)), *words]
    done = subprocess.run(
        command, env=environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace"
    )
    return done.returncode, (done.stderr.strip().splitlines() or [""])[-1]
