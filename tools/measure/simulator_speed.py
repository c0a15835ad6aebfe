# Times the simulator beside Numba's CUDASIM and Oclgrind: the same five kernels, in one run, on this machine.
"""Each tool runs tests/simt/speed's kernels in a process of its own and prints how long the launches took (no
compiling, no copies) and whether the result is right. A size is doubled until a run takes SECONDS; then the median
of REPEATS runs counts, the tools taking turns. How many accesses a kernel makes at a size, our simulator counts:
the twins make the same ones.
"""

from __future__ import annotations

import importlib.util
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field

from tools.build.meson import BUILD, SIMULATOR, must_build
from tools.console import note, progress
from tools.errors import CourseError
from tools.measure.measurements import Measurement, read_measurement
from tools.model import ROOT

SOURCES = ROOT / "tests" / "simt" / "speed"
REQUIREMENTS = SOURCES / "requirements.txt"
DATA = ROOT / "data" / "simt" / "speed"
KERNELS = {
    "transpose": "transpose, shared tile",
    "reduction": "block reduction",
    "stencil": "five-point stencil",
    "histogram": "histogram, shared atomics",
    "product": "matrix product, shared tiles",
}
OURS, OCLGRIND, CUDASIM = "warpwise", "oclgrind", "cudasim"
TITLES = {OURS: "this simulator", OCLGRIND: "Oclgrind", CUDASIM: "Numba CUDASIM"}
COLUMNS = (
    "series", "tool", "checks", "kernel", "size", "launches", "threads", "accesses", "seconds", "threads_per_s",
    "accesses_per_s", "ns_per_access",
)  # fmt: skip
SIZES = (64, 128, 256, 512, 1024, 2048)
SECONDS, REPEATS = 0.5, 3
LONGEST = 900  # seconds that a run may take before it counts as hung
CURVE = (80, 160, 352, 768)  # sides of the matrix product: 10^6 to 10^9 accesses
METHOD = (
    f"launches only, no compiling and no copies; size doubled until {SECONDS:g} s; median of {REPEATS}, tools taking turns; "
    "accesses of the kernels as this simulator counts them; every result checked"
)


@dataclass(frozen=True, eq=False)
class Tool:
    name: str
    checks: str  # "all" or "none"
    command: Callable[[str, int], list[str]]
    environment: dict[str, str] = field(default_factory=dict)

    def seconds(self, kernel: str, size: int) -> tuple[int, float]:
        """(threads, seconds) of one launch."""
        done = subprocess.run(
            [*self.command(kernel, size), "1"], env={**os.environ, **self.environment},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LONGEST,
        )  # fmt: skip
        words = done.stdout.split()
        if done.returncode or len(words) != 3 or words[2] != "right":
            said = (done.stderr.strip() or done.stdout.strip()).splitlines()
            raise CourseError(
                f"{TITLES[self.name]}: {kernel} at {size} went wrong: {said[-1] if said else done.returncode}"
            )
        return int(words[0]), float(words[1])


def measure(folder: pathlib.Path) -> list[dict]:
    """All rows: every tool on every kernel, then the cost of ours over the number of accesses."""
    program = build_ours(folder)
    tools = [_ours(program, "none"), _ours(program, "all"), *_oclgrind(folder), *_cudasim()]
    rows = []
    with progress() as shown:
        for kernel in KERNELS:
            sizes = {}
            for tool in tools:
                shown.step(f"{kernel}: {TITLES[tool.name]}, checks {tool.checks}: how large?")
                sizes[tool] = _size_for(tool, kernel)
            samples: dict[Tool, list[float]] = {tool: [] for tool in tools}
            for _ in range(REPEATS):
                for tool in tools:
                    shown.step(f"{kernel}: {TITLES[tool.name]}, checks {tool.checks}, size {sizes[tool]}")
                    samples[tool].append(tool.seconds(kernel, sizes[tool])[1])
            for tool in tools:
                threads = _threads(kernel, sizes[tool])
                rows.append(
                    _row(
                        "compare",
                        tool,
                        kernel,
                        sizes[tool],
                        threads,
                        count(program, kernel, sizes[tool]),
                        samples[tool],
                    )
                )
        for tool in tools[:2]:
            for size in CURVE:
                shown.step(f"cost over accesses: product, size {size}, checks {tool.checks}")
                seconds = [tool.seconds("product", size)[1] for _ in range(REPEATS if size < CURVE[-1] else 1)]
                rows.append(_row("curve", tool, "product", size, size * size, count(program, "product", size), seconds))
    return rows


def build_ours(folder: pathlib.Path) -> pathlib.Path:
    must_build(SIMULATOR)
    program = folder / "kernels"
    _compile([str(BUILD / "simtcc"), str(SOURCES / "kernels.cu"), "-o", str(program)])
    return program


def _ours(program: pathlib.Path, checks: str) -> Tool:
    environment = {"SIMT_CHECK": "all" if checks == "all" else ""}
    return Tool(OURS, checks, lambda kernel, size: [str(program), kernel, str(size)], environment)


def _oclgrind(folder: pathlib.Path) -> list[Tool]:
    header = pathlib.Path("/usr/include/CL/cl.h")
    if not shutil.which("oclgrind") or not header.exists():
        note("course: without Oclgrind, since it is not installed: sudo apt-get install oclgrind ocl-icd-opencl-dev")
        return []
    host = folder / "opencl"
    _compile(["g++", "-std=c++20", "-O2", str(SOURCES / "opencl.cpp"), "-lOpenCL", "-o", str(host)])

    def command(*options: str) -> Callable[[str, int], list[str]]:
        return lambda kernel, size: ["oclgrind", *options, str(host), str(SOURCES / "kernels.cl"), kernel, str(size)]

    return [Tool(OCLGRIND, "none", command()), Tool(OCLGRIND, "all", command("--data-races", "--uninitialized"))]


def _cudasim() -> list[Tool]:
    if importlib.util.find_spec("numba") is None:
        note("course: installing Numba for its CUDASIM, once")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
        done = subprocess.run([*pip, "--requirement", str(REQUIREMENTS)], capture_output=True, text=True)
        if done.returncode:
            said = done.stderr.strip().splitlines()
            note(
                f"course: without CUDASIM, since pip could not install Numba: {said[-1] if said else 'no reason given'}"
            )
            return []
    script = str(SOURCES / "cuda_sim.py")
    return [Tool(CUDASIM, "none", lambda kernel, size: [sys.executable, script, kernel, str(size)])]


def _compile(words: list[str]) -> None:
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        raise CourseError(f"{pathlib.Path(words[0]).name} could not compile a benchmark:\n{done.stderr.strip()}")


def _size_for(tool: Tool, kernel: str) -> int:
    for size in SIZES:
        if tool.seconds(kernel, size)[1] >= SECONDS:
            return size
    return SIZES[-1]


def _threads(kernel: str, size: int) -> int:
    return size * size // {"transpose": 4, "histogram": 16}.get(kernel, 1)


def count(program: pathlib.Path, kernel: str, size: int) -> int:
    """How many accesses of lanes a kernel makes: a count, the same on every machine."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        environment = {**os.environ, "SIMT_CHECK": "", "SIMT_REPORT": str(report)}
        subprocess.run([str(program), kernel, str(size), "1"], env=environment, check=True, capture_output=True)
        launches = json.loads(report.read_text())["launches"]
    return sum(site["lanes"] for launch in launches for site in launch["sites"])


def _row(series: str, tool: Tool, kernel: str, size: int, threads: int, accesses: int, seconds: list[float]) -> dict:
    median = statistics.median(seconds)
    return {
        "series": series, "tool": tool.name, "checks": tool.checks, "kernel": kernel, "size": size, "launches": 1,
        "threads": threads, "accesses": accesses, "seconds": f"{median:.6f}", "threads_per_s": f"{threads / median:.0f}",
        "accesses_per_s": f"{accesses / median:.0f}", "ns_per_access": f"{1e9 * median / accesses:.2f}",
    }  # fmt: skip


def circumstances() -> dict[str, str]:
    """What was compared, and on how busy a machine: for the provenance, when the run is over."""

    def first_line(*command: str) -> str:
        try:
            said = subprocess.run(command, capture_output=True, text=True).stdout
        except OSError:
            return "not installed"
        return next((line.strip() for line in said.splitlines() if line.strip()), "?")

    numba = "import numba, platform; print(numba.__version__, 'on Python', platform.python_version())"
    return {
        "cores": str(len(os.sched_getaffinity(0))),
        "load": f"{os.getloadavg()[1]:.1f}",  # of the last five minutes: a busy machine makes all tools slower
        "compiler": first_line("g++", "--version"),
        "oclgrind": first_line("oclgrind", "--version").removeprefix("Oclgrind "),
        "numba": first_line(sys.executable, "-c", numba) if importlib.util.find_spec("numba") else "not installed",
    }


def is_recorded() -> bool:
    return any(DATA.glob("*.csv"))


def recorded(machine: str | None = None) -> Measurement:
    """What was measured last on that machine, or on the first there is."""
    paths = sorted(DATA.glob("*.csv"))
    for path in paths:
        if machine in (None, path.stem):
            return read_measurement(path)
    raise CourseError("the simulator's speed was not measured yet; `./course bench simulator` does")
