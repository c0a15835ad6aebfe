# ./course plot: draws the measured data of data/*/measured as SVG into the chapters.
from __future__ import annotations

import argparse

from tools.console import say
from tools.errors import CourseError
from tools.files import shown_path
from tools.measure.measurements import experiment_tables, measurements
from tools.model import find_chapters
from tools.plots.caches import write_caches_plots
from tools.plots.speed import write_speed_plots
from tools.plots.style import can_plot
from tools.plots.write import write_plots

HELP = "draw the measured data into the chapters (SVG)"
EXAMPLES = ["plot", "plot coalescing", "plot simulator"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER", help="a chapter, or part of its name")


def run(args: argparse.Namespace) -> int:
    reason = can_plot()
    if reason:
        raise CourseError(f"cannot plot: {reason}. `./course setup` installs it.")
    if args.chapters in ([], ["simulator"]):
        for path in [*write_speed_plots(), *write_caches_plots()]:
            say(f"wrote {shown_path(path)}")
    for chapter in [] if args.chapters == ["simulator"] else find_chapters(args.chapters):
        changed = write_plots(chapter)
        for path in changed:
            say(f"wrote {shown_path(path)}")
        if not changed:
            there = measurements(chapter) or any(
                experiment_tables(chapter, experiment) for experiment in chapter.experiments
            )
            say(f"{chapter.slug}: {'every plot is up to date' if there else 'nothing measured yet'}")
    return 0
