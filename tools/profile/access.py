# One kind of access of one source line: its counters over all launches, and the request that wasted most.
from __future__ import annotations

from dataclasses import dataclass, field

from tools.hardware import LANES
from tools.profile.caches import Found

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
    fused_width: int = 0  # the widest access, in bytes, that nvcc makes of neighbouring ones; 0: none
    fused_wavefronts: int = 0  # as nvcc makes them
    found: Found = field(default_factory=Found)  # in the caches, where they are modelled
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
        fused = site.get("fused", {"width": 0, "wavefronts": site.get("wavefronts", 0)})
        self.fused_width = max(self.fused_width, fused["width"])
        self.fused_wavefronts += fused["wavefronts"]
        self.found.add(site)
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

    def fusing(self) -> str:
        """What nvcc makes of neighbouring accesses of a lane, if it makes one of several."""
        if not self.fused_width:
            return ""
        what = (
            f"fuses neighbouring {OPS[self.op]}s of a lane into one of up to {self.fused_width} bytes"
            if self.fused_width > self.width
            else f"does not repeat {OPS[self.op]}s of one place"
        )
        return f"nvcc {what}: {self.fused_wavefronts:,} wavefronts in all, {self.wavefronts:,} as written."

    def caches(self) -> str:
        """What it found in them; '' where they are not modelled."""
        return f"Caches: {self.found.words(self.op, self.passed)}." if self.found.known else ""

    def numbers(self) -> str:
        requests = f"{self.requests:,} request{'s' if self.requests > 1 else ''}"
        return f"{requests}, {self.cost()}, {percent(self.active_share)} of lanes active"


def per(noun: str, count: int, ideal: int, requests: int) -> str:
    """'32 sectors a request (ideal 4)'"""
    mean = count / requests
    return f"{mean:.3g} {noun if f'{mean:.3g}' != '1' else SINGULAR[noun]} a request (ideal {ideal / requests:.3g})"


def percent(share: float) -> str:
    """Never rounded up to 100 %."""
    return "100 %" if share == 1 else f"{min(share * 100, 99.9):.3g} %"
