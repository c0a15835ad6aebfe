# v17 on several GPUs, a share of the work for the CPU, a cut along the longer side: what was said before, and what was measured.
from __future__ import annotations

from tools.numbers.entropy.calls import LARGEST, all_threads, at_bus, best_of_bus, cpu_ns
from tools.numbers.entropy.chapter import CELLS, CHAPTER, SIDE, ms
from tools.numbers.entropy.many_ranks import Line
from tools.pages.experiments import experiment_statistic, experiment_value, table_shown
from tools.pages.tables import markdown_table

BANDS = {SIDE: (2, 4, 8, 16), LARGEST: (16, 64)}  # MB


# What the H200's tables of one GPU let one say before several were there.


def foretold_kernel(side: int = SIDE, gpus: int = 2) -> float:
    """Speed-up, if a launch takes so much for nothing and so much for each cell, as two sizes on an H200 have it."""
    line = Line.through({2560**2: ms("v15", 2560), CELLS: ms("v15")})
    return line(side**2) / line(side**2 / gpus)


def foretold_call(side: int = SIDE, gpus: int = 2) -> float:
    """Speed-up, if each GPU has a bus of its own and only a first band's coming and a last one's going stay as long."""

    def of_several(mb: int) -> float:
        ends = (mb << 20) / (4 * side**2) * (at_bus("copy in", side) + at_bus("copy out", side))
        return ends + (at_bus("v17", side, mb=mb) - ends) / gpus

    tried = (16, 32, 64) if side > 40000 else (2, 4, 8, 16, 32)
    return at_bus("v17", side, mb=best_of_bus(side)) / min(of_several(mb) for mb in tried)


def foretold_together() -> float:
    """Milliseconds of v17 and v16 side by side, if neither disturbs the other."""
    cpu, gpu = cpu_ns("v16", all_threads(), SIDE) * CELLS * 1e-6, at_bus(mb=best_of_bus())
    return cpu * gpu / (cpu + gpu)


# What was measured.


def on_gpus(what: str, gpus: int = 2, side: int = SIDE, mb: int = 0, column: str = "median_ms") -> float:
    return experiment_value(CHAPTER, "gpus", column, what=what, gpus=gpus, rows=side, band_bytes=mb << 20)


def best_of_gpus(gpus: int, side: int = SIDE) -> int:
    """Megabytes of the bands with which a call is fastest."""
    return min(BANDS[side], key=lambda mb: on_gpus("whole call", gpus, side, mb))


def gained(what: str, side: int = SIDE) -> float:
    """Two GPUs' speed-up; of a call, each number of GPUs with the bands that suit it best."""
    if what != "whole call":
        return on_gpus(what, 1, side) / on_gpus(what, 2, side)
    return on_gpus(what, 1, side, best_of_gpus(1, side)) / on_gpus(what, 2, side, best_of_gpus(2, side))


def gpus_table() -> str:
    rows = []
    for row in table_shown(CHAPTER, "gpus").rows:
        if row["gpus"] != "1":
            continue
        what, side, mb = row["what"], int(row["rows"]), int(row["band_bytes"]) >> 20
        cells = []
        for gpus in (1, 2):
            median, q1, q3 = (on_gpus(what, gpus, side, mb, column) for column in ("median_ms", "q1_ms", "q3_ms"))
            cells.append(f"{median:.4g} ({q1:.4g} … {q3:.4g})")
        up = on_gpus(what, 1, side, mb) / on_gpus(what, 2, side, mb)
        rows.append([f"{side}²", what, f"{mb} MB" if mb else "–", *cells, f"{up:.2f}"])
    return markdown_table(
        ["grid", "what", "bands", "1 GPU, ms (quartiles)", "2 GPUs, ms (quartiles)", "speed-up"], rows
    )


def with_cpu(chosen: str, threads: int, column: str = "median_ms") -> float:
    """Of a call that v17 and so many threads of v16 share."""
    return experiment_value(CHAPTER, "cpu_share", column, chosen=chosen, threads=threads)


def fewer_threads() -> int:
    """With some processors left free."""
    return int(experiment_statistic(CHAPTER, "cpu_share", "threads", "min"))


def best_shared() -> float:
    """Milliseconds of the fastest call in which the CPU has a share."""
    rows = table_shown(CHAPTER, "cpu_share").select({"chosen": ["tried", "by measured speed"]})
    return min(float(row["median_ms"]) for row in rows)


def bus(what: str, column: str = "median_ms", cached: bool = False) -> float:
    """Of copies that go on at the same time, through 400 MB of the host's memory or a piece that stays in its caches."""
    sizes = {int(row["host_bytes"]) for row in table_shown(CHAPTER, "buses").rows}
    return experiment_value(CHAPTER, "buses", column, what=what, host_bytes=min(sizes) if cached else max(sizes))


def buses_table() -> str:
    rows = [
        [what]
        + [f"{bus(what, column, cached):.3g}" for cached in (False, True) for column in ("median_ms", "gb_per_s")]
        for what in dict.fromkeys(row["what"] for row in table_shown(CHAPTER, "buses").rows)
    ]
    return markdown_table(["copies", "400 MB of memory, ms", "GB/s", "in the caches, ms", "GB/s "], rows)


def cut(along: str, rows: int, parts: int, column: str = "median_ms") -> float:
    return experiment_value(CHAPTER, "longer_side", column, cut=along, rows=rows, parts=parts)


def cuts_table() -> str:
    rows = []
    for row in table_shown(CHAPTER, "longer_side").rows:
        if row["cut"] != "rows":
            continue
        height, parts = int(row["rows"]), int(row["parts"])
        by_rows, by_columns = cut("rows", height, parts), cut("columns", height, parts)
        halos = [f"{cut(along, height, parts, 'halo_percent'):.2g} %" for along in ("rows", "columns")]
        rows.append(
            [
                f"{height} × {row['cols']}",
                str(parts),
                *halos,
                f"{by_rows:.3g}",
                f"{by_columns:.3g}",
                f"{by_rows / by_columns:.2f}",
            ]
        )
    return markdown_table(
        ["grid", "parts", "halo, by rows", "by columns", "by rows, ms", "by columns, ms ", "rows over columns"], rows
    )


# The CPU's copy, and its compilers.


def host_copy(what: str, threads: int, column: str = "median_ms") -> float:
    return experiment_value(CHAPTER, "host_copy", column, what=what, threads=threads)


def all_of_host() -> int:
    return int(experiment_statistic(CHAPTER, "host_copy", "threads", "max"))


def compilers_table() -> str:
    """ns a cell; a row for each compiler and its flags, a column for each version."""
    table = table_shown(CHAPTER, "compilers").rows
    versions = list(dict.fromkeys(row["version"] for row in table))
    rows = []
    for compiler, flags in dict.fromkeys((row["compiler"], row["flags"]) for row in table):
        found = {
            row["version"]: row["ns_per_cell"] for row in table if (row["compiler"], row["flags"]) == (compiler, flags)
        }
        cells = [f"{float(found[version]):.3g}" if version in found else "–" for version in versions]
        rows.append([compiler, "" if flags == "none" else f"`{flags}`", *cells])
    return markdown_table(["compiler", "flags", *versions], rows)


def by_compiler(version: str, begins: str, flags: str = "none") -> float:
    """ns a cell, by the compiler whose name begins so."""
    rows = table_shown(CHAPTER, "compilers").select({"version": version, "flags": flags})
    return float(next(row for row in rows if row["compiler"].startswith(begins))["ns_per_cell"])


def spread(version: str) -> float:
    """The slowest compiler's time over the fastest one's."""
    found = [float(row["ns_per_cell"]) for row in table_shown(CHAPTER, "compilers").select({"version": version})]
    return max(found) / min(found)


def foretold_table(aim: float = 1.95) -> str:
    rows = []
    for what, foretold in (("kernel", foretold_kernel), ("whole call", foretold_call)):
        for side in (SIDE, LARGEST):
            found = gained(what, side)
            rows.append(
                [f"{what}, {side}²", f"{foretold(side):.2f}", f"{found:.2f}", "yes" if round(found, 2) >= aim else "no"]
            )
    return markdown_table(["two GPUs over one", "foretold", "measured", f"{aim} or more"], rows)
