# ./course profile: Nsight Compute's memory counters of any .cu program, with no GPU.
from __future__ import annotations

import argparse
import sys

from tools.arguments import output
from tools.console import note, say, table
from tools.profile import caches
from tools.profile.annotate import HEADERS, Line, annotate, group
from tools.profile.building import add_program_arguments, build_program
from tools.profile.diagnosis import advise
from tools.profile.programs import Ran, as_json, run_program, write_report
from tools.profile.registers import registers_of

HELP = "count what a CUDA program does to memory, launch by launch and line by line, with no GPU"
EXAMPLES = [
    "profile transpose.cu",
    "profile transpose.cu --html transpose.html",
    "profile transpose.cu --caches",
    "profile blur.cu --json blur.json -I include -D RADIUS=3 -- picture.pgm --verbose",
]
SHOWN_LINES = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_program_arguments(parser)
    parser.epilog = f"{parser.epilog}Exit status: 0 counted, 1 the program failed or a launch was stopped, 2 the program could not be compiled or started.\n"
    parser.add_argument(
        "--json",
        type=output,
        metavar="OUT",
        help="write the counters, under Nsight Compute's names, to a file; - is standard output",
    )
    parser.add_argument(
        "--html",
        type=output,
        metavar="OUT",
        help="write one page with the annotated source and pictures of the worst lines",
    )

    parser.add_argument(
        "--caches", action="store_true", help="add what requests find in L1, L2 and DRAM, by a model of a GPU's caches"
    )
    gpus = caches.known_gpus()
    parser.add_argument("--gpu", choices=gpus, default=gpus[0], help=f"whose caches (default: {gpus[0]})")
    parser.add_argument(
        "--cache-control",
        choices=("all", "none"),
        default="all",
        help="as ncu's: all empties L2 before each launch (the default), none leaves there what the launch before has left",
    )


def run(args: argparse.Namespace) -> int:
    program = build_program(args)
    to_stdout = args.json == "-"
    told, registers = None, None
    if args.caches:
        registers = registers_of(args, program, args.gpu)
        told = {"SIMT_CACHES": args.gpu, "SIMT_CACHE_CONTROL": args.cache_control}
        told["SIMT_CACHE_REGISTERS"] = str(registers or "")
    ran = run_program(
        program,
        args.arguments,
        limit=args.time_limit,
        stdout=sys.stderr if to_stdout else None,
        caches=told,
    )
    if args.json:
        write_report(
            args.json, as_json({"launches": ran.launches, "findings": ran.findings, "exit_status": ran.status})
        )
    if args.html:
        from tools.report.profiled import page

        write_report(args.html, page(args.files[0], ran.launches, registers is not None))
        note(f"course: wrote {args.html}")
    if not to_stdout:
        show(args, ran, registers is not None)
    if ran.interrupted:
        return 130
    return 1 if ran.status or ran.findings else 0


def show(args: argparse.Namespace, ran: Ran, registers: bool = False) -> None:
    say()
    if ran.launches:
        count = len(ran.launches)
        say(f"{args.files[0]}: {count:,} launch{'es' if count > 1 else ''}; simulated counts, no times", "bold")
        table(HEADERS, [found.cells() for found in group(ran.launches)], numeric=range(3, len(HEADERS)))
        if caches.are_modelled(ran.launches):
            say()
            say(caches.about(ran.launches, registers), "bold")
            rows = [found.cache_cells() for found in group(ran.launches) if not found.stopped]
            table(caches.HEADERS, rows, numeric=range(3, len(caches.HEADERS)))
        lines = annotate(ran.launches)
        if lines:
            say()
            say("Source, worst line first", "bold")
        for line in lines[:SHOWN_LINES]:
            show_line(line)
        if len(lines) > SHOWN_LINES:
            say(f"and {len(lines) - SHOWN_LINES} more lines; --html shows them all.")
    else:
        say(f"{args.files[0]}: {nothing_counted(ran)}")
    for finding in ran.findings:
        say(f"{finding['kind']}: {finding['message']}", "red")
    if ran.findings:
        no_counters = (
            "A launch that is stopped has no counters. " if any(found.stopped for found in group(ran.launches)) else ""
        )
        say(f"{no_counters}./course sanitize {args.files[0]} says more.")
    if ran.ending(args.time_limit):
        say(ran.ending(args.time_limit), "red")


def nothing_counted(ran: Ran) -> str:
    """Why there is no launch to show."""
    if ran.running:
        return f"the kernel {ran.running['kernel']} did not end, so there are no counters."
    if ran.status or ran.interrupted:
        return "the program ended before it launched a kernel."
    return "no kernel was launched."


def show_line(line: Line) -> None:
    say()
    say(f"{line.place}  {', '.join(line.kernels)}", "bold")
    say(f"    {line.text.strip()}", verbatim=True)
    for access in line.accesses:
        say(f"  {access.what()}: {access.numbers()}", *(["yellow"] if access.wasted else []))
        if access.found.known:
            say(f"    {access.caches()}")
        say(f"    {advise(access)}", "dim")
