# The CPU's times, those of whole calls and of several GPUs, of other people and of other contents.
from __future__ import annotations

import re

from tools.measure.measurements import Measurement, read_measurement
from tools.model import ROOT
from tools.numbers.entropy.chapter import CHAPTER, KERNELS, ON_CPU, PUBLISHED, SIDE
from tools.numbers.entropy.counters import limit, requests, sms
from tools.pages.experiments import experiment, experiment_value, table_shown
from tools.pages.tables import markdown_table

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


def overlapped(way: str, side: int = SIDE, memory: str = "pinned", mb: int = 0, slots: int = 3) -> float:
    """Milliseconds of a whole call in bands of so many megabytes, or of what it is held against."""
    cells: dict = {"band_bytes": mb << 20, "slots": slots} if mb else {}
    return experiment_value(CHAPTER, "overlap", "median_ms", way=way, rows=side, memory=memory, **cells)


def best_band(side: int = SIDE) -> int:
    """Megabytes of the bands with which a pinned call is fastest."""
    return min((1, 2, 4, 8, 16, 32), key=lambda mb: overlapped("bands", side, mb=mb))


def at_bus(way: str = "v17", side: int = SIDE, memory: str = "pinned", mb: int = 0) -> float:
    """Milliseconds of a call, or of the copies that it is held against; of v17 in bands of so many megabytes."""
    cells: dict = {"band_bytes": mb << 20} if mb else {}
    return experiment_value(CHAPTER, "bus", "median_ms", way=way, rows=side, memory=memory, **cells)


def longer_copy(side: int = SIDE, memory: str = "pinned") -> float:
    return max(at_bus(way, side, memory) for way in ("copy in", "copy out"))


def best_of_bus(side: int = SIDE, memory: str = "pinned") -> int:
    """Megabytes of the bands with which v17 is fastest."""
    tried = (16, 32, 64) if side > 40000 else (2, 4, 8, 16, 32)
    return min(tried, key=lambda mb: at_bus("v17", side, memory, mb))


def slim(way: str = "slim, shifts", what: str = "median_ms", side: int = SIDE) -> float:
    return experiment_value(CHAPTER, "slim", what, way=way, rows=side)


def whole_lines(way: str, what: str = "copy_share", side: int = SIDE) -> float:
    return experiment_value(CHAPTER, "whole_lines", what, way=way, rows=side)


# What the page shows of the ways of a group of warps: not each that was tried.
WAYS_SHOWN = (
    "a copy",
    *(
        f"no halo, bands of {rows} rows{order}"
        for rows, order in ((200, ""), (16, ""), (16, ", any order"), (4, ""), (4, ", any order"))
    ),
    *(f"{turning}bands of {rows} rows" for rows in (200, 60, 16) for turning in ("", "turning round, ")),
    *(f"{group}elsewhere in a line" for group in ("4 warps wide, ", "", "16 warps wide, ")),
    "4 warps wide",
    "16 warps wide",
)


def ways(way: str, what: str = "copy_share", side: int = SIDE) -> float:
    return experiment_value(CHAPTER, "ways", what, way=way, rows=side)


def wide(way: str, what: str = "copy_share", side: int = SIDE, cols: int = 0) -> float:
    return experiment_value(CHAPTER, "wide", what, way=way, rows=side, cols=cols or side)


def slower_half(height: str = "", side: int = SIDE) -> float:
    """Of a plain copy's speed, the slower of a wide strip's two halves: its way alone, and its arithmetic alone."""
    return min(wide(half + height, side=side) for half in ("no arithmetic", "nothing moves"))


def lost_by_odd_width(way: str) -> float:
    """Per cent more time for a column less than SIDE."""
    return 100 * (wide(way, "median_ms", cols=SIDE - 1) / wide(way, "median_ms") - 1)


def moves(strip_cols: int, highest: int, what: str = "copy_share", side: int = SIDE) -> float:
    """Of a copy that goes down strips so many columns wide: the tallest bands of at most so many rows."""
    rows = table_shown(CHAPTER, "moves").select({"what": "a copy", "strip_cols": strip_cols, "rows": side})
    return float(max((row for row in rows if int(row["height"]) <= highest), key=lambda row: int(row["height"]))[what])


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


def most_of_threads(name: str) -> float:
    """What the graders of the CPU's rungs allow, as they are compiled: most_of_three, most_of_eight, most_loads_of_eight."""
    text = (ROOT / "tests" / CHAPTER.slug / "grading" / "host_threads.cpp").read_text(encoding="utf-8")
    return float(re.findall(rf"constexpr double {name} = ([\d.]+);", text)[0])


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
