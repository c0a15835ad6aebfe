# The figures of chapter 01-coalescing, each drawn from the trace of the kernels that the chapter shows.
from __future__ import annotations

from tools.build.trace import Request, Trace, trace
from tools.drawing.memory import GAP, count_words, draw_request, draw_sector, draw_used, heading, legend, step, wide
from tools.drawing.svg import Drawing
from tools.hardware import SECTOR

SHAPE = "1024x1024"
ROW = 1024 * 4  # bytes of a row of either matrix
NAIVE = ("solutions-transpose_naive.sim.so", "transpose_naive")
SHAPED = ("solutions-transpose_block_shape.sim.so", "transpose_block_shape")
FLOAT4 = ("solutions-transpose_vectorized.sim.so", "transpose_vectorized")
FLOAT4_WIDE = ("solutions-transpose_vectorized_32x8.sim.so", "transpose_vectorized_32x8")
# What the text calls each access pattern, and its function in tests/01-coalescing/patterns.cu.
PATTERNS = {
    "neighbours": "neighbours",
    "the same, reversed": "reversed",
    "the same, shuffled": "shuffled",
    "shifted by one float": "shifted",
    "every second float": "stride_2",
    "every fourth float": "stride_4",
    "all lanes one float": "broadcast",
    "one lane alone": "one_lane",
    "neighbours, double": "doubles",
    "neighbours, float4": "float4s",
}


def pattern(function: str) -> Request:
    """The one load of an access pattern."""
    return trace("patterns-01-coalescing.sim.so", function, "64x64")[0].of("load")[0]


def first_warp(kernel: tuple[str, str]) -> Trace:
    return trace(*kernel, SHAPE)[0]


def figures() -> dict[str, str]:
    """File name → SVG."""
    return {
        "numbering.svg": numbering(),
        "aligned-and-shifted.svg": aligned_and_shifted(),
        "patterns.svg": patterns(),
        "naive-32x8.svg": naive(NAIVE, "32×8", 15.5),
        "naive-8x32.svg": naive(SHAPED, "8×32", 18),
        "float4-load.svg": float4_load(),
        "float4-stores.svg": float4_stores(),
    }


def numbering() -> str:
    drawing = Drawing(
        "Threads of a 32×8 and of an 8×32 block, in warps of 32 lanes; a grid of 32×8 blocks over a matrix"
    )
    cell, left, right, top = 14, 4, 532, 46
    drawing.text(left, 16, "block 32×8: a warp is one row of 32", "head")
    drawing.text(right, 16, "block 8×32: a warp is 4 rows of 8", "head")
    for x in (left, right):
        drawing.text(x, top - 8, "threadIdx.x →  threadIdx.y ↓")
    _block(drawing, NAIVE, left, top, cell)
    _block(drawing, SHAPED, right, top, cell)
    drawing.text(
        left,
        top + 8 * cell + 22,
        "The number is the lane. A thread's place in the block says its warp and its lane:",
    )
    drawing.text(
        left,
        top + 8 * cell + 40,
        "place = threadIdx.y · blockDim.x + threadIdx.x,   warp = place / 32,   lane = place % 32",
    )
    _grid(drawing, left, top + 8 * cell + 88)
    return drawing.svg()


def _block(drawing: Drawing, kernel: tuple[str, str], x: float, y: float, cell: float) -> None:
    """Thread (x, y) of the block is drawn at the element it loads: column x, row y."""
    for warp in trace(*kernel, SHAPE, tuple(range(8))):
        places = {lane: (offset % ROW // 4, offset // ROW) for lane, offset in warp.of("load")[0].lanes.items()}
        for lane, (column, row) in places.items():
            kind = "load" if warp.warp == 0 else "load-part" if warp.warp % 2 == 0 else "tint"
            drawing.rect(x + column * cell, y + row * cell, cell, cell, kind)
            if warp.warp == 0:
                drawing.text(x + (column + 0.5) * cell, y + row * cell + 11, str(lane), "number on")
        columns, rows = [column for column, _ in places.values()], [row for _, row in places.values()]
        width, height = max(columns) + 1, max(rows) - min(rows) + 1
        drawing.rect(x, y + min(rows) * cell, width * cell, height * cell, "grid")
        drawing.text(
            x + width * cell + 8,
            y + (min(rows) + height / 2) * cell + 4,
            f"warp {warp.warp}",
            "strong" if warp.warp == 0 else "",
        )


def _grid(drawing: Drawing, x: float, y: float) -> None:
    rows, cols, scale = 34, 100, 3.5
    launch = trace(*NAIVE, f"{rows}x{cols}")[0]
    (across, down, _), (wide, tall, _) = launch.grid, launch.block_shape
    drawing.text(x, y, f"a grid of {across}×{down} such blocks covers {rows} rows × {cols} columns", "head")
    drawing.text(x, y + 22, "blockIdx.x →  blockIdx.y ↓")
    top = y + 30
    for row in range(down):
        for column in range(across):
            place = (x + column * wide * scale, top + row * tall * scale)
            drawing.rect(*place, wide * scale, tall * scale, "load-part" if (row, column) == (0, 0) else "tint")
            drawing.rect(*place, wide * scale, tall * scale, "grid")
            drawing.text(place[0] + wide * scale / 2, place[1] + tall * scale / 2 + 4, f"({column}, {row})", "middle")
    drawing.rect(x, top, cols * scale, rows * scale, "load-edge")
    drawing.text(
        x,
        top + down * tall * scale + 20,
        "Blocks reach past the matrix (blue frame) where its sides are no multiples of theirs:",
    )
    drawing.text(x, top + down * tall * scale + 38, "threads out there must do nothing.")


def aligned_and_shifted() -> str:
    drawing = Drawing("One warp loads 32 neighbouring floats: 4 sectors when aligned, 5 when shifted by one float")
    sources = [("load_aligned", "aligned: lane i loads in[i]"), ("load_shifted", "shifted: lane i loads in[i + 1]")]
    cell, height, left = 15.8, 22, 4
    y = 16.0
    for source, words in sources:
        request = trace(f"solutions-{source}.sim.so", source, SHAPE)[0].of("load")[0]
        heading(drawing, left, y, words, [request])
        top = y + 48
        touched = request.touched()
        for sector in range(6):
            x = left + sector * step(cell)
            drawing.text(
                x + wide(cell) / 2, top - 8, f"bytes {SECTOR * sector}–{SECTOR * sector + SECTOR - 1}", "middle"
            )
            if sector in touched:
                draw_sector(drawing, x, top, cell, height, request.op, touched[sector], request.bytes)
            else:
                drawing.rect(x, top, wide(cell), height, "rest")
        y = top + height + 36
    legend_y = y - 14
    drawing.rect(left, legend_y, 16, 14, "load")
    drawing.text(left + 8, legend_y + 11, "5", "number on")
    drawing.text(left + 24, legend_y + 11, "4 bytes that lane 5 asks for")
    drawing.rect(left + 220, legend_y, 16, 14, "load-part")
    drawing.text(left + 244, legend_y + 11, "moves too, unused")
    drawing.rect(left + 400, legend_y, 16, 14, "load-edge")
    drawing.text(left + 424, legend_y + 11, "a sector that moves")
    drawing.rect(left + 580, legend_y, 16, 14, "rest")
    drawing.text(left + 604, legend_y + 11, "a sector left alone")
    return drawing.svg()


def patterns() -> str:
    drawing = Drawing("Ten access patterns of one warp: the sectors each touches and the bytes of them in use")
    cell, height, pitch, left = 3.5, 16, 25, 134
    for place, (words, function) in enumerate(PATTERNS.items()):
        request, y = pattern(function), 8 + place * pitch
        drawing.text(left - 12, y + 12, words, "end")
        touched = request.touched()
        for sector, used in touched.items():
            x = left + sector * step(cell)
            drawing.rect(x, y, wide(cell), height, "load-part")
            draw_used(drawing, x, y, cell, height, "load", used)
            drawing.rect(x, y, wide(cell), height, "load-edge")
        share = f"{100 * request.used_bytes / (SECTOR * request.sectors):.3g} %"
        sectors = f"{request.sectors} sector" + ("" if request.sectors == 1 else "s")
        drawing.text(left + (max(touched) + 1) * step(cell) + 6, y + 12, f"{sectors}, {share} used", "strong")
    return drawing.svg()


def naive(kernel: tuple[str, str], block: str, pitch: float) -> str:
    warp = first_warp(kernel)
    load, store = warp.of("load")[0], warp.of("store")[0]
    drawing = Drawing(
        f"Naive transpose, block {block}, warp 0: the load touches {load.sectors} sectors, the store {store.sectors}"
    )
    cell, height, left, right = 14, 14, 48, 572
    heading(drawing, 4, 16, "load from in", [load])
    bottom = draw_request(drawing, left, 50, load, ROW, cell, height, pitch, "row")
    heading(drawing, right - 64, 16, "store to out", [store])
    draw_request(drawing, right, 50, store, ROW, cell, height, pitch, "row")
    legend(drawing, left, bottom + 26, "load")
    legend(drawing, left + 250, bottom + 26, "store")
    if kernel is NAIVE:
        drawing.text(left, bottom + 130, f"A row of out begins {ROW} bytes after the row before it, so lanes that are")
        drawing.text(left, bottom + 148, "neighbours in the load are in different sectors, far apart, in the store.")
    return drawing.svg()


def float4_load() -> str:
    warp = first_warp(FLOAT4)
    loads = warp.of("load")
    drawing = Drawing("float4 transpose, block 16×16, warp 0: four load requests of 16 sectors each")
    cell, height, pitch, left = 11.2, 18, 22, 52
    heading(drawing, 4, 16, "first of four loads from in: each lane takes 16 bytes", loads[:1])
    top = 50
    for place, request in enumerate(loads):
        for row in sorted({offset // ROW for offset in request.lanes.values()}):
            y = top + row * pitch
            drawing.text(left - 8, y + 13, f"row {row}", "end")
            here = {sector: used for sector, used in request.touched().items() if sector * SECTOR // ROW == row}
            if place == 0:
                for sector, used in here.items():
                    x = left + sector * SECTOR % ROW // SECTOR * step(cell)
                    draw_sector(drawing, x, y, cell, height, "load", used, request.bytes)
            else:
                drawing.rect(left, y, len(here) * step(cell) - GAP, height, "rest")
                drawing.text(left + len(here) * step(cell) / 2, y + 13, f"load {place + 1} of the same lanes", "middle")
    drawing.text(left, drawing.height + 18, f"All four: {count_words(loads)}.")
    return drawing.svg()


def float4_stores() -> str:
    drawing = Drawing("First float4 store of a warp: block 32×8 uses half of each of 32 sectors, block 16×16 all of 16")
    wide, square = first_warp(FLOAT4_WIDE).of("store")[0], first_warp(FLOAT4).of("store")[0]
    cell, height, pitch = 20, 13, 16
    for x, words, request in (
        (4, "block 32×8: first of four stores", wide),
        (420, "block 16×16: first of four stores", square),
    ):
        heading(drawing, x, 16, words, [request])
        bottom = draw_request(drawing, x + 60, 50, request, ROW, cell, height, pitch, "row")
    drawing.text(420, bottom + 26, "The rows between belong to the other three stores.")
    return drawing.svg()
