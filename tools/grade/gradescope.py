# What Gradescope calls for each submission: grades /autograder/submission and leaves /autograder/results/results.json.
# Run: python -m tools.grade.gradescope /autograder   (run_autograder does, from the course's folder)
"""The exit status is 0 where there is a result; otherwise Gradescope says that the autograder failed, and nobody has lost a
point. In containers like Gradescope's there is often no box for submissions; what then holds all the same is in the result."""

from __future__ import annotations

import csv
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from tools.files import read_json, write_json
from tools.grade import sandbox
from tools.grade.results import NO_SANDBOX
from tools.model import ROOT

WITHOUT_A_BOX = (
    "There was no box for this submission ({why}), since this container lets nobody make one. What held: a user of its own, who"
    " may neither read the course's solutions and tests nor write results; limits of time, memory, processes and files;"
    " tests and verdict in a process that it cannot reach. What did not: the network, and files of the container that"
    " everybody may read, were open to it."
)
WITH_A_BOX = "This submission was compiled and run in a box: no network, no files but its own."


def main(home: pathlib.Path) -> int:
    with tempfile.TemporaryDirectory() as folder, sandbox.users(1, []) as [user]:
        work = pathlib.Path(folder)
        why = sandbox.no_box(user)
        # A person's folder in a class of one, so that what platforms and browsers do to names is borne here, too.
        shutil.copytree(home / "submission", work / "class" / "submission", symlinks=True, copy_function=copied)
        with (work / "roster.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([["name", "handed_in"], ["submission", handed_in(home)]])
        words = [
            "grade",
            str(work / "class"),
            "--roster",
            str(work / "roster.csv"),
            "--out",
            str(work / "results"),
            "--jobs",
            "1",
            *_options(why),
        ]
        done = subprocess.run([ROOT / "course", *words], stdin=subprocess.DEVNULL)
        made = read_json(work / "results" / "submission" / "results.json", None)
        if done.returncode or made is None:
            return done.returncode or 2
        made["output"] = "\n\n".join(
            [WITHOUT_A_BOX.format(why=why) if why else WITH_A_BOX, *_other(made["output"])]
        ).strip()
        (home / "results").mkdir(exist_ok=True)
        write_json(home / "results" / "results.json", made)
    return 0


def _other(output: str) -> list[str]:
    return [part for part in output.split("\n\n") if part and part != NO_SANDBOX]


def copied(source: str, target: str) -> None:
    """Files alone: a pipe would be waited for."""
    if os.path.isfile(source):
        shutil.copyfile(source, target)


def handed_in(home: pathlib.Path) -> str:
    """When, as Gradescope has it; nothing where it does not say."""
    about = read_json(home / "submission_metadata.json", {})
    return str(about.get("created_at", "")) if isinstance(about, dict) else ""


def _options(no_box: str) -> list[str]:
    private = ROOT / "private"
    return [*(["--no-sandbox"] if no_box else []), *(["--private", str(private)] if private.is_dir() else [])]


def options() -> str:
    """Of a call of grade here: setup.sh tries every grader before there are submissions."""
    with sandbox.users(1, []) as [user]:
        return " ".join(_options(sandbox.no_box(user)))


if __name__ == "__main__":
    if sys.argv[1] == "--options":
        print(options())
    else:
        raise SystemExit(main(pathlib.Path(sys.argv[1])))
