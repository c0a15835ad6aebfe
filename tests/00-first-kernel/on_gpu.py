# What a GPU says of this chapter's programs, and NVIDIA's tools of two of them: for the texts, which show it.
# Run on a machine with a GPU: python3 tests/00-first-kernel/on_gpu.py --out data/00-first-kernel/gpu
"""Writes, each with its provenance in front: printed-MACHINE.csv, what the programs print and end with, by themselves and under
compute-sanitizer; ncu-MACHINE.csv, what Nsight Compute counts of a transpose, and ncu-MACHINE.txt, what it prints of it;
timeline-MACHINE.csv, when Nsight Systems saw each call and each copy and kernel of first.cu."""

import argparse
import collections
import csv
import datetime
import io
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))
from tools.measure.ncu import METRICS  # noqa: E402  (no package: this script runs by itself)

PROGRAMS = ROOT / "tests" / "00-first-kernel" / "programs"
TRANSPOSE = ROOT / "tests" / "tools" / "programs" / "transpose.cu"
TIMED_NUMBERS = 25_000_000  # 100 MB: the copies and the kernel are long enough to be seen beside the calls
RUNS = 20
TOOLS = {
    "memcheck": ["--leak-check", "full"],
    "initcheck": ["--tool", "initcheck"],
}
ENDED = {-6: "SIGABRT", -11: "SIGSEGV", -7: "SIGBUS"}
KEPT_LINES = 12  # of a tool's output: what it says of the first error, and a little more


def call(*command: str) -> tuple[str, str]:
    """What a program prints, and how it ends: '0', '1', 'SIGSEGV'."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
    return done.stdout, ENDED.get(done.returncode, str(done.returncode))


def compiled(source: pathlib.Path, folder: pathlib.Path) -> str:
    binary = folder / source.stem
    command = ["nvcc", "-std=c++17", "-O3", "-arch=native", "-lineinfo", str(source), "-o", str(binary)]
    subprocess.run(command, check=True)
    return str(binary)


def provenance() -> dict[str, str]:
    said, _ = call("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader")
    gpu, driver = said.splitlines()[0].split(", ")
    return {
        "gpu": gpu,
        "driver": driver,
        "date": str(datetime.date.today()),
        "compiler": call("nvcc", "--version")[0].splitlines()[-1],
        "flags": "-std=c++17 -O3 -arch=native -lineinfo",
        "made by": "tests/00-first-kernel/on_gpu.py",
    }


def head(about: dict[str, str]) -> str:
    return "".join(f"# {key}: {value}\n" for key, value in about.items())


def write_table(path: pathlib.Path, about: dict[str, str], rows: list[dict[str, object]]) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    path.write_text(head(about) + text.getvalue(), encoding="utf-8")
    print(f"{len(rows)} rows -> {path}")


def printed(folder: pathlib.Path) -> list[dict[str, object]]:
    """One row a printed line, of each way in which a program's runs went."""
    rows: list[dict[str, object]] = []
    for source in sorted(PROGRAMS.glob("*.cu")):
        binary = compiled(source, folder)
        ways = {"": [call(binary) for _ in range(RUNS)]}
        for tool, options in TOOLS.items():
            ways[tool] = [call("compute-sanitizer", "--show-backtrace", "device", *options, binary)]
        for under, runs in ways.items():
            for (text, status), count in collections.Counter(runs).most_common():
                for number, line in enumerate((text.splitlines() or [""])[:KEPT_LINES]):
                    rows.append(
                        {"program": source.stem, "under": under, "runs": count, "status": status, "number": number, "line": line}
                    )  # fmt: skip
    return rows


def counted(binary: str, about: dict[str, str], out: pathlib.Path, machine: str) -> None:
    names = ",".join(METRICS.values())
    table, _ = call(
        "ncu", "--clock-control", "none", "--csv", "--page", "raw", "--print-units", "base", "--metrics", names, binary
    )
    rows = [row for row in csv.DictReader(io.StringIO(table[table.index('"ID"') :])) if row["ID"]]
    kept = [
        {"launch": row["ID"], "kernel": re.split(r"[<(]", row["Kernel Name"])[0], "grid": row["Grid Size"], "block": row["Block Size"]}
        | {metric: row[metric].replace(",", "") for metric in METRICS.values()}
        for row in rows
    ]  # fmt: skip
    write_table(out / f"ncu-{machine}.csv", about, kept)
    few = ",".join(METRICS[name] for name in ("load_requests", "load_sectors", "store_requests", "store_sectors"))
    shown = {
        f"ncu --metrics {few} --launch-count 1 ./transpose": ["--metrics", few, "--launch-count", "1"],
        "ncu --section SourceCounters --section MemoryWorkloadAnalysis_Tables --launch-skip 2 ./transpose": [
            "--section", "SourceCounters", "--section", "MemoryWorkloadAnalysis_Tables", "--launch-skip", "2",
        ],
    }  # fmt: skip
    text = "".join(f"$ {words}\n{call('ncu', *options, binary)[0]}\n" for words, options in shown.items())
    text = text.replace(str(pathlib.Path(binary).parent), ".")
    (out / f"ncu-{machine}.txt").write_text(head(about) + text, encoding="utf-8")


def timeline(folder: pathlib.Path, about: dict[str, str], out: pathlib.Path, machine: str) -> None:
    """Each call of CUDA's by the host, and each copy and kernel on the device: begin and length in ns, in the order of their begin."""
    binary, report = compiled(PROGRAMS / "first.cu", folder), folder / "timeline"
    subprocess.run(
        ["nsys", "profile", "--trace=cuda", "--sample=none", "--cpuctxsw=none", "-o", report, binary, str(TIMED_NUMBERS)], check=True
    )  # fmt: skip
    rows: list[dict[str, object]] = []
    for side, name in (("host", "cuda_api_trace"), ("device", "cuda_gpu_trace")):
        text = subprocess.run(
            ["nsys", "stats", "--force-export=true", "--quiet", "--format", "csv", "--report", name, f"{report}.nsys-rep"],
            stdout=subprocess.PIPE, text=True, check=True,
        ).stdout  # fmt: skip
        for row in csv.DictReader(io.StringIO(text[text.index("Start (ns)") :])):
            if row["Name"]:
                rows.append(
                    {"side": side, "name": row["Name"], "start_ns": row["Start (ns)"], "ns": row["Duration (ns)"],
                     "megabytes": row.get("Bytes (MB)") or "", "memory": row.get("SrcMemKd") or ""}
                )  # fmt: skip
    rows.sort(key=lambda row: int(str(row["start_ns"])))
    profiler = {"profiler": call("nsys", "--version")[0].strip().splitlines()[-1], "numbers": str(TIMED_NUMBERS)}
    write_table(out / f"timeline-{machine}.csv", about | profiler, rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--only", choices=["printed", "ncu", "timeline"], help="one of the three (the default is all)")
    arguments = parser.parse_args()
    out, only = arguments.out, arguments.only
    out.mkdir(parents=True, exist_ok=True)
    about = provenance()
    machine = re.sub(r"[^a-z0-9]+", "-", about["gpu"].lower()).strip("-")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if only in (None, "timeline"):
            timeline(folder, about, out, machine)
        if only in (None, "printed"):
            write_table(out / f"printed-{machine}.csv", about | {"runs": str(RUNS)}, printed(folder))
        if only not in (None, "ncu"):
            return
        binary = compiled(TRANSPOSE, folder)
        params = call("grep", "RmProfilingAdminOnly", "/proc/driver/nvidia/params")[0].strip()
        with_profiler = about | {
            "profiler": call("ncu", "--version")[0].strip().splitlines()[-1],
            "driver says": params,
        }
        counted(binary, with_profiler, out, machine)


if __name__ == "__main__":
    main()
