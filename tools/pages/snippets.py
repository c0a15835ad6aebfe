# What chapter text may show by name: code cut out of the sources, measured and simulated numbers, tables.
"""In a chapter's README.md, ./course docs fills what stands between two comments:

    <!-- [[[cog print(snippet("solutions/01-coalescing/transpose_naive.cu", "transpose_naive_kernel")) ]]] -->
    <!-- [[[end]]] -->

and puts numbers into sentences (tools/pages/inline.py):

    A store touches <!--= simulated('naive_32x8', 'store.sectors_per_request') -->32<!--/--> sectors.

The chapter is the page's own; a page that is in none, or means another, names it first: simulated('01', …).
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from tools.build.runner import Run, cached_run
from tools.errors import CourseError
from tools.measure.measurements import measurement
from tools.model import ROOT, Chapter, Lab
from tools.pages.page import of_chapter
from tools.pages.tables import markdown_table, shown_number

__all__ = [
    "hardware",
    "lab_table",
    "labs_of",
    "machine",
    "measured",
    "measured_table",
    "shared_table",
    "simulated",
    "simulated_table",
    "snippet",
]
COPY = "copy"
PAGE_WIDTH = 96  # columns of code


def snippet(path: str, name: str) -> str:
    """The function, class or struct of that name, or what stands between `// [name]` and `// [/name]`, as a code block."""
    try:
        lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise CourseError(f"snippet: cannot read {path}: {error.strerror}") from error
    found = _region(lines, name) or _function(lines, name) or _type(lines, name)
    if not found:
        raise CourseError(f"snippet: {path} has no function, no class and no region '{name}'")
    if wide := next((line for line in found if len(line) > PAGE_WIDTH), ""):
        raise CourseError(f"snippet: a page holds {PAGE_WIDTH} columns, and {path} has more: {wide.strip()}")
    language = "cuda" if path.endswith((".cu", ".cuh")) else "cpp"
    return f"```{language}\n" + "\n".join(found) + f"\n```\n<sub>[{path}](../../{path})</sub>"


def _region(lines: list[str], name: str) -> list[str]:
    marks = [line.strip() for line in lines]
    if f"// [{name}]" not in marks or f"// [/{name}]" not in marks:
        return []
    inside = lines[marks.index(f"// [{name}]") + 1 : marks.index(f"// [/{name}]")]
    inside = [line for line in inside if not re.fullmatch(r"\s*// \[/?\w+\]", line)]  # of regions in it
    indent = min((len(line) - len(line.lstrip()) for line in inside if line.strip()), default=0)
    return [line[indent:] for line in inside]


def _function(lines: list[str], name: str) -> list[str]:
    """From the line its head begins on to its closing brace; comments and strings count no braces."""
    code = _blank_comments("\n".join(lines))
    for match in re.finditer(rf"^(?![ \t#])[^\n;={{}}]*(\n[ \t]+[^\n;={{}}]*)?\b{re.escape(name)}\s*\(", code, re.M):
        head = _closing(code, match.end() - 1, "()")
        brace, semicolon = code.find("{", head), code.find(";", head)
        if brace < 0 or 0 <= semicolon < brace:
            continue  # a declaration, or a call
        end = _closing(code, brace, "{}")
        first, last = code.count("\n", 0, match.start()), code.count("\n", 0, end)
        bare = code.split("\n")
        while first and re.match(r"^(template\b|__global__|__device__|__host__|static\b|inline\b)", bare[first - 1]):
            first -= 1
        return lines[first : last + 1]
    return []


def _type(lines: list[str], name: str) -> list[str]:
    """A class or struct, from its head to the brace and semicolon that end it."""
    code = _blank_comments("\n".join(lines))
    match = re.search(rf"^(class|struct)\s+{re.escape(name)}\b[^;{{]*\{{", code, re.M)
    if not match:
        return []
    end = _closing(code, match.end() - 1, "{}")
    return lines[code.count("\n", 0, match.start()) : code.count("\n", 0, end) + 1]


def _closing(code: str, start: int, pair: str) -> int:
    """Where the bracket that opens at `start` closes."""
    depth = 0
    for place in range(start, len(code)):
        depth += {pair[0]: 1, pair[1]: -1}.get(code[place], 0)
        if depth == 0:
            return place
    return len(code) - 1


def _blank_comments(text: str) -> str:
    """The text with comments, strings and characters blanked, newlines kept."""
    pattern = r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])'"
    return re.sub(pattern, lambda match: re.sub(r"[^\n]", " ", match.group()), text, flags=re.S)


@of_chapter
def labs_of(chapter: Chapter) -> str:
    """How many labs a chapter has, and their points."""
    return f"{len(chapter.labs)} labs, {sum(lab.total for lab in chapter.labs)} points"


@of_chapter
def measured(chapter: Chapter, version: str, shape: str, column: str = "median_ms", machine: str | None = None) -> str:
    """One cell of the measured times: median_ms, q1_ms, q3_ms, gb_per_s, repeats, or copy_share (a percentage)."""
    times = measurement(chapter, machine=machine)
    row = times.row(version, shape)
    if column == "copy_share":
        return f"{100 * float(times.row(COPY, shape)['median_ms']) / float(row['median_ms']):.0f} %"
    if column == "gb_per_s":
        return f"{float(row[column]):.0f}"
    return shown_number(float(row[column])) if column.endswith("_ms") else row[column]


@of_chapter
def machine(chapter: Chapter, key: str = "gpu", machine: str | None = None) -> str:
    """Where the times come from: gpu, driver, date, compiler, …: a key of the file's provenance."""
    return measurement(chapter, machine=machine).provenance.get(key, "?")


@of_chapter
def measured_table(chapter: Chapter, shape: str, machine: str | None = None) -> str:
    """Median, GB/s and share of the copy of every version at one shape, as far as `bench` times it."""
    rows = [(version.name, version.label) for version in chapter.timed] + [(COPY, "device-to-device copy")]
    cells = [
        [
            title,
            *(measured(chapter, name, shape, column, machine) for column in ("median_ms", "gb_per_s", "copy_share")),
        ]
        for name, title in rows
    ]
    return markdown_table(["version", "median ms", "GB/s", "of the copy"], cells)


@of_chapter
def hardware(chapter: Chapter, version: str, shape: str, column: str, machine: str | None = None) -> str:
    """One of ncu's own counters, as recorded: load_requests, load_sectors, store_requests, store_sectors, …"""
    return f"{int(float(measurement(chapter, counters=True, machine=machine).row(version, shape)[column])):,}"


@functools.cache
def _simulated_run(chapter: Chapter) -> Run:
    return cached_run(chapter, "sim")


@of_chapter
def simulated(chapter: Chapter, version: str, what: str, shape: str | None = None) -> str:
    """A number of a fresh run on sim: 'load.requests', 'store.sectors', 'store.sectors_per_request',
    'load.ideal_sectors_per_request', 'shared_load.wavefronts_per_request', 'shared_store.ideal_wavefronts', … at the
    chapter's first shape or another of its shapes."""
    result = _simulated_run(chapter).of(version, shape or chapter.shapes[0])
    if result is None or not result.counters:
        raise CourseError(f"no simulated counters of {version} at {shape or chapter.shapes[0]} in {chapter.slug}")
    op, _, name = what.partition(".")
    counts = result.counters[op]
    if name.endswith("_per_request"):
        return f"{counts[name.removesuffix('_per_request')] / counts['requests']:.4g}" if counts["requests"] else "0"
    return f"{counts[name]:,}"


@of_chapter
def simulated_table(chapter: Chapter, shape: str | None = None) -> str:
    """Requests and sectors a request, ideal beside them, of every version."""
    rows = []
    for version in chapter.kernels:
        row = [version.label]
        for op in ("load", "store"):
            per, ideal = (
                simulated(chapter, version.name, f"{op}.{name}_per_request", shape)
                for name in ("sectors", "ideal_sectors")
            )
            row += [simulated(chapter, version.name, f"{op}.requests", shape), f"{per} ({ideal})"]
        rows.append(row)
    return markdown_table(
        ["version", "load requests", "sectors a request (ideal)", "store requests", "sectors a request (ideal)"], rows
    )


@of_chapter
def shared_table(chapter: Chapter, shape: str | None = None) -> str:
    """Requests to shared memory and wavefronts a request, ideal beside them, of every version that uses it."""
    rows = []
    for version in chapter.kernels:
        row = [version.label]
        for op in ("shared_load", "shared_store"):
            requests = simulated(chapter, version.name, f"{op}.requests", shape)
            per, ideal = (
                simulated(chapter, version.name, f"{op}.{name}_per_request", shape)
                for name in ("wavefronts", "ideal_wavefronts")
            )
            row += [requests, f"{per} ({ideal})"] if requests != "0" else ["–", "–"]
        if set(row[1:]) != {"–"}:
            rows.append(row)
    heads = [head for op in ("load", "store") for head in (f"shared {op} requests", "wavefronts a request (ideal)")]
    return markdown_table(["version", *heads], rows)


@of_chapter
def lab_table(chapter: Chapter) -> str:
    """The chapter's labs with their files and points."""
    return table_of_labs(chapter.labs)


def table_of_labs(labs: Sequence[Lab]) -> str:
    rows = [
        [
            f"[`{lab.name}`](../../labs/{lab.slug}/{lab.file})",
            lab.title,
            ", ".join(f"{suite} {points}" for suite, points in lab.points.items()),
            f"`./course check {lab.name}`",
        ]
        for lab in labs
    ]
    return markdown_table(["lab", "what", "points", "check it"], rows)
