# What simt/README.md shows: what the simulator's headers declare, by NVIDIA's chapters, and how the calibration stands.
from __future__ import annotations

import csv
import functools
import pathlib
import re
import subprocess
import sys
import tomllib

from tools.build.meson import BUILD, must_build
from tools.errors import CourseError
from tools.model import ROOT
from tools.pages.tables import markdown_table

__all__ = [
    "calibration",
    "counted_alike",
    "declared_api",
    "declared_device_functions",
    "deviations",
    "foretold",
    "header_list",
]
INCLUDE = ROOT / "simt" / "include"
TESTS = ROOT / "tests" / "simt"

# NVIDIA's chapters by the names in them; the first that fits counts.
API = {
    "CUDA Runtime API": (
        ("Error Handling", r"cuda(GetErrorName|GetErrorString|GetLastError|PeekAtLastError)"),
        ("Peer Device Memory Access", r"cudaDevice(CanAccessPeer|EnablePeerAccess|DisablePeerAccess|GetP2PAttribute)"),
        ("Graph Management", r"cuda(Graph\w+|Device(Get|Set)?GraphMem\w+)"),
        (
            "Stream Ordered Memory Allocator",
            r"cuda(MemPool\w+|DeviceGetDefaultMemPool|Device(Get|Set)MemPool|Malloc(FromPool)?Async|FreeAsync)",
        ),
        (
            "Stream Management",
            r"cuda(Stream\w+|DeviceGetStreamPriorityRange|ThreadExchangeStreamCaptureMode|CtxResetPersistingL2Cache)",
        ),
        ("Thread Management, which CUDA 13 has removed", r"cudaThread\w+"),
        ("Event Management", r"cudaEvent\w+"),
        ("Occupancy", r"cudaOccupancy\w+"),
        ("Execution Control", r"cuda(Launch\w+|Func\w+)"),
        (
            "Texture and Surface Object Management",
            r"cuda(Create|Destroy|Get)(Texture|Surface)Object\w*|cudaCreateChannelDesc|cudaGetChannelDesc",
        ),
        ("Unified Addressing", r"cudaPointerGetAttributes"),
        ("Version Management", r"cuda(Runtime|Driver)GetVersion"),
        ("Profiler Control", r"cudaProfiler\w+"),
        ("Device Management", r"cuda(GetDevice\w*|SetDevice\w*|Device\w+|ChooseDevice|SetValidDevices|InitDevice)"),
        ("Memory Management", r"(cuda|make_cuda)(Malloc|Free|Mem|Host|Array|GetSymbol|PitchedPtr|Extent|Pos|Get)\w*"),
    ),
    "CUDA Driver API": (
        ("Error Handling", r"cuGetError\w+"),
        ("Initialization and Version Management", r"cu(Init|DriverGetVersion)"),
        ("Primary Context Management", r"cuDevicePrimaryCtx\w+"),
        ("Device Management", r"cuDevice\w+"),
        ("Context Management", r"cuCtx\w+"),
        ("Module Management", r"cuModule\w+"),
        ("Execution Control", r"cu(Func|Launch)\w+"),
        ("Occupancy", r"cuOccupancy\w+"),
        ("Memory Management", r"cu(Mem|Pointer)\w+"),
        ("Stream Management", r"cuStream\w+"),
        ("Event Management", r"cuEvent\w+"),
        ("Profiler Control", r"cuProfiler\w+"),
    ),
    "NVRTC": (("Functions", r"nvrtc\w+"),),
    "Others": (
        ("`<cuComplex.h>`", r"cuC\w+"),
        ("`<cublasLt.h>`", r"cublasLt\w+"),
        ("`<cublas_v2.h>`", r"cublas\w+"),
    ),
}
# Device code, by header.
DEVICE = (
    ("Synchronization, clocks", "simt/device.h"),
    ("Clusters of blocks", "simt/clusters.h"),
    ("Memory fences, assertions, traps, address spaces", "simt/control.h"),
    ("Atomic functions (each also with `_block` and `_system`)", "simt/atomics.h"),
    ("Atomic functions with an order and a scope", "simt/nv_atomics.h"),
    ("Warp vote, match, reduce, shuffle", "simt/warp.h"),
    ("Load and store functions with cache hints", "simt/loads.h"),
    ("Integer intrinsics", "simt/integers.h"),
    ("Type casting intrinsics", "simt/conversions.h"),
    ("Mathematical functions, beyond those of `<cmath>`", "simt/device_math.h"),
    ("SIMD intrinsics", "simt/simd.h"),
    (
        "Half precision (`__half`, `__half2`); with `bfloat16` in place of `half` of `__nv_bfloat16`, too",
        "simt/narrow_float.inc",
    ),
    ("Texture and surface functions", "simt/texture.h"),
    ("Vector types: `make_` functions", "simt/vector_types.h"),
)
NO_NAMES = {
    "__attribute__",
    "alignas",
    "decltype",
    "noexcept",
    "sizeof",
    "operator",
    "__asm__",
    "explicit",
    "defined",
    "static_assert",
}


@functools.cache
def _declared() -> dict[str, list[str]]:
    """The functions that each of the simulator's headers declares, macros expanded."""
    headers = sorted(str(path.relative_to(INCLUDE)) for path in INCLUDE.rglob("*.h"))
    skipped = ("simt/run_time_program.h",)
    text = "".join(f'#include "{header}"\n' for header in headers if header not in skipped)
    command = ["g++", "-E", "-std=c++17", "-D__CUDACC__=1", f"-I{INCLUDE}", "-x", "c++", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    if done.returncode:
        raise CourseError("the simulator's headers do not go through g++: " + done.stderr[:500])
    found: dict[str, set[str]] = {}
    header, parts = "", list[str]()
    for line in done.stdout.splitlines():
        if marker := re.match(r'# \d+ "(.*?)"', line):
            if header:
                found.setdefault(header, set()).update(_functions("\n".join(parts)))
            path = pathlib.Path(marker[1])
            header, parts = (str(path.relative_to(INCLUDE)) if path.is_relative_to(INCLUDE) else ""), []
        elif header:
            parts.append(line)
    return {header: sorted(names) for header, names in found.items()}


def _functions(text: str) -> set[str]:
    """Names in front of a parameter list, outside of classes and bodies; what belongs to the simulator itself is left out."""
    text = re.sub(r'extern\s+"C"\s*\{|namespace cooperative_groups\s*\{', "", text)
    names, depth, round_depth = set(), 0, 0
    previous = ""
    for token in re.findall(r'"(?:\\.|[^"\\])*"|[A-Za-z_]\w*|\S', text):
        if token == "{":
            depth += 1
        elif token == "}":
            depth = max(0, depth - 1)
        elif token == "(":
            if depth == 0 and round_depth == 0 and re.fullmatch(r"[A-Za-z_]\w*", previous) and previous not in NO_NAMES:
                names.add(previous)
            round_depth += 1
        elif token == ")":
            round_depth = max(0, round_depth - 1)
        previous = token
    return {name for name in names if not name.startswith(("simt_", "SIMT_", "_CG", "__assert"))}


def _line(title: str, names: list[str]) -> str:
    return f"- **{title}**: " + ", ".join(f"`{name}`" for name in _families(names))


def _families(names: list[str]) -> list[str]:
    """Variants in one: `__fadd_rd`, `__fadd_rn`, … are `__fadd_{rd,rn,ru,rz}`, `make_int1`, … are `make_int{1,2,3,4}`."""
    for endings in (("_rd", "_rn", "_ru", "_rz"), ("1", "2", "3", "4")):
        for stem in [name.removesuffix(endings[0]) for name in names if name.endswith(endings[0])]:
            family = [stem + ending for ending in endings]
            if all(name in names for name in family):
                under = "_" if endings[0].startswith("_") else ""
                joined = stem + under + "{" + ",".join(ending.removeprefix("_") for ending in endings) + "}"
                names = sorted([name for name in names if name not in family] + [joined])
    return names


def declared_api() -> str:
    """Host functions by NVIDIA's chapters."""
    left = {
        name
        for header, names in _declared().items()
        for name in names
        if header != "simt/control.h" and re.match(r"(cuda|make_cuda|cu|cublas|nvrtc)[A-Z]", name)
    }
    out = []
    for manual, chapters in API.items():
        out += ["", f"**{manual}**", ""]
        for title, pattern in chapters:
            fitting = sorted(name for name in left if re.fullmatch(pattern, name))
            left -= set(fitting)
            out.append(_line(title, fitting))
    if left:
        raise CourseError("tools/pages/simulator_page.py knows no chapter of NVIDIA's for " + ", ".join(sorted(left)))
    return "\n".join(out[1:])


def declared_device_functions() -> str:
    """What kernels may call, header by header."""
    out = []
    for title, header in DEVICE:
        names = [
            name
            for name in _declared().get(header, [])
            if "bfloat16" not in name and (not name.startswith("cuda") or header == "simt/control.h")
        ]
        if header == "simt/atomics.h":
            names = [name for name in names if not name.endswith(("_block", "_system"))]
        out.append(_line(title, names))
    groups = sorted(
        {name for header, names in _declared().items() if header.startswith("cooperative_groups") for name in names}
    )
    classes = re.findall(r"^class (\w+)", (INCLUDE / "cooperative_groups.h").read_text(encoding="utf-8"), re.M)
    out.append(_line("Cooperative groups", [name for name in classes if not name.startswith("warp_")] + groups))
    tables = (ROOT / "simt/compiler/rewriter/ptx_tables.hpp").read_text(encoding="utf-8")
    out.append(
        _line(
            "Special registers of PTX, by inline assembly",
            ["%" + re.sub(r"_([xyz])$", r".\1", name) for name in re.findall(r'"(\w+)"', _table(tables, "special"))],
        )
    )
    operations = {
        name.split(".")[0]
        for table in ("values", "effects")
        for name in re.findall(r'\{"([^"]+)", "', _table(tables, table))
    }
    atomics = re.findall(r'\{"([^"]+)", "', _table(tables, "atomics"))
    out.append(
        _line(
            "Operations of PTX, by inline assembly",
            sorted(
                operations
                | {"bra", "cp.async", "cvt", "ld", "mapa", "mbarrier", "prefetch", "selp", "setp", "shfl.sync", "st"}
                | {f"atom.{a}" for a in atomics}
                | {f"red.{a}" for a in atomics if a not in ("exch", "cas")}
            ),
        )
    )
    return "\n".join(out)


def _table(source: str, name: str) -> str:
    begin = source.index(f" {name} = {{")
    return source[begin : source.index("};", begin)]


def header_list() -> str:
    """What a program may include; the simulator's own parts are left out."""
    headers = sorted(str(path.relative_to(INCLUDE)) for path in INCLUDE.rglob("*.h"))
    return ", ".join(f"`<{header}>`" for header in headers if not header.startswith("simt/"))


def _calibration_programs() -> list[pathlib.Path]:
    return [
        BUILD / "tests" / "simt" / f"calibration-{path.stem}.sim"
        for path in sorted((TESTS / "calibration").glob("*.cu"))
    ]


def calibration() -> str:
    """How many counters agree with a GPU's, as tests/simt/calibration_test.py says."""
    programs = _calibration_programs()
    must_build([str(program.relative_to(BUILD)) for program in programs])
    done = subprocess.run(
        [sys.executable, str(TESTS / "calibration_test.py"), *map(str, programs)], capture_output=True, text=True
    )
    if done.returncode:
        raise CourseError("the calibration fails: " + (done.stdout + done.stderr)[:500])
    rows = [
        re.match(r"(.+?): (\d+) launches, (\d+) of (\d+) cells equal \((.*?)\), (\d+) deviate", line)
        for line in done.stdout.splitlines()
    ]
    return markdown_table(
        ["machine", "launches", "counters", "equal", "launches that deviate, with a reason"],
        [[row[1], row[2], row[4], f"{row[3]} ({row[5]})", row[6]] for row in rows if row],
    )


def deviations() -> str:
    """Each launch that deviates, and why."""
    entries = tomllib.loads((TESTS / "calibration" / "deviations.toml").read_text(encoding="utf-8"))["deviation"]
    return markdown_table(
        ["launches", "reason"], [[", ".join(entry["launches"]), entry["reason"]] for entry in entries]
    )


def _counts(name: str) -> dict[tuple[str, str], dict[str, str]]:
    """A table of data/simt, by program and number of the launch."""
    text = (ROOT / "data" / "simt" / f"{name}.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return {(row["program"], row["index"]): row for row in rows}


def counted_alike(one: str, other: str) -> tuple[int, int, int]:
    """Launches that two GPUs have counted, and of their cells those that are equal, and all."""
    first, second = _counts(one), _counts(other)
    both = [(first[launch], second[launch]) for launch in first if launch in second]
    cells = [
        (a[name], b[name])
        for a, b in both
        for name in a
        if "." in name or name.startswith("memory_") or name == "results"
        if a[name] and b.get(name)
    ]
    return len(both), sum(a == b for a, b in cells), len(cells)


def foretold(prediction: str, gpu: str, memory: str = "") -> str:
    """Of what the simulator said of launches before a GPU counted them: the cells that came so, of one memory or of all."""
    said, counted = _counts(f"predicted/{prediction}"), _counts(gpu)
    equal = cells = 0
    for launch, row in said.items():
        for name, value in row.items():
            # A program without asynchronous copies or clusters has no counters of them.
            if name in ("program", "index", "label", "results") or memory not in name or not value:
                continue
            first, *rest = (int(float(counted[launch][part])) for part in name.split(" - "))
            cells += 1
            equal += max(0, first - sum(rest)) == int(value)
    return f"{equal} of {cells} ({100 * equal / cells:.1f} %)"
