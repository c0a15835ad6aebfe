# What simt/README.md and chapter 6 show of the model of the caches: how near it comes to what an H200 has counted.
from __future__ import annotations

import csv
import functools
import itertools
import tomllib
from collections.abc import Iterable

from tools.model import ROOT
from tools.pages.tables import markdown_table

__all__ = [
    "cache_again",
    "cache_agreement",
    "cache_async",
    "cache_calibration",
    "cache_cost",
    "cache_counted",
    "cache_far",
    "cache_fence",
    "cache_launches",
    "cache_met",
    "cache_modelled",
    "cache_misses",
    "cache_said",
    "cache_where",
    "fence_table",
    "long_rows_table",
    "rows_behind_rows",
    "said_of",
    "rooms_by_driver",
]

TESTS = ROOT / "tests" / "simt" / "caches"
DATA = ROOT / "data" / "simt" / "caches"

CACHE_QUANTITIES = {
    "l1_hits": "L1 hits, % of the sectors that loads ask for",
    "l2_reads": "L2 reads, % of the sectors that loads miss in L1",
    "l2_writes": "L2 writes, % of the sectors stored",
    "fills": "filled from DRAM, % of the sectors touched",
    "dram_writes": "written to DRAM, % of the sectors touched",
}


COUNTED_QUANTITIES = {
    "l1_hit_rate": "L1 hit rate of loads, within 5 points",
    "fill_sectors": "sectors filled from DRAM, within 10 %",
    "l2_read_sectors": "L2 reads, within 10 %",
    "l2_read_hit_sectors": "L2 read hits, within 10 %",
    "l2_write_sectors": "L2 writes, within 10 %",
    "dram_read_sectors": "read from DRAM, within 10 %",
    "dram_write_sectors": "written to DRAM, within 10 %",
}


@functools.cache
def _compared(name: str = "compared.csv") -> list[dict[str, str]]:
    """What tests/simt/caches/caches_test.py has kept: predicted over seen."""
    with (DATA / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def cache_agreement() -> str:
    """How many launches the model of the caches comes near to, by quantity; then each of those that were given."""
    rows = _compared()
    summary = [
        [words, len(those), sum(row["met"] == "yes" for row in those)]
        for what, words in CACHE_QUANTITIES.items()
        if (those := [row for row in rows if row["what"] == what and not row["program"].startswith("calibration")])
    ]
    facts = [
        [row["launch"], CACHE_QUANTITIES[row["what"]], row["predicted"], row["seen"]]
        for row in rows
        if row["program"] in ("facts", "large_facts")
    ]
    head = markdown_table(["what", "launches", "near"], summary)
    return head + "\n\n" + markdown_table(["launch", "what", "predicted", "seen"], facts)


def cache_misses() -> str:
    with (TESTS / "misses.toml").open("rb") as file:
        misses = tomllib.load(file)["miss"]
    return markdown_table(["launches", "why"], [[", ".join(miss["launches"]), miss["reason"]] for miss in misses])


# What compared.csv calls the launches that a GPU has counted, by what they served for, and what the page calls them.
PARTS = {
    "counted": "fitted",
    "held out": "held out",
    "blind": "blind",
    "everyday": "everyday",
    "unseen": "unseen",
    "last": "last",
    "trial": "trial, on an H100",
    "later": "later, on an H100",
    "behind rows": "behind rows, on an H100",
    "since": "since, on an H100",
    "after": "after",
}
MULTIPROCESSORS = 132  # of an H100
MANY_SECTORS = 1000  # far more than a launch fills for itself


def cache_launches() -> int:
    """How many an H200 has counted for the model of the caches."""
    count = 0
    for path in DATA.glob("*nvidia-h200.csv"):
        with path.open(encoding="utf-8") as file:
            count += sum(1 for _ in csv.DictReader(line for line in file if not line.startswith("#")))
    return count


def cache_again(what: str) -> str:
    """Of how many launches that an H200 had counted an H100 finds as much, of `l1` within 5 points, of `fills` within 10 %."""

    def counted(name: str) -> dict[tuple[str, str], dict[str, str]]:
        rows = {}
        for path in DATA.glob(name):
            with path.open(encoding="utf-8") as file:
                for row in csv.DictReader(line for line in file if not line.startswith("#")):
                    rows[row["program"], row["label"]] = row
        return rows

    h200, near, asked = counted("*nvidia-h200.csv"), 0, 0
    loads = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld"
    for launch, row in counted("again-nvidia-h100.csv").items():
        both = (row, h200[launch])
        if what == "l1":
            if not all(float(one[f"{loads}.sum"]) for one in both):
                continue
            new, old = (100 * float(one[f"{loads}_lookup_hit.sum"]) / float(one[f"{loads}.sum"]) for one in both)
            near += abs(new - old) <= 5
        else:
            new, old = (float(one["lts__d_sectors_fill_device.sum"]) for one in both)
            near += abs(new - old) <= 0.1 * old
        asked += 1
    return f"{near} of {asked}"


def counted_launches(part: str, what: str) -> list[dict[str, str]]:
    """Of one of PARTS: a row a launch."""
    return [row for row in _compared() if row["program"].startswith(part + " ") and row["what"] == what]


def cache_counted(program: str, launch: str, column: str) -> str:
    """L1's hit rate of one of them: `seen`, or `predicted`."""
    (row,) = (
        row
        for part in PARTS
        for row in counted_launches(part, "l1_hit_rate")
        if row["program"].endswith(" " + program) and row["launch"] == launch
    )
    return f"{float(row[column]):.0f}"


def cache_cost() -> str:
    """What tests/simt/caches/cost.py has measured: with the caches, over counters alone."""
    lines = (DATA / "cost.csv").read_text(encoding="utf-8").splitlines()
    rows = [
        [
            row["kernel"],
            f"{int(row['accesses']):,}",
            row["caches_wall_s"],
            row["wall_ratio"],
            row["cpu_ratio"],
            row["peak_mib"],
            row["caches_peak_mib"],
            row["load"],
        ]
        for row in csv.DictReader(line for line in lines if not line.startswith("#"))
    ]
    names = ["kernel", "accesses", "s with caches", "times the time", "times the processor time", "peak without, MiB"]
    return markdown_table([*names, "with, MiB", "load"], rows)


def cache_async(launch: str, cache: str) -> str:
    """Of asynchronous and bulk copies, on an H200: sectors that they found in `l1`, or asked `l2` for."""
    name = {
        "l1": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum",
        "l2": "lts__t_sectors_srcunit_tex_op_read.sum",
    }[cache]
    with (DATA / "async-copies.csv").open(encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return f"{next(int(row[name]) for row in rows if row['label'] == launch):,}"


def cache_fence(launch: str, table: str = "fences") -> str:
    """L1's hit rate on an H100 of two passes over the same, with something between: tests/simt/caches/acquiring/ and its like."""
    loads = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld"
    with (DATA / f"{table}-nvidia-h100.csv").open(encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        row = next(row for row in rows if row["label"] == launch)
    return f"{100 * float(row[f'{loads}_lookup_hit.sum']) / float(row[f'{loads}.sum']):.0f}"


def cache_modelled(program: str, launch: str) -> str:
    """The model's hit rate in L1 of a launch that was counted."""
    return f"{float(_value(program, launch, 'l1_hit_rate', 'predicted')):.0f}"


def said_of(launch: str, *, before: bool = False) -> str:
    """L1's hit rate of one of tests/simt/caches/since/ as foretold: by two halves, or by the model, where the oldest line goes first."""
    column = "l1_hit_rate_before" if before else "l1_hit_rate"
    with (DATA / "said" / "since.csv").open(encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return f"{next(float(row[column]) for row in rows if row['launch'] == launch):.0f}"


def _value(program: str, launch: str, what: str, column: str) -> str:
    rows = (row for row in _compared() if row["program"].split()[-1] == program)
    return next(row[column] for row in rows if (row["launch"], row["what"]) == (launch, what))


def rows_behind_rows() -> str:
    """Of rows that are asked for twice, one behind the other: L1's hit rate on an H100, and the model's where it is far off."""
    kinds = {
        "read twice": "",
        "and stored elsewhere": ", and stored elsewhere",
        "changed in place": ", and stored in place",
    }
    lines = []
    for (words, kind), rows in itertools.product(kinds.items(), (1, 2, 8)):
        cells = []
        for kib in (64, 96, 128, 160):
            launch = f"{rows} rows of {kib} KiB twice by 256 threads{kind}"
            seen, said = cache_fence(launch, "behind_rows/behind"), cache_modelled("behind", launch)
            cells.append(seen if abs(int(seen) - int(said)) <= 5 else f"{seen} ({said})")
        lines.append([words, str(rows), *cells])
    return markdown_table(["", "rows", *(f"{kib} KiB" for kib in (64, 96, 128, 160))], lines)


def long_rows_table() -> str:
    """Sectors filled for each of the matrix, with a block a row and with few blocks, on an H100 and by the model."""
    sectors, lines = (1 << 24) * 4 // 32, []
    for rows, blocks in ((2048, 256), (1024, 128), (512, 64), (256, 32), (64, 8)):
        cols = (1 << 24) // rows
        cells = [f"{rows:,}", f"{cols * 4 // 1024:,} KiB"]
        for kind in ("a block each", f"{blocks} blocks"):
            of = ("long_rows", f"{rows} rows of {cols}, {kind}", "fill_sectors")
            seen, said = (float(_value(*of, column)) / sectors for column in ("seen", "predicted"))
            cells.append(f"{seen:.2f} ({said:.2f})" + ("" if kind == "a block each" else f", {kind}"))
        lines.append(cells)
    return markdown_table(["rows", "of", "a block each, counted (model)", "few blocks, counted (model)"], lines)


def fence_table() -> str:
    """What stands between two passes over the same, and what L1 has of both on an H100."""
    shown = {
        "nothing": ("nothing between", "fences"),
        "`__syncthreads()`": ("__syncthreads between", "fences"),
        "`__threadfence_block()`": ("__threadfence_block between", "fences"),
        "`atomicAdd`": ("atomicAdd between", "fences"),
        "an atomic that releases": ("an atomic that releases", "later"),
        "a load that acquires, in the block's scope": ("a load that acquires for the block", "later"),
        "`__threadfence()`": ("__threadfence between", "fences"),
        "`__threadfence()` of one thread": ("__threadfence of one thread", "later"),
        "`__threadfence()` of another block on the SM": ("another block makes a fence", "whose-l1"),
        "a load that acquires": ("an acquiring load between", "fences"),
        "an atomic that acquires and releases": ("an acquiring and releasing atomic between", "fences"),
        "`grid.sync()`": ("grid.sync between", "fences"),
        "`cluster.sync()`, in clusters of two": ("clusters of two", "met-clusters"),
        "`cluster.sync()`, with no clusters": ("a cluster's barrier", "later"),
    }
    return markdown_table(
        ["between the passes", "found in L1, %"], [[what, cache_fence(*of)] for what, of in shown.items()]
    )


def cache_where() -> str:
    """Of the blocks that did not begin at once, how many per cent ran where the one ran that is a round before it on an H100."""
    kernels: dict[str, list[dict[str, str]]] = {}
    with (DATA / "where-nvidia-h100.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(line for line in file if not line.startswith("#")):
            kernels.setdefault(row["kernel"], []).append(row)
    later = again = 0
    for blocks in kernels.values():
        at_once = MULTIPROCESSORS * max(map(_most_at_a_time, _by_multiprocessor(blocks)))
        for block, before in zip(blocks[at_once:], blocks, strict=False):
            later += 1
            again += block["multiprocessor"] == before["multiprocessor"]
    return f"{100 * again / later:.1f}"


def _by_multiprocessor(blocks: list[dict[str, str]]) -> Iterable[list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = {}
    for block in blocks:
        found.setdefault(block["multiprocessor"], []).append(block)
    return found.values()


def _most_at_a_time(blocks: list[dict[str, str]]) -> int:
    """Where one ends when another one begins, these are not there at a time."""
    changes = sorted([(int(row["begun"]), 1) for row in blocks] + [(int(row["ended"]), -1) for row in blocks])
    return max(itertools.accumulate(change for _, change in changes))


def rooms_by_driver() -> str:
    """Of how many launches the model leaves to L1 what the driver did: '737 of 739'."""
    rows = [row for row in _compared() if row["what"] == "l1_kib"]
    return f"{sum(row['met'] == 'yes' for row in rows)} of {len(rows)}"


def cache_met(program: str, what: str = "l1_hit_rate", before: bool = False) -> str:
    """Of how many of its launches, or of a part's, the model is near: '18 of 31'. `before`: before it was changed last."""
    rows = [
        row
        for row in _compared("compared-before.csv" if before else "compared.csv")
        if program in (row["program"].rsplit(" ", 1)[0], row["program"].rsplit(" ", 1)[-1]) and row["what"] == what
    ]
    return f"{sum(row['met'] == 'yes' for row in rows)} of {len(rows)}"


def cache_said(what: str = "l1_hit_rate", part: str = "later", column: str = "") -> str:
    """Of how many launches of a part (tests/simt/caches/later/) the model had been near before a GPU had counted them: '73 of 80'.
    `column` of what was said, where it is not `what`."""
    near, points = 0, 5.0
    with (DATA / "said" / f"{part}.csv").open(encoding="utf-8") as file:
        said = {
            (row["program"], row["launch"]): float(row[column or what])
            for row in csv.DictReader(line for line in file if not line.startswith("#"))
        }
    rows = counted_launches(part, what)
    for row in rows:
        seen, off = float(row["seen"]), said[row["program"].rsplit(" ", 1)[-1], row["launch"]] - float(row["seen"])
        near += abs(off) <= (points if what == "l1_hit_rate" else 0.1 * seen)
    return f"{near} of {len(rows)}"


def cache_calibration() -> str:
    """How many of the launches that a GPU has counted the model comes near to, by quantity."""
    rows = []
    for what, words in COUNTED_QUANTITIES.items():
        rows.append([words, *(_met(counted_launches(part, what)) for part in PARTS)])
        if what == "fill_sectors":
            many = [
                [row for row in counted_launches(part, what) if float(row["seen"]) >= MANY_SECTORS] for part in PARTS
            ]
            rows.append([f"those of launches that fill {MANY_SECTORS:,} or more", *map(_met, many)])
    return markdown_table(["what", *PARTS.values()], rows)


def _met(rows: list[dict[str, str]]) -> str:
    met = sum(row["met"] == "yes" for row in rows)
    return f"{met} of {len(rows)} ({100 * met / max(1, len(rows)):.0f} %)"


def cache_far() -> str:
    """The launches whose hit rate or fills are further off than that."""
    rows = [
        [f"{row['program'].split()[-1]}: {row['launch']}", words, row["predicted"], row["seen"]]
        for part in reversed(PARTS)
        for what, words in (("l1_hit_rate", "L1 hit rate"), ("fill_sectors", "fills"))
        for row in counted_launches(part, what)
        if row["met"] == "no"
    ]
    return markdown_table(["launch", "what", "predicted", "counted"], rows)
