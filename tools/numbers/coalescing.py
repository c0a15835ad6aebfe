# The numbers that the pages of chapter 01-coalescing show of what happens below the SMs: cells, shares, small tables.
from __future__ import annotations

from tools.hardware import SECTOR
from tools.model import find_chapters
from tools.pages.experiments import experiment_value, table_shown
from tools.pages.tables import markdown_table

BIG = 8192
CHAPTER = find_chapters(["01-coalescing"])[0]
VERSIONS = {
    ("naive", "32x8"): "naive transpose, block 32×8",
    ("naive", "8x32"): "naive transpose, block 8×32",
    ("float4", "32x8"): "float4 4×4 transpose, block 32×8",
    ("float4", "16x16"): "float4 4×4 transpose, block 16×16",
}


def part(picture: str, column: str, element: str = "float") -> float:
    """Of the kernel that stores these elements of each sector: '#...#...'."""
    return experiment_value("sector_parts", column, access="store", element=element, part=picture)


def every(access: str, step: int, column: str) -> float:
    """Of the kernel that stores or loads every so-manieth float."""
    return experiment_value("sector_parts", column, access=f"{access} every", step=step)


def halves(mib: float, column: str, order: str = "one launch") -> float:
    """Of the kernel that stores the first halves of so many MiB of sectors before their second halves."""
    return experiment_value("sector_halves", column, order=order, chunk_mib=mib)


def given_up(between: str, amount: int) -> float:
    """In per cent: half-written sectors that are filled although their second halves come after `between`."""
    filled, sectors, loaded = (
        experiment_value("sector_between", column, between=between, amount=amount)
        for column in ("filled", "sectors", "l2_loads_sent")
    )
    return 100 * (filled - loaded) / sectors


def completed_up_to() -> float:
    """The most MiB of sectors between two halves with which L2 still puts (all but a thousandth of) them together."""
    sizes = sorted({float(row["chunk_mib"]) for row in table_shown(CHAPTER, "sector_halves").rows})
    late = next(mib for mib in sizes if halves(mib, "filled_per_sector") > 0.001)
    return max(mib for mib in sizes if mib < late)


def moved(kernel: str, block: str, column: str, side: int = BIG, blocks: int = 0) -> float:
    """Of a transpose of side × side floats. blocks: at a time in an SM, with a small L1; 0 for as many as fit and a
    large one."""
    run = {"blocks_per_sm": blocks, "l1": "small"} if blocks else {"l1": "large"}
    return experiment_value("transpose_traffic", column, kernel=kernel, block=block, side=side, **run)


def fitting(kernel: str, block: str) -> int:
    """The blocks that an SM has room for."""
    return int(moved(kernel, block, "blocks_per_sm"))


def sms() -> int:
    return int(moved("naive", "8x32", "sms"))


def filled_for_stores(kernel: str, block: str, side: int = BIG, blocks: int = 0) -> float:
    """Sectors filled from DRAM, without those of `in`, each of which a load needs once."""
    return moved(kernel, block, "filled", side, blocks) - side * side * 4 / SECTOR


def filled_share(kernel: str, block: str, side: int = BIG, blocks: int = 0) -> float:
    """Of the sectors of `out`, in per cent: how many are filled because L2 gives them up half written."""
    return 100 * filled_for_stores(kernel, block, side, blocks) / (side * side * 4 / SECTOR)


def dram_megabytes(kernel: str, block: str, side: int = BIG, blocks: int = 0) -> float:
    """Read and written."""
    return (
        moved(kernel, block, "dram_read_bytes", side, blocks) + moved(kernel, block, "dram_write_bytes", side, blocks)
    ) / 1e6


def hit_percent(kernel: str, block: str, level: str = "l1") -> float:
    """Of the sectors that loads ask this cache for."""
    asked = {"l1": "l1_load_sectors", "l2": "l2_loads_sent"}[level]
    return 100 * moved(kernel, block, f"{level}_load_hits") / moved(kernel, block, asked)


def millions(count: float) -> str:
    return f"{count / 1e6:.1f}" if count >= 1e7 else f"{count / 1e6:.2f}"


def parts_table() -> str:
    rows = []
    for element, picture in [("float", p) for p in ("########", "#######.", "####....", "#.#.#.#.", "#.......")] + [
        ("byte", "#" * 32),
        ("byte", "#" * 31 + "."),
    ]:
        stored = part(picture, "bytes_of_sector", element)
        share = part(picture, "filled_per_sector", element)
        shown = f"`{picture}`" if element == "float" else f"`{picture}`, a byte each"
        read, written = (part(picture, f"dram_{way}_bytes", element) / 1e6 for way in ("read", "write"))
        rows.append([shown, f"{stored:.0f}", f"{100 * share:.1f} %", f"{read:.1f}", f"{written:.0f}"])
    return markdown_table(
        ["stored of each sector", "bytes of it", "sectors filled", "MB read from DRAM", "MB written to DRAM"], rows
    )


def between_table() -> str:
    """What makes L2 give a half-written sector up, over the MiB of it between the two halves."""
    amounts = (4, 8, 16, 32)
    rows = [["other half-written sectors", *(100 * halves(mib, "filled_per_sector") for mib in amounts)]] + [
        [title, *(given_up(between, mib) for mib in amounts)]
        for between, title in (
            ("whole sectors stored", "whole sectors that are stored"),
            ("sectors loaded", "sectors that are loaded"),
        )
    ]
    return markdown_table(
        ["between the halves", *(f"{mib} MiB" for mib in amounts)],
        [[title, *(f"{share:.1f} %" for share in shares)] for title, *shares in rows],
    )


def below_table() -> str:
    """What the four transposes move below the SMs."""
    rows = [
        [
            title,
            millions(moved(*version, "l1_store_sectors")),
            f"{millions(moved(*version, 'l2_stores_sent'))} in {millions(moved(*version, 'l2_store_requests_sent'))}",
            f"{filled_share(*version):.1f} %",
            f"{dram_megabytes(*version):.0f}",
            f"{moved(*version, 'median_ms'):.3g}",
        ]
        for version, title in VERSIONS.items()
    ]
    return markdown_table(
        [
            "8192 × 8192 floats",
            "million sectors stored, at L1",
            "as they reach L2, in million requests",
            "of `out` filled from DRAM",
            "MB of DRAM, read and written",
            "median ms",
        ],
        rows,
    )


def blocks_table() -> str:
    """The three in question with fewer blocks in an SM at a time."""
    shown = (("naive", "8x32"), ("float4", "16x16"), ("float4", "32x8"))
    rows = []
    for title, wanted in (
        ("as many as fit", [0, 0, 0]),
        ("the same, and L1 small", [fitting(*version) for version in shown]),
        *((f"{blocks}, L1 small", [blocks] * 3) for blocks in (4, 2, 1)),
    ):
        times = [moved(*version, "median_ms", blocks=n) for version, n in zip(shown, wanted, strict=True)]
        filled = filled_share(*shown[-1], blocks=wanted[-1])
        rows.append([title, *(f"{ms:.3f}" for ms in times), f"{filled:.1f} %"])
    return markdown_table(
        [
            "blocks in an SM",
            "naive 8×32, ms",
            "float4 16×16, ms",
            "float4 32×8, ms",
            "of its `out` filled from DRAM",
        ],
        rows,
    )


def sizes_table() -> str:
    """How the two that move the same number of sectors compare, over the size."""
    rows = [
        [
            f"{side} × {side}",
            f"{moved('float4', '32x8', 'median_ms', side) / moved('naive', '8x32', 'median_ms', side):.1f}",
            f"{filled_share('naive', '8x32', side):.1f} %",
            f"{filled_share('float4', '32x8', side):.1f} %",
        ]
        for side in (1024, 2048, 4096, 8192, 16384)
    ]
    return markdown_table(["floats", "times as long, float4 32×8", "filled, naive 8×32", "filled, float4 32×8"], rows)
