# The figures of chapter 04-timers: a counter that wraps, and what the clocks of an H200 showed.
from __future__ import annotations

from tools.drawing.svg import Drawing
from tools.hardware import LANES
from tools.measure.measurements import Measurement
from tools.model import Chapter, find_chapters
from tools.pages.experiments import experiment_statistic, table_shown


def figures() -> dict[str, str]:
    """File name → SVG. What needs a measurement is drawn when there is one."""
    chapter = find_chapters(["04-timers"])[0]
    drawn = {"wrap.svg": wrap(), "four-brackets.svg": brackets()}
    if (chapter.measured / f"{chapter.machine}-lanes.csv").exists():
        drawn["lanes.svg"] = lanes(table_shown(chapter, "lanes"))
    if (chapter.measured / f"{chapter.machine}-spread.csv").exists():
        drawn["spread.svg"] = spread(chapter)
    return drawn


def wrap() -> str:
    """A counter of 8 bits as a row of values, from 240 over the end to 15."""
    before, after, bits = 245, 6, 8
    highest = 2**bits - 1
    drawing = Drawing(f"A counter of {bits} bits goes from {before} past {highest} and 0 to {after}")
    cell, left, top = 24, 4, 44
    shown = [*range(240, highest + 1), *range(16)]
    for place, value in enumerate(shown):
        x = left + place * cell
        passed = before < value <= highest or value <= after
        drawing.rect(x, top, cell, 22, "load" if value in (before, after) else "load-part" if passed else "tint")
        drawing.rect(x, top, cell, 22, "grid")
        drawing.text(x + cell / 2, top + 15, str(value), "number on" if value in (before, after) else "number")
    middle = left + shown.index(0) * cell
    drawing.line(middle, top - 12, middle, top + 34)
    drawing.text(middle, top - 18, f"the tick from {highest} to 0", "middle")
    start, end = left + (shown.index(before) + 0.5) * cell, left + (shown.index(after) + 0.5) * cell
    y = top + 40
    parts = (
        (start, middle - cell / 2, f"{highest - before} ticks"),
        (middle - cell / 2, middle + cell / 2, "1"),
        (middle + cell / 2, end, f"{after} ticks"),
    )
    for x1, x2, words in parts:
        drawing.path([(x1, y - 6), (x1, y), (x2, y), (x2, y - 6)])
        drawing.text((x1 + x2) / 2, y + 18, words, "middle")
    elapsed = (after - before) % 2**bits
    drawing.text(
        left,
        y + 46,
        f"{elapsed} ticks: ({after} − {before}) modulo {2**bits} = −{before - after} + {2**bits}. The highest value, {highest}, would be one short.",
    )
    return drawing.svg()


def brackets() -> str:
    """Who reads which clock when; not to scale, and without a number."""
    drawing = Drawing("What four ways to time a kernel have between their two readings, not to scale")
    left, cpu, gpu, tall = 64, 44, 96, 26
    drawing.text(4, cpu + 17, "CPU", "strong")
    drawing.text(4, gpu + 17, "GPU", "strong")
    drawing.text(left, 18, "time → (not to scale)")
    for x, width, row, kind, words in (
        (left, 90, cpu, "store", "launch"), (left + 90, 430, cpu, "tint", "waits, or does something else"),
        (left + 170, 300, gpu, "load", "kernel"), (left + 60, 24, gpu, "load-part", "a"), (left + 476, 24, gpu, "load-part", "b"),
    ):  # fmt: skip
        drawing.rect(x, row, width, tall, kind)
        on = " on" if kind in ("store", "load") else ""
        drawing.text(x + width / 2, row + 17, words, f"number{on}" if len(words) == 1 else f"middle{on}")
    for x1, x2, y, words in (
        (left, left + 90, 148, "a clock around the launch"),
        (left, left + 520, 176, "a clock around the launch and a wait"),
        (
            left + 84,
            left + 476,
            204,
            "events a and b, on a GPU that had nothing to do: a is reached before the kernel is there",
        ),
        (left + 170, left + 476, 232, "events on a GPU that was busy until all three were in the queue"),
    ):
        drawing.path([(x1, y - 6), (x1, y), (x2, y), (x2, y - 6)])
        drawing.text(x1, y + 14, words)
    return drawing.svg()


def lanes(table: Measurement) -> str:
    """Warp 0 of two kernels: until when each lane's clock ran, and what share of it was the lane's own work."""
    gpu = table.provenance.get("gpu", "")
    drawing = Drawing(f"When the lanes of a warp read the clock after their work, on an {gpu}")
    panels = (
        ("ragged", 4, "loops of different length", "lane l goes l + 1 times as far as lane 0"),
        ("branches", 412, "two sides of a branch", "even lanes take one side, odd lanes the other; each reads there"),
    )
    for kernel, left, words, more in panels:
        rows = [row for row in table.select({"kernel": kernel}) if int(row["thread"]) < LANES]
        longest = max(float(row["end"]) for row in rows)
        drawing.text(left, 16, words, "head")
        drawing.text(left, 34, more)
        x0, width, cell, top = left + 26, 330, 11, 46
        firsts = sorted({float(row["end"]) for row in rows})
        for row in rows:
            lane, end = int(row["thread"]), float(row["end"])
            y = top + lane * cell
            drawing.rect(x0, y, end / longest * width, cell - 2, "load-part")
            if kernel == "ragged":
                drawing.rect(x0, y, (lane + 1) / LANES * end / longest * width, cell - 2, "load")
            else:  # each side runs alone: the one that ends later begins where the other ended
                begin = max((first for first in firsts if first < end), default=0.0)
                drawing.rect(x0 + begin / longest * width, y, (end - begin) / longest * width, cell - 2, "load")
            if lane % 4 == 0 or lane == LANES - 1:
                drawing.text(x0 - 6, y + 9, str(lane), "end")
        bottom = top + LANES * cell
        for reading in firsts:
            x = x0 + reading / longest * width
            drawing.line(x, top - 3, x, bottom + 3)
            drawing.text(
                min(x, left + 372), bottom + 18, f"{reading:,.0f} ticks", "end" if reading == longest else "middle"
            )
    below = drawing.height + 12
    drawing.rect(4, below, 16, 12, "load")
    drawing.text(28, below + 10, "the lane's own work")
    drawing.rect(200, below, 16, 12, "load-part")
    drawing.text(224, below + 10, "its warp works for other lanes: the clock runs on")
    drawing.text(4, below + 34, f"Numbers on the left are lanes of warp 0. Measured on an {gpu}.")
    return drawing.svg()


def spread(chapter: Chapter) -> str:
    """Histograms of a thousand samples, taken in two ways."""
    table = table_shown(chapter, "spread")
    drawing = Drawing(
        f"A thousand times of one kernel on an {table.provenance.get('gpu', '')}, by the host's clock and by events"
    )
    left, width, tall, first, last, bin_us = 40, 740, 110, 14.0, 30.0, 0.25
    scale = width / (last - first)
    counts: dict[str, list[int]] = {}
    for how in ("events", "host"):
        counts[how] = [0] * (int((last - first) / bin_us) + 1)
        for row in table.select({"how": how}):
            counts[how][min(int((float(row["us"]) - first) / bin_us), len(counts[how]) - 1)] += 1
    most = max(max(bins) for bins in counts.values())
    for index, (how, words) in enumerate((("events", "events"), ("host", "host's clock, launch and wait"))):
        top = 40 + index * (tall + 62)
        base = top + tall
        about = {
            what: experiment_statistic(chapter, "spread", "us", what, how=how)
            for what in ("median", "mean", "min", "max")
        }
        beyond = counts[how][-1]
        drawing.text(left, top - 20, words, "head")
        for place, count in enumerate(counts[how][:-1]):
            if count:
                height = max(count / most * tall, 1.5)
                drawing.rect(
                    left + place * bin_us * scale,
                    base - height,
                    bin_us * scale - 1,
                    height,
                    "load" if how == "events" else "store",
                )
        drawing.line(left, base, left + width, base)
        for us in range(int(first), int(last) + 1, 2):
            drawing.text(left + (us - first) * scale, base + 16, f"{us}", "number")
        for what, up in (("median", 4), ("mean", 18)):
            x = left + (about[what] - first) * scale
            drawing.line(x, top + up - 8, x, base)
            drawing.text(x + 4, top + up, f"{what} {about[what]:.4g} µs")
        more = f"; {beyond} beyond {last:.0f} µs" if beyond else ""
        drawing.text(left + width, top + 4, f"smallest {about['min']:.3g}, largest {about['max']:.3g} µs{more}", "end")
    drawing.text(left + width, drawing.height + 10, "µs", "end")
    return drawing.svg()
