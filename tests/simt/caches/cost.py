# Measures what the model of the caches costs: time and memory of a launch with it, over those with counters alone.
# Run: python3 tests/simt/caches/cost.py [--times 3] [--accesses 10000000 …] [--out data/simt/caches/cost.csv]
"""A row a kernel of cost.cu and a number of accesses. Both are run in turn, as often as --times says, and of each quantity the
least is taken: other work on the machine only adds. The load is what the machine had to do before each row, in processes."""

import argparse
import csv
import datetime
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
KERNELS = ("pass", "stencil", "gather")
LARGEST_BY_CHANCE = 100_000_000  # each request is of 32 lines: more says nothing new, and takes long


def run(program: pathlib.Path, kernel: str, accesses: int, gpu: str) -> tuple[float, float, float, int]:
    """Seconds by the clock and of processors, the peak in MiB, and how many accesses there were."""
    begun = time.monotonic()
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("SIMT_")}
    process = subprocess.Popen(
        [program, kernel, str(accesses)],
        stdout=subprocess.PIPE,
        text=True,
        env={**inherited, "SIMT_REPORT": os.devnull, "SIMT_CACHES": gpu},
    )
    assert process.stdout
    made = int(process.stdout.read())
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{kernel}: exit status {process.returncode}")
    return time.monotonic() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, made


def row_of(program: pathlib.Path, kernel: str, accesses: int, times: int) -> dict[str, object]:
    load = os.getloadavg()[0]
    runs: dict[str, list[tuple[float, float, float, int]]] = {"": [], "h200": []}
    for _ in range(times):
        for gpu, of in runs.items():
            of.append(run(program, kernel, accesses, gpu))
    least = {gpu: [min(column) for column in zip(*of, strict=True)] for gpu, of in runs.items()}
    (wall, cpu, peak, made), (wall_with, cpu_with, peak_with, _) = least[""], least["h200"]
    return {
        "kernel": kernel,
        "accesses": made,
        "wall_s": f"{wall:.2f}",
        "caches_wall_s": f"{wall_with:.2f}",
        "wall_ratio": f"{wall_with / wall:.2f}",
        "cpu_s": f"{cpu:.2f}",
        "caches_cpu_s": f"{cpu_with:.2f}",
        "cpu_ratio": f"{cpu_with / cpu:.2f}",
        "peak_mib": f"{peak:.0f}",
        "caches_peak_mib": f"{peak_with:.0f}",
        "load": f"{load:.1f}",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build" / "tests" / "simt" / "caches-cost.sim")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--accesses", type=int, nargs="*", default=[10**7, 10**8, 10**9])
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "data" / "simt" / "caches" / "cost.csv")
    arguments = parser.parse_args()
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        cpu = next((line.partition(":")[2].strip() for line in file if line.startswith("model name")), "?")
    rows: list[dict[str, object]] = []
    for accesses in arguments.accesses:
        for kernel in KERNELS:
            if kernel == "gather" and accesses > LARGEST_BY_CHANCE:
                continue
            rows.append(row_of(arguments.program, kernel, accesses, arguments.times))
            print(*rows[-1].values(), flush=True)
            with arguments.out.open("w", newline="", encoding="utf-8") as file:  # each time: the last take minutes
                file.write(f"# cpu: {cpu}, {os.cpu_count()} at hand\n# date: {datetime.date.today()}\n")
                file.write(f"# made by: tests/simt/caches/cost.py --times {arguments.times}\n")
                writer = csv.DictWriter(file, fieldnames=list(rows[0]), lineterminator="\n")
                writer.writeheader()
                writer.writerows(rows)
    print(f"{len(rows)} rows -> {arguments.out}")


if __name__ == "__main__":
    main()
