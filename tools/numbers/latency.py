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


def bounds_ms(asked: int, turns: int = 256) -> float:
    return float(_table("bounds").cell("median_ms", {"asked": asked, "turns": turns}))


def wave_ms(fit: int, blocks: int, turns: int = 2000, grid: str = "a block each") -> float:
    where = {"blocks_per_sm": fit, "blocks": blocks, "turns": turns, "grid": grid}
    return float(_table("waves").cell("median_ms", where))


def persistent_percent(fit: int, turns: int, blocks: int) -> int:
    return round(100 * wave_ms(fit, blocks, turns, "persistent") / wave_ms(fit, blocks, turns))


def roofs(kernel: str) -> dict[str, str]:
    return _table("roofline").select({"kernel": kernel})[0]


def roofline_rows() -> list[dict[str, str]]:
    return _table("roofline").rows


def memory_peak() -> float:
    return float(_table("roofline").rows[0]["dram_peak_gb_per_s"])


def point(row: dict[str, str]) -> tuple[float, float]:
    """Instructions of warps a byte, and 10^9 of them a second."""
    moved = float(row["dram_read_bytes"]) + float(row["dram_write_bytes"])
    instructions = float(row["instructions"])
    return instructions / moved, instructions / float(row["median_ms"]) / 1e6


def shares(row: dict[str, str]) -> dict[str, float]:
    """Of what could have been done in the time."""
    nanoseconds_taken = float(row["median_ms"]) * 1e6
    cycles = nanoseconds_taken * ghz() * sms()
    moved = float(row["dram_read_bytes"]) + float(row["dram_write_bytes"])
    return {
        "memory": moved / nanoseconds_taken / memory_peak(),
        "issuing": float(row["instructions"]) / cycles / 4,
        "passes": float(row["l1_wavefronts"]) / cycles,
    }


def percent_of_roof(kernel: str, roof: str) -> int:
    return round(100 * shares(roofs(kernel))[roof])


def side(kernel: str) -> str:
    return "memory" if point(roofs(kernel))[0] * memory_peak() < 4 * sms() * ghz() else "issuing"


def roofline_table() -> str:
    rows = []
    for row in roofline_rows():
        share = shares(row)
        nearest = max(share, key=lambda roof: share[roof])
        across, up = point(row)
        percents = [f"{100 * part:.0f}" for part in share.values()]
        rows.append(
            [
                int(row["of"]),
                f"`{row['kernel']}`",
                f"{across:.3f}",
                f"{up:.0f}",
                *percents,
                nearest if share[nearest] >= 0.6 else "none",
            ]
        )
    heads = (
        "chapter",
        "kernel",
        "instructions a byte",
        "10⁹ a second",
        "% of memory",
        "% of issuing",
        "% of passes",
        "a roof that is near",
    )
    return markdown_table(heads, rows)
