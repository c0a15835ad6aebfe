# ./course grade: grades other people's labs, each in a process of its own, and writes the results.
from __future__ import annotations

import argparse
import contextlib
import os
import pathlib
import queue
import secrets
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field

from tools.arguments import MOST_SEED, folder, mebibytes, output_folder, seconds, whole
from tools.build.meson import MODULES, must_build, need_sim
from tools.classes import shards, similar, slurm
from tools.classes.handed_out import content, readable, sorted_in
from tools.classes.merge import merge
from tools.classes.written import finish
from tools.console import note, say
from tools.errors import CourseError
from tools.files import shown_path
from tools.grade import results, sandbox
from tools.grade.box import HOW
from tools.grade.grading import Verdict
from tools.grade.jobs import PAUSES, Job, Place, deciding, run_job, state_of
from tools.grade.private import Private, built, must_be_closed, read_private
from tools.grade.process import Stopped, stop_all
from tools.grade.submissions import Handed, Submission
from tools.model import ROOT, Lab
from tools.taught import taught_labs

HELP = "grade folders of submissions and write JSON, CSV, JUnit and Gradescope results"
EXAMPLES = [
    "grade class/ --out results/          # a folder of submission folders",
    "grade alice/ bob/ --out results/     # each flat, or with labs/NN-slug/ inside",
    "grade class/ --out results/ --lab transpose_naive --jobs 4",
    "grade download.zip --roster gradebook.csv --out results/   # as Moodle and Canvas give them",
    "grade class/ --out results/ --private ../own-tests          # and by tests that students have not got",
    "grade class/ --out part2/ --shard 2/8 --seed 4711           # one of eight parts, anywhere; then",
    "grade --merge part*/ --out results/",
    "grade class/ --out results/ --slurm 8                       # the same as a job array",
    "grade class/ --out results/ --similar                       # grades nothing: who has whose solution?",
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folders", nargs="*", type=pathlib.Path, metavar="DIR", help="a submission, or a folder of them"
    )
    parser.add_argument(
        "--roster",
        type=pathlib.Path,
        metavar="CSV",
        help="who is in the class: a CSV of Moodle's or Canvas's, or with columns name, id, login. DIR is then a platform's"
        " download, as a folder or a zip",
    )
    parser.add_argument("--out", type=output_folder, required=True, metavar="RESULTS", help="where results go")
    parser.add_argument(
        "--private",
        type=folder,
        metavar="DIR",
        help="tests of your own beside the public ones: LAB.cpp and private.toml, as in INSTRUCTORS.md",
    )
    parser.add_argument("--lab", action="append", default=[], metavar="LAB", help="only this lab (may be repeated)")
    parser.add_argument(
        "--jobs", type=whole(1, 1024), default=max(1, (os.cpu_count() or 2) // 2), metavar="N", help="at a time"
    )
    parser.add_argument(
        "--time-limit", type=seconds, default=60.0, metavar="S", help="seconds a lab may take (default 60)"
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
    parts = parser.add_mutually_exclusive_group()
    parts.add_argument(
        "--shard", type=shards.shard, metavar="I/N", help="grade the I-th of N parts of all, to be merged; wants --seed"
    )
    parts.add_argument(
        "--merge", nargs="+", type=pathlib.Path, metavar="DIR", help="put together what shards wrote, and grade nothing"
    )
    parts.add_argument(
        "--slurm", type=whole(1, shards.MOST), metavar="N", help="write a job array of N shards for Slurm and submit it"
    )
    parts.add_argument(
        "--similar", action="store_true", help="grade nothing; list the pairs that are alike but for names and comments"
    )
    resume = parser.add_mutually_exclusive_group()
    resume.add_argument("--resume", action="store_true", help="keep results of unchanged files (the default)")
    resume.add_argument("--fresh", action="store_true", help="grade everything again")
    parser.add_argument("--json", action="store_true", help="print JSON")


class Places:
    """As many jobs at a time as there are users, each at a place of its own."""

    def __init__(self, scratch: pathlib.Path, users: list[int | None]):
        self._count = len(users)
        self._free: queue.SimpleQueue[Place] = queue.SimpleQueue()
        # Any number of workers gives the same bytes; jobs at one time share the processors.
        processors = max(1, len(os.sched_getaffinity(0)) // (len(users) or 1))
        for user in users:
            self._free.put(Place(scratch, user, processors))

    def run(self, job: Job, pauses: tuple[float, ...] = PAUSES) -> Verdict:
        place = self._free.get()
        try:
            return run_job(job, place, pauses)
        finally:
            self._free.put(place)

    @contextlib.contextmanager
    def at_once(self) -> Iterator[ThreadPoolExecutor]:
        """Threads for as many jobs as there are places. Whatever ends the caller, Ctrl-C too, ends the jobs."""
        with ThreadPoolExecutor(self._count) as pool:
            try:
                yield pool
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                stop_all()
                raise


@dataclass(frozen=True)
class Run:
    """One call: what it grades, where, and with which limits."""

    args: argparse.Namespace
    labs: list[Lab]
    handed: dict[tuple[str, str], Handed]  # by the submission's name and the lab's
    places: Places
    seed: int
    private: dict[str, Private] = field(default_factory=dict, hash=False)

    @property
    def used(self) -> list[Lab]:
        return handed_in_by_somebody(self.labs, self.handed)

    def job(self, lab: Lab, handed: Handed) -> Job:
        args = self.args
        return Job(
            lab, handed, args.time_limit, args.memory_limit, not args.no_sandbox, args.any_calls, self.seed,
            self.private.get(lab.name),
        )  # fmt: skip


def all_handed_in(submissions: list[Submission], labs: list[Lab]) -> dict[tuple[str, str], Handed]:
    return {(one.name, lab.name): readable(one, lab, labs) for one in submissions for lab in labs}


def handed_in_by_somebody(labs: list[Lab], handed: dict[tuple[str, str], Handed]) -> list[Lab]:
    """No other lab's grader is built, tried or asked."""
    names = {lab for (_, lab), one in handed.items() if one.file}
    return [lab for lab in labs if lab.name in names]


def run(args: argparse.Namespace) -> int:
    _must_make_sense(args)
    labs, own = taught_labs(args.lab), pathlib.Path(args.private) if args.private else None
    private = read_private(own, labs) if own else {}
    if own and args.no_sandbox:
        must_be_closed(own)
    labs = [private[lab.name].whole if lab.name in private else lab for lab in labs]
    if args.merge:
        return merge(args, labs, own)
    if args.slurm:
        _build(labs)
        return slurm.submit(args)
    with sorted_in(args) as (submissions, handed_out), results.claim(args.out):
        if args.similar:
            return similar.report(submissions, labs, args)
        need_sim()
        seed = args.seed or results.seed_of(args.out) or 1 + secrets.randbelow(MOST_SEED)
        note(f"course: shapes and values are drawn from {seed}; --seed {seed} repeats them")
        handed = all_handed_in(submissions, labs)
        used = handed_in_by_somebody(labs, handed)
        _build(used)
        needed = [ROOT / "simt" / "simt.hpp", *deciding(used)]
        with sandbox.users(args.jobs, needed) as users, sandbox.scratch() as scratch:
            this = Run(args, labs, handed, Places(scratch, users), seed, built(private, scratch))
            why = "" if args.no_sandbox else sandbox.no_box(users[0])
            if why:
                raise CourseError(f"there is no box to run submissions in: {why}. Nothing was graded. {HOW}.")
            _try_graders(this)
            graded, problem = grade_all(submissions, this)
        if not args.shard:
            finish(args, graded, labs, handed_out)
        elif not problem:
            say(f"Shard {args.shard}: {sum(map(len, graded.values()))} results in {shown_path(args.out)}.")
    if problem:
        note(f"course: {problem}")
    return 2 if problem else 0


def _must_make_sense(args: argparse.Namespace) -> None:
    if not args.folders and not args.merge:
        raise CourseError("what is to be graded? Name a folder of submissions: ./course grade class/ --out results/")
    if args.slurm:
        slurm.must_be_there()
    if args.slurm and args.fresh:
        raise CourseError("--slurm goes on where it stopped. To grade everything again, name another --out.")
    if args.shard and not args.seed:
        raise CourseError(
            "--shard wants --seed N, the same for all shards: every submission is tried with the same shapes."
        )


def _build(labs: list[Lab]) -> None:
    need_sim()
    must_build([*MODULES, *(lab.grader("sim") for lab in labs), *(lab.module("sim", "solutions") for lab in labs)])


def _try_graders(this: Run) -> None:
    """Before it judges anybody, every grader that is needed must give the solution full points."""
    note(f"course: trying {len(this.used)} graders on the solutions")

    def verdict_on(lab: Lab) -> Verdict:
        return this.places.run(this.job(lab, Handed(lab.solution)), pauses=(0, 1))

    with this.places.at_once() as pool:
        for lab, verdict in zip(this.used, pool.map(verdict_on, this.used), strict=True):
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
    boxed, out = not this.args.no_sandbox, this.args.out
    files = deciding(this.used)
    before = state_of(files)

    def work(job: Job, name: str, fingerprint: str) -> dict:
        verdict = this.places.run(job)
        if state_of(files) != before:
            raise CourseError("a grader or the simulator was changed while it graded. What it said since is not kept.")
        return results.store(out, name, verdict, fingerprint, boxed, job.any_calls)

    jobs = _jobs(submissions, this)
    try:
        with this.places.at_once() as pool:
            for submission, job, fingerprint in jobs:
                lab = job.lab
                old = None if this.args.fresh else results.stored(out, submission.name, lab, fingerprint)
                if old:
                    found[submission.name, lab.name] = old
                else:
                    waiting[pool.submit(work, job, submission.name, fingerprint)] = (submission, lab)
            if found:
                note(f"course: {len(found)} results of unchanged files are kept; --fresh grades them again")
            problem = _collect(waiting, found)
    except BaseException:
        note("course: stopped; call again with the same --out to go on")
        raise
    entries = {
        submission.name: [found[submission.name, lab.name] for lab in this.labs if (submission.name, lab.name) in found]
        for submission in submissions
    }
    return entries, problem


def _jobs(submissions: list[Submission], this: Run) -> list[tuple[Submission, Job, str]]:
    """All, or a shard's, with their fingerprints; a shard writes down which these are."""
    args, pairs = this.args, [(one, lab) for one in submissions for lab in this.labs]
    mine = args.shard.part(pairs) if args.shard else pairs
    jobs = [(one, this.job(lab, this.handed[one.name, lab.name])) for one, lab in mine]
    found = [(one, job, job.fingerprint()) for one, job in jobs]
    if args.shard:
        own = pathlib.Path(args.private) if args.private else None
        how = [
            this.seed,
            args.time_limit,
            args.memory_limit,
            args.no_sandbox,
            args.any_calls,
            [lab.name for lab in this.labs],
        ]
        names, all_of_it = [one.name for one in submissions], shards.handed(content(pairs, this.labs))
        prints = {(one.name, job.lab.name): fingerprint for one, job, fingerprint in found}
        shards.begin(args.out, args.shard, str(how), own, names, all_of_it, prints)
    return found


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
