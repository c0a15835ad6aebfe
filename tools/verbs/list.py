# ./course list: chapters, labs, points, and how far the learner is.
from __future__ import annotations

import argparse
import json

from tools.console import paint, say, table
from tools.files import shown_path
from tools.measure.measurements import experiment_tables
from tools.model import Chapter, Lab, find_chapters
from tools.state import LabState, lab_state
from tools.taught import Class, load_class, taught_chapters

HELP = "show chapters, labs, points and how far you are"
EXAMPLES = ["list", "list coalescing", "list --json"]
MARKS = {"untouched": "·", "in progress": "…", "solved": "✓"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER", help="a chapter, or part of its name")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    taught = load_class()
    chapters = taught_chapters(find_chapters(args.chapters), taught)
    found = [(chapter, [(lab, lab_state(lab)) for lab in chapter.labs]) for chapter in chapters]
    if args.json:
        print(json.dumps([_as_json(chapter, labs, taught) for chapter, labs in found], indent=1, ensure_ascii=False))
        return 0
    for chapter, labs in found:
        if not labs and not args.chapters:
            continue  # the class does none of them
        say(f"{chapter.slug}  {chapter.title}", "bold")
        rows = []
        for lab, state in labs:
            score = f"{'–' if state.score is None else state.score}/{lab.total}"
            when = state.when[:16].replace("T", " ") if state.when else "–"
            due = [f"{taught.due[lab.name]:%Y-%m-%d %H:%M %z}" if lab.name in taught.due else "–"] if taught.due else []
            rows.append([MARKS[state.state], lab.name, lab.title, score, state.state, when, *due])
        heads = ["", "lab", "title", "points", "state", "last check", *(["due"] if taught.due else [])]
        table(heads, rows, numeric=[3])
        say(
            f"text: {shown_path(chapter.folder / 'README.md')}   labs: {shown_path(chapter.labs[0].path.parent)}/"
            if labs
            else ""
        )
        say()
    won = sum(state.score or 0 for _, labs in found for _, state in labs)
    total = sum(lab.total for _, labs in found for lab, _ in labs)
    say(
        paint(f"{won} of {total} points.", "bold")
        + " Next: ./course check LAB after an edit, ./course hint LAB when stuck."
    )
    return 0


def _as_json(chapter: Chapter, labs: list[tuple[Lab, LabState]], taught: Class) -> dict:
    return {
        "slug": chapter.slug,
        "title": chapter.title,
        "experiments": [
            {
                "name": experiment.name,
                "title": experiment.title,
                "file": str(experiment.path),
                "machines": [machine for machine, _ in experiment_tables(chapter, experiment)],
            }
            for experiment in chapter.experiments
        ],
        "labs": [
            {
                "name": lab.name,
                "title": lab.title,
                "file": str(lab.path),
                "points": lab.points,
                "total": lab.total,
                "state": state.state,
                "score": state.score,
                "checked": state.when or None,
                **({"due": taught.due[lab.name].isoformat()} if lab.name in taught.due else {}),
            }
            for lab, state in labs
        ],
    }
