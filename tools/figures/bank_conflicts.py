# The figures of chapter 02-bank-conflicts, each drawn from the trace of the kernels that the chapter shows.
from __future__ import annotations

from tools.build.trace import Request, trace
from tools.drawing.banks import bank_numbers, draw_grid, draw_load, passes, words_of
from tools.drawing.memory import draw_sector, step
from tools.drawing.svg import Drawing
from tools.hardware import BANKS, LANES, WORD

SHAPE = "1024x1024"
WARP = 5  # any but warp 0, in which x ^ y is x
SHARED = ("solutions-transpose_shared.sim.so", "transpose_shared")
PADDED = ("solutions-transpose_padded.sim.so", "transpose_padded")
SWIZZLED = ("solutions-transpose_swizzled.sim.so", "transpose_swizzled")
FAST = ("solutions-transpose_fast.sim.so", "transpose_fast")
# What the text calls each access pattern, and its function in tests/02-bank-conflicts/patterns.cu.
PATTERNS = {
    "neighbours": "neighbours",
    "the same, reversed": "reversed",
    "the same, shuffled": "shuffled",
    "every second float": "stride_2",
    "every third float": "stride_3",
    "every eighth float": "stride_8",
    "32 floats apart": "stride_32",
    "33 floats apart": "stride_33",
    "two lanes each float": "pairs",
    "all lanes one float": "broadcast",
    "two floats, 32 apart": "two_words_of_a_bank",
}
WIDE = {
    "float2, neighbours": "float2s",
    "float4, neighbours": "float4s",
    "float2, every second": "float2s_stride_2",
    "float4, every second": "float4s_stride_2",
}


def figures() -> dict[str, str]:
    """File name → SVG."""
    return {
        "banks.svg": banks(),
        "patterns.svg": patterns(),
        "quarters.svg": quarters(),
        "through-a-tile.svg": through_a_tile(),
        "column-of-32.svg": column(SHARED, "tile[32][32]"),
        "column-of-33.svg": column(PADDED, "tile[32][33]"),
        "column-swizzled.svg": column(SWIZZLED, "tile[32][32] with x ^ y"),
        "float4-tile.svg": float4_tile(),
    }


def pattern(function: str) -> Request:
    """The one load of an access pattern that counts."""
    return trace("patterns-02-bank-conflicts.sim.so", function, "64x64")[0].of("load", "shared")[0]


def of_warp(kernel: tuple[str, str], op: str, space: str = "shared", warp: int = WARP) -> list[Request]:
    return trace(*kernel, SHAPE, (warp,))[0].of(op, space)


def first_word(kernel: tuple[str, str]) -> int:
    """Where the tile begins, rounded down to a whole row of banks: the lowest word that warp 0 writes."""
    return min(words_of(of_warp(kernel, "store", warp=0)[0])) // BANKS * BANKS


def banks() -> str:
    drawing = Drawing("Words of shared memory in 32 banks: word w lies in bank w modulo 32")
    cell, left, top = 23, 40, 42
    drawing.text(left, 14, "bank", "head")
    bank_numbers(drawing, left, top - 8, cell)
    for row in range(3):
        for bank in range(BANKS):
            drawing.rect(left + bank * cell, top + row * cell, cell, cell, "load-part" if bank == 5 else "grid")
            drawing.text(left + (bank + 0.5) * cell, top + (row + 0.5) * cell + 4, str(row * BANKS + bank), "number")
    drawing.rect(left + 5 * cell, top, cell, 3 * cell, "load-edge")
    drawing.text(
        left,
        top + 3 * cell + 20,
        "Each cell is a word of 4 bytes, with its number. One pass takes one cell from each column.",
    )
    drawing.text(
        left, top + 3 * cell + 38, "Bank 5 holds words 5, 37, 69, …: lanes that want two of them need two passes."
    )
    return drawing.svg()


def patterns() -> str:
    drawing = Drawing("Eleven access patterns of one warp: how many different words each of the 32 banks has to give")
    cell, height, pitch, left = 17, 17, 26, 134
    bank_numbers(drawing, left, 14, cell)
    for place, (words, function) in enumerate(PATTERNS.items()):
        request, y = pattern(function), 22 + place * pitch
        drawing.text(left - 12, y + 13, words, "end")
        draw_load(drawing, left, y, request, cell, height)
        drawing.text(left + BANKS * cell + 10, y + 13, passes(request.wavefronts), "strong")
    drawing.text(
        left,
        drawing.height + 14,
        "The number in a bank: how many different words the warp wants of it. The largest decides.",
    )
    return drawing.svg()


def quarters() -> str:
    drawing = Drawing("Loads of 8 and 16 bytes a lane: the halves and quarters of a warp, each over the 32 banks")
    cell, left, y = 19, 134, 14.0
    for words, function in WIDE.items():
        request = pattern(function)
        lanes = BANKS * WORD // request.bytes
        drawing.text(4, y, f"{words}: {passes(request.wavefronts)}", "head")
        bank_numbers(drawing, left, y + 20, cell)
        y += 26
        for first in range(0, LANES, lanes):
            group = range(first, first + lanes)
            words_here = words_of(request, group)
            origin = min(words_here) // BANKS * BANKS
            rows = (max(words_here) - origin) // BANKS + 1
            drawing.text(left - 12, y + rows * cell / 2 + 4, f"lanes {first} to {first + lanes - 1}", "end")
            y = draw_grid(drawing, left, y, request, cell, rows, origin, lanes=group) + 5
        y += 22
    return drawing.svg()


def through_a_tile() -> str:
    drawing = Drawing(
        "A warp of the tiled transpose: it loads a row of in, stores a row of the tile, waits, loads a column, stores a row of out"
    )
    cell, left = 20, 40
    y = 14.0
    for number, (words, request) in enumerate(_steps(), 1):
        shared = request.space == "shared"
        cost = passes(request.wavefronts) if shared else f"{request.sectors} sectors"
        drawing.text(4, y, f"{number}. {words}", "head")
        drawing.text(4, y + 19, f"{cost} for this request")
        if not shared:
            touched = request.touched()
            for place, (_, used) in enumerate(touched.items()):
                draw_sector(drawing, left + place * step(cell), y + 30, cell, 20, request.op, used, request.bytes)
            y += 82
        elif request.op == "store":
            draw_grid(drawing, left, y + 30, request, cell, 1, min(words_of(request)))
            for bank in range(1, BANKS):
                drawing.line(left + bank * cell, y + 30, left + bank * cell, y + 30 + cell, "cut")
            y += 82
            drawing.text(4, y, "__syncthreads(): every warp of the block has written its row", "strong")
            y += 30
        else:
            small = 7.0
            bottom = draw_grid(
                drawing, left, y + 30, request, small, BANKS, first_word(SHARED), label=lambda word, lanes: ""
            )
            drawing.text(left + BANKS * small + 16, y + 44, "32 lanes, 32 rows, and one column of banks")
            drawing.text(left + BANKS * small + 16, y + 62, "The other 31 warps read the other 31 columns.")
            y = bottom + 26
    return drawing.svg()


def _steps() -> list[tuple[str, Request]]:
    return [
        (f"warp {WARP} loads a row of in", of_warp(SHARED, "load", "global")[0]),
        (f"it stores row {WARP} of the tile", of_warp(SHARED, "store")[0]),
        (f"it loads column {WARP} of the tile", of_warp(SHARED, "load")[0]),
        ("it stores a row of out", of_warp(SHARED, "store", "global")[0]),
    ]


def column(kernel: tuple[str, str], words: str) -> str:
    load, store = of_warp(kernel, "load")[0], of_warp(kernel, "store")[0]
    drawing = Drawing(
        f"{words}: warp {WARP} stores a row in {passes(store.wavefronts)} and loads a column in {passes(load.wavefronts)}"
    )
    cell, origin = 11.6, first_word(kernel)
    rows = (max(words_of(load)) - origin) // BANKS + 1
    for x, request, what in ((4, store, f"stores row {WARP}"), (414, load, f"loads column {WARP}")):
        drawing.text(x, 14, f"warp {WARP} {what}: {passes(request.wavefronts)}", "head")
        drawing.text(x, 32, f"{words}; columns are banks, numbers are lanes")
        bank_numbers(drawing, x, 50, cell, every=4)
        # Every fourth lane's number: there is no room for more.
        draw_grid(
            drawing,
            x,
            56,
            request,
            cell,
            rows,
            origin,
            label=lambda word, lanes: str(lanes[0]) if lanes[0] % 4 == 0 else "",
        )
    return drawing.svg()


def float4_tile() -> str:
    """The first eight lanes, a quarter of a warp, of the first store and the first load."""
    drawing = Drawing("The swizzled tile of float4: eight lanes write, and eight lanes read, 32 different banks")
    cell, quad = 11.6, range(8)
    origin = first_word(FAST)
    store, load = of_warp(FAST, "store")[0], of_warp(FAST, "load")[0]
    for x, request, what in ((4, store, "stores"), (400, load, "loads")):
        rows = sorted({(word - origin) // 64 for word in words_of(request, quad)})
        drawing.text(x, 14, f"warp {WARP}, first of its {what}: {passes(request.wavefronts)}", "head")
        drawing.text(x, 32, "a row of the tile has 64 floats, two rows of banks")
        bank_numbers(drawing, x, 50, cell, every=4)
        y = 56.0
        for row in rows:
            mine = {word: lanes for word, lanes in words_of(request, quad).items() if (word - origin) // 64 == row}
            for half in range(2):
                for bank in range(BANKS):
                    drawing.rect(x + bank * cell, y, cell, cell, "grid")
                here = {word: lanes for word, lanes in mine.items() if (word - origin) % 64 // BANKS == half}
                for word in here:
                    drawing.rect(x + word % BANKS * cell, y, cell, cell, request.op)
                for word, lanes in here.items():
                    if word % 4 == 0:
                        drawing.text(x + (word % BANKS + 2) * cell, y + cell - 2.2, str(lanes[0]), "number on")
                y += cell
            drawing.text(x + BANKS * cell + 3, y - cell + 4, f"{row}")
            y += 3
    drawing.text(
        4,
        drawing.height + 16,
        "Lanes 0 to 7, the first quarter. The number at the right is the tile's row, a column of in.",
    )
    return drawing.svg()
