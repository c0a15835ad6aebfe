# Compares every counter of every calibration launch with what a GPU counted (data/simt/*.csv).
# Run: python3 tests/simt/calibration_test.py build/calibration-*.sim
"""Equal to the last digit, but for launches whose deviation has a reason in calibration/deviations.toml."""

import collections
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
        said = subprocess.run(
            [program.resolve()],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "SIMT_REPORT": report.name},
        )
        text = pathlib.Path(report.name).read_text(encoding="utf-8")
    kept = os.environ.get("CALIBRATION_REPORTS")  # a folder: tools/matrix/verify.py needs them, too
    if kept:
        pathlib.Path(kept, program.stem + ".json").write_text(text, encoding="utf-8")
    launches = json.loads(text)["launches"]
    # What results.cuh prints of each launch, where the program includes it.
    for launch, line in zip(launches, said.stderr.splitlines(), strict=False):
        launch["results"] = line.split()[0]
    return launches


# Constant memory serves one address at a time: those that a request has besides its first. The hardware counts requests for
# kernel parameters, too, but all lanes ask for the same one.
WAITING = "idc__requests.sum - smsp__inst_executed_op_ldc.sum"


def waiting(launch: dict) -> int:
    return sum(site["wavefronts"] - site["ideal_wavefronts"] for site in launch["sites"] if site["space"] == "constant")


def measured_value(row: dict[str, str], metric: str) -> int:
    first, *rest = (int(float(row[name])) for name in metric.split(" - "))
    # An instruction none of whose lanes is active is executed and asks for nothing: fewer requests are no waiting.
    return max(0, first - sum(rest))


def same_results(one: str, other: str) -> bool:
    """Bytes are the same or not; of floats (measured_closely) a millionth of their sum is rounding."""
    if not (one.startswith("~") and other.startswith("~")):
        return one == other
    (value, size), (other_value, _) = ([float(part) for part in text[1:].split("/")] for text in (one, other))
    return abs(value - other_value) <= 1e-6 * size


def rows_of(table: pathlib.Path) -> list[dict[str, str]]:
    with table.open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def compare(
    table: pathlib.Path, simulated: dict[str, list[dict]], explained: dict[str, str], deviating: set[str]
) -> tuple[collections.Counter[str], collections.Counter[str], list[str]]:
    """Equal cells and all cells by program, and what is wrong; the launches that deviate with a reason are added."""
    rows = rows_of(table)
    equal, total = collections.Counter[str](), collections.Counter[str]()
    wrong = list[str]()
    for program in dict.fromkeys(row["program"] for row in rows):
        launches = simulated.get(program, [])
        if len(launches) != (measured := sum(row["program"] == program for row in rows)):
            wrong.append(
                f"{program}: {len(launches)} launches here, {measured} measured; measure again with tests/simt/calibrate.py"
            )
    for row in rows:
        name, launch = f"{row['program']}: {row['label']}", simulated[row["program"]][int(row["index"])]
        if launch["kernel"].split("<")[0] != row["kernel"]:
            wrong.append(f"{name}: the kernel is {launch['kernel']} here and {row['kernel']} in {table.name}")
        if row["results"] and not same_results(row["results"], launch["results"]):
            if name in explained:
                deviating.add(name)
            else:
                wrong.append(f"{name}: leaves other results than on the hardware")
        for metric, value in [*launch["metrics"].items(), (WAITING, waiting(launch))]:
            total[row["program"]] += 1
            if measured_value(row, metric) == value:
                equal[row["program"]] += 1
            elif name in explained:
                deviating.add(name)
            else:
                wrong.append(f"{name}: {metric} is {value}, the hardware counted {measured_value(row, metric)}")
    return equal, total, wrong


def held_out() -> set[str]:
    """Programs that were simulated before a GPU counted them."""
    programs = (HERE / "calibration").glob("*.cu")
    return {p.stem for p in programs if p.read_text(encoding="utf-8").startswith("// Held out")}


def main(programs: list[str]) -> int:
    simulated = {pathlib.Path(p).stem.removeprefix("calibration-"): simulate(pathlib.Path(p)) for p in programs}
    deviations = tomllib.loads((HERE / "calibration" / "deviations.toml").read_text(encoding="utf-8"))["deviation"]
    explained = {launch: entry["reason"] for entry in deviations for launch in entry["launches"]}
    # Under some compilers they agree: exceptions, and the last resort.
    may_agree = {launch for entry in deviations if entry.get("not_always") for launch in entry["launches"]}
    # The GPU first that has counted most; what is held out belongs to the first that has counted it.
    tables = sorted(DATA.glob("*.csv"), key=lambda table: -len(rows_of(table)))
    deviating, counted, wrong = set[str](), set[str](), list[str]()
    for table in tables:
        equal, total, found = compare(table, simulated, explained, deviating)
        wrong += found
        here = set(total)
        for what, of in (table.stem, here), (f"{table.stem}, held out", held_out() & (here - counted)):
            if not of:
                continue
            alike, cells = (sum(counts[program] for program in of) for counts in (equal, total))
            launches, deviate = sum(len(simulated[p]) for p in of), sum(name.split(":")[0] in of for name in explained)
            share = f"{alike} of {cells} cells equal ({100 * alike / cells:.2f} %)"
            print(f"{what}: {launches} launches, {share}, {deviate} deviate with a reason")
        counted |= here
    wrong += [f"{program}: no GPU has counted it; see tests/simt/calibrate.py" for program in set(simulated) - counted]
    agreeing = [name for name in explained if name not in deviating]
    wrong += [f"{name}: agrees now; take it out of deviations.toml" for name in agreeing if name not in may_agree]
    for name in set(agreeing) & may_agree:
        print(f"{name}: agrees under this compiler")
    print(*wrong, sep="\n")
    failed = not tables or bool(wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
