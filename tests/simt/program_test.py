# Runs one program on the simulator and holds it to the expectations written in its comments.
# Run: python3 tests/simt/program_test.py build/program-NAME.sim tests/simt/programs/NAME.cu
"""Expectations are lines of the program that start with `//`:

// expect: clean                                    no findings (what a program without `expect` promises)
// expect: KIND [MEMORY] [line N] [block (x,y,z)] [thread (x,y,z)] [says "part of the message"]
// notes: the same form: worth knowing, but no finding
// prints: text                                     a line of standard output
// counts: KERNEL METRIC VALUE                      of that kernel's first launch; METRIC as Nsight Compute names it; VALUE may be none
// environment: NAME=VALUE                          set for the run
// dies: SIGNAL                                     of that signal, and so without a report
// lanes: reason                                    why it leaves something else where lanes run in another order
// skipped: text                                    not tested where the program says so on stderr

Every expected finding must be there, and no other. The program runs on one worker, on several, and with every
access in the order of its warp: each time it must leave the same bytes."""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

FINDING = re.compile(
    r"(?P<kind>[\w-]+)(?: (?P<memory>global|shared|local|host))?(?: line (?P<line>\d+))?"
    r'(?: block \((?P<block>[\d,]+)\))?(?: thread \((?P<thread>[\d,]+)\))?(?: says "(?P<says>.*)")?$'
)


def directives(source: str, word: str) -> list[str]:
    return [match.strip() for match in re.findall(rf"^\s*// {word}: (.*)$", source, re.MULTILINE)]


def matches(found: dict, wanted: re.Match) -> bool:
    def triple(text: str) -> list[int]:
        return [int(part) for part in text.split(",")]

    return (
        found["kind"] == wanted["kind"]
        and wanted["memory"] in (None, found["memory"])
        and wanted["line"] in (None, str(found["line"]))
        and (wanted["block"] is None or triple(wanted["block"]) == found["block"])
        and (wanted["thread"] is None or triple(wanted["thread"]) == found["thread"])
        and (wanted["says"] is None or wanted["says"] in found["message"])
    )


def run(program: str, environment: dict[str, str], dies: list[str], skipped: list[str]) -> tuple[dict, str]:
    with tempfile.TemporaryDirectory() as scratch:
        report = pathlib.Path(scratch, "report.json")
        done = subprocess.run(  # Meson ends one that hangs, and may be told to wait longer
            [program],
            capture_output=True,
            text=True,
            env={**os.environ, **environment, "SIMT_REPORT": str(report)},
        )
        if any(text in done.stderr for text in skipped):
            print(done.stderr.rstrip())
            sys.exit(77)
        if dies:
            if done.returncode != -signal.Signals[dies[0]]:
                sys.exit(f"expected to die of {dies[0]}; exit {done.returncode}\n{done.stdout}{done.stderr}")
            return {"findings": [], "notes": [], "launches": []}, done.stdout
        if not report.exists():
            sys.exit(f"the program left no report; exit {done.returncode}\n{done.stdout}{done.stderr}")
        return json.loads(report.read_text(encoding="utf-8")), done.stdout


def check(source: str, report: dict, printed: str) -> list[str]:
    wrong = []
    for word, key in (("expect", "findings"), ("notes", "notes")):
        wrong += compare([line for line in directives(source, word) if line != "clean"], list(report[key]))
    lines = printed.splitlines()
    wrong += [f"not printed: {text}" for text in directives(source, "prints") if text not in lines]
    for line in directives(source, "counts"):
        kernel, metric, value = line.split()
        launch = next((launch for launch in report["launches"] if launch["kernel"] == kernel), None)
        counted = launch and launch["metrics"].get(metric)
        if counted != (None if value == "none" else int(value)):
            wrong.append(f"{kernel} {metric} is {counted}, expected {value}")
    return wrong


def compare(expected: list[str], left: list[dict]) -> list[str]:
    wrong = []
    for line in expected:
        wanted = FINDING.match(line)
        if not wanted:
            sys.exit(f"cannot read the expectation: {line}")
        hit = next((found for found in left if matches(found, wanted)), None)
        if hit is None:
            wrong.append(f"expected, but not found: {line}")
        else:
            left.remove(hit)
    wrong += [
        f"found, but not expected: {found['kind']} {found['memory']} line {found['line']}: {found['message']}"
        for found in left
    ]
    return wrong


def main(program: str, path: str) -> int:
    source = pathlib.Path(path).read_text(encoding="utf-8")
    environment = dict(line.split("=", 1) for line in directives(source, "environment"))
    dies = directives(source, "dies")
    skipped = directives(source, "skipped")
    report, printed = run(os.path.abspath(program), {**environment, "SIMT_WORKERS": "1"}, dies, skipped)
    wrong = check(source, report, printed)
    others = {"another number of workers": {"SIMT_WORKERS": "3"}, "a warp's order": {"SIMT_ORDER": "warp"}}
    for what, setting in list(others.items())[: 1 if directives(source, "lanes") else 2]:
        if run(os.path.abspath(program), {**environment, **setting}, dies, skipped) != (report, printed):
            wrong.append(f"{what} gives another report or other output")
    print(*wrong, *([printed.rstrip()] if wrong and printed else []), sep="\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
