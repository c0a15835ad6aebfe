# Puts the parts of a class together that shards have graded: the files are those that one call would have written.
from __future__ import annotations

import argparse
import contextlib
import pathlib

from tools.classes import shards
from tools.classes.handed_out import content, sorted_in
from tools.classes.written import finish
from tools.errors import CourseError
from tools.grade import results
from tools.model import Lab


def merge(args: argparse.Namespace, labs: list[Lab], private: pathlib.Path | None) -> int:
    """Results as one call would have written them."""
    parts = shards.read_parts(args.merge)
    shards.must_fit(parts, private)
    found, names = shards.results_of(parts), parts[0].list["names"]
    labs = [lab for lab in labs if any(lab.name == name for _, name in found)]
    with contextlib.ExitStack() as held:
        handed_out = None
        if args.folders:
            submissions, handed_out = held.enter_context(sorted_in(args))
            pairs = [(one, lab) for one in submissions for lab in labs]
            if shards.handed(content(pairs, labs)) != parts[0].list["handed"]:
                raise CourseError(
                    "what was handed in is not what the shards graded: call the shards again, then merge."
                )
        held.enter_context(results.claim(args.out))
        for (name, _), result in found.items():
            results.keep(args.out, name, result)
        graded = {name: [results.rescored(found[name, lab.name], lab) for lab in labs] for name in names}
        finish(args, graded, labs, handed_out)
    return 0
