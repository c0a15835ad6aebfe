# The figures of chapter 03-aos-soa, each drawn from the trace of the kernels that the chapter shows.
from __future__ import annotations

from tools.build.trace import Request, Trace, trace
from tools.drawing.memory import draw_used, heading, step, wide
from tools.drawing.svg import Drawing
from tools.hardware import BANKS, SECTOR, WORD

MODULE = "patterns-03-aos-soa.sim.so"
OBJECTS = 256
FIELDS = "abcd"
# What a layout is called, and its function in tests/03-aos-soa/patterns.cu.
LAYOUTS = {
    "array of structures": "aos",
    "structure of arrays": "soa",
    "tiles of 32 objects": "aosoa",
}


def warp(function: str) -> Trace:
    return trace(MODULE, function, f"4x{OBJECTS}")[0]


def field_loads(function: str) -> list[Request]:
    """The loads of fields a, b, c and d of `in`, as the first warp makes them."""
    return [request for request in warp(function).of("load") if request.allocation == "in"]


def places(function: str) -> dict[int, tuple[str, int]]:
    """What lies at which byte of `in`, as far as the first warp asks for it: offset → (field, object)."""
    found = {}
    for field, request in zip(FIELDS, field_loads(function), strict=True):
        for lane, offset in request.lanes.items():
            found[offset] = (field, lane)
    return found


def figures() -> dict[str, str]:
    return {
        "layouts.svg": layouts(),
        "one-field.svg": one_field(),
        "all-fields.svg": all_fields(),
        "tile.svg": tile(),
    }


def layouts() -> str:
    """The beginning of each layout: which field of which object lies where, object 1 marked."""
    drawing = Drawing("The first three sectors of each piece of memory, in three layouts; one object is marked in each")
    cell, height, left, marked = 27.5, 20, 112, 1
    y = 16.0
    for words, function in LAYOUTS.items():
        there = places(function)
        drawing.text(4, y, words, "head")
        spread = [offset for offset, (_, lane) in there.items() if lane == marked]
        drawing.text(4, y + 18, f"object {marked} lies in {max(spread) - min(spread) + 4:,} bytes")
        top = y + 32
        for start in starts(there):
            drawing.text(left - 8, top + 14, f"byte {start:,}", "end")
            of_sector = SECTOR // WORD
            shown = 3 * of_sector
            for word in range(shown):
                offset = start + 4 * word
                x = left + word // of_sector * step(cell) + word % of_sector * cell
                name = there.get(offset)
                drawing.rect(x, top, cell, height, "load" if name and name[1] == marked else "tint")
                drawing.rect(x, top, cell, height, "grid")
                if name:
                    drawing.text(
                        x + cell / 2, top + 14, f"{name[0]}{name[1]}", "number on" if name[1] == marked else "number"
                    )
            for sector in range(shown // of_sector):
                drawing.rect(left + sector * step(cell), top, wide(cell), height, "load-edge")
            top += height + 8
        y = top + 24
    drawing.text(
        4,
        y,
        f"A frame is a sector of {SECTOR} bytes; a row shows three of them, and what lies between the rows is left out.",
    )
    return drawing.svg()


def starts(there: dict[int, tuple[str, int]]) -> list[int]:
    """Where the first sector of each run of one field begins; for an array of structures the start alone."""
    if [there[offset][0] for offset in (0, 4, 8, 12)] == list(FIELDS):
        return [0]
    return [min(offset for offset, (field, _) in there.items() if field == name) for name in FIELDS]


def strip(
    drawing: Drawing, x: float, y: float, cell: float, height: float, request: Request, first: int, sectors: int
) -> None:
    """Sectors first to first + sectors - 1 of a buffer as a bar: the bytes a request asks for, in the sectors that move."""
    touched = request.touched()
    for place in range(sectors):
        left = x + place * step(cell)
        if first + place in touched:
            drawing.rect(left, y, wide(cell), height, f"{request.op}-part")
            draw_used(drawing, left, y, cell, height, request.op, touched[first + place])
            drawing.rect(left, y, wide(cell), height, f"{request.op}-edge")
        else:
            drawing.rect(left, y, wide(cell), height, "rest")


def one_field() -> str:
    """The load of field a by one warp, in three layouts."""
    drawing = Drawing(
        "One warp loads field a of 32 objects: 16 sectors of an array of structures, 4 of the other layouts"
    )
    cell, height, left, y = 5.3, 20, 4, 16.0
    for words, function in LAYOUTS.items():
        request = field_loads(function)[0]
        heading(drawing, left, y, f"field a, {words}", [request])
        strip(drawing, left, y + 32, cell, height, request, 0, 16)
        y += 32 + height + 34
    x, y = left, y - 8
    drawing.rect(x, y, 16, 14, "load")
    drawing.text(x + 24, y + 11, "bytes of field a")
    drawing.rect(x + 150, y, 16, 14, "load-part")
    drawing.text(x + 174, y + 11, "move too, unused")
    drawing.rect(x + 310, y, 16, 14, "load-edge")
    drawing.text(x + 334, y + 11, "a sector that moves")
    drawing.rect(x + 490, y, 16, 14, "rest")
    drawing.text(x + 514, y + 11, "a sector left alone")
    return drawing.svg()


def all_fields() -> str:
    """The loads that fetch all fields of an array of structures: four of 4 bytes, or one of 16."""
    drawing = Drawing(
        "Array of structures, all four fields: four requests to the same 16 sectors, or one for all of it"
    )
    cell, height, left, y = 5.1, 18, 34, 16.0
    loads = field_loads("aos")
    heading(drawing, 4, y, "field by field", loads)
    y += 32
    for field, request in zip(FIELDS, loads, strict=True):
        drawing.text(left - 12, y + 13, field, "end")
        strip(drawing, left, y, cell, height, request, 0, 16)
        y += height + 6
    whole = field_loads("aos_vector")
    y += 26
    heading(drawing, 4, y, "one access of 16 bytes a thread", whole)
    y += 32
    strip(drawing, left, y, cell, height, whole[0], 0, 16)
    y += height + 32
    drawing.text(
        4, y, f"The four requests touch 4 × {loads[0].sectors} sectors, but only {len(union(loads))} different ones. "
    )
    return drawing.svg()


def union(requests: list[Request]) -> set[int]:
    return {sector for request in requests for sector in request.touched()}


def fill(padding: int) -> Request:
    """The first store of the first warp into the conversion's tile."""
    return warp(f"fill_{padding}").of("store", "shared")[0]


def tile() -> str:
    """The 32 lanes of that store in their banks, one above the other where they meet."""
    drawing = Drawing(
        "A warp fills the tile: with rows of 256 ints four lanes meet in each of 8 banks, with 264 every bank has one"
    )
    cell, left, y = 21.5, 100, 16.0
    for padding in (0, 8):
        request = fill(padding)
        drawing.text(4, y, f"rows of {OBJECTS + padding} ints", "head")
        count = f"{request.wavefronts} wavefront" + ("" if request.wavefronts == 1 else "s")
        drawing.text(4, y + 19, f"1 request · {count}")
        stacked: dict[int, list[int]] = {}
        for lane, offset in request.lanes.items():
            stacked.setdefault(offset // 4 % BANKS, []).append(lane)
        tall = max(len(lanes) for lanes in stacked.values())
        top = y + 34
        for bank in range(BANKS):
            for level in range(tall):
                lanes = stacked.get(bank, [])
                place = (left + bank * cell, top + (tall - 1 - level) * 22)
                if level < len(lanes):
                    drawing.rect(*place, cell, 22, "store")
                    drawing.text(place[0] + cell / 2, place[1] + 15, str(lanes[level]), "number on")
                drawing.rect(*place, cell, 22, "grid")
            drawing.text(left + (bank + 0.5) * cell, top + tall * 22 + 14, str(bank), "number")
        drawing.text(left - 8, top + tall * 22 + 14, "bank", "end")
        drawing.text(left - 8, top + tall * 11 + 4, "lanes", "end")
        y = top + tall * 22 + 50
    drawing.text(
        4,
        y - 12,
        "Lane k brings field k % 4 of object k / 4. A box is a lane with its number; boxes above each other wait for each other.",
    )
    return drawing.svg()
