# The figures of chapter 00-first-kernel: the two halves of a program, and a grid that reaches past the end.
from __future__ import annotations

from tools.drawing.svg import Drawing

COUNT, BLOCK = 1000, 256  # of tests/00-first-kernel/programs/first.cu


def figures() -> dict[str, str]:
    """File name → SVG."""
    return {"two-halves.svg": two_halves(), "tail.svg": tail()}


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
