# ./course grade: grades other people's labs, each in a process of its own, and writes the results.
from __future__ import annotations

import argparse
import json
import os
import pathlib
import queue
import secrets
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass

from tools.arguments import mebibytes, output_folder, seconds, whole
from tools.build.meson import MODULES, must_build, need_sim
from tools.console import note, say, table
from tools.errors import CourseError
from tools.files import shown_path
from tools.grade import results, sandbox
from tools.grade.box import HOW
from tools.grade.grading import MOST_SEED
from tools.grade.jobs import Job, Place, run_job, state_of, tools
from tools.grade.process import Stopped, stop_all
from tools.grade.submissions import Handed, Submission, find_submissions, handed_in
from tools.model import ROOT, Lab, find_labs, load_course

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
    parser.add_argument(
        "--no-sandbox",
        action="store_true",
        help="do without the box round each submission, which then sees your files and the network; results say so",
    )
    parser.add_argument(
        "--any-calls",
        action="store_true",
        help="refuse nothing that a submission calls or how it is compiled, which may then edit its own counters; results say so",
    )
    parser.add_argument(
        "--seed",
        type=whole(1, MOST_SEED),
        metavar="N",
        help="draw the graders' chosen shapes and values from N (default: as before in RESULTS, or by chance; results say)",
    )
    resume = parser.add_mutually_exclusive_group()
    resume.add_argument("--resume", action="store_true", help="keep results of unchanged files (the default)")
    resume.add_argument("--fresh", action="store_true", help="grade everything again")
    parser.add_argument("--json", action="store_true", help="print JSON")


@dataclass(frozen=True)
class Run:
    """One call: what it grades, where, and with which limits."""

    args: argparse.Namespace
    labs: list[Lab]
    places: list[Place]
    seed: int

    def job(self, lab: Lab, handed: Handed) -> Job:
        args = self.args
        return Job(lab, handed, args.time_limit, args.memory_limit, not args.no_sandbox, args.any_calls, self.seed)


def run(args: argparse.Namespace) -> int:
    labs = find_labs(args.lab)
    submissions = find_submissions(args.folders, labs, results.OWN_NAMES)
    need_sim()
    with results.claim(args.out):
        seed = args.seed or results.seed_of(args.out) or 1 + secrets.randbelow(MOST_SEED)
        note(f"course: shapes and values are drawn from {seed}; --seed {seed} repeats them")
        must_build([*MODULES, *(lab.grader("sim") for lab in labs), *(lab.module("sim", "solutions") for lab in labs)])
        needed = [ROOT / "simt" / "simt.hpp", *(path for lab in labs for path in tools(lab))]
        with sandbox.users(args.jobs, needed) as users, sandbox.scratch() as scratch:
            this = Run(args, labs, [Place(scratch, user) for user in users], seed)
            why = "" if args.no_sandbox else sandbox.no_box(users[0])
            if why:
                raise CourseError(f"there is no box to run submissions in: {why}. Nothing was graded. {HOW}.")
            _try_graders(this)
            graded, problem = grade_all(submissions, this)
        rows = _write(graded, args.out)
    if args.json:
        scores = {name: {lab["lab"]: lab["score"] for lab in entries} for name, entries in graded.items()}
        print(json.dumps(scores, indent=1))
    else:
        _show(graded, labs, args.out)
        if len(rows) > len(graded):
            say(f"The files hold {len(rows) - len(graded)} more submissions, of earlier calls.")
    if problem:
        note(f"course: {problem}")
    return 2 if problem else 0


def _try_graders(this: Run) -> None:
    """Before it judges anybody, every grader must give the solution full points."""
    note(f"course: trying {len(this.labs)} graders on the solutions")
    for lab in this.labs:
        verdict = run_job(this.job(lab, Handed(lab.solution)), this.places[0], pauses=(0, 1))
        if verdict.score != lab.total:
            first = next((message for test in verdict.failures() for message in test.messages), "no reason given")
            raise CourseError(
                f"the grader of {lab.name} gives its own solution {verdict.score} of {lab.total} points ({first})."
                " Nothing was graded: mend it, or raise --time-limit or --memory-limit."
            )


def grade_all(submissions: list[Submission], this: Run) -> tuple[dict[str, list[dict]], str]:
    """Every lab of every submission; a result is on disk as soon as it is known. And what stopped it, if something did."""
    found: dict[tuple[str, str], dict] = {}
    waiting: dict[Future, tuple[Submission, Lab]] = {}
    free: queue.SimpleQueue = queue.SimpleQueue()
    for place in this.places:
        free.put(place)
    boxed, out = not this.args.no_sandbox, this.args.out
    before = state_of(this.labs)

    def work(job: Job, name: str, fingerprint: str) -> dict:
        place = free.get()
        try:
            verdict = run_job(job, place)
            if state_of(this.labs) != before:
                raise CourseError(
                    "a grader or the simulator was changed while it graded. What it said since is not kept."
                )
            return results.store(out, name, verdict, fingerprint, boxed, job.any_calls)
        finally:
            free.put(place)

    with ThreadPoolExecutor(this.args.jobs) as pool:
        try:
            for submission in submissions:
                for lab in this.labs:
                    job, fingerprint = _job(submission, lab, this)
                    old = None if this.args.fresh else results.stored(out, submission.name, lab, fingerprint)
                    if old:
                        found[submission.name, lab.name] = old
                    else:
                        waiting[pool.submit(work, job, submission.name, fingerprint)] = (submission, lab)
            if found:
                note(f"course: {len(found)} results of unchanged files are kept; --fresh grades them again")
            problem = _collect(waiting, found)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            stop_all()
            note("course: stopped; call again with the same --out to go on")
            raise
    entries = {
        submission.name: [found[submission.name, lab.name] for lab in this.labs if (submission.name, lab.name) in found]
        for submission in submissions
    }
    return entries, problem


def _job(submission: Submission, lab: Lab, this: Run) -> tuple[Job, str]:
    """The job and its fingerprint, for which what was handed in is read."""
    job = this.job(lab, handed_in(submission, lab, this.labs))
    try:
        return job, job.fingerprint()
    except OSError as error:
        job = this.job(lab, Handed(None, reason=f"{lab.file} cannot be read: {error.strerror or error}"))
        return job, job.fingerprint()


def _collect(waiting: dict[Future, tuple[Submission, Lab]], found: dict) -> str:
    """Waits for all, or until one says that grading cannot go on, and why."""
    left, total, problem = set(waiting), len(waiting), ""
    while left:
        done, left = wait(left, return_when=FIRST_COMPLETED)
        for future in done:
            submission, lab = waiting[future]
            try:
                result = found[submission.name, lab.name] = future.result()
            except (Stopped, CancelledError):
                continue
            except CourseError as error:
                problem = problem or str(error)
                for other in left:
                    other.cancel()
                continue
            note(f"[{total - len(left)}/{total}] {submission.name} {lab.name}: {result['score']}/{result['total']}")
    return problem


def _write(graded: dict[str, list[dict]], out: pathlib.Path) -> dict[str, list[dict]]:
    """The files over all; rows of what this call did not name are kept, and so are other labs' columns."""
    stored = results.all_stored(out)
    labs = [lab for lab in load_course().labs if any(lab.name in found for found in stored.values())]
    names = [*graded, *(name for name in stored if name not in graded)]
    rows = {name: [stored[name][lab.name] for lab in labs if lab.name in stored.get(name, {})] for name in names}
    for name in graded:
        results.write_submission(out, name, rows[name])
    results.write_class(out, labs, rows)
    return rows


def _show(graded: dict[str, list[dict]], labs: list[Lab], out: pathlib.Path) -> None:
    rows = []
    for name, entries in graded.items():
        scores = {entry["lab"]: entry["score"] for entry in entries}
        rows.append([name, *(scores.get(lab.name, "–") for lab in labs), sum(scores.values())])
    headers = ["submission", *(f"{lab.name}/{lab.total}" for lab in labs), f"of {sum(lab.total for lab in labs)}"]
    table(headers, rows, numeric=range(1, len(headers)))
    say(f"Results: {shown_path(out / 'results.csv')}, junit.xml, and a folder a submission beside it.")
