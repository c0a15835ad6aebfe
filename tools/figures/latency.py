# The figure of chapter 07-latency: every kernel of the course under the roofline, as an H200 counted them.
from __future__ import annotations

import math

from tools.drawing.svg import Drawing
from tools.model import find_chapters
from tools.pages.experiments import table_shown

ACROSS, UP = (0.007, 5), (8, 2000)  # instructions a byte, 10^9 of them a second
LEFT, TOP, WIDE, TALL = 60, 30, 720, 430


def figures() -> dict[str, str]:
    """File name → SVG. What needs a measurement is drawn when there is one."""
    chapter = find_chapters(["07-latency"])[0]
    if not (chapter.measured / f"{chapter.machine}-roofline.csv").exists():
        return {}
    return {"roofline.svg": roofline()}


def _place(value: float, ends: tuple[float, float]) -> float:
    return math.log(value / ends[0]) / math.log(ends[1] / ends[0])


def _x(value: float) -> float:
    return LEFT + WIDE * _place(value, ACROSS)


def _y(value: float) -> float:
    return TOP + TALL * (1 - _place(value, UP))


def roofline() -> str:
    rows = table_shown(find_chapters(["07-latency"])[0], "roofline").rows
    memory_peak, sms = float(rows[0]["dram_peak_gb_per_s"]), int(rows[0]["sms"])
    drawing = Drawing("Every kernel of the course under the roofline of an H200")
    for power in range(-2, 1):
        drawing.line(_x(10**power), TOP, _x(10**power), TOP + TALL, "grid")
        drawing.text(_x(10**power), TOP + TALL + 18, f"{10.0**power:g}", "middle")
    for power in range(1, 4):
        drawing.line(LEFT, _y(10**power), LEFT + WIDE, _y(10**power), "grid")
        drawing.text(LEFT - 8, _y(10**power) + 4, f"{10**power}", "end")
    issue = 4 * sms * float(rows[0]["clock_mhz"]) / 1000
    ridge = issue / memory_peak
    start = max(ACROSS[0], UP[0] / memory_peak)
    drawing.path([(_x(start), _y(start * memory_peak)), (_x(ridge), _y(issue)), (LEFT + WIDE, _y(issue))], "load-edge")
    drawing.text(_x(ridge) + 8, _y(issue) - 8, f"issuing: {issue:.0f} · 10⁹ a second")
    drawing.text(_x(0.011), _y(0.011 * memory_peak) - 40, f"memory: {memory_peak:.0f} GB/s")
    taken: list[tuple[float, float]] = []
    for row in rows:
        moved = float(row["dram_read_bytes"]) + float(row["dram_write_bytes"])
        across, up = float(row["instructions"]) / moved, float(row["instructions"]) / float(row["median_ms"]) / 1e6
        x, y = _x(across), _y(up)
        drawing.rect(x - 3, y - 3, 6, 6, "store")
        words = y + 4
        while any(abs(words - other) < 12 and abs(x - place) < 90 for place, other in taken):
            words += 12  # below the label that is there
        taken.append((x, words))
        drawing.text(x + 7, words, row["kernel"].replace("_", " "))
    drawing.text(LEFT + WIDE / 2, TOP + TALL + 38, "instructions of warps for each byte to or from memory", "middle")
    drawing.text(LEFT, TOP - 12, "10⁹ instructions of warps a second")
    return drawing.svg()
