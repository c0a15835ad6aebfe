# The source with what each line did to memory, worst line first: what profile shows, as text or as a page.
from __future__ import annotations

import functools
import pathlib
from dataclasses import dataclass

from tools.files import shown_path
from tools.hardware import LANES
from tools.profile import caches
from tools.profile.access import Access, percent
from tools.profile.programs import run_time_sources


@dataclass
class Line:
    """A source line with all its accesses, the worst first."""

    file: str
    number: int
    accesses: list[Access]

    @property
    def wasted(self) -> int:
        return sum(access.wasted for access in self.accesses)

    @property
    def requests(self) -> int:
        return sum(access.requests for access in self.accesses)

    @property
    def text(self) -> str:
        lines = source(self.file)
        return lines[self.number - 1] if 0 < self.number <= len(lines) else ""

    @property
    def place(self) -> str:
        return f"{shown_path(pathlib.Path(self.file))}:{self.number}" if self.file else "unknown place"

    @property
    def kernels(self) -> list[str]:
        return list(dict.fromkeys(kernel for access in self.accesses for kernel in access.kernels))


def annotate(launches: list[dict]) -> list[Line]:
    """All lines that touch memory, worst first: by what they waste, then by lanes at rest, then by requests."""
    found: dict[tuple, Access] = {}
    for launch in launches:
        for site in launch["sites"]:
            key = site["file"], site["line"], site["space"], site["op"], site["width"]
            found.setdefault(key, Access(*key)).add(site, launch)
    lines: dict[tuple[str, int], list[Access]] = {}
    for access in found.values():
        lines.setdefault((access.file, access.line), []).append(access)
    result = [Line(file, number, sorted(accesses, key=_badness)) for (file, number), accesses in lines.items()]
    return sorted(
        result,
        key=lambda line: (
            -line.wasted,
            -sum(a.spare_requests for a in line.accesses),
            -line.requests,
            line.file,
            line.number,
        ),
    )


def _badness(access: Access) -> tuple:
    return -access.wasted, -access.spare_requests, -access.requests, access.space, access.op, access.width


@dataclass
class Group:
    """Launches of one kernel with one shape."""

    launches: list[dict]

    @property
    def name(self) -> str:
        return self.launches[0]["kernel"] + (f" ×{len(self.launches):,}" if len(self.launches) > 1 else "")

    def shape(self, key: str) -> str:
        x, y, z = self.launches[0][key]
        return f"{x}×{y}×{z}" if z > 1 else f"{x}×{y}" if y > 1 else str(x)

    def _sites(self, key: str, space: str) -> int:
        return sum(site.get(key, 0) for launch in self.launches for site in launch["sites"] if site["space"] == space)

    @property
    def stopped(self) -> bool:
        return any(launch["findings"] and not launch["sites"] for launch in self.launches)

    def cells(self) -> list[str]:
        """What a table shows of it; counts are one launch's, with ≈ when the launches differ."""
        row = [self.name, self.shape("grid"), self.shape("block")]
        if self.stopped:
            return [*row, "stopped", "", "", "", ""]
        requests, sectors = self._sites("requests", "global"), self._sites("passed_sectors", "global")
        alike = len({tuple(launch["metrics"].items()) for launch in self.launches}) == 1

        def each(total: int) -> str:
            return f"{'' if alike else '≈'}{round(total / len(self.launches)):,}"

        cells = [each(requests), each(sectors), ratio(sectors, self._sites("ideal_sectors", "global"), requests)]
        shared = self._sites("requests", "shared")
        wavefronts = self._sites("wavefronts", "shared")
        fused = sum(launch["metrics"]["memory_l1_wavefronts_shared"] for launch in self.launches)
        cells.append(
            f"{each(wavefronts)} ({each(self._sites('ideal_wavefronts', 'shared'))})"
            + (f", fused {each(fused)}" if fused != wavefronts else "")
            if shared
            else "–"
        )
        lanes = self._sites("lanes", "global") + self._sites("lanes", "shared")
        cells.append(percent(lanes / (LANES * (requests + shared))) if requests + shared else "–")
        return [*row, *cells]

    def cache_cells(self) -> list[str]:
        """The same of what it found in the caches."""
        return [self.name, self.shape("grid"), self.shape("block"), *caches.cells(self.launches)]


HEADERS = [
    "kernel",
    "grid",
    "block",
    "global requests",
    "sectors",
    "sectors/request (ideal)",
    "shared wavefronts (ideal)",
    "lanes active",
]


def group(launches: list[dict]) -> list[Group]:
    groups: dict[tuple, Group] = {}
    for launch in launches:
        key = (
            launch["kernel"],
            tuple(launch["grid"]),
            tuple(launch["block"]),
            launch["dynamic_shared_bytes"],
            bool(launch["findings"]),
        )
        groups.setdefault(key, Group([])).launches.append(launch)
    return list(groups.values())


def ratio(count: int, ideal: int, requests: int) -> str:
    return f"{count / requests:.3g} ({ideal / requests:.3g})" if requests else "–"


@functools.cache
def source(file: str) -> list[str]:
    if file in run_time_sources:
        return run_time_sources[file]
    try:
        return pathlib.Path(file).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
