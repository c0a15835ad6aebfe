# The numbers that the pages of chapter 07-latency show: cycles and nanoseconds, bytes on their way, distances to a roof.
from __future__ import annotations

from tools.measure.measurements import Measurement
from tools.model import find_chapters
from tools.pages.experiments import table_shown
from tools.pages.tables import markdown_table
from tools.profile.occupancy import occupancy

CHAPTER = find_chapters(["07-latency"])[0]
KIB, MIB, GIB = 1 << 10, 1 << 20, 1 << 30


def _table(name: str) -> Measurement:
    return table_shown(CHAPTER, name)


def hop(footprint: int, stride: int = 128) -> float:
    """Cycles of a load that nothing overlaps, through all caches."""
    where = {"caches": "L1 and L2", "footprint": footprint, "stride": stride}
    return float(_table("chase").cell("cycles", where))


def wait(what: str, threads: int = 1, apart: int = 1) -> float:
    return float(_table("waits").cell("cycles", {"what": what, "threads": threads, "apart": apart}))


def sms() -> int:
    return int(_table("surface").rows[0]["sms"])


def ghz() -> float:
    return float(_table("roofline").rows[0]["clock_mhz"]) / 1000


def nanoseconds(cycles: float) -> float:
    return cycles / ghz()


def _copies() -> list[dict[str, str]]:
    return _table("surface").select({"what": "copy"})


def copy(warps: int, loads: int, width: int) -> float:
    """GB/s, read and written."""
    where = {"what": "copy", "warps_per_sm": warps, "loads": loads, "bytes": width}
    return float(_table("surface").cell("gb_per_s", where))


def fastest_copy() -> float:
    return max(float(row["gb_per_s"]) for row in _copies())


def predicted_bytes() -> float:
    """By Little's law, of each SM: what a copy at its best loads in the time of one load that waits for nobody."""
    return nanoseconds(hop(16 * GIB)) * fastest_copy() / 2 / sms()


def round_ns(warps: int, loads: int, width: int) -> float:
    """From a round of loads to the next one, by Little's law the other way round."""
    return warps * 32 * loads * width / (copy(warps, loads, width) / 2 / sms())


def bytes_for(share: float) -> int:
    """The fewest bytes on their way in an SM with which some copy of the sweep reaches that share of the fastest."""
    wanted = share * fastest_copy()
    return min(int(row["in_flight_per_sm"]) for row in _copies() if float(row["gb_per_s"]) >= wanted)


def same_bytes_table(in_flight: int) -> str:
    """All ways of the sweep to have so many bytes on their way, the fastest first."""
    rows = [row for row in _copies() if int(row["in_flight_per_sm"]) == in_flight]
    rows.sort(key=lambda row: -float(row["gb_per_s"]))
    heads = ("warps an SM", "loads a thread", "bytes a load", "GB/s")
    columns = ("warps_per_sm", "loads", "bytes")
    cells = [[*(row[column] for column in columns), f"{float(row['gb_per_s']):.0f}"] for row in rows]
    return markdown_table(heads, cells)


def blocks(threads: int, registers: int, shared: int = 0) -> int:
    return occupancy(threads, registers, shared).blocks


def api_agrees() -> int:
    """How many of the API's answers the course's own rule gives; all, or the page is not made."""
    rows = _table("occupancy_answers").rows
    for row in rows:
        asked = (int(row["threads"]), int(row["registers"]), int(row["shared"]))
        if blocks(*asked) != int(row["blocks"]):
            raise ValueError(f"CUDA says {row['blocks']} blocks of {asked}, the course {blocks(*asked)}")
    return len(rows)
