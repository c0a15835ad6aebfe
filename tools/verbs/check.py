# ./course check: builds labs, runs their graders, says what is right, what is wrong and what to do next.
"""Somebody waits after each save, so the compiler is started first; what judges and tells is loaded while that is at work."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import pathlib
from typing import TYPE_CHECKING

from tools.arguments import MOST_SEED, mebibytes, output, seconds, whole
from tools.build.meson import BUILD, backends, build, doubt_compiler, has_cuda, must_build, readable_path
from tools.console import note, progress, say
from tools.errors import CourseError
from tools.files import shown_path
from tools.model import Lab, digest
from tools.state import remember_check
from tools.taught import load_class, taught_labs

if TYPE_CHECKING:
    from tools.grade.grading import Verdict

HELP = "build the labs that you have worked on, grade them and say what is wrong"
EXAMPLES = [
    "check",
    "check --all",
    "check transpose_naive",
    "check naive --watch",
    "check naive --html naive.html",
    "check labs/01-coalescing/sectors_touched.cpp",
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "labs",
        nargs="*",
        metavar="LAB",
        help="a lab, part of its name, its file or its chapter (default: what you have edited)",
    )
    parser.add_argument("--all", action="store_true", help="every lab, edited or not")
    parser.add_argument(
        "--backend", choices=["sim", "cuda"], help="one backend only (default: sim, and cuda with a GPU)"
    )
    parser.add_argument(
        "--watch", action="store_true", help="check again after every save, and listen to keys meanwhile"
    )
    parser.add_argument("--solution", action="store_true", help="check the solutions instead of your labs")
    parser.add_argument(
        "--seed",
        type=whole(1, MOST_SEED),
        default=1,
        metavar="N",
        help="draw the graders' chosen shapes and values from N, as `./course grade` says it did (default 1)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--html", type=output, metavar="OUT", help="write one page that shows what fails, with the lanes of the access"
    )
    parser.add_argument(
        "--github", action="store_true", help="annotate the lines on GitHub, and write the summary of the job"
    )
    parser.add_argument(
        "--junit", type=output, metavar="OUT", help="write the tests as JUnit's XML, for GitLab and others"
    )
    parser.add_argument(
        "--code-quality",
        type=output,
        metavar="OUT",
        help="write what is wrong at which line as GitLab's code quality report",
    )
    parser.add_argument(
        "--time-limit", type=seconds, default=60, metavar="S", help="seconds a lab may take (default 60)"
    )
    parser.add_argument(
        "--memory-limit", type=mebibytes, default=4096, metavar="MIB", help="memory a lab may use (default 4096)"
    )


def run(args: argparse.Namespace) -> int:
    labs = taught_labs(args.labs)
    doubt_compiler()
    if args.watch:
        return watch(labs, args)
    if not (args.labs or args.all or args.solution):
        labs = [lab for lab in labs if touched(lab)]
        if not labs:
            return nothing_touched(args)
    return check(labs, args)


def touched(lab: Lab) -> bool:
    """Whether there is something of the student's to check; a lab that is missing is to be told of."""
    return digest(lab.path) != digest(lab.skeleton)


def nothing_touched(args: argparse.Namespace) -> int:
    first = taught_labs([])[0]
    tell_host([], args)
    note("course: every lab is as it came, so there is nothing to check; --all checks them all the same.")
    if args.json:
        print("[]")
    else:
        say(f"Next: edit {shown_path(first.path)}, then ./course check {first.name}. Stuck? ./course hint {first.name}")
    return 0


def with_kernels(labs: list[Lab]) -> list[Lab]:
    """Those of several that a GPU can check; says which are left out."""
    left_out = [lab for lab in labs if lab.host_only]
    if left_out and len(left_out) < len(labs):
        names = ", ".join(lab.name for lab in left_out)
        note(f"course: left out, since a GPU has nothing to do there: {names}")
        return [lab for lab in labs if not lab.host_only]
    return labs


def check(labs: list[Lab], args: argparse.Namespace) -> int:
    if args.backend == "cuda":
        labs = with_kernels(labs)
    room = "solutions" if args.solution else "labs"
    missing = [lab for lab in labs if room == "labs" and not lab.path.exists()]
    if missing:
        raise CourseError(
            f"{shown_path(missing[0].path)} is missing. `./course reset {missing[0].name} --yes` brings it back."
        )
    if room == "solutions" and not all(lab.solution.exists() for lab in labs):
        raise CourseError("this edition of the course has no solutions. `./course hint LAB` helps along.")
    chosen = {lab.name: chosen_backends(lab, args.backend) for lab in labs}
    checked = {
        lab.name: digest(lab.path) for lab in labs
    }  # before the build: an edit meanwhile is not what was checked

    def remember(lab: Lab, score: int, solved: bool) -> None:
        if room == "labs":
            remember_check(lab, checked[lab.name], score, solved)

    if len(labs) > 1:
        note(f"course: checking {len(labs)} labs: {', '.join(lab.name for lab in labs)}")
    errors = build_labs(labs, chosen, room)
    from tools.grade.verdicts import show_compile_error, show_summary, show_verdict
    from tools.study.status import say_what_follows

    results: list[dict] = []
    graded: list[tuple[Lab, Verdict | str]] = []
    won, good = 0, True
    for number, lab in enumerate(labs, 1):
        if lab.name in errors:
            good = False
            remember(lab, 0, False)
            graded.append((lab, errors[lab.name]))
            results.append({"lab": lab.name, "score": 0, "total": lab.total, "compile_error": errors[lab.name]})
            if not args.json:
                show_compile_error(lab, errors[lab.name])
            continue
        with progress() as shown:
            shown.step(f"checking {lab.name}, {number} of {len(labs)}")
            verdicts = [grade(lab, backend, args) for backend in chosen[lab.name]]
        lab_good = all(verdict.good for verdict in verdicts)
        # Counters are graded on sim alone, so the points are sim's wherever it ran.
        score = verdicts[0].score if lab_good or verdicts[0].backend == "sim" else 0
        remember(lab, score, lab_good and score == lab.total)
        results += [verdict.as_json() for verdict in verdicts]
        graded.append((lab, verdicts[0]))
        won, good = won + score, good and lab_good
        if not args.json:
            for verdict in verdicts:
                show_verdict(
                    verdict,
                    lab.solution if args.solution else lab.path,
                    room == "labs" and checked[lab.name] == digest(lab.skeleton),
                )
            if room == "labs" and "sim" in chosen[lab.name]:
                for sentence in refusals(lab):
                    say(f"  ! ./course grade would not take it: {sentence}", "yellow")
    tell_host(graded, args)
    if args.html:
        from tools.profile.programs import write_report
        from tools.report.checked import page

        write_report(args.html, page(graded))
        note(f"course: wrote {args.html}")
    if args.json:
        print(json.dumps(results, indent=1, ensure_ascii=False))
    elif len(labs) > 1:
        show_summary(won, labs)
    elif good and won == labs[0].total and room == "labs":
        say_what_follows(labs[0])
    return 0 if good else 1


def tell_host(graded: list[tuple[Lab, Verdict | str]], args: argparse.Namespace) -> None:
    """What a code host's runner reads."""
    if not (args.github or args.junit or args.code_quality):
        return
    from tools.report import ci

    if args.github:
        labs = list(load_class().labs)
        ci.add_summary(ci.summary(graded, labs))
        for line in ci.github_lines(graded, labs):
            say(line, verbatim=True)
    if args.junit:
        ci.write_junit(args.junit, graded)
    if args.code_quality:
        ci.write_code_quality(args.code_quality, graded)


def chosen_backends(lab: Lab, wanted: str | None) -> list[str]:
    if wanted == "cuda":
        if lab.host_only:
            why = (
                "its ranks are threads of the simulator's"
                if "mpi" in lab.libraries
                else "it is plain C++, with no kernel in it"
            )
            raise CourseError(f"{lab.name} has no cuda backend: {why}.")
        if not has_cuda():
            raise CourseError("there is no nvcc, so the cuda backend is left out.")
        return ["cuda"]
    return [wanted] if wanted else backends(lab.host_only)


def build_labs(labs: list[Lab], chosen: dict[str, list[str]], room: str) -> dict[str, str]:
    """Builds modules and graders; returns the compiler's words for the labs that do not compile."""
    pairs = [(lab, backend) for lab in labs for backend in chosen[lab.name]]
    modules = {lab.module(backend, room): lab for lab, backend in pairs}
    graders = [lab.grader(backend) for lab, backend in pairs]
    outcome = build([*modules, *graders], meanwhile=load_the_rest)
    errors: dict[str, str] = {}
    for target, words in outcome.failed.items():
        lab = next((lab for module, lab in modules.items() if target.startswith(module)), None)
        if lab is None:  # the course's own code, then: say so as the tool's failure
            must_build(graders)
            raise CourseError(f"{target} does not build:\n{words}")
        errors[lab.name] = words
    return errors


def load_the_rest() -> None:
    for name in ("tempfile", "tools.grade.grading", "tools.grade.verdicts", "tools.study.status"):
        importlib.import_module(name)


def refusals(lab: Lab) -> list[str]:
    """What of the lab ./course grade refuses, a sentence each: simtcc has left them beside the module."""
    kept = BUILD / (lab.module("sim") + ".refused")
    return [readable_path(line) for line in kept.read_text(errors="replace").splitlines()] if kept.exists() else []


def grade(lab: Lab, backend: str, args: argparse.Namespace) -> Verdict:
    import tempfile

    from tools.grade.grading import run_grader
    from tools.grade.process import Limits

    limits = Limits(seconds=args.time_limit, memory_mib=args.memory_limit if backend == "sim" else None)
    with tempfile.TemporaryDirectory(prefix="course-check-") as scratch:
        return run_grader(
            lab, backend, BUILD / lab.grader(backend), BUILD / lab.module(backend, "solutions" if args.solution else "labs"),
            pathlib.Path(scratch), limits, {**os.environ, "SIMT_NVRTC_CACHE": str(BUILD / "nvrtc")}, seed=args.seed,
            halves=backend == "sim" and (os.cpu_count() or 1) > 1 and "GTEST_FILTER" not in os.environ,
        )  # fmt: skip


def watch(labs: list[Lab], args: argparse.Namespace) -> int:
    from tools.study.companion import Companion, Verbs
    from tools.study.status import next_lab
    from tools.verbs import hint, reset
    from tools.verbs import list as list_verb

    first = labs if args.labs or args.all or args.solution else [lab for lab in labs if touched(lab)]
    verbs = Verbs(
        check=lambda changed: check(changed, args),
        hint=lambda lab: hint.run(argparse.Namespace(lab=lab.name, all=False, again=False)),
        list=lambda lab: list_verb.run(argparse.Namespace(chapters=[lab.slug], json=False)),
        reset=lambda lab: reset.run(argparse.Namespace(lab=lab.name, yes=True)),
    )
    lab = first[0] if first else next_lab(None) or labs[0]
    return Companion(list(labs), lab, verbs).run(first)
