# The files over a whole class, and what a person is told of it.
from __future__ import annotations

import argparse
import json
import pathlib

from tools.classes.handed_out import HandedOut, say_what_was_taken
from tools.console import say, table
from tools.files import shown_path
from tools.grade import results
from tools.model import Lab
from tools.taught import load_class


def finish(
    args: argparse.Namespace, graded: dict[str, list[dict]], labs: list[Lab], handed_out: HandedOut | None
) -> None:
    rows = write(graded, args.out, labs, handed_out)
    if args.json:
        scores = {name: {lab["lab"]: lab["score"] for lab in entries} for name, entries in graded.items()}
        print(json.dumps(scores, indent=1))
    else:
        show(graded, labs, args.out)
        if len(rows) > len(graded):
            say(f"The files hold {len(rows) - len(graded)} more submissions, of earlier calls.")
    if handed_out:
        say_what_was_taken(handed_out, args.out)


def write(
    graded: dict[str, list[dict]], out: pathlib.Path, called: list[Lab], handed_out: HandedOut | None = None
) -> dict[str, list[dict]]:
    """The files over all; rows of what this call did not name are kept, and so are other labs' columns. `called`: the labs
    that it did name, with their private suites."""
    stored = results.all_stored(out)
    taught, people = load_class(), handed_out.intake.people if handed_out else {}
    whole = {lab.name: lab for lab in called}
    labs = [whole.get(lab.name, lab) for lab in taught.labs if any(lab.name in found for found in stored.values())]
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


def show(graded: dict[str, list[dict]], labs: list[Lab], out: pathlib.Path) -> None:
    rows = []
    for name, entries in graded.items():
        scores = {entry["lab"]: entry["score"] for entry in entries}
        rows.append([name, *(scores.get(lab.name, "–") for lab in labs), sum(scores.values())])
    headers = ["submission", *(f"{lab.name}/{lab.total}" for lab in labs), f"of {sum(lab.total for lab in labs)}"]
    table(headers, rows, numeric=range(1, len(headers)))
    say(f"Results: {shown_path(out / 'results.csv')}, junit.xml, and a folder a submission beside it.")
