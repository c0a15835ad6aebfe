# The numbers and words that the pages of chapter 00-first-kernel show: what its programs did on a GPU, and NVIDIA's tools.
from __future__ import annotations

import collections
import functools
import re

from tools.measure.measurements import Measurement, NotMeasured, read_measurement
from tools.measure.ncu import METRICS
from tools.model import ROOT, find_chapters
from tools.pages.tables import markdown_table
from tools.transcript import findings_of, program_run

CHAPTER = find_chapters(["00-first-kernel"])[0]
PROGRAMS = "tests/00-first-kernel/programs"
# What each program does wrong, in the order of the text's table.
MISTAKES = {
    "too_large": "more threads in a block than there may be",
    "no_guard": "no `if`: the last block goes past the end",
    "host_pointer": "the kernel is given a pointer of the host's",
    "device_pointer": "the host follows a pointer of the device's",
    "too_few_bytes": "a copy of `count` bytes, not of `count` floats",
    "wrong_way": "a copy that goes the wrong way",
    "no_wait": "managed memory, read before the kernel is done",
}
ENDINGS = {"SIGSEGV": "segmentation fault", "SIGABRT": "aborted", "SIGBUS": "bus error"}


@functools.cache
def recorded(what: str = "printed") -> Measurement:
    path = ROOT / "data" / CHAPTER.slug / "gpu" / f"{what}-{CHAPTER.machine}.csv"
    if not path.exists():
        command = f"python3 tests/{CHAPTER.slug}/on_gpu.py --out data/{CHAPTER.slug}/gpu"
        raise NotMeasured(f"not recorded on {CHAPTER.machine} yet: `{command}` does, on that machine", command)
    return read_measurement(path)


def on_gpu(key: str) -> str:
    """Where it was recorded: gpu, date, runs."""
    return recorded().provenance[key]


def _rows(program: str, under: str = "") -> list[dict[str, str]]:
    return recorded().select({"program": program, "under": under})


def ways(program: str) -> str:
    """What a program printed and how it ended, of each way in which its runs went."""
    lines: dict[tuple[str, str], list[str]] = collections.defaultdict(list)
    for row in _rows(program):
        lines[(row["runs"], row["status"])].append(row["line"])
    said = [f"{_shown(' / '.join(text))}, {_ended(status)}" for (_, status), text in lines.items()]
    if len(said) == 1:
        return said[0]
    return "; or ".join(
        f"{words} ({runs} of {on_gpu('runs')} runs)" for words, (runs, _) in zip(said, lines, strict=True)
    )


def _shown(line: str) -> str:
    return f"`{line}`" if line else "nothing"


def _ended(status: str) -> str:
    return f"status {status}" if status.isdigit() else ENDINGS[status]


def printed(program: str, line: int = 0) -> str:
    """A line that a program printed in most of its runs."""
    return _rows(program)[line]["line"]


def printed_number(program: str) -> float:
    return float(printed(program).rpartition("=")[2])


def status(program: str) -> str:
    return _rows(program)[0]["status"]


def ending(program: str) -> str:
    return ENDINGS[status(program)]


def happens(program: str) -> str:
    return "the program crashes" if status(program) in ENDINGS else "the number arrives"


def says_nothing(program: str) -> str:
    """Whether it prints what the right program prints."""
    return (
        "nothing at all"
        if printed(program) == printed("first") and status(program) == "0"
        else "an illegal memory access"
    )


def told_by(program: str) -> str:
    """Which call's answer the program printed."""
    call = printed(program).partition(":")[0]
    return {"cudaMalloc": "cudaMalloc", "the launch": "cudaGetLastError, after the launch", "the kernel": "cudaDeviceSynchronize",
            "the copy back": "the copy back"}[call]  # fmt: skip


def silent() -> list[str]:
    """The mistakes whose programs end with status 0 and no word of complaint."""
    return [program for program in MISTAKES if status(program) == "0"]


def silent_mistakes() -> str:
    return ("none", "one", "two", "three", "four", "five", "six", "seven")[len(silent())]


def blocks_for(count: int, block: int) -> int:
    return (count + block - 1) // block


def _checked(program: str) -> str:
    """What NVIDIA's compute-sanitizer found, by its tools memcheck and initcheck: the first line of the first error."""
    for tool in ("memcheck", "initcheck"):
        for row in _rows(program, tool):
            words = row["line"].lstrip("= ")
            if refused := re.match(r"Program hit (\w+) .* call to (\w+)", words):
                return f"{tool}: `{refused[1]}` from `{refused[2]}`"
            if re.match(r"Invalid|Uninitialized|Misaligned", words):
                return f"{tool}: `{words.rstrip('.')}`"
            if words.startswith("Error: process didn't"):
                return f"`{words}`"
    return "nothing"


def mistakes_table() -> str:
    """Each mistake, alone on a GPU, under NVIDIA's tool, and what kind of finding the simulator has."""
    rows = [
        [f"{words} ([`{program}.cu`](../../{PROGRAMS}/{program}.cu))", ways(program), _checked(program), ", ".join(findings_of(f"{PROGRAMS}/{program}.cu"))]
        for program, words in MISTAKES.items()
    ]  # fmt: skip
    return markdown_table(
        ["the mistake", f"on an {on_gpu('gpu')}, by itself", "compute-sanitizer", "`./course sanitize`"], rows
    )


# --- ncu ---------------------------------------------------------------------------------------------------------

TRANSPOSE = "tests/tools/programs/transpose.cu"
# ncu's metrics that `./course profile --json` has as well, and where `./course profile` prints them.
SHOWN = {
    "load_requests": "requests of the lines that load",
    "load_sectors": "their requests × sectors a request",
    "store_requests": "requests of the lines that store",
    "store_sectors": "their requests × sectors a request",
    "global_sectors": "*sectors* in the table of launches",
    "ideal_global_sectors": "the same requests × *(ideal)*",
    "shared_wavefronts": "*shared wavefronts*",
    "ideal_shared_wavefronts": "*(ideal)* behind it",
}


def counted_by_ncu(launch: int, name: str) -> int:
    return int(recorded("ncu").cell(METRICS[name], {"launch": launch}))


def metrics_table() -> str:
    """Both profilers' counts of one launch of each kernel of the transpose, under ncu's names."""
    launches = program_run(TRANSPOSE)[1].launches
    rows = []
    for name, words in SHOWN.items():
        cells = []
        for launch in (0, 3):
            ours, theirs = launches[launch]["metrics"][METRICS[name]], counted_by_ncu(launch, name)
            cells.append(f"{ours:,} and {theirs:,}" + ("" if ours == theirs else " (**not equal**)"))
        rows.append([f"`{METRICS[name]}`", words, *cells])
    return markdown_table(
        ["ncu's name", "in `./course profile`", "transpose: course and ncu", "tile: course and ncu"], rows
    )


def bank_conflicts() -> int:
    return counted_by_ncu(3, "shared_load_conflicts")


def excess() -> int:
    return counted_by_ncu(0, "global_sectors") - counted_by_ncu(0, "ideal_global_sectors")


@functools.cache
def _ncu_said() -> list[tuple[str, str]]:
    """(command, what ncu printed) of each call that was recorded."""
    text = recorded("ncu").path.with_suffix(".txt").read_text(encoding="utf-8")
    parts = re.split(r"^\$ (.+)\n", text, flags=re.M)
    return list(zip(parts[1::2], parts[2::2], strict=True))


def ncu_printed(call: int) -> str:
    """What was typed and what ncu printed, without what it says of itself."""
    command, said = _ncu_said()[call]
    kept = [line.rstrip() for line in said.splitlines() if not line.startswith(("==", "["))]
    typed = command.replace(",", ",\\\n")
    return f"```console\n$ {typed}\n" + "\n".join(line for line in kept if line) + "\n```"


def ncu_advice() -> str:
    """ncu's sentences about accesses that touch too much, a quotation for each kernel."""
    said = " ".join(_ncu_said()[1][1].split())
    found = re.findall(r"This kernel has uncoalesced \w+ accesses .*?source locations\.", said)
    return "\n>\n".join(f"> {sentence}" for sentence in found)


# --- nsys --------------------------------------------------------------------------------------------------------


def seen_by_nsys(name: str, number: int = 0) -> tuple[float, float]:
    """(begin, length) in ms of one call, copy or kernel of the timeline; begin is from the begin of the first call shown."""
    rows = recorded("timeline").rows
    first = min(int(row["start_ns"]) for row in rows if row["name"] == "cudaMalloc")
    row = [row for row in rows if row["name"].startswith(name)][number]
    return (int(row["start_ns"]) - first) / 1e6, int(row["ns"]) / 1e6


def end_by_nsys(name: str, number: int = 0) -> float:
    begin, length = seen_by_nsys(name, number)
    return begin + length


def kernel_share() -> float:
    """The kernel's part of the time from the first call's begin to the last call's end, in percent."""
    return 100 * seen_by_nsys("twice")[1] / end_by_nsys("cudaFree")


def warm_allocation() -> float:
    """ms that a whole call of chapter 5's v7 takes to allocate its two grids, in a program that has used the device before."""
    from tools.numbers.entropy import whole  # reads many files: only the page with a timeline needs them

    return whole("v7", "allocate_ms")


def timeline_table() -> str:
    """What nsys saw, in the order of its begin; the driver's own calls (cu…) left out."""
    rows = [row for row in recorded("timeline").rows if not re.match(r"cu[A-Z]", row["name"])]
    first = min(int(row["start_ns"]) for row in rows)
    cells = [
        [row["side"], f"`{row['name'].partition('(')[0]}`" if row["name"][0] != "[" else row["name"].strip("[]").replace("CUDA memcpy", "copy,"),
         f"{(int(row['start_ns']) - first) / 1e6:.3f}", f"{int(row['ns']) / 1e6:.3f}"]
        for row in rows
    ]  # fmt: skip
    return markdown_table(["where", "what", "begins, ms", "takes, ms"], cells)
