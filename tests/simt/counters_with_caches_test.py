# What the counters say does not depend on whether the caches are modelled.
# Run: python3 tests/simt/counters_with_caches_test.py PROGRAM…
"""With the caches, a request's lines and sectors are those that its recording has found, and are not looked for again. Each program
runs both ways, and the records must differ in nothing but what the caches add."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

FOUND = ("lookup", "lts__", "dram__")  # in the names of the metrics that the caches add


def record(program: str, gpu: str) -> object:
    with tempfile.TemporaryDirectory() as scratch:
        report = pathlib.Path(scratch, "report.json")
        environment = {**os.environ, "SIMT_CHECK": "", "SIMT_CACHES": gpu, "SIMT_REPORT": str(report)}
        subprocess.run([program], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, check=True)
        return json.loads(report.read_text(encoding="utf-8"))


def without_caches(part: object) -> object:
    if isinstance(part, list):
        return [without_caches(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {
        key: without_caches(value)
        for key, value in part.items()
        if key != "caches" and not any(name in key for name in FOUND)
    }


def main(programs: list[str]) -> int:
    wrong = []
    for program in programs:
        plain, with_caches = record(program, ""), record(program, "h200")
        if plain == with_caches:
            wrong.append(f"{program}: no caches were modelled, so this shows nothing")
        elif without_caches(with_caches) != plain:
            wrong.append(f"{program}: with the caches other counters")
    print(*wrong, f"{len(programs)} programs", sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
