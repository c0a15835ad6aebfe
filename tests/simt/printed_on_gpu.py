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
NAMES = ("one_place", "warp_order", "narrow_floats", "inline_ptx", "groups_reduce")
FLAGS = {"-O3": ["-O3"], "-G": ["-O0", "-G"]}


def output(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def measure(out: pathlib.Path) -> None:
    gpu, driver = (
        output("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").splitlines()[0].split(", ")
    )
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name in NAMES:
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
    with out.open("w", encoding="utf-8", newline="") as file:
        file.write(f"# gpu: {gpu}\n# driver: {driver}\n# date: {datetime.date.today()}\n")
        file.write(f"# compiler: {output('nvcc', '--version').splitlines()[-1]}\n# runs: 20, all alike\n")
        file.write("# made by: tests/simt/printed_on_gpu.py\n")
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
    args = parser.parse_args()
    if args.out:
        measure(args.out)
    wrong = compare(args.compare) if args.compare else []
    print("\n".join(wrong) or "as printed there")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
