# Plots of other machines than the one that a page's text is about: the site lets a reader choose.
from __future__ import annotations

import json
import pathlib
import shutil

from bs4 import Tag

from tools.measure.measurements import experiment_tables, measurements
from tools.model import Chapter, load_course


def machines(chapter: Chapter) -> list[str]:
    """All that have a file in data/NN-slug/measured."""
    tables = (machine for one in chapter.experiments for machine, _ in experiment_tables(chapter, one))
    return sorted({table.machine for table in measurements(chapter)} | set(tables))


def other_plots(chapter: Chapter, name: str) -> dict[str, pathlib.Path]:
    """The same plot of every machine, the one whose file `name` is first; {} where there is no other one."""
    there = machines(chapter)
    shown = max((one for one in there if name.startswith(f"{one}-")), key=len, default="")
    if not shown:
        return {}
    plot = name.removeprefix(f"{shown}-")
    paths = {one: chapter.folder / f"{one}-{plot}" for one in (shown, *there)}
    found = {one: path for one, path in paths.items() if path.is_file()}
    return found if len(found) > 1 else {}


def with_switch(image: Tag, original: str, out: pathlib.Path) -> None:
    """What machines.js needs to offer them. With no script the page's own machine is shown."""
    path = pathlib.PurePath(original)
    chapter = next((one for one in load_course().chapters if path.parent.name == one.slug), None)
    plots = other_plots(chapter, path.name) if chapter else {}
    sources = {machine: str(image["src"]) for machine in list(plots)[:1]}
    for machine, plot in list(plots.items())[1:]:
        (out / "_images").mkdir(parents=True, exist_ok=True)
        shutil.copy2(plot, out / "_images" / f"{path.parent.name}-{plot.name}")
        sources[machine] = str(image["src"]).rpartition("/")[0] + f"/{path.parent.name}-{plot.name}"
    if sources:
        image["data-machines"] = json.dumps(sources)
