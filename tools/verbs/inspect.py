# ./course inspect: registers, spills, stack, shared memory and theoretical occupancy of every version's kernels.
from __future__ import annotations

import argparse
import json

from tools.console import note, say, table
from tools.errors import CourseError
from tools.files import shown_path
from tools.pages.compiled import record
from tools.profile.inspection import inspect, occupancy_words
from tools.profile.occupancy import ARCHITECTURE
from tools.versions import find_chapter, find_version

HELP = "show what the compiler made of each version: registers, spills, stack, occupancy"
EXAMPLES = ["inspect coalescing", "inspect coalescing naive_32x8 vectorized_16x16", "inspect coalescing --json"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("chapter", metavar="CHAPTER", help="a chapter, or part of its name")
    parser.add_argument(
        "versions", nargs="*", metavar="VERSION", help="versions, or parts of their names (default: all)"
    )
    parser.add_argument("--save", action="store_true", help="record them in data/, for the chapter's text")
    parser.add_argument("--commit", help="the course's commit, where git cannot tell it")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    chapter = find_chapter(args.chapter)
    versions = [find_version(chapter, name) for name in args.versions] or list(chapter.versions)
    if args.save and args.versions:
        raise CourseError("--save records a whole chapter: leave the versions out.")
    note(f"course: compiling {len(versions)} versions of {chapter.slug} for {ARCHITECTURE}; this needs no GPU")
    found = inspect(chapter, versions)
    rows = [one.as_row() for one in found]
    if args.save:
        note(f"course: wrote {shown_path(record(chapter, found, args.commit))}. Next: ./course docs")
    if args.json:
        print(
            json.dumps(
                {"chapter": chapter.slug, "architecture": ARCHITECTURE, "kernels": rows}, indent=1, ensure_ascii=False
            )
        )
        return 0
    headers = [
        "version",
        "kernel",
        "block",
        "registers",
        "stack",
        "spilled: stored",
        "loaded",
        "shared",
        "occupancy",
        "limited by",
    ]
    table(headers, [_cells(row) for row in rows], numeric=range(3, 8))
    left_out = [version.name for version in versions if version.host_only]
    if left_out:
        say(f"Without a kernel: {', '.join(left_out)}.")
    say(f"{ARCHITECTURE}, -O3; stack and spills in bytes a thread, shared memory in bytes a block (+ dynamic).")
    return 0


def _cells(row: dict) -> list[object]:
    shared = f"{row['shared']:,}" + (f" + {row['dynamic_shared']:,}" if row["dynamic_shared"] else "")
    counts = [row[column] for column in ("registers", "stack", "spill_stores", "spill_loads")]
    return [
        row["version"],
        row["kernel"],
        row["block"] or "–",
        *counts,
        shared,
        occupancy_words(row),
        row["limit"] or "–",
    ]
