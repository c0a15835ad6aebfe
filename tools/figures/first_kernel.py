# The figures of chapter 00-first-kernel: the two halves of a program, a grid that reaches past the end, and a timeline.
from __future__ import annotations

from tools.drawing.svg import WIDTH, Drawing
from tools.measure.measurements import read_measurement
from tools.model import ROOT, find_chapters

COUNT, BLOCK = 1000, 256  # of tests/00-first-kernel/programs/first.cu


def figures() -> dict[str, str]:
    """File name → SVG."""
    return {"two-halves.svg": two_halves(), "tail.svg": tail(), "timeline.svg": timeline()}


def two_halves() -> str:
    drawing = Drawing(
        "A program with CUDA: the host with its memory, the device with its own, and the calls between them"
    )
    top, tall, wide = 30, 168, 250
    left, right = 4, 796 - wide
    for x, name, kind in ((left, "host: the CPU", "store"), (right, "device: the GPU", "load")):
        drawing.text(x, 16, name, "head")
        drawing.rect(x, top, wide, tall, f"{kind}-part", 6)
    for x, y, words, kind in (
        (left, top, "main()", "store"), (right, top, "kernel, in many threads", "load"),
        (left, top + 84, "numbers: the host's memory", "store"), (right, top + 84, "data: the device's memory", "load"),
    ):  # fmt: skip
        drawing.rect(x + 14, y + 16, wide - 28, 52, kind, 4)
        drawing.text(x + wide / 2, y + 47, words, "middle on")
    begin, end = left + wide, right
    for y, words, forwards in (
        (top + 34, "kernel<<<grid, block>>>(data, …)", True), (top + 62, "cudaMalloc, cudaFree", True),
        (top + 118, "cudaMemcpy, HostToDevice", True), (top + 146, "cudaMemcpy, DeviceToHost", False),
    ):  # fmt: skip
        drawing.text((begin + end) / 2, y - 5, words, "middle")
        drawing.line(begin + 8, y, end - 8, y)
        tip, back = (end - 8, -7) if forwards else (begin + 8, 7)
        drawing.path([(tip + back, y - 4), (tip, y), (tip + back, y + 4)])
    drawing.text(
        left,
        top + tall + 24,
        "A pointer leads into one of the two memories. Whoever follows it must be of the same half.",
    )
    return drawing.svg()


def tail() -> str:
    blocks = (COUNT + BLOCK - 1) // BLOCK
    past = blocks * BLOCK - COUNT
    drawing = Drawing(f"{blocks} blocks of {BLOCK} threads over {COUNT} numbers: {past} threads have none")
    left, scale, top = 4, 780 / (blocks * BLOCK), 50
    drawing.text(left, 16, f"{blocks} blocks of {BLOCK} threads, {COUNT} numbers", "head")
    for block in range(blocks):
        x = left + block * BLOCK * scale
        drawing.rect(x, top, BLOCK * scale, 30, "load-part")
        drawing.rect(x, top, BLOCK * scale, 30, "grid")
        drawing.text(x + BLOCK * scale / 2, top + 19, f"blockIdx.x = {block}", "middle")
        drawing.text(x + 2, top - 6, f"i = {block * BLOCK}")
    drawing.rect(left, top + 40, COUNT * scale, 22, "store-part")
    drawing.rect(left, top + 40, COUNT * scale, 22, "store-edge")
    drawing.text(left + COUNT * scale / 2, top + 55, f"the array: elements 0 to {COUNT - 1}", "middle")
    drawing.rect(left + COUNT * scale, top + 40, past * scale, 22, "rest")
    drawing.text(left + blocks * BLOCK * scale, top + 82, f"{past} threads past the end", "end")
    return drawing.svg()


def timeline() -> str:
    """Nsight Systems' timeline of first.cu: the whole program, and the moment of the launch."""
    chapter = find_chapters(["00-first-kernel"])[0]
    data = read_measurement(ROOT / "data" / chapter.slug / "gpu" / f"timeline-{chapter.machine}.csv")
    rows = [(row["side"], row["name"], int(row["start_ns"]) / 1e6, int(row["ns"]) / 1e6) for row in data.rows]
    begin = {name: start for _, name, start, _ in reversed(rows)}  # the first of each name
    length = {name: ms for _, name, _, ms in reversed(rows)}
    first = begin["cudaMalloc"]
    end = begin["cudaFree"] + length["cudaFree"]
    launch, waited = begin["cudaLaunchKernel"], begin["cudaDeviceSynchronize"] + length["cudaDeviceSynchronize"]
    drawing = Drawing(
        "A timeline of first.cu: the host's calls above, the device's copies and its kernel below; the kernel can be seen "
        "in the lower part only, which shows the moment of the launch"
    )
    gpu = data.provenance["gpu"]
    _panel(drawing, 0, f"The whole program, on an {gpu}, as Nsight Systems saw it", rows, first, first, end, 50)
    _panel(drawing, 130, "The moment of the launch", rows, first, launch - 0.03, waited + 0.05, 0.1)
    return drawing.svg()


def _panel(
    drawing: Drawing, top: float, title: str, rows: list[tuple[str, str, float, float]], zero: float, begin: float, end: float, tick: float
) -> None:  # fmt: skip
    """Bars of what ran between two times (ms), a row for each side; ticks count from `zero`. Words stand where they fit."""
    left, wide, tall = 60, WIDTH - 64, 26
    scale = wide / (end - begin)
    drawing.text(4, top + 16, title, "head")
    for number, side in enumerate(("host", "device")):
        y = top + 28 + number * (tall + 6)
        drawing.text(4, y + 17, side)
        drawing.rect(left, y, wide, tall, "tint")
        for where, name, start, ms in rows:
            x, right = max(start, begin), min(start + ms, end)
            if where != side or right <= x or name.startswith("cuModule"):
                continue
            kind = "store" if side == "host" else "load"
            drawing.rect(left + (x - begin) * scale, y, (right - x) * scale, tall, kind)
            words = _short(name)
            if (right - x) * scale > 7 * len(words) + 10:
                drawing.text(left + (x + right - 2 * begin) / 2 * scale, y + 17, words, "middle on")
    base = top + 28 + 2 * (tall + 6)
    step = -(-(begin - zero) // tick) * tick
    while zero + step <= end:
        x = left + (zero + step - begin) * scale
        drawing.line(x, base - 6, x, base + 2)
        words = f"{step:g} ms" if tick >= 1 else f"{step:.1f} ms"
        drawing.text(x, base + 14, words, "" if x < left + 20 else "end" if x > WIDTH - 40 else "middle")
        step += tick


def _short(name: str) -> str:
    """A call's name as it is; a copy's and a kernel's in a word or two."""
    return {"[CUDA memcpy Host-to-Device]": "copy in", "[CUDA memcpy Device-to-Host]": "copy out"}.get(
        name, "the kernel" if "(" in name else name.removeprefix("cuda") if name == "cudaMemcpy" else name
    )
