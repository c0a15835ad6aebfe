# What a GPU prints for programs whose results are the hardware's own (the order inside a warp, 16-bit numbers, PTX, sums over groups), for the simulator to be compared with.
# Run on a machine with a GPU: python3 tests/simt/printed_on_gpu.py --out data/simt/printed/<gpu>.csv
# Anywhere:                    python3 tests/simt/printed_on_gpu.py --compare data/simt/printed/<gpu>.csv
"""One CSV row a printed line: program, nvcc's flags, the line; with the provenance in front. Compared are a program's comments:
what it prints on the simulator (`// prints:`) must be what the GPU printed of the code as it is written (-G), and of optimised
code as well, but for lines that stand there in another form (`// optimised:`)."""

import argparse
import csv
import datetime
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
NAMES = (
    "one_place",
    "warp_order",
    "narrow_floats",
    "inline_ptx",
    "groups_reduce",
    "clusters",
    "shared_addresses",
    "host_function_calls",
)
FLAGS = {"-O3": ["-O3"], "-G": ["-O0", "-G"]}


def output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def measure(out: pathlib.Path, names: tuple[str, ...]) -> None:
    gpu, driver = (
        output("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").splitlines()[0].split(", ")
    )
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            for flags, words in FLAGS.items():
                program = f"{folder}/{name}"
                output(
                    "nvcc",
                    "-std=c++17",
                    "--extended-lambda",
                    *words,
                    "-arch=native",
                    str(PROGRAMS / f"{name}.cu"),
                    "-o",
                    program,
                )
                runs = {output(program) for _ in range(20)}
                if len(runs) > 1:
                    sys.exit(f"{name} with {flags} does not print the same every time")
                rows += [(name, flags, line) for line in runs.pop().splitlines()]
    lines = []
    if names != NAMES:  # the others stay
        kept = out.read_text(encoding="utf-8").splitlines()
        lines = [line for line in kept if line.startswith("#")] + [
            f"# added: {', '.join(names)} on {datetime.date.today()}"
        ]
        of_file = csv.DictReader(line for line in kept if not line.startswith("#"))
        rows = [(row["program"], row["flags"], row["line"]) for row in of_file if row["program"] not in names] + rows
    with out.open("w", encoding="utf-8", newline="") as file:
        lines = lines or [
            f"# gpu: {gpu}",
            f"# driver: {driver}",
            f"# date: {datetime.date.today()}",
            f"# compiler: {output('nvcc', '--version').splitlines()[-1]}",
            "# runs: 20, all alike",
            "# made by: tests/simt/printed_on_gpu.py",
        ]
        file.writelines(f"{line}\n" for line in lines)
        csv.writer(file, lineterminator="\n").writerows([("program", "flags", "line"), *rows])


def compare(recorded: pathlib.Path) -> list[str]:
    lines = recorded.read_text(encoding="utf-8").splitlines()
    seen: dict[tuple[str, str], list[str]] = {}
    for row in csv.DictReader(line for line in lines if not line.startswith("#")):
        seen.setdefault((row["program"], row["flags"]), []).append(row["line"])
    wrong = (
        [] if set(seen) == {(name, flags) for name in NAMES for flags in FLAGS} else ["a program or a flag is missing"]
    )
    for (name, flags), printed in seen.items():
        text = (PROGRAMS / f"{name}.cu").read_text(encoding="utf-8")
        expected = re.findall(r"^// prints: (.*)$", text, re.M)
        if flags == "-O3":
            others = {line.split(":")[0]: line for line in re.findall(r"^// optimised: (.*)$", text, re.M)}
            expected = [others.pop(line.split(":")[0], line) for line in expected]
            wrong += [f"{name}: there is no line {line.split(':')[0]}" for line in others.values()]
        wrong += [
            f"{name} {flags}: the GPU printed '{theirs}', the simulator '{ours}'"
            for theirs, ours in zip(printed, expected, strict=False)
            if theirs != ours
        ]
        if len(printed) != len(expected):
            wrong.append(f"{name} {flags}: {len(printed)} lines, not {len(expected)}")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("--compare", type=pathlib.Path)
    parser.add_argument("--only", nargs="+", choices=NAMES, help="these, and the rest of the file as it is")
    args = parser.parse_args()
    if args.out:
        measure(args.out, tuple(args.only or NAMES))
    wrong = compare(args.compare) if args.compare else []
    print("\n".join(wrong) or "as printed there")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
