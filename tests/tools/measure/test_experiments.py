# Experiments: a program of its own runs, its table is written with where it comes from, and text and plots show it.
# Run: ./course test test_experiments
from __future__ import annotations

import argparse
import dataclasses
import json
import pathlib
import sys
import xml.etree.ElementTree as xml

import pytest

from tools import model
from tools.build.meson import BUILD
from tools.errors import CourseError
from tools.measure import experiment_runs
from tools.measure.measurements import NotMeasured, experiment_tables, measurements, read_measurement, write_measurement
from tools.measure.provenance import compiled_with, machine_name
from tools.model import Chapter, load_course
from tools.pages.counted import plot, versions_table
from tools.pages.experiments import (
    experiment,
    experiment_about,
    experiment_grid,
    experiment_statistic,
    experiment_table,
    experiment_value,
)
from tools.plots.experiments import experiment_plot
from tools.plots.style import INK, can_plot
from tools.plots.write import write_plots
from tools.verbs import bench

SAMPLE = BUILD / "tests" / "harness" / "sample_experiment"
COURSE = """
[course]
name = "x"
tagline = "y"
machine = "box"
[[chapters]]
slug = "07-sums"
title = "Sums"
labs = []
[[chapters.experiments]]
name = "stride"
title = "Near and far"
source = "stride.cpp"
flags = ["-march=native"]
plots = [{ name = "stride", x = "stride", y = "median_ms", lines = "order", title = "Sums" }]
[[chapters.experiments]]
name = "wide-stride"
title = "Wider"
source = "wide_stride.cu"
machine = "other"
"""
COLUMNS = ("order", "stride", "bytes", "median_ms")
ROWS = [("near", 1, 4096, 0.25), ("near", 8, 4096, 0.5), ("far", 1, 4096, 1234.5)]


@pytest.fixture
def chapter(tmp_path, monkeypatch) -> Chapter:
    """A chapter in a course of its own, with one table in data/."""
    path = tmp_path / "course.toml"
    path.write_text(COURSE)
    monkeypatch.setattr(model, "ROOT", tmp_path)
    found = load_course(path).chapters[0]
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in ROWS]
    write_measurement(
        found.measured / "box-stride.csv", {"machine": "box", "experiment": "stride", "gpu": "none"}, COLUMNS, rows
    )
    return found


@pytest.fixture
def sample(tmp_path, monkeypatch):
    """Makes the build think that it has made an experiment: the sample, or any program."""

    def make(program: pathlib.Path) -> None:
        if not program.exists():
            pytest.skip("the course is not built: ./course test builds it")
        build = tmp_path / "build"
        build.mkdir()
        (build / "experiment-stride").symlink_to(program)
        monkeypatch.setattr(experiment_runs, "BUILD", build)
        monkeypatch.setattr(experiment_runs, "outputs", lambda: {"experiment-stride": "executable"})
        monkeypatch.setattr(experiment_runs, "must_build", lambda targets: None)
        monkeypatch.setattr(experiment_runs, "compiled_with", lambda target, source: ("g++ 99", "-O3"))

    return make


def script(folder: pathlib.Path, body: str) -> pathlib.Path:
    path = folder / "program"
    path.write_text(f"#!{sys.executable}\nimport json, sys\n{body}\n")
    path.chmod(0o755)
    return path


def test_the_list_says_what_an_experiment_is(chapter):
    first, second = chapter.experiments
    assert (first.needs_gpu, second.needs_gpu) == (False, True) and first.flags == ("-march=native",)
    assert (first.machine, second.machine) == ("box", "other") and first.plots[0].kind == "line"
    assert first.path == chapter.measured.parents[2] / "tests" / "07-sums" / "experiments" / "stride.cpp"


def test_a_plot_of_no_known_kind_is_one_sentence(tmp_path):
    path = tmp_path / "course.toml"
    for wrong, words in [
        ('kind = "pie"', "kind is 'line', 'bar' or 'stack'"),
        ('kind = "bar", log = "y"', "begin at zero"),
        ('kind = "stack"', "it has no lines"),
    ]:
        path.write_text(COURSE.replace('title = "Sums" }', f'title = "Sums", {wrong} }}'))
        load_course.cache_clear()
        with pytest.raises(CourseError, match=words):
            load_course(path)


def test_the_sample_runs_and_its_table_is_written(chapter, sample, monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    sample(SAMPLE)
    path, rows = experiment_runs.run_experiment(chapter, chapter.experiments[0], "lap-top", "abc")
    assert path == chapter.measured / "lap-top-stride.csv"
    found = read_measurement(path)
    assert found.rows == [{column: str(value) for column, value in row.items()} for row in rows]
    assert [(row["order"], row["stride"], row["bytes"]) for row in found.rows] == [
        ("near", "1", "32768"),
        ("far, apart", "8", "32768"),
    ]
    assert float(found.rows[0]["median_ms"]) > 0
    said = found.provenance
    assert {"compiler", "flags", "host cpu", "date"} <= set(said) and "gpu" not in said
    assert (said["machine"], said["experiment"], said["threads"], said["commit"]) == ("lap-top", "stride", "3", "abc")
    assert said["method"] == "steady clock, median"


def test_a_fault_is_told_in_the_programs_words_and_nothing_is_written(chapter, sample, monkeypatch):
    monkeypatch.setenv("SAMPLE_FAULT", "1")
    sample(SAMPLE)
    with pytest.raises(CourseError, match="exit status 2:\n.*a fault that was asked for"):
        experiment_runs.run_experiment(chapter, chapter.experiments[0], "lap-top")
    assert [path.name for path in chapter.measured.iterdir()] == ["box-stride.csv"]


def test_no_gpu_is_said_as_the_program_says_it(chapter, sample, tmp_path):
    sample(script(tmp_path, "print('skipped: no CUDA-capable device'); sys.exit(77)"))
    with pytest.raises(CourseError, match="needs a GPU: skipped: no CUDA-capable device"):
        experiment_runs.run_experiment(chapter, dataclasses.replace(chapter.experiments[0], source="stride.cu"))
    with pytest.raises(CourseError, match="stride cannot run here: skipped"):
        experiment_runs.run_experiment(chapter, chapter.experiments[0])


def test_one_that_fails_does_not_keep_the_others_from_being_measured(chapter, monkeypatch, capsys):
    first, second = chapter.experiments
    host = [(chapter, dataclasses.replace(one, source="x.cpp")) for one in (first, second)]

    def run(chapter, experiment, machine, commit):
        if experiment.name == first.name:
            raise CourseError("it fell over")
        return chapter.measured / "x.csv", [{}]

    monkeypatch.setattr(bench, "run_experiment", run)
    monkeypatch.setattr(bench, "has_gpu", lambda: False)
    args = argparse.Namespace(experiment=["all"], machine=None, commit=None, json=False)
    with pytest.raises(CourseError, match="not measured: stride"):
        bench.measure(host, args)
    said = capsys.readouterr()
    assert "stride: it fell over" in said.err and "x.csv: 1 rows" in said.out
    assert bench.measure([host[1], (chapter, dataclasses.replace(second, name="gpu"))], args) == 0
    assert "left out: gpu" in capsys.readouterr().err
    with pytest.raises(CourseError, match="needs a GPU"):
        bench.measure([(chapter, second)], argparse.Namespace(**{**vars(args), "experiment": [second.name]}))


def test_a_dry_run_measures_once_and_writes_nothing(chapter, sample, capsys):
    sample(SAMPLE)
    assert bench.rehearse([chapter.experiments[0]], as_json=False) == 0
    said = capsys.readouterr().out
    assert "stride: 2 rows; a dry run" in said and "far, apart  8       32768  1.0" in said
    assert [path.name for path in chapter.measured.iterdir()] == ["box-stride.csv"]
    with pytest.raises(CourseError, match="no experiment-wide-stride.sim"):  # a .cu is rehearsed on the simulator
        bench.rehearse([chapter.experiments[1]], as_json=False)


def test_a_column_may_not_be_called_as_a_calls_own_words(chapter, sample, tmp_path):
    table = {"machine": "cpu", "driver": "", "runtime": "", "method": "", "rows": [{"machine": 1}]}
    sample(script(tmp_path, f"open(sys.argv[2], 'w').write({json.dumps(json.dumps(table))})"))
    with pytest.raises(CourseError, match="no column may be called 'machine'"):
        experiment_runs.run_experiment(chapter, chapter.experiments[0])


def test_a_machine_without_a_name_is_called_after_its_device():
    assert machine_name(None, "NVIDIA H200") == "h200"
    assert (
        machine_name(None, "Intel(R) Xeon(R) Platinum 8481C CPU @ 2.70GHz") == "intel-xeon-platinum-8481c-cpu-2-70ghz"
    )
    with pytest.raises(CourseError, match="cannot be a file's name"):
        machine_name("../up", "")


def test_the_compiler_and_its_flags_come_from_the_build():
    if not SAMPLE.exists():
        pytest.skip("the course is not built: ./course test builds it")
    compiler, flags = compiled_with("tests/harness/sample_experiment", "sample_experiment.cpp")
    assert "c++" in compiler or "g++" in compiler
    assert "-O2" in flags and "sample_experiment" not in flags and "ccache" not in flags


def test_bench_finds_experiments_by_name_and_names_those_there_are(chapter):
    assert [one.name for _, one in bench.experiments([chapter], ["all"])] == ["stride", "wide-stride"]
    assert [one.name for _, one in bench.experiments([chapter], ["stride"])] == ["stride"]
    with pytest.raises(CourseError, match="no experiment 'strid' in 07-sums. There are: stride, wide-stride"):
        bench.experiments([chapter], ["strid"])
    with pytest.raises(CourseError, match="There are: none"):
        bench.experiments([dataclasses.replace(chapter, experiments=())], ["all"])


def test_an_experiments_file_is_no_machines_times_and_belongs_to_one_experiment(chapter):
    assert measurements(chapter) == []
    write_measurement(chapter.measured / "box-wide-stride.csv", {"experiment": "wide-stride"}, ("a",), [{"a": 1}])
    write_measurement(chapter.measured / "box.csv", {}, ("version",), [])
    first, second = chapter.experiments
    assert [machine for machine, _ in experiment_tables(chapter, first)] == ["box"]
    assert [machine for machine, _ in experiment_tables(chapter, second)] == ["box"]
    assert [found.machine for found in measurements(chapter)] == ["box"]


def test_a_cell_is_found_by_others(chapter):
    assert experiment(chapter, "stride", "median_ms", order="near", stride=8) == "0.5"
    assert experiment(chapter, "stride", "median_ms", order="far") == "1,234"
    assert experiment(chapter, "stride", "bytes", order="far", stride=1.0) == "4,096"
    assert experiment(chapter, "stride", "order", stride="8") == "near"
    near, far = (experiment_value(chapter, "stride", "median_ms", order=order, stride=1) for order in ("near", "far"))
    assert far / near == 4938
    assert (
        experiment_about(chapter, "stride") == "none" and experiment_about(chapter, "stride", "experiment") == "stride"
    )


def test_a_statistic_is_of_a_column_over_the_rows_that_fit(chapter):
    def of(what, **where):
        return experiment_statistic(chapter, "stride", "median_ms", what, **where)

    assert (of("median"), of("min"), of("max"), of("count")) == (0.5, 0.25, 1234.5, 3)
    assert of("mean", order="near") == of("p50", order="near") == 0.375 and of("p25", order="near") == 0.3125
    assert of("max", stride=[8]) == 0.5
    with pytest.raises(CourseError, match="no statistic 'middle'. There are: mean, median"):
        of("middle")


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ({"order": "near"}, "has 2 rows with order=near"),
        ({}, "has 3 rows with no condition"),
        ({"order": "never"}, "no row with order=never"),
        ({"colour": 1}, "no column 'colour'. It has: order, stride"),
    ],
)
def test_a_cell_that_is_none_or_several_is_an_error(chapter, where, words):
    with pytest.raises(CourseError, match=words):
        experiment(chapter, "stride", "median_ms", **where)


def test_a_name_that_is_no_experiment_is_an_error_and_one_not_measured_says_so(chapter):
    with pytest.raises(CourseError, match="no experiment 'strid'. There are: stride, wide-stride"):
        experiment(chapter, "strid", "median_ms")
    with pytest.raises(NotMeasured, match="07-sums --experiment wide-stride --machine other"):
        experiment(chapter, "wide-stride", "median_ms")


def test_tables(chapter):
    table = experiment_table(chapter, "stride", columns=["order", "median_ms"], where={"stride": [1, 2]})
    assert table.splitlines() == ["| order | median ms |", "|---|---:|", "| near | 0.25 |", "| far | 1,234 |"]
    assert "| how far | ms |" in experiment_table(chapter, "stride", columns={"stride": "how far", "median_ms": "ms"})
    assert experiment_table(chapter, "stride").count("\n") == 1 + len(ROWS)
    grid = experiment_grid(chapter, "stride", "median_ms", down="order", across="stride")
    assert grid.splitlines() == ["| order | 1 | 8 |", "|---|---:|---:|", "| near | 0.25 | 0.5 |", "| far | 1,234 | – |"]
    with pytest.raises(CourseError, match="several rows for bytes=4096"):
        experiment_grid(chapter, "stride", "median_ms", down="bytes", across="stride")


def test_a_table_of_versions_joins_sources_and_shows_where_one_has_nothing(chapter):
    near = model.Version("near", "In order", "a.cu", "near", "x")
    chapter = dataclasses.replace(
        chapter,
        versions=(near, dataclasses.replace(near, name="none", title="Another"), dataclasses.replace(near, name="far")),
    )

    def stride(number):
        return lambda version: experiment(chapter, "stride", "median_ms", order=version, stride=number)

    table = versions_table(
        chapter, {"one": stride(1), "eight": stride(8), "half": lambda version: 0.5}, ["near", "none", "far"]
    )
    assert table.splitlines()[2:] == [
        "| In order | 0.25 | 0.5 | 0.5 |",
        "| Another | – | – | 0.5 |",
        "| In order | 1,234 | – | 0.5 |",
    ]
    with pytest.raises(CourseError, match="column 'none' has no cell: box-stride.csv has no column 'ms'"):
        versions_table(chapter, {"none": lambda version: experiment(chapter, "stride", "ms", order=version)})
    with pytest.raises(NotMeasured):
        versions_table(chapter, {"other": lambda version: experiment(chapter, "wide-stride", "median_ms")})


@pytest.mark.skipif(bool(can_plot()), reason=can_plot() or "matplotlib is there")
def test_plots_are_drawn_from_the_list_the_same_bytes_every_time(chapter, tmp_path):
    (drawn,) = write_plots(chapter, folder=tmp_path / "plots")
    assert drawn.name == "box-stride.svg" and xml.fromstring(drawn.read_text()).tag.endswith("svg")
    assert write_plots(chapter, folder=tmp_path / "plots") == []
    table, line = experiment_tables(chapter, chapter.experiments[0])[0][1], chapter.experiments[0].plots[0]
    stack = dataclasses.replace(line, y="bytes, median_ms", lines="", kind="stack", where={"order": "near"})
    for described in (
        line,
        dataclasses.replace(line, log="xy"),
        dataclasses.replace(line, x="order", lines="stride", kind="bar"),
        stack,
    ):
        text = experiment_plot(described, table)
        assert text == experiment_plot(described, table) and INK not in text.partition("</style>")[2]


def test_a_text_shows_a_plot_of_the_experiments_own_machine(chapter):
    assert plot(chapter, "stride", "Sums") == "![Sums](box-stride.svg)"
    with pytest.raises(NotMeasured, match="--experiment stride --machine elsewhere"):
        moved = tuple(dataclasses.replace(experiment, machine="elsewhere") for experiment in chapter.experiments)
        plot(dataclasses.replace(chapter, experiments=moved), "stride", "Sums")


def test_a_plot_that_cannot_be_drawn_is_one_sentence(chapter):
    table, line = experiment_tables(chapter, chapter.experiments[0])[0][1], chapter.experiments[0].plots[0]
    for change, words in [
        ({"lines": ""}, "several rows at stride=1"),
        ({"y": "gb_per_s"}, "no column 'gb_per_s'"),
        ({"y": "bytes, ms", "lines": "", "kind": "stack"}, "no column 'ms'"),
        ({"where": {"order": "none"}}, "no row with order=none"),
    ]:
        with pytest.raises(CourseError, match=words):
            experiment_plot(dataclasses.replace(line, **change), table)
