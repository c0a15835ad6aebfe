# ./course grade: grades other people's labs, each in a process of its own, and writes the results.
from __future__ import annotations

import argparse
import json
import os
import pathlib
import queue
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from tools.arguments import mebibytes, output_folder, seconds, whole
from tools.build.meson import BUILD, must_build, need_sim
from tools.console import note, say, table
from tools.errors import CourseError, blame_the_machine
from tools.files import shown_path
from tools.grade import results
from tools.grade.jobs import Job, run_job
from tools.grade.process import Stopped, stop_all
from tools.grade.sandbox import user_of
from tools.grade.submissions import Handed, Submission, find_submissions, handed_in
from tools.model import ROOT, Lab, find_labs

HELP = "grade folders of submissions and write JSON, CSV, JUnit and Gradescope results"
EXAMPLES = [
    "grade class/ --out results/          # a folder of submission folders",
    "grade alice/ bob/ --out results/     # each flat, or with labs/NN-slug/ inside",
    "grade class/ --out results/ --lab transpose_naive --jobs 4",
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folders", nargs="+", type=pathlib.Path, metavar="DIR", help="a submission, or a folder of them"
    )
    parser.add_argument("--out", type=output_folder, required=True, metavar="RESULTS", help="where results go")
    parser.add_argument("--lab", action="append", default=[], metavar="LAB", help="only this lab (may be repeated)")
    parser.add_argument(
        "--jobs", type=whole(1, 1024), default=max(1, (os.cpu_count() or 2) // 2), metavar="N", help="at a time"
    )
    parser.add_argument(
        "--time-limit", type=seconds, default=60, metavar="S", help="seconds a lab may take (default 60)"
    )
    parser.add_argument(
        "--memory-limit", type=mebibytes, default=2048, metavar="MIB", help="memory a lab may use (default 2048)"
    )
    resume = parser.add_mutually_exclusive_group()
    resume.add_argument("--resume", action="store_true", help="keep results of unchanged files (the default)")
    resume.add_argument("--fresh", action="store_true", help="grade everything again")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    labs = find_labs(args.lab)
    submissions = find_submissions(args.folders, labs)
    need_sim()
    must_build(["simtcc", *(lab.grader("sim") for lab in labs), *(lab.module("sim", "solutions") for lab in labs)])
    users = _users(args.jobs, labs)
    _try_graders(labs, args, users[0])
    graded, broken = grade_all(submissions, labs, args, users)
    for name, entries in graded.items():
        results.write_submission(args.out, name, entries)
    results.write_class(args.out, labs, graded)
    if args.json:
        print(
            json.dumps(
                {name: {lab["lab"]: lab["score"] for lab in entries} for name, entries in graded.items()}, indent=1
            )
        )
    else:
        _show(graded, labs, args.out)
    for problem in broken:
        note(f"course: {problem}")
    return 2 if broken else 0


def _users(jobs: int, labs: list[Lab]) -> list[int | None]:
    needed = [BUILD / "simtcc", ROOT / "simt" / "simt.hpp", *(BUILD / lab.grader("sim") for lab in labs)]
    found = [user_of(slot, needed) for slot in range(jobs)]
    reason = next((reason for _, reason in found if reason), "")
    if reason:
        note(f"course: submissions run as root, because {reason}; better grade as an ordinary user")
        return [None] * jobs
    return [number for number, _ in found]


def _try_graders(labs: list[Lab], args: argparse.Namespace, user: int | None) -> None:
    """Before it judges anybody, every grader must give the solution full points."""
    note(f"course: trying {len(labs)} graders on the solutions")
    for lab in labs:
        verdict = run_job(Job(lab, Handed(lab.solution), args.time_limit, args.memory_limit), user)
        if verdict.score != lab.total:
            first = next((message for test in verdict.failures() for message in test.messages), "no reason given")
            blame_the_machine(first)
            raise CourseError(
                f"the grader of {lab.name} gives its own solution {verdict.score} of {lab.total} points ({first})."
                " Nothing was graded: mend it, or raise --time-limit or --memory-limit."
            )


def grade_all(
    submissions: list[Submission], labs: list[Lab], args: argparse.Namespace, users: list[int | None]
) -> tuple[dict[str, list[dict]], list[str]]:
    """Every lab of every submission; a result is on disk as soon as it is known."""
    found: dict[tuple[str, str], dict] = {}
    waiting: dict[Future, tuple[Submission, Lab]] = {}
    free: queue.SimpleQueue = queue.SimpleQueue()
    for user in users:
        free.put(user)
    broken: list[str] = []

    def work(job: Job, name: str, fingerprint: str) -> dict:
        user = free.get()
        try:
            return results.store(args.out, name, run_job(job, user), fingerprint)
        finally:
            free.put(user)

    with ThreadPoolExecutor(args.jobs) as pool:
        try:
            for submission in submissions:
                for lab in labs:
                    job = Job(lab, handed_in(submission, lab, labs), args.time_limit, args.memory_limit)
                    fingerprint = job.fingerprint()
                    old = None if args.fresh else results.stored(args.out, submission.name, lab, fingerprint)
                    if old:
                        found[submission.name, lab.name] = old
                    else:
                        waiting[pool.submit(work, job, submission.name, fingerprint)] = (submission, lab)
            if found:
                note(f"course: {len(found)} results of unchanged files are kept; --fresh grades them again")
            _collect(waiting, found, broken)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            stop_all()
            note("course: stopped; call again with the same --out to go on")
            raise
    entries = {
        submission.name: [found[submission.name, lab.name] for lab in labs if (submission.name, lab.name) in found]
        for submission in submissions
    }
    return entries, broken


def _collect(waiting: dict[Future, tuple[Submission, Lab]], found: dict, broken: list[str]) -> None:
    left, total = set(waiting), len(waiting)
    while left:
        done, left = wait(left, return_when=FIRST_COMPLETED)
        for future in done:
            submission, lab = waiting[future]
            try:
                result = found[submission.name, lab.name] = future.result()
            except Stopped:
                continue
            except CourseError as error:
                broken.append(str(error))
                continue
            note(f"[{total - len(left)}/{total}] {submission.name} {lab.name}: {result['score']}/{result['total']}")


def _show(graded: dict[str, list[dict]], labs: list[Lab], out: pathlib.Path) -> None:
    rows = []
    for name, entries in graded.items():
        scores = {entry["lab"]: entry["score"] for entry in entries}
        rows.append([name, *(scores.get(lab.name, "–") for lab in labs), sum(scores.values())])
    headers = ["submission", *(f"{lab.name}/{lab.total}" for lab in labs), f"of {sum(lab.total for lab in labs)}"]
    table(headers, rows, numeric=range(1, len(headers)))
    say(f"Results: {shown_path(out / 'results.csv')}, junit.xml, and a folder a submission beside it.")
