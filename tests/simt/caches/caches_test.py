# Holds the model of the caches to what is known of an H200, and to what must hold of any cache.
# Run: python3 tests/simt/caches/caches_test.py build/tests/simt/caches-*.sim     prints predicted over seen
"""Each program runs on one worker, two and eight, and must leave the same bytes; a large one runs on two. What of its launches has been seen on a GPU
stands in data/simt/caches/: it must be met as closely as ALLOWED says, but for what stands in misses.toml with its
reason."""

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent.parent.parent / "data" / "simt" / "caches"
LOADS = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld"
STORES = "l1tex__t_sectors_pipe_lsu_mem_global_op_st"
READS, WRITES = "lts__t_sectors_srcunit_tex_op_read", "lts__t_sectors_srcunit_tex_op_write"
FILLS = "lts__d_sectors_fill_device.sum"
WORKERS, LARGE = (2, 1, 8), ("large_facts",)


def share(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 0.0


def l1_hits(counted: dict[str, int]) -> float:
    return share(counted[f"{LOADS}_lookup_hit.sum"], counted[f"{LOADS}.sum"])


def l2_reads(counted: dict[str, int]) -> float:
    return share(counted[f"{READS}.sum"], counted[f"{LOADS}.sum"] - counted[f"{LOADS}_lookup_hit.sum"])


def l2_writes(counted: dict[str, int]) -> float:
    return share(counted[f"{WRITES}.sum"], counted[f"{STORES}.sum"])


# What is compared: how it comes of a launch's counters, and how far off it may be, in points or in per cent of what was seen.
@dataclass(frozen=True)
class Quantity:
    of: Callable[[dict[str, int]], float]
    points: float
    per_cent: float = 0.0

    def meets(self, predicted: float, seen: float) -> bool:
        return abs(predicted - seen) <= max(self.points, self.per_cent / 100 * abs(seen))


ALLOWED = {
    "l1_hits": Quantity(l1_hits, points=5),
    "l2_reads": Quantity(l2_reads, points=5),
    "l2_writes": Quantity(l2_writes, points=5),
    # Of what the launch touches, which its label's row says by what it has seen of it.
    "fills": Quantity(lambda counted: counted[FILLS], points=1, per_cent=10),
}


@dataclass
class Row:
    """One quantity of one launch."""

    program: str
    label: str
    what: str
    seen: float
    predicted: float

    @property
    def met(self) -> bool:
        return ALLOWED[self.what].meets(self.predicted, self.seen)


def run(program: pathlib.Path, workers: int, gpu: str = "h200") -> tuple[str, list[str]]:
    """Its report, and its launches' labels."""
    with tempfile.TemporaryDirectory() as scratch:
        report = pathlib.Path(scratch, "report.json")
        told = {"SIMT_REPORT": str(report), "SIMT_CACHES": gpu, "SIMT_WORKERS": str(workers)}
        done = subprocess.run(
            [program.resolve()], check=True, capture_output=True, text=True, env={**os.environ, **told}
        )
        return report.read_text(encoding="utf-8"), done.stdout.splitlines()


def broken(launch: dict) -> list[str]:
    """What cannot be of any cache."""
    counted = launch["metrics"]
    parts_of_wholes = {
        f"{LOADS}_lookup_hit.sum": counted[f"{LOADS}.sum"],
        f"{STORES}_lookup_hit.sum": counted[f"{STORES}.sum"],
        f"{READS}.sum": counted[f"{LOADS}.sum"] - counted[f"{LOADS}_lookup_hit.sum"],
        f"{READS}_lookup_hit.sum": counted[f"{READS}.sum"],
        f"{WRITES}.sum": counted[f"{STORES}.sum"],
    }
    wrong = [
        f"{part} is {counted[part]}, of {whole}" for part, whole in parts_of_wholes.items() if counted[part] > whole
    ]
    if counted["dram__bytes_read.sum"] != 32 * counted[FILLS]:
        wrong.append("the bytes read from DRAM are not those of the sectors filled")
    by_line = sum(site.get("caches", {}).get("filled", 0) for site in launch["sites"])
    if by_line != counted[FILLS]:
        wrong.append(f"the lines' fills are {by_line}, of {counted[FILLS]}")
    return wrong


def touched(launch: dict, label: str) -> int:
    """The different sectors that a launch of `facts` touches."""
    if label.startswith("two passes over"):
        return int(label.split()[3]) * 1_000_000 // 32
    return launch["metrics"][f"{STORES}.sum"]


def known() -> dict[tuple[str, str], float]:
    with (DATA / "seen.csv").open(encoding="utf-8") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return {(row["label"], row["what"]): float(row["seen"]) for row in rows}


def compare(program: str, launches: list[dict], labels: list[str]) -> list[Row]:
    seen, rows = known() if program.endswith("facts") else {}, []
    for launch, label in zip(launches, labels, strict=True):
        for (of, what), value in seen.items():
            if of != label:
                continue
            predicted = ALLOWED[what].of(launch["metrics"])
            if what == "fills":
                predicted = share(int(predicted), touched(launch, label))
            rows.append(Row(program, label, what, value, predicted))
    return rows


def table(rows: list[Row]) -> str:
    lines = [
        f"{row.label:48}{row.what:12}{row.predicted:10.1f}{row.seen:10.1f}  {'' if row.met else 'off'}" for row in rows
    ]
    return "\n".join([f"{'launch':48}{'what':12}{'predicted':>10}{'seen':>10}", *lines])


def main(programs: list[str]) -> int:
    wrong, rows = [], []
    for path in map(pathlib.Path, programs):
        name = path.stem.removeprefix("caches-")
        text, labels = run(path, WORKERS[0])
        wrong += [
            f"{name}: {n} workers give another report"
            for n in WORKERS[1:]
            if name not in LARGE and run(path, n)[0] != text
        ]
        launches = json.loads(text)["launches"]
        for launch, label in zip(launches, labels, strict=True):
            wrong += [f"{name}: {label}: {what}" for what in broken(launch)]
        rows += compare(name, launches, labels)
    missed = {
        label: one["reason"]
        for one in tomllib.loads((HERE / "misses.toml").read_text(encoding="utf-8"))["miss"]
        for label in one["launches"]
    }
    off = {f"{row.program}: {row.label}: {row.what}" for row in rows if not row.met}
    wrong += [f"{name} is further off than it may be" for name in sorted(off - missed.keys())]
    there = {f"{row.program}: {row.label}: {row.what}" for row in rows}
    wrong += [
        f"{name} is met: its entry in misses.toml is out of date" for name in sorted((missed.keys() & there) - off)
    ]
    print(table(rows), *wrong, sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
