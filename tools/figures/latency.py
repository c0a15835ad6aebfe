# The figure of chapter 07-latency: every kernel of the course under the roofline, as an H200 counted them.
from __future__ import annotations

import math
from collections.abc import Callable

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


def _point(row: dict[str, str]) -> tuple[float, float]:
    moved = float(row["dram_read_bytes"]) + float(row["dram_write_bytes"])
    instructions = float(row["instructions"])
    return _x(instructions / moved), _y(instructions / float(row["median_ms"]) / 1e6)


def places_of_names(
    points: dict[str, tuple[float, float]], roof: Callable[[float], float]
) -> dict[str, tuple[float, float]]:
    """Where each name begins, at its middle's height: near its point, under the roof, and over no other name and no point."""
    taken = [(x - 4, y - 4, x + 4, y + 4) for x, y in points.values()]
    places = {}
    for name, (x, y) in sorted(points.items(), key=lambda pair: pair[1]):
        wide = 7 * len(name)
        # To the right, to the left, above and below, and so on further away.
        for away in range(0, 150, 6):
            tries = [(x + 7 + side * (wide + 14), y + way * away) for side in (0, -1, -0.5) for way in (1, -1)]
            free = [
                (left, middle)
                for left, middle in tries
                if LEFT < left < LEFT + WIDE - wide and roof(left) + 9 < middle < TOP + TALL
                and not any(left < box[2] and left + wide > box[0] and middle - 7 < box[3] and middle + 7 > box[1] for box in taken)
            ]  # fmt: skip
            if free:
                break
        places[name] = free[0] if free else (x + 7, y)
        left, middle = places[name]
        taken.append((left, middle - 7, left + wide, middle + 7))
    return places


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
    drawing.text(LEFT + 6, _y(UP[0] * 20), f"memory: {memory_peak:.0f} GB/s")

    def roof(x: float) -> float:
        return _y(min(issue, ACROSS[0] * (ACROSS[1] / ACROSS[0]) ** ((x - LEFT) / WIDE) * memory_peak))

    points = {row["kernel"].replace("_", " "): _point(row) for row in rows}
    for x, y in points.values():
        drawing.rect(x - 3, y - 3, 6, 6, "store")
    for name, (x, y) in places_of_names(points, roof).items():
        if abs(y - points[name][1]) > 10:
            drawing.line(points[name][0], points[name][1], x - 2, y, "grid")
        drawing.text(x, y + 4, name)
    drawing.text(LEFT + WIDE / 2, TOP + TALL + 38, "instructions of warps for each byte to or from memory", "middle")
    drawing.text(LEFT, TOP - 12, "10⁹ instructions of warps a second")
    return drawing.svg()
