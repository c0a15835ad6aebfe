# The page of ./course profile --html: launches, the worst lines with their lanes, the whole source with heat.
from __future__ import annotations

from tools.report.memory import Memory
from tools.report.shell import document, text

PICTURED = 8  # worst lines


def page(name: str, launches: list[dict], registers: bool = False) -> str:
    """`registers`: nvcc has told the model of the caches how many its kernels need."""
    memory = Memory(launches)
    count = len(launches)
    body = [
        f"<h1>{text(name)}</h1>",
        f"<p>What {count:,} launch{'' if count == 1 else 'es'} did to memory, counted by the simulator of Warpwise as a GPU's "
        "memory system would see it. There are no times.</p>",
        "<h2>Launches</h2>",
        memory.table(),
        *memory.caches(registers),
    ]
    if memory.lines:
        worst = [memory.card(line) for line in memory.lines[:PICTURED] if line.wasted]
        body += [
            "<h2>Worst lines</h2>",
            *(worst or ["<p>No line asks for more sectors or wavefronts than its bytes need.</p>"]),
            *memory.sources(),
        ]
    return document(f"{name}: memory", body, memory.requests)
