# Compares every counter of every calibration launch with what a GPU counted (data/simt/*.csv).
# Run: python3 tests/simt/calibration_test.py build/calibration-*.sim
"""Equal to the last digit, but for launches whose deviation has a reason in calibration/deviations.toml."""

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent.parent / "data" / "simt"


def simulate(program: pathlib.Path) -> list[dict]:
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        subprocess.run(
            [program.resolve()], check=True, stdout=subprocess.DEVNULL, env={**os.environ, "SIMT_REPORT": report.name}
        )
        return json.loads(pathlib.Path(report.name).read_text(encoding="utf-8"))["launches"]


# Constant memory serves one address at a time: those that a request has besides its first. The hardware counts requests for
# kernel parameters, too, but all lanes ask for the same one.
WAITING = "idc__requests.sum - smsp__inst_executed_op_ldc.sum"


def waiting(launch: dict) -> int:
    return sum(site["wavefronts"] - site["ideal_wavefronts"] for site in launch["sites"] if site["space"] == "constant")


def measured_value(row: dict[str, str], metric: str) -> int:
    first, *rest = (int(float(row[name])) for name in metric.split(" - "))
    # An instruction none of whose lanes is active is executed and asks for nothing: fewer requests are no waiting.
    return max(0, first - sum(rest))


def compare(
    table: pathlib.Path, simulated: dict[str, list[dict]], explained: dict[str, str]
) -> tuple[int, int, list[str]]:
    """Equal cells, all cells, and what is wrong."""
    with table.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    equal, total, wrong, deviating = 0, 0, [], set()
    for program, launches in simulated.items():
        if len(launches) != (measured := sum(row["program"] == program for row in rows)):
            wrong.append(
                f"{program}: {len(launches)} launches here, {measured} measured; measure again with tests/simt/calibrate.py"
            )
    for row in rows:
        name, launch = f"{row['program']}: {row['label']}", simulated[row["program"]][int(row["index"])]
        if launch["kernel"].split("<")[0] != row["kernel"]:
            wrong.append(f"{name}: the kernel is {launch['kernel']} here and {row['kernel']} in {table.name}")
        for metric, value in [*launch["metrics"].items(), (WAITING, waiting(launch))]:
            total += 1
            if measured_value(row, metric) == value:
                equal += 1
            elif name in explained:
                deviating.add(name)
            else:
                wrong.append(f"{name}: {metric} is {value}, the hardware counted {measured_value(row, metric)}")
    wrong += [f"{name}: agrees now; take it out of deviations.toml" for name in explained if name not in deviating]
    return equal, total, wrong


def main(programs: list[str]) -> int:
    simulated = {pathlib.Path(p).stem.removeprefix("calibration-"): simulate(pathlib.Path(p)) for p in programs}
    deviations = tomllib.loads((HERE / "calibration" / "deviations.toml").read_text(encoding="utf-8"))["deviation"]
    explained = {launch: entry["reason"] for entry in deviations for launch in entry["launches"]}
    tables = sorted(DATA.glob("*.csv"))
    failed = not tables
    for table in tables:
        equal, total, wrong = compare(table, simulated, explained)
        print(
            f"{table.stem}: {equal} of {total} cells equal ({100 * equal / total:.2f} %), {len(explained)} launches deviate with a reason"
        )
        print(*wrong, sep="\n")
        failed |= bool(wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
