# What single warps do on the simulator, lane by lane: trace.sim's answer as Python objects.
from __future__ import annotations

import functools
import json
import subprocess
from dataclasses import dataclass

from tools.build.meson import BUILD, environment, must_build
from tools.errors import CourseError
from tools.files import write_atomic
from tools.hardware import SECTOR

TRACER = "trace.sim"
TRACES = BUILD / "traces"


@dataclass(frozen=True)
class Request:
    """One warp-level load or store: {lane: offset in bytes from the start of its buffer, or of the shared memory}."""

    op: str
    space: str  # "global" or "shared"
    allocation: str
    bytes: int
    sectors: int  # the simulator's own count, of a global request
    wavefronts: int  # and of a shared one
    file: str
    line: int
    lanes: dict[int, int]

    def touched(self) -> dict[int, dict[int, list[int]]]:
        """{sector index: {byte in it: the lanes that ask for it}}, in the order of the addresses."""
        sectors: dict[int, dict[int, list[int]]] = {}
        for lane, offset in self.lanes.items():
            for byte in range(offset, offset + self.bytes):
                sectors.setdefault(byte // SECTOR, {}).setdefault(byte % SECTOR, []).append(lane)
        return dict(sorted(sectors.items()))

    @property
    def used_bytes(self) -> int:
        """Bytes of those sectors that at least one lane asks for."""
        return sum(len(used) for used in self.touched().values())


@dataclass(frozen=True)
class Trace:
    """One launch as one of its warps saw it, and the totals of all its warps."""

    kernel: str
    grid: tuple[int, int, int]
    block_shape: tuple[int, int, int]
    warp: int
    requests: list[Request]
    # "load", "store" → requests, lanes, bytes, sectors, ideal_sectors;
    # "shared_load", "shared_store" → requests, wavefronts, ideal_wavefronts
    totals: dict[str, dict[str, int]]

    def of(self, op: str, space: str = "global") -> list[Request]:
        return [request for request in self.requests if request.op == op and request.space == space]


@functools.cache
def trace(module: str, function: str, shape: str, warps: tuple[int, ...] = (0,)) -> list[Trace]:
    """Calls `function` of build/<module> once a warp of block 0; shape is ROWSxCOLS. What the last call of that kind left is
    taken, if it is newer than all that it depends on."""
    must_build([TRACER, module])
    kept = TRACES / f"{module}-{function}-{shape}-{'-'.join(map(str, warps))}.json"
    made_of = [BUILD / name for name in (TRACER, module, "libsimt.so")]
    if not kept.exists() or kept.stat().st_mtime <= max(path.stat().st_mtime for path in made_of):
        write_atomic(kept, _traced(module, function, shape, warps))
    return [_trace(entry) for entry in json.loads(kept.read_bytes())["traces"]]


def _traced(module: str, function: str, shape: str, warps: tuple[int, ...]) -> str:
    command = [str(BUILD / TRACER), "--module", str(BUILD / module), "--function", function, "--shape", shape]
    for warp in warps:
        command += ["--warp", str(warp)]
    done = subprocess.run(command, env=environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise CourseError(f"{TRACER} cannot trace {function}: {done.stderr.strip() or done.returncode}")
    return done.stdout


def _trace(entry: dict) -> Trace:
    return Trace(
        kernel=entry["kernel"],
        grid=tuple(entry["grid"]),
        block_shape=tuple(entry["block_shape"]),
        warp=entry["warp"],
        requests=[Request(**{**request, "lanes": dict(request["lanes"])}) for request in entry["requests"]],
        totals={op: entry[op] for op in ("load", "store", "shared_load", "shared_store")},
    )
