# Where a number comes from: the lines at the head of every file of measurements, and the file's name.
from __future__ import annotations

import datetime
import itertools
import os
import pathlib
import re
import subprocess

from tools.build.meson import BUILD, tool
from tools.errors import CourseError
from tools.measure.measurements import COUNTERS_SUFFIX
from tools.model import ROOT


def machine_name(asked: str | None, device: str) -> str:
    """What the file is called: as asked, or after the device."""
    words = re.sub(r"\(\w+\)", "", device).lower().replace("nvidia", "")
    name = asked or re.sub(r"[^a-z0-9]+", "-", words).strip("-")
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name) or name.endswith(COUNTERS_SUFFIX):
        raise CourseError(f"'{name}' cannot be a file's name: --machine takes letters, digits, '.', '_' and '-'.")
    return name


def compiled_with(target: str, source: str) -> tuple[str, str]:
    """Compiler and flags of the file that ends in `source`, on the way to a target, as ninja calls them."""
    said = subprocess.run(
        [tool("ninja"), "-C", str(BUILD), "-t", "commands", target], capture_output=True, text=True
    ).stdout
    calls = [line.split() for line in said.splitlines()]
    words = next((call for call in reversed(calls) if any(word.endswith(source) for word in call)), None)
    if not words:
        raise CourseError(f"ninja does not say how {target} is compiled")
    if pathlib.PurePath(words[0]).name == "ccache":
        words = words[1:]
    values = ("-o", "-MF", "-MQ", "-MT")
    others = ("-I", "-W", "-fdiagnostics", "-D_FILE_", "-DCOURSE_ROOT", str(ROOT))
    flags = [
        word
        for before, word in itertools.pairwise(words)
        if before not in values
        and word not in (*values, "-MD", "-c")
        and not word.lstrip("'").startswith(others)
        and not word.endswith(source)
    ]
    version = subprocess.run([words[0], "--version"], capture_output=True, text=True).stdout.strip().splitlines()
    # nvcc tells its build in the last line, g++ its version in the first.
    about = (version[-1] if "nvcc" in words[0] else version[0]) if version else words[0]
    return about, " ".join(dict.fromkeys(flags))


def host_cpu() -> str:
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return "?"
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "?")


def threads() -> str:
    """How many OpenMP uses, and where they are bound, if somebody said so."""
    asked = os.environ.get("OMP_NUM_THREADS")
    bound = [f"{name}={os.environ[name]}" for name in ("OMP_PROC_BIND", "OMP_PLACES") if name in os.environ]
    count = asked or f"{len(os.sched_getaffinity(0))}, all there are"
    return ", ".join([count, *bound])


def today() -> str:
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d")


def commit() -> str:
    try:
        said = subprocess.run(
            ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=12"], capture_output=True, text=True
        )
    except OSError:
        return "unknown"
    return said.stdout.strip() or "unknown"
