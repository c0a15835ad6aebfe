# The chapters' figures: what the program draws today, and counts that are the simulator's and the text's own.
import functools
import itertools
import os
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from tools.build import trace as tracing
from tools.build.meson import environment
from tools.build.trace import trace
from tools.drawing.svg import WIDTH, Drawing
from tools.figures import chapter_figures, stale_figures
from tools.figures.coalescing import FLOAT4, FLOAT4_WIDE, NAIVE, PATTERNS, SHAPED, first_warp, pattern
from tools.hardware import SECTOR
from tools.measure.measurements import measurement
from tools.model import ROOT, find_chapters, load_course
from tools.pages.counted import agreement_table

COALESCING = find_chapters(["01-coalescing"])[0]
ALIGNED = ("solutions-load_aligned.sim.so", "load_aligned")
SHIFTED = ("solutions-load_shifted.sim.so", "load_shifted")
TEXT = "{http://www.w3.org/2000/svg}text"
drawn = functools.cache(chapter_figures)
# What the text says of one request: (kernel, op) → sectors, bytes of them in use.
SAID = {
    (ALIGNED, "load"): (4, 128),
    (SHIFTED, "load"): (5, 128),
    (NAIVE, "load"): (4, 128),
    (NAIVE, "store"): (32, 128),
    (SHAPED, "load"): (4, 128),
    (SHAPED, "store"): (8, 128),
    (FLOAT4, "load"): (16, 512),
    (FLOAT4, "store"): (16, 512),
    (FLOAT4_WIDE, "load"): (16, 512),
    (FLOAT4_WIDE, "store"): (32, 512),
}


@pytest.mark.parametrize("chapter", load_course().chapters, ids=lambda chapter: chapter.slug)
def test_figures_are_what_the_program_draws_today(chapter):
    assert stale_figures(chapter, drawn(chapter)) == [], "`./course docs` draws them anew"


@pytest.mark.parametrize("chapter", load_course().chapters, ids=lambda chapter: chapter.slug)
def test_every_figure_and_every_plot_is_shown_with_words_for_those_who_cannot_see_it(chapter):
    text = "".join(page.read_text(encoding="utf-8") for page in chapter.folder.glob("*.md"))
    shown = {path: alt for alt, path in re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", text)}
    assert {path.removeprefix("figures/") for path in shown if path.startswith("figures/")} == {
        path.name for path in drawn(chapter)
    }
    assert all((chapter.folder / path).exists() and len(alt) > 40 for path, alt in shown.items())


@pytest.mark.parametrize("path, text", drawn(COALESCING).items(), ids=lambda value: getattr(value, "name", ""))
def test_a_figure_is_text_of_legible_size_inside_its_frame(path, text):
    root = ElementTree.fromstring(text)
    height = float(root.get("height"))
    assert root.get("width") == str(WIDTH)
    assert all(int(size) >= 11 for size in re.findall(r"font(?:-size)?:\s*(\d+)px", text))
    assert "prefers-color-scheme: dark" in text
    for shape in root.iter("{http://www.w3.org/2000/svg}rect"):
        x, y, width, tall = (float(shape.get(key)) for key in ("x", "y", "width", "height"))
        assert x >= 0 and x + width <= WIDTH and y >= 0 and y + tall <= height


@pytest.mark.parametrize("path", sorted(ROOT.glob("chapters/*/figures/*.svg")), ids=lambda path: path.name)
def test_no_words_of_a_figure_leave_it_or_lie_on_others_in_a_wide_font(path):
    boxes = [(words.text, _box(words)) for words in ElementTree.parse(path).iter(TEXT)]
    for words, (left, _, right, _) in boxes:
        assert left >= 0 and right <= WIDTH, f"'{words}' goes from {left:.0f} to {right:.0f}"
    for (words, one), (others, other) in itertools.combinations(boxes, 2):
        across = min(one[2], other[2]) - max(one[0], other[0])
        down = min(one[3], other[3]) - max(one[1], other[1])
        assert across <= 1 or down <= 0, f"'{words}' lies on '{others}'"


def _box(words: ElementTree.Element) -> tuple[float, float, float, float]:
    """Left, top, right and bottom in DejaVu Sans, which Chromium takes on Debian and which is wider than Helvetica."""
    kinds = (words.get("class") or "").split()
    size = 14 if "head" in kinds else 11 if "number" in kinds else 12
    left, low, right, high = _extents(words.text, size, "bold" if {"head", "strong"} & set(kinds) else "normal")
    back = right if "end" in kinds else right / 2 if {"middle", "number"} & set(kinds) else 0
    x, y = float(words.get("x")) - back, float(words.get("y"))
    return x + left, y - high, x + right, y - low


@functools.cache
def _extents(words: str, size: int, weight: str) -> tuple[float, float, float, float]:
    """In points, which are pixels here: left, low, right and high. A browser shows a run of blanks as one."""
    font = FontProperties(family="DejaVu Sans", weight=weight)
    return TextPath((0, 0), re.sub(" +", " ", words), size=size, prop=font).get_extents().extents


@pytest.mark.parametrize("kernel, op", SAID, ids=lambda value: value if isinstance(value, str) else value[1])
def test_every_request_of_the_warp_costs_what_the_text_says(kernel, op):
    sectors, used = SAID[kernel, op]
    for request in first_warp(kernel).of(op):
        assert (request.sectors, request.used_bytes) == (sectors, used)


@pytest.mark.parametrize("kernel", dict.fromkeys(kernel for kernel, _ in SAID), ids=lambda kernel: kernel[1])
def test_the_sectors_drawn_are_the_sectors_counted(kernel):
    for request in first_warp(kernel).requests:
        assert len(request.touched()) == request.sectors


def test_patterns_are_distinct_and_counted_like_the_figure():
    counts = {words: pattern(function).sectors for words, function in PATTERNS.items()}
    assert list(counts.values()) == [4, 4, 4, 5, 8, 16, 1, 1, 8, 16]
    for function in PATTERNS.values():
        request = pattern(function)
        assert len(request.touched()) == request.sectors
        assert 0 < request.used_bytes <= SECTOR * request.sectors


def test_a_trace_is_kept_while_nothing_that_it_depends_on_is_newer(monkeypatch, tmp_path):
    taken = []
    really = tracing._traced
    monkeypatch.setattr(tracing, "TRACES", tmp_path)
    monkeypatch.setattr(tracing, "_traced", lambda *words: taken.append(words) or really(*words))

    def ask(shape: str):
        return trace.__wrapped__(*NAIVE, shape)  # what this process remembers is left out

    first = ask("64x32")
    assert ask("64x32") == first and len(taken) == 1
    (kept,) = tmp_path.iterdir()
    os.utime(kept, (1, 1))
    assert ask("64x32") == first and len(taken) == 2
    assert ask("32x64") != first and len(taken) == 3


def test_warps_of_a_block_are_cut_from_threads_with_x_fastest():
    for kernel, columns in ((NAIVE, 32), (SHAPED, 8)):
        for warp in trace(*kernel, "1024x1024", tuple(range(8))):
            for lane, offset in warp.of("load")[0].lanes.items():
                number = 32 * warp.warp + lane  # the block's upper left element is in[0][0]
                assert offset == number // columns * 4096 + number % columns * 4


def test_a_drawing_is_the_same_bytes_every_time_and_escapes_its_words():
    def draw() -> str:
        drawing = Drawing("a < b")
        drawing.text(1 / 3, 10, "in[i] & 31 < 32")
        return drawing.svg()

    assert draw() == draw()
    assert "a &lt; b" in draw() and "in[i] &amp; 31 &lt; 32" in draw() and 'x="0.33"' in draw()


def test_what_the_text_says_of_times_holds_of_the_measured_ones():
    """The words round the generated numbers: who is slowest, who fastest, and that time is not sectors."""
    median = {
        row["version"]: float(row["median_ms"])
        for row in measurement(COALESCING).rows
        if row["rows"] == row["cols"] == "8192"
    }
    naive, shaped, wide, square = (
        median[name] for name in ("naive_32x8", "naive_8x32", "vectorized_32x8", "vectorized_16x16")
    )
    assert naive == max(naive, shaped, wide, square) and square == min(naive, shaped, wide, square)
    assert 2 < naive / shaped < 4, "fewer than four times, as the text argues"
    assert wide / shaped > 1.5, "same sectors, another time"
    assert 0.98 < median["load_shifted"] / median["load_aligned"] < 1.25, "the fifth sector costs less than a quarter"
    assert median["load_aligned"] / square > 1.2, "no sector to spare in either, and one float a thread"


def test_what_the_text_says_of_other_sizes_holds_there():
    times: dict[str, dict[str, float]] = {}
    for row in measurement(COALESCING).rows:
        times.setdefault(f"{row['rows']}x{row['cols']}", {})[row["version"]] = float(row["median_ms"])
    assert set(times) == set(COALESCING.measured_shapes)
    for median in times.values():
        four = sorted(
            (median[name], name) for name in ("naive_32x8", "naive_8x32", "vectorized_32x8", "vectorized_16x16")
        )
        assert (four[0][1], four[-1][1]) == ("vectorized_16x16", "naive_32x8"), "fewest sectors fastest, most slowest"
    assert times["512x512"]["naive_32x8"] / times["512x512"]["naive_8x32"] < 2
    small, odd = (
        (times[shape]["vectorized_32x8"] / times[shape]["naive_8x32"]) for shape in ("1024x1024", "8224x8224")
    )
    assert small < 1.05, "nearly equal where the matrix is small"
    assert odd > 1.9, "a row that is no power of two does not bring them closer"


def test_from_8_rows_on_a_store_has_a_sector_for_each_lane():
    for rows, fewest, most in ((1, 4, 4), (7, 4, 31), (8, 32, 32), (9, 32, 32), (100, 32, 32)):
        store = trace(*NAIVE, f"{rows}x64")[0].totals["store"]
        assert fewest <= store["sectors"] / store["requests"] <= most


@pytest.mark.parametrize("row", measurement(COALESCING, counters=True).rows)
def test_the_gpu_counted_what_the_simulator_counts(row):
    version = next(version for version in COALESCING.versions if version.name == row["version"])
    totals = trace(f"solutions-{version.stem}.sim.so", version.function, f"{row['rows']}x{row['cols']}")[0].totals
    for op in ("load", "store"):
        recorded = (int(row[f"{op}_requests"]), int(row[f"{op}_sectors"]))
        assert (totals[op]["requests"], totals[op]["sectors"]) == recorded


def test_the_table_of_agreement_says_so():
    table = agreement_table("01", COALESCING.shapes[0])
    assert table.count("| yes |") == len(COALESCING.versions) and "**no**" not in table


def ptx(source: str, tmp_path) -> list[str]:
    """What nvcc makes of the global loads and stores of a file, in their order."""
    if not (nvcc := shutil.which("nvcc", path=environment()["PATH"])):
        pytest.skip("what nvcc does needs nvcc")
    (tmp_path / "kernel.cu").write_text(source, encoding="utf-8")
    subprocess.run(
        [nvcc, "-std=c++17", "-O3", "-arch=sm_90", "-ptx", "-o", "kernel.ptx", "kernel.cu"],
        cwd=tmp_path,
        check=True,
        timeout=300,
    )
    return re.findall(r"(?:ld|st)\.global\S* .*;", (tmp_path / "kernel.ptx").read_text())


def test_nvcc_does_what_the_page_on_counting_says(tmp_path):
    def of(parameters: str, body: str) -> list[str]:
        return [line[:9] for line in ptx(f"__global__ void kernel({parameters}) {{ {body} }}", tmp_path)]

    twice = "out[0] = in[0]; out[1] = in[0];"
    assert of("int* out, const int* in", twice).count("ld.global") == 2, "out might be in"
    assert of("int* __restrict__ out, const int* __restrict__ in", twice).count("ld.global") == 1
    assert of("int* out, int* other", "const int value = out[0]; out[0] = value; other[0] = 1;") == ["st.global"]
    four = "out[0] = in[0] + in[1] + in[2] + in[3];"
    assert of("float* out, const float* in", four) == 4 * ["ld.global"] + ["st.global"], "not fused"

    solution = (ROOT / "solutions/01-coalescing/transpose_vectorized.cu").read_text(encoding="utf-8")
    lines = ptx(solution, tmp_path)
    tile = [line for line in lines if ".v4" in line]
    assert [line[:2] for line in tile] == 4 * ["ld"] + 4 * ["st"]
    loaded, stored = re.findall(r"%f\d+", "".join(tile[:4]))[::4], re.findall(r"%f\d+", tile[4])
    assert sorted(loaded) == sorted(stored)
    if (
        "release 13.0"
        in subprocess.run(
            [shutil.which("nvcc", path=environment()["PATH"]), "--version"], capture_output=True, text=True
        ).stdout
    ):
        assert loaded != stored, "the rows come out in another order"
    assert sum(line.startswith("ld.global.f32") for line in lines) > 1, "several copies of the scalar loop's body"
