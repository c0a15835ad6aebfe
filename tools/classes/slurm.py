# A class on a cluster that has Slurm: a job array of shards, and a job that merges them when all have ended.
from __future__ import annotations

import argparse
import os
import pathlib
import re
import secrets
import shlex
import shutil
import subprocess

from tools.arguments import MOST_SEED
from tools.console import say
from tools.errors import CourseError
from tools.files import shown_path, write_atomic
from tools.grade import results
from tools.model import ROOT

ARRAY = """#!/bin/sh
# Grades a class, a shard a task; ./course grade --slurm wrote this. `sbatch {script}` once more goes on where it stopped.
#SBATCH --job-name=grade
#SBATCH --array=1-{shards}
#SBATCH --cpus-per-task={jobs}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output={folder}/%a.log
cd {here} || exit 2
exec {course} grade {words} --shard "$SLURM_ARRAY_TASK_ID/{shards}" --out {folder}/"$SLURM_ARRAY_TASK_ID"
"""
MERGE = """#!/bin/sh
# Puts the shards together; says what is missing where a task has failed.
#SBATCH --job-name=grade-merge
#SBATCH --open-mode=append
#SBATCH --output={folder}/merge.log
cd {here} || exit 2
exec {course} grade {words} --merge {folder}/*/ --out {out}
"""


def must_be_there() -> None:
    if not shutil.which("sbatch"):
        raise CourseError("there is no sbatch here, so no Slurm to submit to. --shard and --merge do without one.")


def submit(args: argparse.Namespace) -> int:
    """Writes both scripts and submits them. All nodes must see the course, the submissions and the results under their
    names here; partition, account and time come from SBATCH_PARTITION and its kin, as ever with sbatch."""
    folder = args.out.absolute() / "shards"
    parts = [folder / str(number) for number in range(1, args.slurm + 1)]
    others = [path for path in folder.glob("[0-9]*") if path.is_dir() and path not in parts]
    if others:
        raise CourseError(
            f"{shown_path(folder)} holds shards of an earlier call with more of them. Remove them, or take --slurm {len(others) + len(parts)}."
        )
    seed = args.seed or next(filter(None, map(results.seed_of, parts)), None) or 1 + secrets.randbelow(MOST_SEED)
    words = _words(args)
    known = {
        "here": shlex.quote(os.getcwd()),
        "course": shlex.quote(str(ROOT / "course")),
        "folder": folder,
        "out": args.out.absolute(),
        "shards": args.slurm,
        "jobs": args.jobs,
    }
    if re.search(r"[^\w./+-]", str(folder)):
        raise CourseError(f"{folder} has a sign in its name that Slurm's own options do not take. Name another --out.")
    array, merge = args.out / "shards" / "array.sh", args.out / "shards" / "merge.sh"
    with results.writing(args.out):
        graded = [*words, "--jobs", str(args.jobs), "--seed", str(seed)]
        write_atomic(array, ARRAY.format(**known, script=shown_path(array), words=shlex.join(graded)))
        write_atomic(merge, MERGE.format(**known, words=shlex.join(words)))
    job = _sbatch(str(array))
    after = _sbatch(f"--dependency=afterany:{job}", str(merge))
    say(
        f"Job {job} grades {args.slurm} shards, job {after} merges them into {shown_path(args.out)}: `squeue -j {job},{after}`."
    )
    say(f"What they say: {shown_path(folder)}/*.log. The same call once more goes on where they stopped.")
    return 0


def _words(args: argparse.Namespace) -> list[str]:
    """The options of this call that shards and merge have, too."""
    words = [str(path.absolute()) for path in args.folders]
    for option in ("roster", "private"):
        if value := getattr(args, option):
            words += [f"--{option}", str(pathlib.Path(value).absolute())]
    for lab in args.lab:
        words += ["--lab", lab]
    words += ["--time-limit", str(args.time_limit), "--memory-limit", str(args.memory_limit)]
    return [
        *words,
        *(f"--{flag.replace('_', '-')}" for flag in ("no_sandbox", "any_calls") if getattr(args, flag)),
    ]


def _sbatch(*words: str) -> str:
    """The job's number."""
    done = subprocess.run(["sbatch", "--parsable", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise CourseError(f"sbatch refused the job: {(done.stderr or done.stdout).strip()}")
    return done.stdout.strip().partition(";")[0]
