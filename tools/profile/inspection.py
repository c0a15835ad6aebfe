# What the compiler made of every version's kernels: registers, spills, stack, shared memory, theoretical occupancy.
from __future__ import annotations

import math
import re
import shutil
import subprocess
from dataclasses import asdict, dataclass

from tools.build.meson import BUILD, environment, has_cuda, has_sim, must_build
from tools.build.runner import cached_run
from tools.errors import CourseError
from tools.model import Chapter, Version
from tools.profile.occupancy import ARCHITECTURE, MAX_WARPS, occupancy


@dataclass(frozen=True)
class Resources:
    """One kernel, as ptxas tells of it."""

    kernel: str
    registers: int
    stack: int  # bytes a thread: arrays that are indexed, and what was spilled
    spill_stores: int
    spill_loads: int
    shared: int  # static, bytes a block


@dataclass(frozen=True)
class Inspected:
    """One kernel of a version, with the block that the version launches it with."""

    version: str
    resources: Resources
    block: tuple[int, ...]  # () where it is never launched, or there is no simulator to see it
    dynamic_shared: int

    @property
    def threads(self) -> int:
        return math.prod(self.block) if self.block else 0

    def as_row(self) -> dict[str, object]:
        kernel = self.resources
        row = {"version": self.version, **asdict(kernel), "dynamic_shared": self.dynamic_shared}
        sides = self.block
        while len(sides) > 1 and sides[-1] == 1:
            sides = sides[:-1]
        row["block"] = "x".join(map(str, sides))
        if self.block:
            found = occupancy(self.threads, kernel.registers, kernel.shared + self.dynamic_shared)
            row |= {"warps": found.warps, "occupancy": round(found.share, 4), "limit": found.limit}
        else:
            row |= {"warps": "", "occupancy": "", "limit": ""}
        return row


COLUMNS = (
    "version", "kernel", "block", "registers", "stack", "spill_stores", "spill_loads", "shared", "dynamic_shared",
    "warps", "occupancy", "limit",
)  # fmt: skip


def inspect(chapter: Chapter, versions: list[Version]) -> list[Inspected]:
    """Compiles what is not compiled yet; versions in plain C++ have no kernel and are left out."""
    if not has_cuda():
        raise CourseError(
            "inspect needs nvcc (no GPU), and it was not found when build/ was configured; `./course setup` looks again."
        )
    on_gpu = [version for version in versions if not version.host_only]
    if not on_gpu:
        return []
    must_build([_target(version) for version in on_gpu])
    launched = _launches(chapter)
    found = []
    for version in on_gpu:
        for resources in read_ptxas((BUILD / _target(version)).read_text(errors="replace")):
            blocks = launched.get((version.name, base_name(resources.kernel)))
            for block, dynamic in blocks or ([] if _launches_others(launched, version) else [((), 0)]):
                found.append(Inspected(version.name, resources, block, dynamic))
    return found


def compiler() -> str:
    """nvcc's own words for its build."""
    said = subprocess.run(
        [shutil.which("nvcc", path=environment()["PATH"]) or "nvcc", "--version"], capture_output=True, text=True
    ).stdout
    return said.strip().splitlines()[-1] if said else "?"


def _target(version: Version) -> str:
    return f"solutions-{version.stem}.{ARCHITECTURE}.txt"


def _launches(chapter: Chapter) -> dict[tuple[str, str], list[tuple[tuple[int, ...], int]]]:
    """(version, kernel) → the different blocks it is launched with at the chapter's first shape."""
    launched: dict[tuple[str, str], list[tuple[tuple[int, ...], int]]] = {}
    if not has_sim() or not chapter.shapes:
        return launched
    for result in cached_run(chapter, "sim").results:
        if result.shape != chapter.shapes[0]:
            continue
        for launch in result.launches:
            how = (tuple(launch["block"]), launch["dynamic_shared_bytes"])
            ways = launched.setdefault((result.version, base_name(launch["kernel"])), [])
            if how not in ways:
                ways.append(how)
    return launched


def _launches_others(launched: dict, version: Version) -> bool:
    """A file may hold kernels that this version does not launch: they are another version's."""
    return any(name == version.name for name, _ in launched)


def base_name(kernel: str) -> str:
    """'entropy::filter<unsigned char, true>' → 'filter'."""
    return re.sub(r"<.*", "", kernel).rpartition("::")[2]


def read_ptxas(text: str) -> list[Resources]:
    """The kernels that `nvcc -Xptxas -v` tells of, in the order of their names."""
    found = of_entries(text)
    names = demangled(list(found))
    return sorted(
        (Resources(names[mangled], **numbers) for mangled, numbers in found.items()), key=lambda one: one.kernel
    )


def of_entries(text: str) -> dict[str, dict[str, int]]:
    """The same by their mangled names."""
    if not re.search(r"ptxas info\s*:", text):
        raise CourseError(
            "nvcc did not say what its kernels use; `nvcc -Xptxas -v` looks different from what is known:\n"
            + text[-300:]
        )
    found: dict[str, dict[str, int]] = {}
    entry = described = ""
    for line in text.splitlines():
        if match := re.search(r"Compiling entry function '(\w+)'", line):
            entry = described = match[1]
            found[entry] = dict.fromkeys(("registers", "stack", "spill_stores", "spill_loads", "shared"), 0)
        elif match := re.search(r"Function properties for (\w+)", line):
            described = match[1]  # a function that is called, not inlined, has lines of its own
        elif match := re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line):
            if entry and described == entry:
                found[entry] |= dict(
                    zip(("stack", "spill_stores", "spill_loads"), map(int, match.groups()), strict=True)
                )
        elif entry and (match := re.search(r"Used (\d+) registers", line)):
            found[entry]["registers"] = int(match[1])
            if shared := re.search(r"(\d+)(?:\+\d+)? bytes smem", line):
                found[entry]["shared"] = int(shared[1])
            if stack := re.search(r"(\d+) bytes cumulative stack", line):
                found[entry]["stack"] = int(stack[1])
    return found


def demangled(symbols: list[str]) -> dict[str, str]:
    """Names without return type, arguments and anonymous namespace."""
    try:
        said = subprocess.run(["c++filt"], input="\n".join(symbols), capture_output=True, text=True).stdout.splitlines()
    except OSError:
        said = symbols
    return {symbol: _short(name) for symbol, name in zip(symbols, said, strict=True)}


def _short(name: str) -> str:
    name = name.replace("(anonymous namespace)::", "")
    depth, end = 0, len(name)
    for place in range(len(name) - 1, -1, -1):  # the bracket that opens the arguments
        depth += {")": 1, "(": -1}.get(name[place], 0)
        if name[place] == "(" and depth == 0:
            end = place
            break
    name, depth = name[:end], 0
    for place in range(len(name) - 1, -1, -1):  # the blank after the return type
        depth += {">": 1, "<": -1}.get(name[place], 0)
        if name[place] == " " and depth == 0:
            return name[place + 1 :]
    return name


def occupancy_words(row: dict[str, object]) -> str:
    return f"{row['occupancy']:.0%} ({row['warps']} of {MAX_WARPS} warps)" if row["block"] else "–"
