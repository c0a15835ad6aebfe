# Where rows of the matrix differ: programs whose report is not the same to the byte, submissions whose verdict is not the
# same, and those that are told something else: a time, or a value that nobody wrote, may stand there.
# Run: python3 tools/matrix/compare.py .course/matrix/*.json     (exit status 1 if a report or a verdict differs)
from __future__ import annotations

import json
import pathlib
import sys

KINDS = ("reports", "verdicts", "words")


def differing(first: dict, other: dict) -> list[str]:
    """Names of what both have looked at and found different."""
    return [
        f"{kind} {name}"
        for kind in KINDS
        for name in sorted(first[kind].keys() & other[kind].keys())
        if first[kind][name] != other[kind][name]
    ]


def main(paths: list[str]) -> int:
    found = [json.loads(pathlib.Path(path).read_text(encoding="utf-8")) for path in sorted(paths)]
    if len(found) < 2:
        sys.exit("compare: name the answers of two rows or more")
    wrong = 0
    for other in found[1:]:
        different = differing(found[0], other)
        wrong += sum(not name.startswith("words ") for name in different)
        alike = sum(len(found[0][kind].keys() & other[kind].keys()) for kind in KINDS)
        print(
            f"{other['row']}: of {alike} that {found[0]['row']} has too, {len(different)} differ",
            *different,
            sep="\n  ",
        )
        if other["commit"] != found[0]["commit"]:
            print(f"  (of another commit: {other['commit']}, {found[0]['commit']})")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
