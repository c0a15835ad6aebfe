# ./course sanitize: what compute-sanitizer finds in a .cu program, and what it misses, with no GPU.
from __future__ import annotations

import argparse
import sys

from tools.arguments import output
from tools.console import say
from tools.profile.building import add_program_arguments, build_program
from tools.profile.findings import fold_notes, show_findings, summary
from tools.profile.programs import Ran, as_json, run_program, write_report

HELP = "find memory errors, races and barrier errors in a CUDA program, with no GPU"
EXAMPLES = [
    "sanitize reduce.cu",
    "sanitize reduce.cu --leak-check --json findings.json",
    "sanitize blur.cu -I include -D RADIUS=3 --time-limit 60 -- picture.pgm --verbose",
]
NOBODY = {"memory": "", "file": "", "line": 0, "block": [0, 0, 0], "thread": [0, 0, 0]}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_program_arguments(parser)
    parser.epilog = f"{parser.epilog}Exit status: 0 clean, 1 findings (a time-out is one), 2 the program could not be compiled, or not run to its end; without findings a status of the program's own is passed on.\n"
    parser.add_argument("--leak-check", action="store_true", help="also report device memory that is never freed")
    parser.add_argument("--json", type=output, metavar="OUT", help="write the findings to a file; - is standard output")


def run(args: argparse.Namespace) -> int:
    program = build_program(args)
    to_stdout = args.json == "-"
    checks = "all,leak" if args.leak_check else "all"
    ran = run_program(program, args.arguments, checks, args.time_limit, stdout=sys.stderr if to_stdout else None)
    findings = ran.findings + unfinished(ran, args.time_limit)
    if args.json:
        write_report(
            args.json,
            as_json(
                {"findings": findings, "notes": [note for note, _ in fold_notes(ran.notes)], "exit_status": ran.status}
            ),
        )
    if not to_stdout:
        show(args, ran, findings)
    if ran.interrupted:
        return 130
    if findings:
        return 1
    return 2 if ran.crashed else ran.status


def unfinished(ran: Ran, limit: float | None) -> list[dict]:
    """A program that had to be stopped, and a kernel that ended with its program, are findings like any other."""
    if ran.interrupted or not (ran.timed_out or (ran.crashed and ran.running)):
        return []
    kernel = ran.running["kernel"] if ran.running else ""
    if ran.timed_out:
        who = kernel or "the program, in its host code,"
        message = f"{who} was still running after {limit:g} s and was stopped"
        return [{"kind": "timeout", **NOBODY, "kernel": kernel, "message": message}]
    return [{"kind": "crash", **NOBODY, "kernel": kernel, "message": ran.ending(limit)}]


def show(args: argparse.Namespace, ran: Ran, findings: list[dict]) -> None:
    say()
    show_findings(findings, ran.notes)
    ending = ran.ending(args.time_limit)
    if ending:
        say(ending, "red")
    if not ran.complete:
        say("What would have happened after that was not seen" + (", leaks included." if args.leak_check else "."))
    count = len(ran.launches) + bool(ran.running)
    launches = f"{count:,} launch{'' if count == 1 else 'es'}"
    say(
        f"{args.files[0]}: {summary(findings) if findings else 'no findings'} in {launches}",
        "red" if findings else "green",
    )
