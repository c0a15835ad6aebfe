# The numbers that the pages of chapter 05-entropy show: cells of its tables, what follows from them, small tables.
from __future__ import annotations

import difflib
import functools
import math
import re

import numpy

from tools.measure.measurements import Measurement, measurement, read_measurement
from tools.model import ROOT, find_chapters
from tools.pages.compiled import inspected
from tools.pages.counted import counted
from tools.pages.experiments import experiment, experiment_value, markdown_table, table_shown
from tools.pages.page import shown_number
from tools.versions import find_version, source_of

CHAPTER = find_chapters(["05-entropy"])[0]
PUBLISHED = CHAPTER.measured.parent / "published" / "v100.csv"
SIDE = 10240
BIG = f"{SIDE}x{SIDE}"
CELLS = SIDE * SIDE
COUNTED = CHAPTER.shapes[0]
TIMED = [version.name for version in CHAPTER.timed]
KERNELS = [
    version for version in TIMED if version in {row["version"] for row in read_measurement(PUBLISHED).rows}
]  # which the source had, too
ON_CPU = [version.name for version in CHAPTER.versions if version.timed_by == "threads"]
LANES, SCHEDULERS, THREADS_OF_SM = 32, 4, 2048


def ms(version: str, side: int = SIDE) -> float:
    """Of the kernel alone."""
    return float(measurement(CHAPTER).row(version, f"{side}x{side}")["median_ms"])


def times(slow: float, fast: float, digits: int = 1) -> str:
    return f"{slow / fast:.{digits}f}"


def share(version: str, side: int = SIDE) -> str:
    """Of a copy's speed, with one digit where that is needed."""
    percent = 100 * ms("copy", side) / ms(version, side)
    return f"{percent:.1f} %" if percent < 10 else f"{percent:.0f} %"


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
    return "\n".join(
        [
            "| " + " | ".join(heads) + " |",
            "|---|" + "---:|" * (len(heads) - 1),
            *("| " + " | ".join(row) + " |" for row in rows),
        ]
    )


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


# v15's function of the counts.


@functools.cache
def multisets(n: int = 25) -> tuple[tuple[int, ...], ...]:
    """Every way to divide n cells among at most 16 symbols, with zeros for those that are missing."""

    def divide(left: int, most: int, symbols: int):
        if left == 0:
            yield (0,) * symbols
        elif symbols:
            for count in range(min(left, most), 0, -1):
                for rest in divide(left - count, count, symbols - 1):
                    yield (count, *rest)

    return tuple(divide(n, n, 16))


def entropy_of(counts: tuple[int, ...]) -> float:
    n = sum(counts)
    return round(math.log(n) - sum(c * math.log(c) for c in counts if c) / n, 9)


def g(c: int) -> int:
    return ((c | 107) ^ (5 * c + 123)) * (5 * c + 123)


def u(c: int) -> int:
    """lop3(c, c << 1, 0xD3, table 0x29), a byte."""
    bits = (0x29 >> ((c >> i & 1) << 2 | (c << 1 >> i & 1) << 1 | (0xD3 >> i & 1)) & 1 for i in range(8))
    return sum(bit << i for i, bit in enumerate(bits))


@functools.cache
def different_entropies(n: int = 25) -> int:
    return len({entropy_of(counts) for counts in multisets(n)})


def confused(place, n: int = 25) -> int:
    """Multisets at whose place there are several entropies."""
    at: dict[object, list[float]] = {}
    for counts in multisets(n):
        at.setdefault(place(counts), []).append(entropy_of(counts))
    return sum(len(entropies) for entropies in at.values() if len(set(entropies)) > 1)


def squares(counts: tuple[int, ...]) -> int:
    return sum(c * c for c in counts)


def sum_of_g(counts: tuple[int, ...]) -> int:
    return sum(g(c) for c in counts)


def two_sums(counts: tuple[int, ...]) -> tuple[int, int]:
    return squares(counts), sum(u(c) ** 2 for c in counts)


def collision() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The two shortest divisions of 25 cells with one sum of squares and two entropies."""
    found: dict[int, tuple[int, ...]] = {}
    for counts in sorted(multisets(), key=lambda counts: (-counts.count(0), counts)):
        other = found.setdefault(squares(counts), counts)
        if entropy_of(other) != entropy_of(counts):
            return tuple(c for c in other if c), tuple(c for c in counts if c)
    raise AssertionError("squares tell all apart")


# What others measured.


def published() -> Measurement:
    return read_measurement(PUBLISHED)


def published_ms(version: str, side: int = SIDE) -> float:
    return float(published().row(version, f"{side}x{side}")["ms"])


def published_table() -> str:
    """The source's whole calls on a V100 beside ours, pageable memory, 10240², and the time over v0's."""
    rows = []
    for version in KERNELS:
        there = published_ms(version)
        whole, compute = (
            experiment_value(CHAPTER, "whole_call", what, version=version, rows=SIDE, memory="pageable")
            for what in ("whole_ms", "compute_ms")
        )
        rows.append(
            [
                version,
                f"{there:.0f}",
                f"{there - published_ms('v0'):+.0f}",
                f"{whole:.1f}",
                f"{whole - whole_of_v0():+.1f}",
                f"{compute:.1f}",
            ]
        )
    return markdown_table(
        [
            "version",
            "V100, whole call, ms",
            "over v0",
            "H200, whole call, ms",
            "over v0 ",
            "H200, of this the kernel, ms",
        ],
        rows,
    )


def whole_of_v0() -> float:
    return experiment_value(CHAPTER, "whole_call", "whole_ms", version="v0", rows=SIDE, memory="pageable")


# Code.


def changes(old: str, new: str) -> str:
    """What `new` changes, as a diff without what every version has of its own, its name, and without comments. Long tables are cut short."""
    texts = []
    for name in (old, new):
        path = source_of(CHAPTER, find_version(CHAPTER, name))
        lines = path.read_text(encoding="utf-8").splitlines()[2:]
        texts.append([re.sub(r"entropy_v\d+", "entropy", line) for line in lines])
    shown: list[str] = []
    for line in difflib.unified_diff(*texts, n=0, lineterm=""):
        if line.startswith(("---", "+++")) or not line[1:].strip() or line[1:].lstrip().startswith("//"):
            continue
        if line.startswith("@@"):
            if shown and shown[-1]:
                shown.append("")
        elif re.fullmatch(r"[-+]\s+[\d.f, ]+(\};)?", line):
            if "…" not in shown[-1]:
                shown.append(f"{line[0]}      … }};")
        else:
            shown.append(line)
    return "```diff\n" + "\n".join(shown) + f"\n```\n<sub>`./course diff entropy {old} {new}`</sub>"


# The CPU.


def cpu_ns(version: str, threads: int = 1, side: int = 2560) -> float:
    return experiment_value(CHAPTER, "threads", "ns_per_cell", version=version, threads=threads, rows=side)


def all_threads() -> int:
    return max(int(row["threads"]) for row in table_shown(CHAPTER, "threads").rows)


def threads_table() -> str:
    counts = sorted({int(row["threads"]) for row in table_shown(CHAPTER, "threads").rows})
    rows = [
        [
            version,
            *(f"{cpu_ns(version, threads):.3g}" for threads in counts),
            f"{cpu_ns(version, 1) / cpu_ns(version, counts[-1]):.1f}",
        ]
        for version in ON_CPU
    ]
    return markdown_table(["ns a cell, threads", *map(str, counts), "speed-up"], rows)


def first_win(symbols: int, threads: str = "one") -> int:
    """The smallest window at which prefix sums win, and win at all larger ones."""
    rows = [
        row
        for row in table_shown(CHAPTER, "crossing").rows
        if row["way"] == "prefix sums" and int(row["symbols"]) == symbols and row["threads"] == threads
    ]
    lost = [int(row["window"]) for row in rows if float(row["windows_over_sums"]) <= 1]
    return min(int(row["window"]) for row in rows if int(row["window"]) > max(lost, default=0))


def crossing_table() -> str:
    rows = []
    for symbols in (2, 4, 8, 16):
        rows.append(
            [
                str(symbols),
                *(f"{first_win(symbols, threads)}×{first_win(symbols, threads)}" for threads in ("one", "all")),
            ]
        )
    return markdown_table(["symbols", "one thread", "all threads"], rows)


# Whole calls, and devices.


def whole(version: str, what: str = "whole_ms", memory: str = "pinned", side: int = SIDE) -> float:
    return experiment_value(CHAPTER, "whole_call", what, version=version, rows=side, memory=memory)


def of_devices(devices: int, what: str = "speed_up", side: int = SIDE, memory: str = "pinned") -> float:
    return experiment_value(CHAPTER, "devices", what, devices=devices, rows=side, memory=memory)


def devices_table() -> str:
    rows = []
    for side in (2560, 10240, 40000):
        for memory in ("pageable", "pinned"):
            cells = [
                experiment(CHAPTER, "devices", "whole_ms", devices=devices, rows=side, memory=memory)
                for devices in (1, 2, 4)
            ]
            ups = [f"{of_devices(devices, 'speed_up', side, memory):.2f}" for devices in (2, 4)]
            rows.append([f"{side}², {memory}", *cells, *ups])
    return markdown_table(
        ["grid, memory", "1 GPU, ms", "2 GPUs, ms", "4 GPUs, ms", "speed-up of 2", "speed-up of 4"], rows
    )


LARGEST = 46336


def station(
    ahead: int = 1,
    bands: str = "v15's",
    asks: str = "when ready",
    what: str = "median_ms",
    side: int = SIDE,
    narrower: int = 0,
) -> float:
    return experiment_value(
        CHAPTER, "stations", what, ahead=ahead, bands=bands, asks=asks, rows=side, cols=side - narrower
    )


def tasks(bands: str = "v15's", side: int = SIDE) -> int:
    """How many bands v15's cut makes of a square grid, all strips together."""
    return -(-side // 120) * -(-side // int(station(bands=bands, what="height", side=side)))


def turns(bands: str = "v15's", side: int = SIDE) -> float:
    """Bands for each warp of the device."""
    return tasks(bands, side) / (sms() * 32)


def filter_ns(name: str, threads: int = 1) -> float:
    """Of a filter that took turns with scikit-image's, at 2560 × 2560."""
    return experiment_value(CHAPTER, "scikit", "ns_per_cell", filter=name, rows=2560, threads=threads)


def turns_of_constant_cache() -> float:
    """Requests to the constant cache for each look-up of v3, as counted; v2 has the same loads of parameters, and no other."""
    loads, made = (limit("v3", column) - limit("v2", column) for column in ("constant_loads", "constant_requests"))
    return made / loads


def find_budget(lab: str, name: str) -> float:
    return next(one.budgets[name] for one in CHAPTER.labs if one.name == lab)


def excerpt(path: str, first: str, before: str) -> str:
    """A function's part, from the line with `first` to the line before `before`, as a code block without its indent."""
    text = (ROOT / path).read_text(encoding="utf-8")
    begin = text.rindex("\n", 0, text.index(first)) + 1
    end = text.rindex("\n", 0, text.index(before, begin) + 1)
    lines = text[begin:end].splitlines()
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip() and line[0] != "#")
    language = "cuda" if path.endswith(".cu") else "cpp"
    return (
        f"```{language}\n"
        + "\n".join(line if line[:1] == "#" else line[indent:] for line in lines)
        + f"\n```\n<sub>[{path}](../../{path})</sub>"
    )


def by_content(version: str, content: str) -> float:
    return experiment_value(CHAPTER, "content", "median_ms", version=version, content=content)


def content_table() -> str:
    contents = ("one symbol", "rows", "hills", "random")
    rows = [
        [
            version,
            *(f"{by_content(version, content):.3g}" for content in contents),
            f"{by_content(version, 'random') / by_content(version, 'one symbol'):.1f}",
            stores_time(version),
        ]
        for version in ("v0", "v3", "v1", "v6", "v7", "v9", "v15")
    ]
    return markdown_table(
        ["ms", *contents, "random over one symbol", "one symbol: ms for each local store of a warp"], rows
    )


def stores_time(version: str) -> str:
    stores = requests(version, "store")
    return f"{by_content(version, 'one symbol') / stores:.3f}" if stores else "–"
