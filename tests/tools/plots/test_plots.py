# Plots: the same bytes every time, readable on light and dark, and those in the tree are up to date.
# Run: ./course test test_plots
from __future__ import annotations

import dataclasses
import xml.etree.ElementTree as xml

import pytest

from tests.tools.plots.svg_labels import labels, overlapping
from tools.build.runner import Result, Run
from tools.measure.measurements import TIME_COLUMNS, Measurement
from tools.model import ROOT, VersionPlot, find_chapters, load_course
from tools.pages import snippets
from tools.plots.caches import write_caches_plots
from tools.plots.speed import write_speed_plots
from tools.plots.style import INK, can_plot, pyplot_in_our_style, svg_text
from tools.plots.versions import measured_plots, sectors_plot
from tools.plots.write import write_plots, write_simulated_plots
from tools.verbs.run import show

pytestmark = pytest.mark.skipif(bool(can_plot()), reason=can_plot() or "matplotlib is there")
LINES = [VersionPlot(quantity, quantity) for quantity in ("time", "bandwidth", "share")]
BARS = VersionPlot("bars", "time", shape="1024x1024", versions=("naive_32x8", "naive_8x32"))
CHAPTER = dataclasses.replace(find_chapters(["01"])[0], plots=(*LINES, BARS))


@pytest.fixture(scope="module")
def measurement(tmp_path_factory) -> Measurement:
    rows = []
    for index, version in enumerate([*(version.name for version in CHAPTER.versions), "copy"]):
        for side in (512, 1024, 4096):
            values = [version, side, side, 20, 1.0 + index, 1.0, 9.0, 8 * side * side, 100]
            rows.append(dict(zip(TIME_COLUMNS, map(str, values), strict=True)))
    return Measurement(tmp_path_factory.mktemp("measured") / "box.csv", {"gpu": "A fine GPU"}, rows)


@pytest.fixture(scope="module")
def drawn(measurement) -> list[tuple[str, str]]:
    return measured_plots(CHAPTER, measurement)


def simulated() -> Run:
    counts = {"requests": 10, "sectors": 40, "ideal_sectors": 40}
    results = [
        Result(version.name, 64, 64, True, "", {"load": counts, "store": {**counts, "sectors": 320}}, None, 1)
        for version in CHAPTER.versions
    ]
    return Run("sim", {}, results)


def test_the_same_bytes_every_time(measurement, drawn):
    assert measured_plots(CHAPTER, measurement) == drawn
    assert sectors_plot(CHAPTER, simulated(), "64x64") == sectors_plot(CHAPTER, simulated(), "64x64")


def test_they_are_svg_without_a_date_and_their_ink_follows_the_page(drawn):
    for _, text in drawn:
        assert xml.fromstring(text).tag.endswith("svg")
        assert "dc:date" not in text and "prefers-color-scheme:dark" in text
        head, _, body = text.partition("</style>")
        assert INK in head and INK not in body and "currentColor" in body
        assert "#ffffff" not in body.lower(), "a white patch glares on a dark page"


def test_strips_of_as_many_rows_are_lines_over_their_columns(measurement):
    """No shape is square: 4 × 1024 and so on are no lone marks beside an empty line."""
    strips = [{**row, "rows": "4", "cols": str(1024 * int(row["cols"]))} for row in measurement.rows]
    for _, text in measured_plots(CHAPTER, Measurement(measurement.path, measurement.provenance, strips)):
        assert "<!-- columns, of 4 rows -->" in text and "<!-- 1 Mi -->" in text and "hollow" not in text


def test_without_a_copy_there_is_no_share(measurement, drawn):
    assert [name for name, _ in drawn] == ["time", "bandwidth", "share", "bars"]
    bare = Measurement(measurement.path, {}, [row for row in measurement.rows if row["version"] != "copy"])
    assert [name for name, _ in measured_plots(CHAPTER, bare)] == ["time", "bandwidth", "bars"]


def test_bars_show_the_versions_that_they_are_of_at_their_shape(measurement, drawn):
    bars = dict(drawn)["bars"]
    titles = {version.name: version.label for version in CHAPTER.versions}
    assert [name for name, title in titles.items() if f"<!-- {title} -->" in bars] == ["naive_32x8", "naive_8x32"]
    assert "1024 × 1024" in bars and "<!-- device-to-device copy -->" in bars
    elsewhere = dataclasses.replace(CHAPTER, plots=(dataclasses.replace(BARS, shape="64x64"),))
    assert measured_plots(elsewhere, measurement) == []


SHARED = {"requests": 10, "wavefronts": 320, "ideal_wavefronts": 10}
NO_SHARED = {"requests": 0, "wavefronts": 0, "ideal_wavefronts": 0}


def with_shared(users: int) -> Run:
    """The first `users` versions load from shared memory."""
    results = [
        dataclasses.replace(
            result,
            counters={
                **result.counters,
                "shared_load": SHARED if index < users else NO_SHARED,
                "shared_store": NO_SHARED,
            },
        )
        for index, result in enumerate(simulated().results)
    ]
    return Run("sim", {}, results)


def test_wavefronts_are_drawn_and_shown_only_where_there_are_some(tmp_path, monkeypatch, capsys):
    assert tmp_path / "simulated-wavefronts-64x64.svg" not in write_simulated_plots(CHAPTER, with_shared(0), tmp_path)
    assert tmp_path / "simulated-wavefronts-64x64.svg" in write_simulated_plots(CHAPTER, with_shared(2), tmp_path)
    show(CHAPTER, [with_shared(0)])
    assert "wavefronts" not in capsys.readouterr().out
    show(CHAPTER, [with_shared(1)])
    said = capsys.readouterr().out
    assert "wavefronts/shared load (ideal)" in said and said.count("32 (1)") == 1
    monkeypatch.setattr(snippets, "_simulated_run", lambda chapter: with_shared(1))
    assert snippets.simulated(CHAPTER, CHAPTER.versions[0].name, "shared_load.wavefronts_per_request", "64x64") == "32"
    table = snippets.shared_table(CHAPTER, "64x64").splitlines()
    assert len(table) == 3 and table[2] == f"| {CHAPTER.versions[0].title} | 10 | 32 (1) | – | – |"


def test_only_what_changed_is_written(tmp_path):
    first = write_simulated_plots(CHAPTER, simulated(), tmp_path)
    assert tmp_path / "simulated-sectors-64x64.svg" in first
    assert write_simulated_plots(CHAPTER, simulated(), tmp_path) == []


@pytest.mark.parametrize("chapter", load_course().chapters, ids=lambda chapter: chapter.slug)
def test_the_plots_in_the_tree_are_up_to_date(chapter, tmp_path):
    drawn = write_plots(chapter, folder=tmp_path)
    if not drawn:
        pytest.skip(f"{chapter.slug}: nothing measured yet")
    for path in drawn:
        assert (chapter.folder / path.name).read_text() == path.read_text(), f"{path.name}: ./course plot"


def test_so_are_those_of_the_caches_and_of_the_simulators_speed(tmp_path):
    (tmp_path / "simt").mkdir()
    (tmp_path / "chapters" / "06-caches").mkdir(parents=True)
    drawn = [*write_caches_plots(tmp_path), *write_speed_plots(tmp_path / "simt")]
    assert len(drawn) > 2
    for path in drawn:
        assert (ROOT / path.relative_to(tmp_path)).read_text() == path.read_text(), f"{path.name}: ./course plot"


PLOTS = sorted(path for path in [*ROOT.glob("chapters/*/*.svg"), *ROOT.glob("simt/*.svg")])


@pytest.mark.parametrize("path", PLOTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_two_words_of_a_plot_of_the_course_overlap(path):
    svg = path.read_text(encoding="utf-8")
    assert len(labels(svg)) > 5, "the words of this plot cannot be read"
    assert overlapping(svg) == []


def test_ticks_that_are_close_take_two_lines_and_then_some_are_left_out():
    pyplot = pyplot_in_our_style()
    figure, axes = pyplot.subplots(figsize=(7.6, 4.4))
    axes.plot([512, 8192, 8224, 8256, 16384], range(5))
    axes.set_xscale("log", base=2)
    axes.set_xticks([512, 8192, 8224, 8256, 16384], ["512", "8192", "8224", "8256", "16384"])
    axes.minorticks_off()
    found = {one.words: one for one in labels(svg_text(figure))}
    assert found["8192"].bottom < found["8224"].top and found["512"].top == found["16384"].top
    assert "8256" not in found


def test_an_overlap_would_be_seen():
    pyplot = pyplot_in_our_style()
    figure, axes = pyplot.subplots(figsize=(7.6, 4.4))
    axes.text(0.5, 0.5, "here")
    axes.text(0.51, 0.51, "and there")
    assert ("here", "and there") in overlapping(svg_text(figure))
