# ./course bench: measures a chapter's versions on this machine's GPU and writes data/NN-slug/measured/.
from __future__ import annotations

import argparse
import json
import pathlib
import tempfile

from tools.arguments import output, shape
from tools.build.gpu import has_gpu
from tools.build.meson import has_cuda
from tools.build.runner import NoGpu, Result, Run, build_runner, command, run_chapter
from tools.console import note, progress, say, table
from tools.errors import CourseError
from tools.files import shown_path
from tools.measure import gpu_submissions, grading_speed, sharing, simulator_speed, waiting
from tools.measure.experiment_runs import run_experiment, table_of
from tools.measure.measurements import COUNTERS_SUFFIX, TIME_COLUMNS, write_measurement
from tools.measure.ncu import METRICS, count, ncu_version
from tools.measure.provenance import commit, compiled_with, host_cpu, machine_name, today
from tools.model import Chapter, Experiment, find_chapters, find_labs, load_course

HELP = "measure times, ncu's counters, or an experiment, on this machine"
EXAMPLES = [
    "bench",
    "bench simulator                          # the simulator beside CUDASIM and Oclgrind; needs no GPU",
    "bench waiting                            # the first verdict, a check after a save, all tests; needs no GPU",
    "bench grading 1000                       # submissions a minute, by jobs and shards; needs no GPU, and a quiet machine",
    "bench submissions                        # what this GPU says of the wrong and legal submissions in tests/",
    "bench submissions 06-caches              # of a chapter or a lab only",
    "bench coalescing --machine h200",
    "bench coalescing --counters",
    "bench --share mine.json --machine mine   # all tables of a machine as one file; another's: --verify FILE",
    "bench --experiment all --machine h200    # the tables that a chapter's own programs make",
    "bench --experiment all --dry-run         # do they come to their end? With no GPU",
]
TIME_METHOD = (
    "CUDA events, L2 overwritten before each sample, versions interleaved shape by shape in one process;"
    " median and quartiles; bytes = read + written"
)
COUNTER_COLUMNS = ("version", "rows", "cols", "kernel", *METRICS)
COUNTER_METHOD = "ncu --clock-control none, one launch a version and shape"
COUNTABLE = 1 << 20  # elements: what the simulator can count beside it within seconds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "chapters",
        nargs="*",
        metavar="CHAPTER",
        help="a chapter or part of its name; or simulator; or submissions; or waiting; or grading",
    )
    parser.add_argument("--machine", metavar="NAME", help="the file's name (default: from the GPU's)")
    parser.add_argument("--counters", action="store_true", help="ncu's requests and sectors instead of times")
    parser.add_argument(
        "--experiment", action="append", metavar="NAME", help="this experiment, or 'all', instead of times"
    )
    parser.add_argument("--dry-run", action="store_true", help="experiments: run once, small, on sim; write nothing")
    parser.add_argument(
        "--shape", type=shape, action="append", metavar="RxC", help="rows x columns (default: course.toml's)"
    )
    files = parser.add_mutually_exclusive_group()
    files.add_argument(
        "--share",
        type=output,
        metavar="FILE",
        help="measure nothing; write all that was measured under --machine as one file",
    )
    files.add_argument(
        "--verify",
        type=pathlib.Path,
        metavar="FILE",
        help="measure nothing; say whether such a file of another's is whole",
    )
    parser.add_argument("--keep", action="store_true", help="with --verify: put its tables into data/, if it is")
    parser.add_argument("--commit", help="the course's commit, where git cannot tell it")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    if args.share or args.verify:
        return share(args)
    machine_name(args.machine, "a machine")  # a name that will not do is said before anything is measured
    if args.dry_run and not args.experiment:
        raise CourseError("--dry-run is for experiments: add --experiment NAME, or --experiment all.")
    if args.chapters == ["simulator"]:
        return simulator(args)
    if args.chapters[:1] == ["waiting"]:
        return wait(args)
    if args.chapters[:1] == ["grading"]:
        return grading(args)
    if args.chapters[:1] == ["submissions"]:
        return submissions(args, args.chapters[1:])
    chapters = find_chapters(args.chapters)
    if args.experiment:
        chosen = experiments(chapters, args.experiment)
        if args.dry_run:
            return rehearse([experiment for _, experiment in chosen], args.json)
        return measure(chosen, args)
    need_gpu()
    written = []
    for chapter in chapters:
        if chapter.kernels:
            path, rows = counters(chapter, args) if args.counters else times(chapter, args)
            written.append({"chapter": chapter.slug, "file": str(path), "rows": rows})
            if not args.json:
                say(f"wrote {shown_path(path)}: {len(rows)} rows. Next: ./course plot, ./course docs")
    if args.json:
        print(json.dumps(written, indent=1, ensure_ascii=False))
    return 0


def share(args: argparse.Namespace) -> int:
    """One machine's tables as a file, or out of one."""
    if args.share:
        if not args.machine:
            raise CourseError("--share wants --machine NAME, under which you have measured.")
        found = sharing.share(pathlib.Path(args.share), machine_name(args.machine, ""))
        say(
            f"{shown_path(pathlib.Path(args.share))}: {len(found)} tables of {args.machine}. `--verify` looks at it once more."
        )
        return 0
    tables = sharing.verify(args.verify)
    if args.keep:
        sharing.keep(tables)
    where = (
        "They lie in data/ now; next: ./course plot, ./course docs." if args.keep else "With --keep they go into data/."
    )
    say(f"{shown_path(args.verify)}: {len(tables)} tables, whole and consistent. {where}")
    return 0


def measure(chosen: list[tuple[Chapter, Experiment]], args: argparse.Namespace) -> int:
    """Runs them one after the other. One that fails does not keep the others from being measured."""
    if "all" in args.experiment and not (has_gpu() and has_cuda()):
        left_out = [experiment.name for _, experiment in chosen if experiment.needs_gpu]
        if left_out:
            note(f"course: without a GPU these are left out: {', '.join(left_out)}")
        chosen = [(chapter, experiment) for chapter, experiment in chosen if not experiment.needs_gpu]
    if not chosen or any(experiment.needs_gpu for _, experiment in chosen):
        need_gpu()
    written, failed = [], []
    for chapter, experiment in chosen:
        try:
            path, rows = run_experiment(chapter, experiment, args.machine, args.commit)
        except CourseError as error:
            note(f"course: {experiment.name}: {error}")
            failed.append(experiment.name)
            continue
        written.append({"chapter": chapter.slug, "experiment": experiment.name, "file": str(path), "rows": rows})
        if not args.json:
            say(f"wrote {shown_path(path)}: {len(rows)} rows. Next: ./course plot, ./course docs")
    if args.json:
        print(json.dumps(written, indent=1, ensure_ascii=False))
    if failed:
        raise CourseError(f"not measured: {', '.join(failed)}")
    return 0


def simulator(args: argparse.Namespace) -> int:
    """The simulator's own speed, which needs no GPU."""
    name, cpu = machine_name(args.machine, host_cpu()), host_cpu()
    with tempfile.TemporaryDirectory() as folder:
        rows = simulator_speed.measure(pathlib.Path(folder))
    about = {
        "machine": name,
        "host cpu": cpu,
        **simulator_speed.circumstances(),
        "date": today(),
        "commit": args.commit or commit(),
    }
    path = simulator_speed.DATA / f"{name}.csv"
    write_measurement(path, {**about, "method": simulator_speed.METHOD}, simulator_speed.COLUMNS, rows)
    if args.json:
        print(json.dumps([{"chapter": "simulator", "file": str(path), "rows": rows}], indent=1))
        return 0
    table(simulator_speed.COLUMNS, [list(row.values()) for row in rows], numeric=range(4, 12))
    say(f"wrote {shown_path(path)}: {len(rows)} rows. Next: ./course plot simulator, ./course docs")
    return 0


def wait(args: argparse.Namespace) -> int:
    """How long a person waits for the course itself; `waiting first labs tests` are its parts."""
    name, cpu = machine_name(args.machine, host_cpu()), host_cpu()
    about = {"machine": name, "host cpu": cpu, **waiting.circumstances()}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        rows = waiting.measure(args.chapters[1:], pathlib.Path(folder))
    about |= {"date": today(), "commit": args.commit or commit()}
    path = waiting.DATA / f"{name}.csv"
    write_measurement(path, {**about, "method": waiting.METHOD}, waiting.COLUMNS, rows)
    if args.json:
        print(json.dumps([{"chapter": "waiting", "file": str(path), "rows": rows}], indent=1))
        return 0
    table(waiting.COLUMNS, [list(row.values()) for row in rows], numeric=range(2, 5))
    say(f"wrote {shown_path(path)}: {len(rows)} rows.")
    return 0


def grading(args: argparse.Namespace) -> int:
    """How fast a class is graded; `grading 1000` says of how many."""
    name, cpu = machine_name(args.machine, host_cpu()), host_cpu()
    count = int(args.chapters[1]) if args.chapters[1:] and args.chapters[1].isdigit() else grading_speed.COUNT
    about = {"machine": name, "host cpu": cpu, **waiting.circumstances()}
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        lab = next(lab for lab in load_course().labs if not lab.host_only)
        rows = grading_speed.measure(lab, count, pathlib.Path(folder))
    about |= {"date": today(), "commit": args.commit or commit()}
    path = grading_speed.DATA / f"{name}.csv"
    write_measurement(path, {**about, "method": grading_speed.METHOD}, grading_speed.COLUMNS, rows)
    table(grading_speed.COLUMNS, [list(row.values()) for row in rows], numeric=range(1, len(grading_speed.COLUMNS)))
    say(f"wrote {shown_path(path)}: {len(rows)} rows.")
    return 0


def submissions(args: argparse.Namespace, of: list[str]) -> int:
    """What this GPU says of every submission that the tests keep; of these labs or chapters only, where any are named."""
    kept = gpu_submissions.kept_submissions(find_labs(of))
    if not kept:
        raise CourseError("There is no lab with a kernel, so there is nothing to ask a GPU.")
    need_gpu()
    device = gpu_submissions.device()
    rows = gpu_submissions.measure(kept)
    name = machine_name(args.machine, device["gpu"])
    lab = kept[0].lab
    compiler, flags = compiled_with(lab.module("cuda", "solutions"), lab.file)
    about = {
        "machine": name,
        **device,
        "compiler": compiler,
        "flags": flags,
        "date": today(),
        "commit": args.commit or commit(),
    }
    path = gpu_submissions.DATA / f"{'-'.join([name, *of])}.csv"
    write_measurement(path, {**about, "method": gpu_submissions.METHOD}, gpu_submissions.COLUMNS, rows)
    if args.json:
        print(json.dumps([{"chapter": "submissions", "file": str(path), "rows": rows}], indent=1))
        return 0
    for row in rows:
        if row["kind"] == "legal" and row["gpu"] != gpu_submissions.PASSES:
            note(f"course: {row['lab']}: the legal submission {row['submission']} fails on this GPU: {row['gpu']}")
    say(f"wrote {shown_path(path)}: {len(rows)} rows. Next: ./course docs")
    return 0


def need_gpu() -> None:
    if not has_gpu():
        raise CourseError(
            "bench needs a GPU that CUDA can use, and this machine has none; `./course run` works without."
        )
    if not has_cuda():
        raise CourseError(
            "bench needs nvcc, and it was not found when build/ was configured; `./course setup` looks again."
        )


def experiments(chapters: list[Chapter], names: list[str]) -> list[tuple[Chapter, Experiment]]:
    """Those that are named, or all; a name that is none says which there are."""
    found = [(chapter, experiment) for chapter in chapters for experiment in chapter.experiments]
    there = [experiment.name for _, experiment in found]
    for name in names:
        if name not in there and (name != "all" or not there):
            slugs = ", ".join(chapter.slug for chapter in chapters)
            raise CourseError(f"there is no experiment '{name}' in {slugs}. There are: {', '.join(there) or 'none'}.")
    return [(chapter, experiment) for chapter, experiment in found if {"all", experiment.name} & set(names)]


def rehearse(chosen: list[Experiment], as_json: bool) -> int:
    """Shows that experiments come to their end and what their tables look like, with no GPU and no times."""
    tables = {experiment.name: table_of(experiment, dry=True)["rows"] for experiment in chosen}
    if as_json:
        print(json.dumps(tables, indent=1, ensure_ascii=False))
    for name, rows in ({} if as_json else tables).items():
        say(f"{name}: {len(rows)} rows; a dry run, so no time is real and nothing was written")
        table(list(rows[0]), [list(row.values()) for row in rows])
    return 0


def times(chapter: Chapter, args: argparse.Namespace) -> tuple[pathlib.Path, list[dict]]:
    shapes = args.shape or list(chapter.measured_shapes)
    note(f"course: timing {len(chapter.timed)} versions of {chapter.slug} at {', '.join(shapes)}")
    run_ = _run(chapter, shapes, timed=True)
    rows = [_time_row(result) for result in run_.results if result.time_ms]
    path, about = _target(chapter, args, run_, TIME_METHOD, "")
    write_measurement(path, about, TIME_COLUMNS, rows)
    return path, rows


def counters(chapter: Chapter, args: argparse.Namespace) -> tuple[pathlib.Path, list[dict]]:
    countable = [shape for shape in chapter.measured_shapes if _elements(shape) <= COUNTABLE]
    shapes = args.shape or list(dict.fromkeys([*chapter.shapes, *countable]))
    build_runner(chapter, "cuda")
    run_ = _run(chapter, shapes[:1], timed=False)
    rows = []
    with progress() as shown:
        for shape in shapes:
            for version in chapter.timed:
                shown.step(f"ncu: {version.name} at {shape}")
                # One version a process: every launch ncu sees is this version's.
                rows_, cols = shape.split("x")
                for launch in count(command(chapter, "cuda", [shape], only=version)):
                    rows.append({"version": version.name, "rows": rows_, "cols": cols, **launch})
    path, about = _target(chapter, args, run_, f"{COUNTER_METHOD}; {ncu_version()}", COUNTERS_SUFFIX)
    write_measurement(path, about, COUNTER_COLUMNS, rows)
    return path, rows


def _run(chapter: Chapter, shapes: list[str], timed: bool) -> Run:
    try:
        run_ = run_chapter(chapter, "cuda", shapes, timed)
    except NoGpu as reason:
        raise CourseError(f"bench needs a GPU: {reason}") from reason
    wrong = [result for result in run_.results if not result.correct]
    if wrong:
        raise CourseError(
            f"nothing was written, since {wrong[0].version} at {wrong[0].shape} is wrong: {wrong[0].message}"
        )
    return run_


def _elements(shape: str) -> int:
    rows, cols = map(int, shape.split("x"))
    return rows * cols


def _time_row(result: Result) -> dict:
    time = result.time_ms
    return {
        "version": result.version,
        "rows": result.rows,
        "cols": result.cols,
        "repeats": time["repeats"],
        "median_ms": f"{time['median']:.6f}",
        "q1_ms": f"{time['q1']:.6f}",
        "q3_ms": f"{time['q3']:.6f}",
        "bytes": result.bytes,
        "gb_per_s": f"{result.gb_per_s(time['median']):.1f}",
    }


def _target(
    chapter: Chapter, args: argparse.Namespace, run_: Run, method: str, suffix: str
) -> tuple[pathlib.Path, dict]:
    gpu = str(run_.machine.get("machine", "gpu"))
    name = machine_name(args.machine, gpu)
    version = chapter.kernels[0]
    compiler, flags = compiled_with(f"solutions-{version.stem}.cuda.so", version.source)
    about = {
        "machine": name,
        "gpu": gpu,
        "driver": run_.machine.get("driver", "?"),
        "cuda runtime": run_.machine.get("runtime", "?"),
        "compiler": compiler,
        "flags": flags,
        "host cpu": host_cpu(),
        "date": today(),
        "commit": args.commit or commit(),
        "method": method,
    }
    return chapter.measured / f"{name}{suffix}.csv", about
