# The numbers that the pages of chapter 03-aos-soa show: cells of its experiments, ratios, small tables.
from __future__ import annotations

import re
from collections.abc import Callable

from tools.model import ROOT, find_chapters
from tools.pages.experiments import experiment_about, experiment_value
from tools.pages.snippets import measured
from tools.pages.tables import markdown_table

KIB, MIB, GIB = 1024, 1024**2, 1024**3
BIG = "4x33554432"
NAMES = find_chapters(["03-aos-soa"])[0].names
HOST = ROOT / "data" / "03-aos-soa" / "host-of-nvidia-h200.txt"


def cpu(layout: str, size: int, fields: int = 4, code: str = "compiler", threads: str = "one") -> float:
    """Nanoseconds an object."""
    return experiment_value(
        "cpu_sweep", "ns_per_object", layout=layout, bytes=size, fields=fields, code=code, threads=threads
    )


def iterated(layout: str, iterations: int, code: str = "compiler", objects: int = 1024) -> float:
    """Nanoseconds for one iteration of one object, on the CPU."""
    return experiment_value(
        "cpu_iterations", "ns_per_iteration", layout=layout, code=code, objects=objects, iterations=iterations
    )


def picked(layout: str, size: int = GIB, order: str = "known", threads: str = "one") -> float:
    """Nanoseconds an object in random order, on the CPU."""
    return experiment_value("cpu_random", "ns_per_object", layout=layout, bytes=size, order=order, threads=threads)


def gpu(layout: str, fields: int = 4, objects: int = 1 << 26) -> float:
    """Milliseconds."""
    return experiment_value("gpu_fields", "median_ms", layout=layout, fields=fields, objects=objects)


def ordered(kernel: str, layout: str) -> float:
    """Milliseconds: loads and stores in another order, conversions in both directions."""
    return experiment_value("gpu_order", "median_ms", kernel=kernel, layout=layout)


def order_moved(kernel: str, layout: str, column: str) -> float:
    """What they move below the SMs, by the GPU's counters."""
    return experiment_value("gpu_order", column, kernel=kernel, layout=layout)


def order_l1_hits(kernel: str, layout: str) -> float:
    """Of the sectors that loads ask L1 for, in per cent."""
    return 100 * order_moved(kernel, layout, "l1_load_hits") / order_moved(kernel, layout, "l1_load_sectors")


def order_table() -> str:
    """AoS and SoA in both orders: what L1 counts, what reaches L2, what DRAM moves."""
    rows = [
        [
            title,
            f"{order_l1_hits(*case):.0f} %",
            f"{order_moved(*case, 'l1_store_sectors') / 1e6:.1f}",
            f"{order_moved(*case, 'l2_stores_sent') / 1e6:.1f}",
            f"{order_moved(*case, 'dram_read_bytes') / 1e9:.2f}",
            f"{order_moved(*case, 'dram_write_bytes') / 1e9:.2f}",
            f"{ordered(*case):.3g}",
        ]
        for case, title in (
            (("in turn", "aos"), "AoS, each field in turn"),
            (("loads first", "aos"), "AoS, all loads first"),
            (("in turn", "soa"), "SoA, each field in turn"),
            (("loads first", "soa"), "SoA, all loads first"),
        )
    ]
    return markdown_table(
        [
            "67,108,864 objects",
            "loads found in L1",
            "million sectors stored, at L1",
            "million that reach L2",
            "GB read from DRAM",
            "GB written",
            "median ms",
        ],
        rows,
    )


def gpu_iterated(layout: str, iterations: int, objects: int = 1 << 18) -> float:
    """Nanoseconds for one iteration of one object, on the GPU."""
    return experiment_value("gpu_iterations", "ns_per_iteration", layout=layout, iterations=iterations, objects=objects)


def gpu_picked(layout: str, size: int = GIB) -> float:
    """Nanoseconds an object in random order, on the GPU."""
    return experiment_value("gpu_random", "ns_per_object", layout=layout, bytes=size)


def ms(version: str, shape: str = BIG) -> float:
    return float(measured(version, shape))


def times(slow: float, fast: float, digits: int = 1) -> str:
    return f"{slow / fast:.{digits}f}"


def size(count: int) -> str:
    """ "16 KiB" for 16,384."""
    for unit, name in ((GIB, "GiB"), (MIB, "MiB")):
        if count >= unit:
            return f"{count // unit} {name}"
    return f"{count // KIB} KiB"


def cache(level: str) -> str:
    """The size of one instance of "L1d", "L2" or "L3" of the host, as lscpu told it of all of them."""
    line = next(line for line in HOST.read_text(encoding="utf-8").splitlines() if line.startswith(level))
    (found,) = re.findall(r"(\d+) (\w+) \((\d+) instance", line)
    total, unit, instances = found
    return f"{int(total) // int(instances)} {unit}"


def grid(unit: str, value: Callable[..., float], down: dict[str, tuple], across: dict[str, tuple]) -> str:
    """A table. Rows and columns are {heading: arguments}; value(*row, *column) is a cell's number, in the unit of the corner."""
    rows = [[name, *(f"{value(*row, *column):.3g}" for column in across.values())] for name, row in down.items()]
    return markdown_table([unit, *across], rows)


def opening_table() -> str:
    """SoA's time over AoS's, in the cases that the chapter begins with."""
    one, card = "CPU, one thread", experiment_about("gpu_fields")
    rows = [
        (one, "all fields, 16 KiB of data, `g++ -O3`", cpu("soa", 16 * KIB), cpu("aos", 16 * KIB)),
        (
            one,
            "the same, and the compiler is told that pointers do not overlap",
            cpu("soa", 16 * KIB, code="promised"),
            cpu("aos", 16 * KIB, code="promised"),
        ),
        (one, "all fields, 1 GiB of data", cpu("soa", GIB), cpu("aos", GIB)),
        (one, "one field of four, 1 GiB of data", cpu("soa", GIB, 1), cpu("aos", GIB, 1)),
        (one, "whole objects in random order, 1 GiB", picked("soa"), picked("aos")),
        (card, "all fields, 2 GiB, one field after the other", gpu("soa"), gpu("aos")),
        (
            card,
            "the same, with all loads before the first store",
            ordered("loads first", "soa"),
            ordered("loads first", "aos"),
        ),
        (
            card,
            "one field after the other, but an `Item` moves with one access of 16 bytes",
            gpu("soa"),
            gpu("aos_vector"),
        ),
    ]
    cells = [[where, what, f"{times(soa, aos, 2)} times the time"] for where, what, soa, aos in rows]
    return markdown_table(["where", "what", "four arrays, compared with one array of objects"], cells)
