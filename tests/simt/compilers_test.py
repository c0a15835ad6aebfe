# Whatever compiler there is: the kernels of compilers/ make the loads and stores that are recorded beside them.
# Run: python3 tests/simt/compilers_test.py [--record] build/compilers-*.sim
"""compilers/NAME.jsonl has a line for each place of a launch that reads or writes memory, with what was counted there, one for
the launch, and a last line with a digest of the whole report: its bytes are to be the same under every compiler and on every processor.
Of recursion.cu there are the launches only."""

import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

LAUNCHES_ONLY = {"recursion"}
RECORDS = pathlib.Path(__file__).resolve().parent / "compilers"


def report(program: pathlib.Path) -> str:
    """The report of a run, with the sources' names instead of their paths."""
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(scratch, "report.json")
        subprocess.run(
            [program.resolve()], check=True, stdout=subprocess.DEVNULL, env={**os.environ, "SIMT_REPORT": str(out)}
        )
        return re.sub(r'"(?:[^"]*/)?tests/simt/compilers/', '"', out.read_text(encoding="utf-8"))


def lines(text: str, launches_only: bool) -> list[str]:
    said = []
    for number, launch in enumerate(json.loads(text)["launches"]):
        for site in [] if launches_only else launch["sites"]:
            counts = {name: value for name, value in site.items() if not isinstance(value, (dict, list, str))}
            what = {"space": site["space"], "op": site["op"]}
            said.append(json.dumps({"launch": number, "kernel": launch["kernel"], **what, **counts}))
        said.append(json.dumps({"launch": number, "kernel": launch["kernel"], "metrics": launch["metrics"]}))
    digest = {"report": hashlib.sha256(text.encode()).hexdigest()}
    return said if launches_only else [*said, json.dumps(digest)]


def differences(record: list[str], found: list[str]) -> list[str]:
    missing, new = ([line for line in one if line not in other] for one, other in ((record, found), (found, record)))
    return [f"- {line}" for line in missing] + [f"+ {line}" for line in new]


def main(arguments: list[str]) -> int:
    wrong = 0
    for program in map(pathlib.Path, (argument for argument in arguments if argument != "--record")):
        name = program.stem.removeprefix("compilers-")
        record, found = RECORDS / f"{name}.jsonl", lines(report(program), name in LAUNCHES_ONLY)
        if "--record" in arguments:
            record.write_text("\n".join(found) + "\n", encoding="utf-8")
        elif different := differences(record.read_text(encoding="utf-8").splitlines(), found):
            wrong += 1
            print(f"{name}.cu is not counted as recorded (-: recorded, +: counted here):", *different, sep="\n")
        else:
            print(f"{name}.cu: {len(found) - (name not in LAUNCHES_ONLY)} counts, as recorded")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
