# ./course bench simulator: the kernels and their twins are right and make the accesses they should; what is missing is said.
# Run: ./course test test_speed
from __future__ import annotations

import importlib.util
import pathlib
import shutil

import pytest

from tools.errors import CourseError
from tools.measure import grading_speed, simulator_speed
from tools.measure.measurements import write_measurement
from tools.measure.simulator_speed import COLUMNS, CUDASIM, KERNELS, OCLGRIND, OURS, REQUIREMENTS, Tool, measure
from tools.numbers.teaching import grading_speeds
from tools.pages import speed_page
from tools.plots import speed as plots

SIZE = 64
CELLS = SIZE * SIZE
# Accesses of lanes at that size, by hand.
ACCESSES = {
    "transpose": CELLS * 4,  # in, tile, tile, out
    "reduction": CELLS // 256 * (256 * 2 + 255 * 3 + 2),
    "stencil": (SIZE - 2) ** 2 * 6,
    "histogram": CELLS * 2 + CELLS // 4096 * 64 * 3,
    "product": CELLS * (SIZE // 16 * (4 + 2 * 16) + 1),
}


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> pathlib.Path:
    return simulator_speed.build_ours(tmp_path_factory.mktemp("speed"))


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("checks", ["none", "all"])
def test_ours_is_right_and_makes_the_accesses_that_the_kernel_has(program, kernel, checks):
    threads, _ = simulator_speed._ours(program, checks).seconds(kernel, SIZE)
    assert threads == simulator_speed._threads(kernel, SIZE)
    assert simulator_speed.count(program, kernel, SIZE) == ACCESSES[kernel]


@pytest.mark.skipif(not shutil.which("oclgrind"), reason="Oclgrind is not installed")
@pytest.mark.parametrize("kernel", KERNELS)
def test_the_opencl_twin_is_right(tmp_path, kernel):
    for tool in simulator_speed._oclgrind(tmp_path):
        assert tool.seconds(kernel, SIZE)[0] == simulator_speed._threads(kernel, SIZE)


@pytest.mark.skipif(
    importlib.util.find_spec("numba") is None, reason="Numba is installed only by ./course bench simulator"
)
@pytest.mark.parametrize("kernel", ["transpose", "stencil", "histogram"])
def test_the_python_twin_is_right(kernel):
    (tool,) = simulator_speed._cudasim()
    assert tool.seconds(kernel, SIZE)[0] == simulator_speed._threads(kernel, SIZE)


@pytest.mark.parametrize("said", ["'100 0.5 wrong'", "100", "'' && exit 3"])
def test_a_wrong_result_or_a_crash_is_no_measurement(said):
    tool = Tool(OCLGRIND, "all", lambda kernel, size: ["sh", "-c", f"echo {said}"])
    with pytest.raises(CourseError, match="Oclgrind: stencil at 64 went wrong"):
        tool.seconds("stencil", 64)


def test_a_tool_that_is_missing_is_named_and_left_out(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    assert simulator_speed._oclgrind(tmp_path) == []
    assert "sudo apt-get install oclgrind ocl-icd-opencl-dev" in capsys.readouterr().err
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(simulator_speed.sys, "executable", "/bin/false")
    assert simulator_speed._cudasim() == []
    assert "without CUDASIM" in capsys.readouterr().err


def test_every_requirement_is_pinned():
    lines = [line for line in REQUIREMENTS.read_text().splitlines() if not line.startswith("#")]
    assert lines and all("==" in line for line in lines)


def test_a_run_has_every_tool_on_every_kernel_and_the_curve(monkeypatch, tmp_path):
    tools = {(OURS, "none"): 1.0, (OURS, "all"): 2.0, (OCLGRIND, "none"): 20.0, (CUDASIM, "none"): 100.0}

    def fake(name: str, checks: str) -> Tool:
        tool = Tool(name, checks, lambda kernel, size: [])
        object.__setattr__(tool, "seconds", lambda kernel, size: (1, tools[name, checks]))
        return tool

    monkeypatch.setattr(simulator_speed, "build_ours", lambda folder: folder)
    monkeypatch.setattr(simulator_speed, "_ours", lambda program, checks: fake(OURS, checks))
    monkeypatch.setattr(simulator_speed, "_oclgrind", lambda folder: [fake(OCLGRIND, "none")])
    monkeypatch.setattr(simulator_speed, "_cudasim", lambda: [fake(CUDASIM, "none")])
    monkeypatch.setattr(simulator_speed, "count", lambda program, kernel, size: size * 1000)
    rows = measure(tmp_path)
    assert all(tuple(row) == COLUMNS for row in rows)
    assert len([row for row in rows if row["series"] == "compare"]) == len(KERNELS) * len(tools)
    assert [row["checks"] for row in rows if row["series"] == "curve"] == ["none"] * 4 + ["all"] * 4

    text = [{key: str(value) for key, value in row.items()} for row in rows]
    recorded = simulator_speed.Measurement(tmp_path / "box.csv", {"host cpu": "A CPU"}, text)
    monkeypatch.setattr(speed_page, "_recorded", lambda: recorded)
    assert speed_page.speed_ratio(CUDASIM) == "100" and speed_page.speed_ratio(CUDASIM, "all") == "50"
    assert speed_page.speed_ratio(OCLGRIND, kernel="stencil") == "20"
    assert (
        speed_page.speed("product", "accesses_per_s") == "64 k"
        and speed_page.speed("product", "ns_per_access") == "1.56e+04"
    )
    assert "races" not in speed_page.speed_table(), "a tool that was not there has no column"
    assert plots.curve_plot() == plots.curve_plot() and plots.compared_plot().startswith("<?xml")


def test_the_page_for_instructors_shows_what_grading_was_measured_and_says_where_it_was_not(tmp_path, monkeypatch):
    monkeypatch.setattr(grading_speed, "DATA", tmp_path)
    assert grading_speeds() == "It has not been measured for this page."
    row = dict.fromkeys(grading_speed.COLUMNS, "1") | {"lab": "first_kernel", "submissions": "30", "a_minute": "43.5"}
    about = {"host cpu": "a CPU", "processors": "3", "date": "2026-11-23", "method": "m"}
    write_measurement(tmp_path / "m.csv", about, grading_speed.COLUMNS, [row])
    made = grading_speeds()
    assert (
        made.startswith("30 submissions of first_kernel, a CPU, processors: 3, 2026-11-23:\n\n|") and "| 43.5 |" in made
    )
