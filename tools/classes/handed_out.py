# Whose each submission is: folders as they are, or what a learning platform hands out, by its roster.
from __future__ import annotations

import argparse
import contextlib
import pathlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass

from tools.console import note, say
from tools.errors import CourseError
from tools.files import shown_path
from tools.grade import results
from tools.grade.intake import Intake, take_in
from tools.grade.roster import Roster, read_roster
from tools.grade.submissions import Handed, Submission, find_submissions, handed_in, unreadable
from tools.model import Lab, load_course
from tools.taught import load_class, taught_labs


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


def say_what_was_taken(handed_out: HandedOut, out: pathlib.Path) -> None:
    intake = handed_out.intake
    placed = sum(bool(line[2]) for line in intake.lines)
    say(
        f"{placed} files taken, what for stands in {shown_path(out / 'taken.csv')}; points for the platform: grades.csv."
    )
    if none := intake.nothing:
        say(f"No lab's file is there of {len(none)}: {', '.join(none[:8])}{', …' if len(none) > 8 else ''}")
    taught = load_class()
    for column in taught.columns.values():
        if column not in handed_out.roster.header:
            note(f"course: the roster has no column '{column}', which class.toml names: in grades.csv it is a new one")
    if intake.late and taught.due:
        told = ", ".join(sorted(intake.late)[:8]) + (", …" if len(intake.late) > 8 else "")
        note(
            f"course: the platform marked as late, but does not say how much: {told}. Only `handed_in` takes points off"
        )
    for file, why in intake.not_placed[:20]:
        note(f"course: {file} {why}")
    if len(intake.not_placed) > 20:
        note(f"course: {len(intake.not_placed) - 20} more, in taken.csv")


def content(pairs: list[tuple[Submission, Lab]], labs: list[Lab]) -> list[tuple[str, str, Handed]]:
    return [(one.name, lab.name, readable(one, lab, labs)) for one, lab in pairs]


def readable(submission: Submission, lab: Lab, labs: list[Lab]) -> Handed:
    """What was handed in, read to its end once."""
    handed = handed_in(submission, lab, labs)
    try:
        _ = handed.digest
        return handed
    except OSError as error:
        return unreadable(f"{lab.file} cannot be read: {error.strerror or error}")
