# The source with what each line did to memory, worst line first: what profile shows, as text or as a page.
from __future__ import annotations

import functools
import pathlib
from dataclasses import dataclass, field

from tools.files import shown_path
from tools.profile.diagnosis import LANES, advise
from tools.profile.programs import run_time_sources

SINGULAR = {"sectors": "sector", "wavefronts": "wavefront", "addresses": "address"}
OPS = {"load": "load", "store": "store", "red": "atomic", "atom": "atomic"}


@dataclass
class Access:
    """One kind of access of one source line, summed over all launches."""

    file: str
    line: int
    space: str
    op: str
    width: int  # bytes a lane
    requests: int = 0
    active: int = 0  # lanes, summed over the requests
    sectors: int = 0
    passed: int = 0  # sectors as L1 passes them on: colliding atomics pass theirs again
    ideal: int = 0
    wavefronts: int = 0
    ideal_wavefronts: int = 0
    kernels: dict[str, None] = field(default_factory=dict)  # in order
    lanes: dict[int, int] = field(default_factory=dict)  # of the request that wasted most: lane → offset
    block: tuple[int, ...] = (0, 0, 0)  # shape of the block it was in
    sample: dict = field(default_factory=dict)
    _rank: tuple[float, int] = (-1.0, 0)

    def add(self, site: dict, launch: dict) -> None:
        self.requests += site["requests"]
        self.active += site["lanes"]
        self.sectors += site.get("sectors", 0)
        self.passed += site.get("passed_sectors", 0)
        self.ideal += site.get("ideal_sectors", 0)
        self.wavefronts += site.get("wavefronts", 0)
        self.ideal_wavefronts += site.get("ideal_wavefronts", 0)
        self.kernels[launch["kernel"]] = None
        lanes = {lane: offset for lane, offset in enumerate(site["sample"]["offsets"]) if offset is not None}
        wasted = (
            site.get("passed_sectors", 0)
            - site.get("ideal_sectors", 0)
            + site.get("wavefronts", 0)
            - site.get("ideal_wavefronts", 0)
        )
        rank = (wasted / site["requests"], len(lanes))
        if rank > self._rank:
            self._rank, self.lanes, self.sample, self.block = rank, lanes, site["sample"], tuple(launch["block"])

    @property
    def lanes_per_request(self) -> float:
        return self.active / self.requests

    @property
    def active_share(self) -> float:
        return self.lanes_per_request / LANES

    @property
    def wasted(self) -> int:
        """Sectors or wavefronts beyond the ideal."""
        return self.passed - self.ideal + self.wavefronts - self.ideal_wavefronts

    @property
    def spare_requests(self) -> int:
        """Requests that full warps would not need."""
        return self.requests - -(-self.active // LANES)

    def what(self) -> str:
        return f"{self.space} {OPS[self.op]}, {self.width} byte{'s' if self.width > 1 else ''} a lane"

    def cost(self) -> str:
        if self.space == "shared":
            return per("wavefronts", self.wavefronts, self.ideal_wavefronts, self.requests)
        if self.space == "constant":
            return per("addresses", self.wavefronts, self.ideal_wavefronts, self.requests)
        if self.space == "texture" and not self.sectors:
            return "sectors unknown (only the hardware knows where an array's texels lie)"
        return per("sectors", self.passed, self.ideal, self.requests)

    def numbers(self) -> str:
        return f"{self.requests:,} request{'s' if self.requests > 1 else ''}, {self.cost()}, {percent(self.active_share)} of lanes active"

    def advice(self) -> str:
        return advise(self)


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
        cells.append(f"{each(wavefronts)} ({each(self._sites('ideal_wavefronts', 'shared'))})" if shared else "–")
        lanes = self._sites("lanes", "global") + self._sites("lanes", "shared")
        cells.append(percent(lanes / (LANES * (requests + shared))) if requests + shared else "–")
        return [*row, *cells]


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


def per(noun: str, count: int, ideal: int, requests: int) -> str:
    """'32 sectors a request (ideal 4)'"""
    mean = count / requests
    return f"{mean:.3g} {noun if f'{mean:.3g}' != '1' else SINGULAR[noun]} a request (ideal {ideal / requests:.3g})"


def ratio(count: int, ideal: int, requests: int) -> str:
    return f"{count / requests:.3g} ({ideal / requests:.3g})" if requests else "–"


def percent(share: float) -> str:
    """Never rounded up to 100 %."""
    return "100 %" if share == 1 else f"{min(share * 100, 99.9):.3g} %"


@functools.cache
def source(file: str) -> list[str]:
    if file in run_time_sources:
        return run_time_sources[file]
    try:
        return pathlib.Path(file).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
