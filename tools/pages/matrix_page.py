# What the pages say of the compilers, releases and processors that the course was run on: tools/matrix/rows.toml, and the
# record of what was run when.
from __future__ import annotations

import csv

from tools.matrix.run import RUNS, rows
from tools.pages.tables import markdown_table

__all__ = ["matrix_platforms", "matrix_table"]


def _runs() -> dict[str, dict[str, str]]:
    """A row's last run."""
    if not RUNS.exists():
        return {}
    with RUNS.open(encoding="utf-8") as file:
        return {run["row"]: run for run in csv.DictReader(file)}


def matrix_table() -> str:
    """Every row, what compiles there, and what came of it when it was run last."""
    runs = _runs()
    cells = []
    for name, row in rows().items():
        run = runs.get(name)
        what = [f"`{name}`", row["release"], row["architecture"], row["compiler"], row.get("engine", row["compiler"])]
        if run is None:
            cells.append([*what, "not run" + (f": {row['not_here']}" if "not_here" in row else ""), "", "", ""])
            continue
        when = f"{run['date']}, {run['where']}, {_version(run['compiler'])}"
        passed = f"{run['passed']}" + (f", **{run['failed']} failed**" if run["failed"] != "0" else "")
        cells.append([*what, when, f"{run['equal']} of {run['cells']}", passed, _alike(run, runs)])
    return markdown_table(
        [
            "row",
            "release",
            "processor",
            "kernels",
            "engine",
            "last run",
            "counters like the H200's",
            "tests passed",
            "same bytes",
        ],
        cells,
    )


def _version(line: str) -> str:
    return line.rpartition(" ")[2]


def _alike(run: dict[str, str], runs: dict[str, dict[str, str]]) -> str:
    """Of the programs' reports and the submissions' verdicts, as the first row has them at the same commit."""
    first = runs.get(next(iter(rows())))
    if first is None or first["commit"] != run["commit"]:
        return "not compared"
    same = [
        f"{run[what]} {what}"
        for what in ("programs", "submissions")
        if run[what] != "0" and (run[what], run[f"{what}_digest"]) == (first[what], first[f"{what}_digest"])
    ]
    if run is not first and not same and run["counts_digest"] and run["counts_digest"] == first["counts_digest"]:
        return f"{run['programs']} programs, but for names and lines"
    return "" if run is first else ", ".join(same) or "**differ**"


def matrix_platforms() -> str:
    """'Debian 12 (g++ 12), …': releases and compilers whose last run had nothing to complain of, by processor."""
    runs = _runs()
    good: dict[str, dict[str, list[str]]] = {}
    for name, row in rows().items():
        if name in runs and runs[name]["failed"] == "0" and "engine" not in row:
            compilers = good.setdefault(row["architecture"], {}).setdefault(row["release"], [])
            emulated = ", emulated by QEMU" if "QEMU" in runs[name]["where"] else ""
            compilers.append(row["compiler"].replace("g++-", "g++ ") + emulated)
    names = {"amd64": "x86-64", "arm64": "aarch64"}
    found = "; ".join(
        f"on {names[machine]} "
        + ", ".join(f"{release} ({', '.join(versions)})" for release, versions in releases.items())
        for machine, releases in good.items()
    )
    return found or "none yet"
