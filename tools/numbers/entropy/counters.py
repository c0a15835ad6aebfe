# What ncu counted at 10240², what the simulator counts, and how many instructions a cell may take.
from __future__ import annotations

import functools
import math

import numpy

from tools.hardware import LANES
from tools.numbers.entropy.chapter import (
    CELLS,
    CHAPTER,
    COUNTED,
    KERNELS,
    SCHEDULERS,
    SIDE,
    THREADS_OF_SM,
    TIMED,
    ms,
)
from tools.pages.compiled import inspected
from tools.pages.counted import counted
from tools.pages.experiments import experiment_value
from tools.pages.tables import markdown_table, shown_number

# What ncu counted at 10240².


def limit(version: str, column: str) -> float:
    return experiment_value(CHAPTER, "limits", column, version=version)


def each(version: str, column: str) -> float:
    """Instructions of a lane for each cell: a warp's instruction is one for each of its 32."""
    return limit(version, column) * LANES / CELLS


def waiting(version: str, reason: str) -> float:
    """Warps of one scheduler that wait for this reason, on average, of 16 that it can hold."""
    return limit(version, reason) * limit(version, "issue") / 100


def gigabytes(version: str, column: str) -> str:
    return f"{limit(version, column) / 1e9:.1f}"


def busy_table(versions: tuple[str, ...] = (*TIMED, "copy")) -> str:
    columns = {
        "issue": "issue slots",
        "alu": "ALU",
        "fp64": "fp64",
        "xu": "XU",
        "lsu": "LSU",
        "l1_data": "L1, data",
        "l1": "L1",
        "l2": "L2",
        "dram": "DRAM",
    }
    rows = []
    for version in versions:
        values = {column: limit(version, column) for column in columns}
        most = max(values.values())
        rows.append(
            [
                version,
                *(f"**{value:.0f}**" if value == most else f"{value:.0f}" for value in values.values()),
                f"{each(version, 'instructions'):,.0f}",
            ]
        )
    heads = ["per cent of the peak", *columns.values(), "instructions a cell"]
    return markdown_table(heads, rows)


# Local memory: what a thread has there, and how many sectors a warp's access touches.


def sectors_of_increment(words: int) -> float:
    """Expected sectors when 32 lanes each pick one of so many words at random: word w of all lanes is a line of its own, and
    eight neighbouring lanes share a sector of it."""
    return 4 * words * (1 - (1 - 1 / words) ** 8)


def sectors_of_access(words: int, others: int) -> float:
    """The average over the 25 increments and `others` accesses that all lanes make to one word, 4 sectors each."""
    return (25 * sectors_of_increment(words) + 4 * others) / (25 + others)


def seen_sectors(version: str, op: str = "load") -> float:
    """Sectors a request of local memory, as counted."""
    return limit(version, f"local_{op}_sectors") / limit(version, f"local_{op}_requests")


def requests(version: str, op: str) -> float:
    """Requests to local memory of a warp for its 32 cells; v9's warps have 28, and 28 of a block's 32 have any."""
    warps = CELLS / LANES if version != "v9" else 28 * math.ceil(SIDE / 28) ** 2
    return limit(version, f"local_{op}_requests") / warps


def resident_stack(version: str) -> float:
    """Megabytes of local memory of all threads that the GPU holds at a time."""
    stack = int(inspected(CHAPTER, version, "stack").replace(",", ""))
    return stack * THREADS_OF_SM * sms() / 1e6


def local_table() -> str:
    heads = [
        "version",
        "stack, bytes a thread",
        "of all resident threads, MB",
        "local stores a warp",
        "sectors a store",
        "DRAM written, GB",
        "kernel, ms",
    ]
    rows = [
        [version, inspected(CHAPTER, version, "stack"), f"{resident_stack(version):.1f}", f"{requests(version, 'store'):.0f}",
         f"{seen_sectors(version, 'store'):.1f}", gigabytes(version, "dram_write_bytes"), shown_number(ms(version))]
        for version in KERNELS
    ]  # fmt: skip
    return markdown_table(heads, rows)


# The simulator's counts.


def loads_per_cell(version: str, op: str = "load", shape: str = COUNTED) -> float:
    rows, cols = map(int, shape.split("x"))
    bytes_ = int(counted(CHAPTER, version, f"{op}.bytes", shape).replace(",", ""))
    return bytes_ / 4 / (rows * cols)


def lookups_per_cell() -> float:
    """v4's loads that v3 does not make, a warp's request being one for each of its cells."""
    requests_ = [int(counted(CHAPTER, version, "load.requests", COUNTED).replace(",", "")) for version in ("v4", "v3")]
    rows, cols = map(int, COUNTED.split("x"))
    return (requests_[0] - requests_[1]) * LANES / (rows * cols)


@functools.cache
def different_counts() -> float:
    """How many different entries of the table 32 neighbouring lanes look up at a time, random symbols, on average."""
    symbols = numpy.random.default_rng(5).integers(0, 16, (132, 132))
    windows = numpy.lib.stride_tricks.sliding_window_view(symbols, (5, 5))
    found = []
    for row in range(0, 128, 4):
        for col in range(0, 128, 32):
            for symbol in range(16):
                found.append(len({int((windows[row, c] == symbol).sum()) for c in range(col, col + 32)}))
    return sum(found) / len(found)


# The budget.


def sms() -> int:
    return int(experiment_value("02-bank-conflicts", "padding", "sms", layout="pad 0", shape="8192x8192"))


def clock_mhz() -> float:
    return experiment_value("02-bank-conflicts", "padding", "clock_mhz", layout="pad 0", shape="8192x8192")


def budget(milliseconds: float) -> float:
    """Instructions of a lane for each cell that the GPU can issue in this time."""
    return milliseconds * 1e-3 * clock_mhz() * 1e6 * sms() * SCHEDULERS * LANES / CELLS
