# Measured data: written with where it comes from, read back; ncu's words; no GPU is one sentence.
# Run: ./course test test_bench
from __future__ import annotations

import pathlib
import tomllib

import pytest

from tools.build.gpu import has_gpu
from tools.build.meson import BUILD
from tools.build.runner import Run, cached_run, run_chapter
from tools.errors import CourseError
from tools.measure import ncu
from tools.measure.measurements import TIME_COLUMNS, measurements, read_measurement, write_measurement
from tools.model import load_course

PROVENANCE = {"gpu", "driver", "cuda runtime", "compiler", "flags", "host cpu", "date", "commit", "method", "machine"}
METRICS = list(ncu.METRICS.values())
SAID = {
    "load_requests": "32,768", "load_sectors": "131072", "store_requests": "32768", "store_sectors": "1,048,576",
    "shared_wavefronts": "1,048,812", "ideal_shared_wavefronts": "32768",
}  # fmt: skip
CSV = (
    "==PROF== Connected to process 1\n"
    + ",".join(f'"{name}"' for name in ["ID", "Kernel Name", *METRICS])
    + "\n"
    + ",".join(f'"{unit}"' for unit in ["", "", *["sector"] * len(METRICS)])
    + "\n"
    + ",".join(
        f'"{value}"'
        for value in ["0", "transpose_kernel(float *, int)", *(SAID.get(name, "1") for name in ncu.METRICS)]
    )
    + "\n"
)


def test_a_measurement_comes_back_as_written(tmp_path: pathlib.Path):
    row = dict.fromkeys(TIME_COLUMNS, "1") | {"version": "v", "rows": "2", "cols": "3"}
    path = tmp_path / "machine.csv"
    write_measurement(path, {"gpu": "A GPU: the\nbest", "date": "2026-01-01"}, TIME_COLUMNS, [row])
    found = read_measurement(path)
    assert found.provenance == {"gpu": "A GPU: the best", "date": "2026-01-01"}
    assert found.row("v", "2x3") == row and found.machine == "machine"
    with pytest.raises(CourseError, match="no row of v at 3x3"):
        found.row("v", "3x3")


def test_ncu_csv_is_read_with_its_thousands_and_units():
    launch = ncu.read_csv(CSV)[0]
    assert launch["kernel"] == "transpose_kernel"
    assert (launch["load_requests"], launch["load_sectors"], launch["store_sectors"]) == (32768, 131072, 1048576)
    assert (launch["shared_wavefronts"], launch["ideal_shared_wavefronts"]) == (1048812, 32768)


def test_a_metric_that_is_not_there_is_named():
    with pytest.raises(CourseError, match=METRICS[0]):
        ncu.read_csv(CSV.replace('"32,768"', '""'))


@pytest.mark.parametrize("said", ["==ERROR== ERR_NVGPUCTRPERM - The user does not have permission"])
def test_locked_counters_are_one_sentence(tmp_path, monkeypatch, said):
    fake = tmp_path / "ncu"
    fake.write_text(f"#!/bin/sh\necho '{said}'\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(CourseError, match="administrator has not opened"):
        ncu.count(["true"])


def test_bench_without_a_gpu_is_one_sentence(course):
    if has_gpu():
        pytest.skip("there is a GPU")
    done = course("bench")
    assert done.returncode == 2
    assert "needs a GPU" in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("chapter", load_course().chapters, ids=lambda chapter: chapter.slug)
def test_recorded_times_are_complete(chapter):
    found = measurements(chapter)
    if not found:
        pytest.skip(f"{chapter.slug}: nothing measured yet")
    for measurement in found:
        assert set(measurement.provenance) >= PROVENANCE, measurement.path.name
        for shape in chapter.measured_shapes:
            for name in [*(version.name for version in chapter.timed), "copy"]:
                row = measurement.row(name, shape)
                assert 0 < float(row["q1_ms"]) <= float(row["median_ms"]) <= float(row["q3_ms"])
                assert float(row["gb_per_s"]) == pytest.approx(
                    int(row["bytes"]) / float(row["median_ms"]) / 1e6, rel=0.01
                )


@pytest.mark.parametrize("chapter", load_course().chapters, ids=lambda chapter: chapter.slug)
def test_ncu_counted_what_the_simulator_counts(chapter):
    """Requests and sectors of every recorded launch, and the ideal, are equal to the simulator's own."""
    found = measurements(chapter, counters=True)
    if not found:
        pytest.skip(f"{chapter.slug}: no counters recorded yet")
    if not (BUILD / chapter.runner("sim")).exists():
        pytest.skip("the course is not built: ./course test builds it")
    shapes = list(dict.fromkeys(f"{row['rows']}x{row['cols']}" for item in found for row in item.rows))
    # ./course run may have simulated the chapter's own shapes.
    others = [shape for shape in shapes if shape not in chapter.shapes]
    results = cached_run(chapter, "sim").results + (run_chapter(chapter, "sim", others).results if others else [])
    assert all(result.correct for result in results)
    simulated = Run("sim", {}, results)
    excused, used = deviations(chapter), set()

    def hold(version: str, shape: str, cell: str, counted: int, hardware: int) -> None:
        if counted == hardware:
            return
        assert (version, cell) in excused, f"{version} at {shape}: {cell}: {counted} counted, {hardware} on the GPU"
        used.add((version, cell))

    for measurement in found:
        seen = list(dict.fromkeys((row["version"], f"{row['rows']}x{row['cols']}") for row in measurement.rows))
        assert {version for version, _ in seen} == {version.name for version in chapter.timed}
        for version, shape in seen:
            rows = [
                row for row in measurement.rows if (row["version"], f"{row['rows']}x{row['cols']}") == (version, shape)
            ]
            counts = simulated.of(version, shape).counters
            for op in ("load", "store"):
                for what in ("requests", "sectors"):
                    hold(
                        version, shape, f"{op} {what}", counts[op][what], sum(int(row[f"{op}_{what}"]) for row in rows)
                    )
            ideal = sum(int(row["ideal_global_sectors"]) for row in rows)
            hold(version, shape, "ideal", sum(counts[op]["ideal_sectors"] for op in ("load", "store", "atomic")), ideal)
            for what in ("wavefronts", "ideal_wavefronts"):
                column = what.replace("wavefronts", "shared_wavefronts")
                hardware = sum(
                    int(row.get(column) or 0) for row in rows
                )  # a table from before these were asked for has none
                hold(version, shape, what, counts["shared_load"][what] + counts["shared_store"][what], hardware)
    assert used == excused, f"these deviations are none any more: {sorted(excused - used)}"


def deviations(chapter) -> set[tuple[str, str]]:
    """Cells that differ for a reason that data/NN-slug/deviations.toml gives."""
    path = chapter.measured.parent / "deviations.toml"
    if not path.exists():
        return set()
    listed = tomllib.loads(path.read_text(encoding="utf-8"))["deviation"]
    assert all(len(entry["reason"].split()) > 4 for entry in listed)
    return {(version, cell) for entry in listed for version in entry["versions"] for cell in entry["cells"]}
