# Tables and numbers for chapter text: what the simulator counts at any shape, and the same beside what a GPU counted.
from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence

from tools.build.runner import Run, cached_run
from tools.build.trace import trace
from tools.errors import CourseError
from tools.hardware import SECTOR
from tools.measure.measurements import NotMeasured, measurement
from tools.model import Chapter, Version
from tools.pages.experiments import table_shown
from tools.pages.page import of_chapter
from tools.pages.tables import markdown_table, shown_number

__all__ = [
    "agreement_table",
    "counted",
    "efficiency_table",
    "if_measured",
    "pattern_wavefronts",
    "percent_longer",
    "plot",
    "ratio",
    "traffic_table",
    "versions_table",
]
OPS = ("load", "store")
SHARED = ("shared_load", "shared_store")


def _version(chapter: Chapter, name: str) -> Version:
    for version in chapter.versions:
        if version.name == name:
            return version
    raise CourseError(f"{chapter.slug} has no version '{name}'")


@functools.cache
def _run(chapter: Chapter) -> Run:
    return cached_run(chapter, "sim")


@functools.cache
def _totals(chapter: Chapter, name: str, shape: str) -> dict[str, dict[str, int]]:
    """Of one launch: at the chapter's own shapes whatever its functions' types are, at others where they are a matrix's."""
    if shape in chapter.shapes and (result := _run(chapter).of(name, shape)) and result.counters:
        return result.counters
    version = _version(chapter, name)
    return trace(f"solutions-{version.stem}.sim.so", version.function, shape)[0].totals


@of_chapter
def counted(chapter: Chapter, version: str, what: str, shape: str) -> str:
    """A total of one launch at any shape: 'load.requests', 'store.sectors', 'store.sectors_per_request', 'store.used',
    'shared_load.wavefronts', 'shared_load.wavefronts_per_request', …"""
    op, _, name = what.partition(".")
    total = _totals(chapter, version, shape)[op]
    if name == "used":
        return f"{100 * total['bytes'] / (SECTOR * total['sectors']):.3g} %"
    if name.endswith("_per_request"):
        return f"{total[name.removesuffix('_per_request')] / total['requests']:.3g}" if total["requests"] else "0"
    return f"{total[name]:,}"


@of_chapter
def pattern_wavefronts(chapter: Chapter, function: str) -> int:
    """Wavefronts of the one load from shared memory of a function of tests/<slug>/patterns.cu."""
    return trace(f"patterns-{chapter.slug}.sim.so", function, "64x64")[0].of("load", "shared")[0].wavefronts


@of_chapter
def efficiency_table(chapter: Chapter, shape: str) -> str:
    """Sectors a request and the share of their bytes that is used, loads and stores of every version."""
    rows = []
    for version in chapter.kernels:
        cells = [
            counted(chapter, version.name, f"{op}.{name}", shape)
            for op in OPS
            for name in ("requests", "sectors_per_request", "used")
        ]
        rows.append([version.label, *cells])
    heads = [f"{op} {name}" for op in OPS for name in ("requests", "sectors a request", "bytes used")]
    return markdown_table(["version", *heads], rows)


@of_chapter
def traffic_table(chapter: Chapter, shape: str, versions: list[str]) -> str:
    """Bytes in the sectors of loads and stores, for each element, beside the measured time."""
    times = measurement(chapter)
    rows = []
    for name in versions:
        first = chapter.shapes[0]
        total = _totals(chapter, name, first)
        elements = int(first.split("x")[0]) * int(first.split("x")[1])
        load, store = (SECTOR * total[op]["sectors"] / elements for op in OPS)
        median = float(times.row(name, shape)["median_ms"])
        rows.append([_version(chapter, name).label, f"{load:g}", f"{store:g}", f"{load + store:g}", f"{median:.3g}"])
    return markdown_table(["version", "loaded", "stored", "together", f"median ms at {shape.replace('x', '×')}"], rows)


@of_chapter
def ratio(chapter: Chapter, slow: str, fast: str, shape: str) -> str:
    """How many times as long one version takes as another."""
    times = measurement(chapter)
    return f"{float(times.row(slow, shape)['median_ms']) / float(times.row(fast, shape)['median_ms']):.1f}"


@of_chapter
def percent_longer(chapter: Chapter, slow: str, fast: str, shape: str) -> str:
    """By how many percent one version takes longer than another, from the times as they were measured, not as a table rounds them."""
    times = measurement(chapter)
    return f"{100 * float(times.row(slow, shape)['median_ms']) / float(times.row(fast, shape)['median_ms']) - 100:.1f}"


@of_chapter
def agreement_table(chapter: Chapter, shape: str) -> str:
    """Requests / sectors, and wavefronts where there are some, of every version, as the simulator and as a GPU's own counters tell them."""
    recorded = measurement(chapter, counters=True)
    shared = any(_totals(chapter, version.name, shape)[op]["requests"] for version in chapter.kernels for op in SHARED)
    rows = []
    for version in chapter.kernels:
        row, same = [version.label], True
        for op in OPS:
            total, counters = _totals(chapter, version.name, shape)[op], recorded.row(version.name, shape)
            here = (total["requests"], total["sectors"])
            there = tuple(int(float(counters[f"{op}_{name}"])) for name in ("requests", "sectors"))
            row += [f"{requests:,} / {sectors:,}" for requests, sectors in (here, there)]
            same = same and here == there
        if shared:
            totals, counters = _totals(chapter, version.name, shape), recorded.row(version.name, shape)
            pairs = [
                tuple(sum(totals[op][name] for op in SHARED) for name in ("wavefronts", "ideal_wavefronts")),
                tuple(int(float(counters[f"{name}shared_wavefronts"])) for name in ("", "ideal_")),
            ]
            row += [f"{wavefronts:,} ({ideal:,})" for wavefronts, ideal in pairs]
            same = same and pairs[0] == pairs[1]
        rows.append([*row, "yes" if same else "**no**"])
    gpu = recorded.provenance.get("gpu", recorded.machine)
    heads = [f"{op}s, {where}" for op in OPS for where in ("simulator", gpu)]
    if shared:
        heads += [f"wavefronts (ideal), {where}" for where in ("simulator", gpu)]
    return markdown_table(["requests / sectors", *heads, "equal"], rows)


def if_measured(write: Callable[[], str]) -> str:
    """write(), or one sentence where data/ lacks a measurement it needs."""
    try:
        return write()
    except NotMeasured as missing:
        return f"*(Not measured yet: `{missing.command}`, on a machine that can, fills this in.)*"


@of_chapter
def versions_table(
    chapter: Chapter, columns: Mapping[str, Callable[[str], object]], versions: Sequence[str] | None = None
) -> str:
    """A row a version, with columns from several sources: {"kernel, ms": lambda v: measured(v, '10240x10240'), "whole call, ms":
    lambda v: experiment('whole_call', 'whole_ms', version=v, rows=10240), …}; – where a source knows nothing of a version."""
    shown = [version for version in chapter.versions if versions is None or version.name in versions]
    rows: list[list[str]] = [[version.label] for version in shown]
    for head, cell in columns.items():
        known, error = 0, None
        for version, row in zip(shown, rows, strict=True):
            try:
                value = cell(version.name)
                row.append(shown_number(value) if isinstance(value, float) else str(value))
                known += 1
            except NotMeasured:
                raise
            except CourseError as no_row:
                row.append("–")
                error = no_row
        if not known and error:  # a misspelt column, rather than a source without a version
            raise CourseError(f"the column '{head}' has no cell: {error}") from error
    return markdown_table(["version", *columns], rows)


@of_chapter
def plot(chapter: Chapter, name: str, alt: str) -> str:
    """The image of one of the measured plots: time, bandwidth, share, or a plot of an experiment."""
    for experiment in chapter.experiments:
        if name in (drawn.name for drawn in experiment.plots):
            table_shown(chapter, experiment.name)  # or it is not measured yet
            return f"![{alt}]({experiment.machine}-{name}.svg)"
    return f"![{alt}]({measurement(chapter).machine}-{name}.svg)"
