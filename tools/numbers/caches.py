# The numbers that the pages of chapter 06-caches show: of the chapter's own tables, of chapter 1's, of the calibration's.
from __future__ import annotations

import contextlib
import csv
import functools
import tempfile

from tools.model import ROOT, find_chapters
from tools.pages.experiments import experiment_value, table_shown
from tools.pages.tables import markdown_table
from tools.profile.building import build_program
from tools.profile.programs import run_program
from tools.transcript import _program

CHAPTER = find_chapters(["06-caches"])[0]
SEEN = ROOT / "data" / "simt" / "caches" / "seen.csv"
ROOMS = SEEN.with_name("rooms-by-driver.csv")
FOUND = ROOT / "data" / "06-caches" / "found" / "nvidia-h200.csv"
BIG = 8192


def traffic(kernel: str, block: str, column: str, side: int = BIG) -> float:
    """Of chapter 1's transposes of side × side floats, as many blocks on an SM as fit."""
    return experiment_value("01", "transpose_traffic", column, kernel=kernel, block=block, side=side, l1="large")


def millions(count: float) -> str:
    return f"{count / 1e6:.1f}"


def seen(label: str, what: str) -> str:
    """Counted on an H200, in per cent: of the launches that the model of the caches is held against."""
    with SEEN.open(encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            if (row["label"], row["what"]) == (label, what):
                return f"{float(row['seen']):.1f}"
    raise KeyError(f"{label}: {what}")


WAYS = {
    "column_loads_or_stores": ("rows", 8192),
    "full_sectors": ("cols", 16777216),
    "row_sums": ("cols", 1024),
    "blocked_stencil": ("rows", 8192),
    "l2_chunks": ("rows", 65536),
}


def way(lab: str, name: str, column: str, **where: object) -> float:
    """Of a lab's solution or what it replaces, at the size that the chapter shows."""
    key, value = WAYS[lab]
    return experiment_value("06", "labs_traffic", column, lab=lab, way=name, **(where or {key: value}))


def hits(lab: str, name: str, **where: object) -> float:
    """L1's hit rate, in per cent."""
    asked = way(lab, name, "l1_load_sectors", **where)
    return 100 * way(lab, name, "l1_load_hits", **where) / asked


def found_of(names: list[tuple[str, str]]) -> str:
    """A row for each (lab, way): what L1 found, what went to L2 and DRAM, and the time."""
    heads = ["way", "sectors asked for, million", "found in L1, %", "loaded from L2, million", "stored to L2, million"]
    rows = [
        [
            name,
            millions(way(lab, name, "l1_load_sectors")),
            f"{hits(lab, name):.1f}",
            millions(way(lab, name, "l2_loads_sent")),
            millions(way(lab, name, "l2_stores_sent")),
            millions(way(lab, name, "filled")),
            f"{way(lab, name, 'median_ms'):.3f}",
        ]
        for lab, name in names
    ]
    return markdown_table([*heads, "filled from DRAM, million", "median ms"], rows)


def read_again(kib: int, shared_kib: int = 0, load: str = "plain", carveout: int = -1) -> float:
    """In per cent: what a block that reads so many KiB four times finds in L1."""
    cells = {"load": load, "kib": kib, "shared_kib": shared_kib, "carveout": carveout}
    found, asked = (
        experiment_value("06", "working_set", column, **cells) for column in ("l1_load_hits", "l1_load_sectors")
    )
    return 100 * found / asked


def given_to_shared(threads: int, shared_bytes: int) -> int:
    """KiB that the driver has made shared memory for blocks of so many threads and bytes, as ncu says."""
    label = f"few registers, preferred -1, threads {threads}, shared bytes {shared_bytes}"
    with ROOMS.open(encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            if row["label"] == label:
                return int(row["launch__shared_mem_config_size"]) // 1024
    raise KeyError(label)


def working_set_table(sizes: list[int], shared: list[int]) -> str:
    measured = {(int(row["kib"]), int(row["shared_kib"])) for row in _rows("working_set") if row["carveout"] == "-1"}
    rows = [
        [f"{kib} KiB", *(f"{read_again(kib, used):.0f}" if (kib, used) in measured else "" for used in shared)]
        for kib in sizes
    ]
    return markdown_table(["the block reads", *(f"beside {used} KiB" for used in shared)], rows)


def chunk(mib: int, column: str) -> float:
    return experiment_value("06", "chunks", column, chunk_mib=mib)


def chunk_table(sizes: list[int]) -> str:
    rows = [
        [f"{mib} MiB", f"{chunk(mib, 'dram_read_bytes') / 2**20:,.0f}", f"{chunk(mib, 'median_ms'):.2f}"]
        for mib in sizes
    ]
    return markdown_table(["chunk", "MiB read from DRAM", "median ms"], rows)


def lost(hint: str, table_mib: int = 16, stream_mib: int = 64) -> float:
    """In per cent of the table: what DRAM has to give a second time, behind the stream."""
    once, twice = (hinted(hint, table_mib, stream_mib, reads, "filled") for reads in (1, 2))
    return 100 * (twice - once) / (table_mib * 2**20 / 32)


def hinted(hint: str, table_mib: int, stream_mib: int, reads: int, column: str) -> float:
    cells = {"hint": hint, "table_mib": table_mib, "stream_mib": stream_mib, "table_reads": reads}
    return experiment_value("06", "hints", column, **cells)


def hint_table() -> str:
    hints = list(dict.fromkeys(row["hint"] for row in _rows("hints")))
    sizes = [(4, 32), (4, 128), (16, 32), (16, 128)]
    rows = [[hint, *(f"{abs(lost(hint, *size)):.0f}" for size in sizes)] for hint in hints]
    return markdown_table(["hint", *(f"{table} MiB, behind {stream}" for table, stream in sizes)], rows)


def _rows(name: str) -> list[dict[str, str]]:
    return table_shown(CHAPTER, name).rows


@functools.cache
def _predicted() -> dict[str, dict[str, float]]:
    """What the model says of the launches of tests/06-caches/found.cu, by label."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as printed, contextlib.chdir(ROOT):
        program = build_program(_program("tests/06-caches/found.cu"))
        ran = run_program(program, [], stdout=printed, caches={"SIMT_CACHES": "h200"})
        printed.seek(0)
        labels = printed.read().splitlines()
    return {label: launch["metrics"] for label, launch in zip(labels, ran.launches, strict=True)}


def found_table() -> str:
    """Predicted and counted: L1's hit rate, sectors that L2 is asked for and given, fills."""
    loads = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld"
    l2 = "lts__t_sectors_srcunit_tex_op"
    with FOUND.open(encoding="utf-8") as file:
        counted = {row["label"]: row for row in csv.DictReader(line for line in file if not line.startswith("#"))}
    rows = []
    for label, model in _predicted().items():
        cells = [label]
        for one in (model, counted[label]):
            asked = float(one[f"{loads}.sum"])
            cells.append(f"{100 * float(one[f'{loads}_lookup_hit.sum']) / asked:.1f}")
        for name in (f"{l2}_read.sum", f"{l2}_write.sum", "lts__d_sectors_fill_device.sum"):
            cells += [f"{float(one[name]) / 1e3:,.0f}" for one in (model, counted[label])]
        rows.append(cells)
    heads = [
        f"{what}, {whose}" for what in ("L1 hits, %", "L2 reads", "L2 writes", "fills") for whose in ("model", "H200")
    ]
    return markdown_table(["launch", *heads], rows)
