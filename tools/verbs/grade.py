# ./course grade: grades other people's labs, each in a process of its own, and writes the results.
from __future__ import annotations

import argparse
import contextlib
import json
import os
import pathlib
import queue
import secrets
import tempfile
from collections.abc import Iterator
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
from tools.grade.intake import Intake, take_in
from tools.grade.jobs import Job, Place, run_job, state_of, tools
from tools.grade.process import Stopped, stop_all
from tools.grade.roster import Roster, read_roster
from tools.grade.submissions import Handed, Submission, find_submissions, handed_in, unreadable
from tools.model import ROOT, Lab, load_course
from tools.taught import load_class, taught_labs

HELP = "grade folders of submissions and write JSON, CSV, JUnit and Gradescope results"
EXAMPLES = [
    "grade class/ --out results/          # a folder of submission folders",
    "grade alice/ bob/ --out results/     # each flat, or with labs/NN-slug/ inside",
    "grade class/ --out results/ --lab transpose_naive --jobs 4",
    "grade download.zip --roster gradebook.csv --out results/   # as Moodle and Canvas give them",
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folders", nargs="+", type=pathlib.Path, metavar="DIR", help="a submission, or a folder of them"
    )
    parser.add_argument(
        "--roster",
        type=pathlib.Path,
        metavar="CSV",
        help="who is in the class: a CSV of Moodle's or Canvas's, or with columns name, id, login. DIR is then a platform's"
        " download, as a folder or a zip",
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
    labs = taught_labs(args.lab)
    with sorted_in(args) as (submissions, handed_out), results.claim(args.out):
        need_sim()
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
        rows = _write(graded, args.out, handed_out)
    if args.json:
        scores = {name: {lab["lab"]: lab["score"] for lab in entries} for name, entries in graded.items()}
        print(json.dumps(scores, indent=1))
    else:
        _show(graded, labs, args.out)
        if len(rows) > len(graded):
            say(f"The files hold {len(rows) - len(graded)} more submissions, of earlier calls.")
    if handed_out:
        _say_what_was_taken(handed_out, args.out)
    if problem:
        note(f"course: {problem}")
    return 2 if problem else 0


@dataclass(frozen=True)
class HandedOut:
    """What a learning platform gave: who is in the class, and whose each file is."""

    roster: Roster
    intake: Intake


@contextlib.contextmanager
def sorted_in(args: argparse.Namespace) -> Iterator[tuple[list[Submission], HandedOut | None]]:
    """The submissions; with a roster, copies of what is handed in, by person, which are there as long as this lasts."""
    if not args.roster:
        yield find_submissions(args.folders, taught_labs(args.lab), results.OWN_NAMES), None
        return
    roster = read_roster(args.roster)
    with tempfile.TemporaryDirectory(prefix="course-grade-in-") as staging:
        intake = take_in(args.folders, roster, load_course().labs, pathlib.Path(staging), results.OWN_NAMES)
        if not any(intake.folders.values()) and (intake.not_placed or len(intake.people) > 1):
            of = f"; of the first: it {intake.not_placed[0][1]}" if intake.not_placed else ""
            raise CourseError(
                f"no file is anybody's of the roster{of}. Is it the roster of this class, and its download?"
            )
        yield intake.submissions, HandedOut(roster, intake)


def _say_what_was_taken(handed_out: HandedOut, out: pathlib.Path) -> None:
    intake = handed_out.intake
    placed = sum(bool(line[2]) for line in intake.lines)
    say(
        f"{placed} files taken, what for stands in {shown_path(out / 'taken.csv')}; points for the platform: grades.csv."
    )
    if none := intake.nothing:
        say(f"Nothing is there of {len(none)}: {', '.join(none[:8])}{', …' if len(none) > 8 else ''}")
    for file, why in intake.not_placed[:20]:
        note(f"course: {file} {why}")
    if len(intake.not_placed) > 20:
        note(f"course: {len(intake.not_placed) - 20} more, in taken.csv")


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
        job = this.job(lab, unreadable(f"{lab.file} cannot be read: {error.strerror or error}"))
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


def _write(
    graded: dict[str, list[dict]], out: pathlib.Path, handed_out: HandedOut | None = None
) -> dict[str, list[dict]]:
    """The files over all; rows of what this call did not name are kept, and so are other labs' columns."""
    stored = results.all_stored(out)
    taught, people = load_class(), handed_out.intake.people if handed_out else {}
    labs = [lab for lab in taught.labs if any(lab.name in found for found in stored.values())]
    names = [*graded, *(name for name in stored if name not in graded)]
    rows = {
        name: [results.rescored(stored[name][lab.name], lab) for lab in labs if lab.name in stored.get(name, {})]
        for name in names
    }
    if taught.due:
        for name, person in people.items():
            rows[name] = [results.with_lateness(result, taught, person.handed_in) for result in rows[name]]
    for name in graded:
        results.write_submission(out, name, rows[name], taught.gradescope)
    results.write_class(out, labs, rows)
    if handed_out:
        results.write_for_platform(out, handed_out.roster, handed_out.intake, labs, rows, taught.columns)
    return rows


def _show(graded: dict[str, list[dict]], labs: list[Lab], out: pathlib.Path) -> None:
    rows = []
    for name, entries in graded.items():
        scores = {entry["lab"]: entry["score"] for entry in entries}
        rows.append([name, *(scores.get(lab.name, "–") for lab in labs), sum(scores.values())])
    headers = ["submission", *(f"{lab.name}/{lab.total}" for lab in labs), f"of {sum(lab.total for lab in labs)}"]
    table(headers, rows, numeric=range(1, len(headers)))
    say(f"Results: {shown_path(out / 'results.csv')}, junit.xml, and a folder a submission beside it.")
