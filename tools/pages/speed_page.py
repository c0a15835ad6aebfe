# What simt/SPEED.md shows of the simulator's measured speed: tables and single numbers.
from __future__ import annotations

import functools
import math

from tools.errors import CourseError
from tools.measure.measurements import Measurement, read_measurement
from tools.measure.simulator_speed import CUDASIM, KERNELS, OCLGRIND, OURS, TITLES, recorded
from tools.model import ROOT
from tools.pages.tables import markdown_table

__all__ = [
    "locking_percent",
    "ratio_table",
    "speed",
    "speed_about",
    "speed_curve_table",
    "speed_ratio",
    "speed_table",
    "workers_table",
]
ORDER = ((OURS, "none"), (OURS, "all"), (OCLGRIND, "none"), (OCLGRIND, "all"), (CUDASIM, "none"))
CHECKS = {"none": "counters only", "all": "all checkers"}
PLAIN = {"none": "no race detector", "all": "races, uninitialised values"}  # what the other tools call it


@functools.cache
def _recorded() -> Measurement:
    return recorded()


def measured_rows(series: str, tool: str, checks: str) -> list[dict[str, str]]:
    return [row for row in _recorded().rows if (row["series"], row["tool"], row["checks"]) == (series, tool, checks)]


def measured_row(kernel: str, tool: str, checks: str) -> dict[str, str]:
    for row in measured_rows("compare", tool, checks):
        if row["kernel"] == kernel:
            return row
    raise CourseError(f"{_recorded().path.name} has no row of {kernel} with {tool}, checks {checks}")


def title_of(tool: str, checks: str) -> str:
    words = CHECKS if tool == OURS else PLAIN
    return TITLES[tool] + ("" if tool == CUDASIM else f", {words[checks]}")


def _short(value: float) -> str:
    """Three digits and a unit that a person reads: 41.2 M."""
    for unit, scale in ((" G", 1e9), (" M", 1e6), (" k", 1e3)):
        if value >= scale:
            return f"{value / scale:.3g}{unit}"
    return f"{value:.3g}"


def speed(kernel: str, column: str, tool: str = OURS, checks: str = "none") -> str:
    """One number: threads_per_s, accesses_per_s or ns_per_access of a kernel."""
    value = float(measured_row(kernel, tool, checks)[column])
    return f"{value:.3g}" if column.startswith("ns") else _short(value)


def speed_ratio(over: str, checks: str = "none", kernel: str | None = None) -> str:
    """How many times as many accesses a second as the other tool; without a kernel, the geometric mean of all. CUDASIM
    has no checkers, so ours with all checkers on is held against the same number."""
    theirs = "none" if over == CUDASIM else checks
    names = [kernel] if kernel else list(KERNELS)
    ratios = [
        float(measured_row(k, OURS, checks)["accesses_per_s"]) / float(measured_row(k, over, theirs)["accesses_per_s"])
        for k in names
    ]
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    return f"{mean:,.0f}" if mean >= 10 else f"{mean:.1f}"


def speed_table(column: str = "accesses_per_s") -> str:
    """A line a kernel, a column a tool; then how many times as fast ours is."""
    there = [(tool, checks) for tool, checks in ORDER if measured_rows("compare", tool, checks)]
    lines = [
        [title, *(speed(kernel, column, tool, checks) for tool, checks in there)] for kernel, title in KERNELS.items()
    ]
    return markdown_table(["kernel", *(title_of(*pair) for pair in there)], lines)


def ratio_table() -> str:
    """How many times as many accesses a second ours does, for every kernel and on the geometric mean."""
    pairs = [
        (over, checks) for over in (OCLGRIND, CUDASIM) if measured_rows("compare", over, "none") for checks in CHECKS
    ]
    rows = [
        [title, *(speed_ratio(over, checks, kernel) for over, checks in pairs)] for kernel, title in KERNELS.items()
    ]
    rows.append(["geometric mean", *(speed_ratio(over, checks) for over, checks in pairs)])
    heads = [f"{CHECKS[checks]}: times {TITLES[over]}'s" for over, checks in pairs]
    return markdown_table(["kernel", *heads], rows)


def speed_curve_table() -> str:
    """What an access costs, from 10^6 to 10^9 of them."""
    pairs = [
        (row, other)
        for row, other in zip(measured_rows("curve", OURS, "none"), measured_rows("curve", OURS, "all"), strict=True)
    ]
    lines = [
        [f"{int(row['accesses']):,}", row["size"], f"{float(row['seconds']):.3g}", f"{float(row['ns_per_access']):.3g}",
         f"{float(other['seconds']):.3g}", f"{float(other['ns_per_access']):.3g}"]
        for row, other in pairs
    ]  # fmt: skip
    return markdown_table(
        ["accesses", "side", "s", "ns an access", "s, all checkers", "ns an access, all checkers"], lines
    )


def speed_about(key: str) -> str:
    """A key of the file's provenance: host cpu, cores, compiler, oclgrind, numba, date, …"""
    return _recorded().provenance.get(key, "?")


def workers_table(simulator: str, machine: str) -> str:
    """What a check takes with so many workers, on a machine with a processor for each."""
    recorded = read_measurement(ROOT / "data" / "simt" / "workers" / f"{machine}.csv")
    lines: dict[tuple[str, str], list[dict[str, str]]] = {}
    for row in recorded.rows:
        if row["simulator"] == simulator:
            lines.setdefault((row["lab"], row["workers"]), []).append(row)

    def mean(rows: list[dict[str, str]], column: str) -> float:
        return sum(float(row[column]) for row in rows) / len(rows)

    return markdown_table(
        ["lab", "workers", "s", "s of processors, programs", "s of processors, kernel", "times a thread waited"],
        [
            [lab, workers, *(f"{mean(rows, column):.1f}" for column in ("wall_s", "user_s", "system_s")),
             f"{mean(rows, 'switches'):,.0f}"]
            for (lab, workers), rows in lines.items()
        ],
    )  # fmt: skip


def locking_percent(simulator: str, lab: str) -> str:
    """Of a profile's samples with eight workers on two processors, how many lie in taking and leaving locks."""
    for row in read_measurement(ROOT / "data" / "simt" / "workers" / "amd-epyc.csv").rows:
        if (row["simulator"], row["lab"]) == (simulator, lab):
            return f"{float(row['locking_percent']):.1f}"
    raise CourseError(f"no profile of {lab} {simulator}")
