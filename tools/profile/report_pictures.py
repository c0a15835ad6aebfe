# One request of a warp as a picture: the sectors its lanes touch, or the words they want from the 32 banks.
from __future__ import annotations

from tools.drawing.memory import draw_sector, step
from tools.drawing.svg import WIDTH, Drawing
from tools.hardware import BANKS, LANES, SECTOR, WORD
from tools.profile.access import Access

CELL = 20.0  # pixels of a 4-byte word
ROW = 18  # height of a sector or bank
SECTORS_A_ROW = 4
MOST_ROWS = 10
LEFT = 56  # of the bank's grid


def picture(access: Access) -> str:
    """Inline SVG for a page that has the figures' style once."""
    drawing = Drawing(f"The lanes of one warp: {access.what()}")
    sample = access.sample
    where = f"block {sample['block']:,}, warp {sample['warp']}"
    if access.space == "shared":
        _banks(drawing, access, where)
    elif access.space == "constant":
        _addresses(drawing, access, where)
    elif access.space == "texture" and not access.sectors:
        drawing.text(0, 14, f"{where}: where an array's texels lie only the hardware knows", "")
    else:
        _sectors(drawing, access, where)
    height = f"{drawing.height + 6:.0f}"
    head = f'<svg width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}" role="img"><title>{drawing.title}</title>'
    return "\n".join([head, *drawing.parts, "</svg>"])


def _sectors(drawing: Drawing, access: Access, where: str) -> None:
    op = "load" if access.op == "load" else "store"
    touched: dict[int, dict[int, list[int]]] = {}
    for lane, offset in access.lanes.items():
        for byte in range(offset, offset + access.width):
            touched.setdefault(byte // SECTOR, {}).setdefault(byte % SECTOR, []).append(lane)
    sectors = sorted(touched)
    used = sum(len(bytes_) for bytes_ in touched.values())
    drawing.text(
        0,
        14,
        f"{where}: {len(sectors)} sector{'s' if len(sectors) > 1 else ''} of {SECTOR} bytes, {used:,} of {SECTOR * len(sectors):,} bytes used; a number is the lane that asks",
        "",
    )
    y = 40.0
    for place, sector in enumerate(sectors[: SECTORS_A_ROW * MOST_ROWS]):
        column = place % SECTORS_A_ROW
        if place and column == 0:
            y += ROW + 22
        x = column * (step(CELL) + 10)
        if column == 0 or sector != sectors[place - 1] + 1:
            drawing.text(x, y - 5, f"byte {sector * SECTOR:,}", "small")
        draw_sector(drawing, x, y, CELL, ROW, op, touched[sector], access.width)
    hidden = len(sectors) - SECTORS_A_ROW * MOST_ROWS
    if hidden > 0:
        drawing.text(0, y + ROW + 18, f"… and {hidden} sectors more")


def _addresses(drawing: Drawing, access: Access, where: str) -> None:
    """Constant memory: a row for each address, in the order in which lanes first ask for it."""
    asked: dict[int, list[int]] = {}
    for lane, offset in access.lanes.items():
        asked.setdefault(offset, []).append(lane)
    drawing.text(
        0,
        14,
        f"{where}: {len(asked)} address{'es' if len(asked) > 1 else ''}, served one after the other; a number is a lane that asks for it",
        "",
    )
    for row, (offset, lanes) in enumerate(list(asked.items())[:MOST_ROWS]):
        top = 24 + row * ROW
        drawing.text(LEFT + 20, top + 13, f"byte {offset:,}", "end")
        for lane in lanes:
            x = LEFT + 28 + lane * 20
            drawing.rect(x, top, 18, ROW - 2, "load")
            drawing.text(x + 9, top + 12, str(lane), "number on")
    if len(asked) > MOST_ROWS:
        drawing.text(0, 24 + MOST_ROWS * ROW + 14, f"… and {len(asked) - MOST_ROWS} addresses more")


def _banks(drawing: Drawing, access: Access, where: str) -> None:
    group = LANES if access.width <= WORD else LANES // 2 if access.width <= 2 * WORD else LANES // 4
    worst: dict[int, dict[int, int]] = {}
    first_lane = 0
    for first in range(0, LANES, group):
        banks: dict[int, dict[int, int]] = {}
        for lane, offset in access.lanes.items():
            if first <= lane < first + group:
                for word in range(offset // WORD, (offset + access.width - 1) // WORD + 1):
                    banks.setdefault(word % BANKS, {}).setdefault(word, lane)
        if _passes(banks) > _passes(worst):
            worst, first_lane = banks, first
    part = "" if group == LANES else f", lanes {first_lane} to {first_lane + group - 1}, which are served together"
    passes = _passes(worst)
    drawing.text(
        0,
        14,
        f"{where}{part}: {passes} wavefront{'s' if passes > 1 else ''}; a column is a bank, a number the lane that needs a word of it",
        "",
    )
    width = 22
    for bank in range(0, BANKS, 4):
        drawing.text(LEFT + (bank + 0.5) * width, 36, str(bank), "number")
    op = "load" if access.op == "load" else "store"
    rows = min(passes, MOST_ROWS)
    for row in range(rows):
        top = 42 + row * ROW
        drawing.text(LEFT - 8, top + 13, f"{row + 1}", "end")
        for bank in range(BANKS):
            x = LEFT + bank * width
            words = sorted(worst.get(bank, {}).items())
            drawing.rect(x, top, width - 2, ROW - 2, op if row < len(words) else f"{op}-part")
            if row < len(words):
                drawing.text(x + width / 2 - 1, top + 12, str(words[row][1]), "number on")
    if passes > rows:
        drawing.text(0, 42 + rows * ROW + 14, f"… and {passes - rows} wavefronts more")


def _passes(banks: dict[int, dict[int, int]]) -> int:
    return max((len(words) for words in banks.values()), default=0)
