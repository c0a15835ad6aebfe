# ./course run: the main job. Runs every version of every chapter and shows what the memory system saw.
from __future__ import annotations

import argparse
import json

from tools.arguments import shape
from tools.build.meson import backend_sentence, backends, doubt_compiler
from tools.build.runner import NoGpu, Result, Run, run_chapter, versions_on
from tools.console import note, say, table
from tools.files import shown_path
from tools.model import Chapter, find_chapters
from tools.plots.style import can_plot
from tools.plots.write import write_simulated_plots

HELP = "run every version of every chapter: results, counters, times, plots"
EXAMPLES = ["run", "run coalescing", "run --shape 2048x512", "run --json"]
COPY = "copy"  # the device-to-device copy that the runner times beside the versions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER", help="a chapter, or part of its name")
    parser.add_argument(
        "--shape", type=shape, action="append", metavar="RxC", help="rows x columns (default: course.toml's)"
    )
    parser.add_argument("--no-plots", action="store_true", help="write no plots")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    chapters = find_chapters(args.chapters)
    note(f"course: {backend_sentence()}")
    doubt_compiler()
    reports, good = [], True
    for chapter in chapters:
        if not chapter.versions:
            continue
        runs = run_backends(chapter, args.shape or list(chapter.shapes))
        wrong = [result for run_ in runs for result in run_.results if not result.correct]
        good = good and not wrong
        reports.append({"chapter": chapter.slug, "runs": [as_json(run_) for run_ in runs]})
        if not args.json:
            show(chapter, runs)
        if not args.no_plots:
            plots(chapter, runs)
    if args.json:
        print(json.dumps(reports, indent=1, ensure_ascii=False))
    elif not reports:
        say("There is nothing to run here: no versions, only labs. Next: ./course list.")
    elif good:
        say("All results are right. Next: ./course test, or ./course list for the labs.")
    return 0 if good else 2  # these are the course's own versions: a wrong one is no student's fault


def run_backends(chapter: Chapter, shapes: list[str]) -> list[Run]:
    """sim for the counters; cuda, where there is a GPU, for results and times on it."""
    runs = []
    for backend in backends():
        note(
            f"course: running {chapter.slug} on {backend}, {len(versions_on(chapter, backend))} versions at {', '.join(shapes)}"
        )
        try:
            runs.append(run_chapter(chapter, backend, shapes, timed=backend == "cuda"))
        except NoGpu as reason:
            note(f"course: {backend} skipped: {reason}")
    return runs


def show(chapter: Chapter, runs: list[Run]) -> None:
    for run_ in runs:
        counted = any(result.counters for result in run_.results)
        timed = any(result.time_ms for result in run_.results)
        say()
        say(f"{chapter.slug}  {chapter.title}", "bold")
        say(f"{run_.backend}: {machine_name(run_)}" + ("; simulated counts, no times" if counted and not timed else ""))
        headers = ["version", "rows x cols", "result"]
        if counted:
            headers += ["load requests", "sectors/request (ideal)", "store requests", "sectors/request (ideal)"]
        shared = any(result.uses_shared() for result in run_.results)
        if shared:
            headers += ["wavefronts/shared load (ideal)", "wavefronts/shared store (ideal)"]
        if timed:
            headers += ["median ms", "GB/s", "of the copy"]
        rows = [_row(chapter, run_, result, counted, shared, timed) for result in run_.results]
        table(headers, rows, numeric=range(3, len(headers)))
        for result in run_.results:
            if not result.correct:
                say(f"  {result.version} at {result.shape}: {result.message}", "red")
    say()


def machine_name(run_: Run) -> str:
    return str(run_.machine.get("machine", "this machine"))


def _row(chapter: Chapter, run_: Run, result: Result, counted: bool, shared: bool, timed: bool) -> list[str]:
    titles = {version.name: version.title for version in chapter.versions}
    row = [titles.get(result.version, result.version), result.shape, "right" if result.correct else "WRONG"]
    if counted:
        row += [*_counts(result, "load"), *_counts(result, "store")]
    if shared:
        row += [_wavefronts(result, "shared_load"), _wavefronts(result, "shared_store")]
    if timed:
        row += _times(run_, result)
    return row


def _counts(result: Result, op: str) -> list[str]:
    counts = result.counters.get(op)
    if not counts or not counts["requests"]:
        return ["–", "–"]
    requests = counts["requests"]
    per, ideal = counts["sectors"] / requests, counts["ideal_sectors"] / requests
    return [f"{requests:,}", f"{per:.4g} ({ideal:.4g})"]


def _wavefronts(result: Result, op: str) -> str:
    counts = result.counters.get(op)
    if not counts or not counts["requests"]:
        return "–"
    per, ideal = counts["wavefronts"] / counts["requests"], counts["ideal_wavefronts"] / counts["requests"]
    return f"{per:.4g} ({ideal:.4g})"


def _times(run_: Run, result: Result) -> list[str]:
    if not result.time_ms:
        return ["–", "–", "–"]
    median = result.time_ms["median"]
    copy = run_.of(COPY, result.shape)
    share = f"{copy.time_ms['median'] / median:.0%}" if copy and copy.time_ms else "–"
    return [f"{median:.4f}", f"{result.gb_per_s(median):.0f}", share]


def plots(chapter: Chapter, runs: list[Run]) -> None:
    reason = can_plot()
    if reason:
        note(f"course: no plots: {reason}")
        return
    simulated = next((run_ for run_ in runs if run_.backend == "sim"), None)
    try:
        for path in write_simulated_plots(chapter, simulated) if simulated else []:
            note(f"course: wrote {shown_path(path)}")
    except OSError as error:  # the results are there all the same
        note(f"course: no plots: {error.filename}: {error.strerror}")


def as_json(run_: Run) -> dict:
    return {**run_.machine, "backend": run_.backend, "results": [_result_json(result) for result in run_.results]}


def _result_json(result: Result) -> dict:
    return {**vars(result), "counters": result.counters or None, "time_ms": result.time_ms or None}
