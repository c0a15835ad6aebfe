# What ./course profile and ./course check write with --html, in a real browser: from a file and from a server, in both themes,
# on a phone, with no script.
# Run: ./course test test_reports
from __future__ import annotations

import pathlib
import re

import pytest

from tests.tools.cuda_programs import TRANSPOSE, line_of, write
from tests.tools.site.reading import LAPTOP, PHONE, Reader, need_browser, serving
from tools.model import ROOT

need_browser()

WRONG = {  # lab → the submission that misses a budget of it
    "transpose_naive": "tests/01-coalescing/wrong/transpose_naive/loads_down_a_column.cu",
    "transpose_padded": "tests/02-bank-conflicts/wrong/transpose_padded/unpadded.cu",
}
CONSTANT = """\
#include <cuda_runtime.h>
__constant__ int table[64];
__global__ void look_up(int* out) { out[threadIdx.x] = table[threadIdx.x % 3] + table[0]; }
int main() {
  int* out;
  if (cudaMalloc(&out, 256) != cudaSuccess) return 3;
  look_up<<<1, 64>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
"""
NAMES = ("profile.html", "constant.html", "check.html", "past.html", "broken.html", "right.html")


@pytest.fixture(scope="module")
def folder(course, tmp_path_factory) -> pathlib.Path:
    folder = tmp_path_factory.mktemp("some reports")
    write(folder, "transpose.cu", TRANSPOSE)
    write(folder, "constant.cu", CONSTANT)
    for name, page in (("transpose", "profile"), ("constant", "constant")):
        done = course("profile", f"{name}.cu", "--html", f"{page}.html", cwd=folder)
        assert done.returncode == 0, done.stderr
    for lab, submission in WRONG.items():
        course.lab(lab).write_text((ROOT / submission).read_text(encoding="utf-8"))
    done = course("check", *WRONG, "--html", str(folder / "check.html"))
    assert done.returncode == 1 and "wrote" in done.stderr, done.stderr
    solution = (ROOT / "solutions/01-coalescing/transpose_naive.cu").read_text(encoding="utf-8")
    bounds = "if (row >= rows || col >= cols) return;"
    assert bounds in solution
    for name, text in (("past", solution.replace(bounds, "")), ("broken", "int <script>;\n"), ("right", solution)):
        course.lab("transpose_naive").write_text(text)
        course("check", "transpose_naive", "--html", str(folder / f"{name}.html"))
    return folder


@pytest.fixture(params=["a server", "a file"])
def root(request, folder):
    if request.param == "a file":
        yield f"{folder.as_uri()}/"
    else:
        with serving(folder) as address:
            yield address


@pytest.mark.parametrize(
    ("viewport", "scheme"), [(LAPTOP, "light"), (PHONE, "dark")], ids=["a laptop, light", "a phone, dark"]
)
def test_a_report_is_sound_and_accessible_and_as_wide_as_the_screen(browser, folder, viewport, scheme):
    reader = Reader(browser, f"{folder.as_uri()}/", color_scheme=scheme, viewport=viewport)
    for name in NAMES:
        page = reader.open(name)
        reader.unfold()
        page.wait_for_timeout(50)
        assert reader.faults() == [], name
        assert page.evaluate("document.documentElement.scrollWidth") == viewport["width"], name
        assert page.evaluate("getComputedStyle(document.body).colorScheme") == scheme
    assert reader.wrong == []
    reader.page.context.close()


def test_nothing_can_come_from_another_host(folder):
    for name in NAMES:
        text = (folder / name).read_text(encoding="utf-8")
        assert "default-src 'none'" in text
        assert re.findall(r"(?:src|href)=\"(?!#|data:)[^\"]*\"|url\(|@import|https?://", text) == [], name


def test_a_profile_draws_lanes_and_a_line_unfolds_to_its_own(browser, root):
    reader = Reader(browser, root)
    page = reader.open("profile.html")
    first = page.locator(".card").first
    assert first.locator(".drawn").first.locator(".sector").count() == 32
    assert "32 sectors (ideal 4), 128 of 1024 bytes used" in first.inner_text()
    assert page.locator(".card").nth(1).locator(".banks tbody tr").count() == 32
    store, tile = line_of(TRANSPOSE, "out[x * n + y]"), line_of(TRANSPOSE, "t[threadIdx.y][threadIdx.x] =")
    line = page.locator(f"#transpose-cu-L{tile}")
    assert not line.locator(".banks").count()
    line.locator("summary").first.click()
    line.locator(".banks tbody tr").wait_for()
    assert line.locator(".banks tbody tr").count() == 1 and line.locator(".sector").count() == 4
    first.locator("a").click()
    page.locator(f"#transpose-cu-L{store}[open] .sector").first.wait_for()
    assert reader.wrong == []
    reader.page.context.close()


def test_constant_memory_is_drawn_address_by_address(browser, folder):
    reader = Reader(browser, f"{folder.as_uri()}/")
    page = reader.open("constant.html")
    rows = page.locator(".card .addresses tbody tr")
    assert rows.count() == 3 and rows.first.inner_text().split()[:3] == ["0", "0", "3"]
    reader.page.context.close()


def test_launches_are_sorted_by_what_one_clicks_and_by_keyboard(browser, folder):
    reader = Reader(browser, f"{folder.as_uri()}/")
    page = reader.open("profile.html")

    def kernels() -> list[str]:
        return page.locator(".sortable tbody td:first-child").all_inner_texts()

    assert kernels() == ["transpose ×3", "tile"]
    page.click("text=kernel")
    assert kernels() == ["transpose ×3", "tile"]
    page.click("text=kernel")
    assert kernels() == ["tile", "transpose ×3"]
    page.focus("text=global requests")
    page.keyboard.press("Enter")
    assert kernels() == ["transpose ×3", "tile"]
    page.keyboard.press("Enter")
    assert kernels() == ["tile", "transpose ×3"]
    assert page.locator("[aria-sort]").count() == 1
    reader.page.context.close()


def test_the_reader_chooses_the_theme_and_it_is_kept(browser, folder):
    with serving(folder) as address:
        reader = Reader(browser, address, color_scheme="light")
        page = reader.open("profile.html")
        background = "getComputedStyle(document.body).backgroundColor"
        light = page.evaluate(background)
        page.click("button.theme")
        page.click("button.theme")
        assert page.inner_text("button.theme") == "theme: dark" and page.evaluate(background) != light
        page.reload()
        assert page.inner_text("button.theme") == "theme: dark" and page.evaluate(background) != light
        reader.page.context.close()


def test_a_failing_lab_shows_the_access_that_broke_the_budget(browser, folder):
    reader = Reader(browser, f"{folder.as_uri()}/")
    page = reader.open("check.html")
    assert page.locator("h1").all_inner_texts() == [
        "✗ transpose_naive: 6 of 10 points",
        "✗ transpose_padded: 4 of 10 points",
    ]
    held = page.locator(".held").all_inner_texts()
    assert held[0].split() == ["sectors", "a", "request", "measured", "32", "budget", "4"]
    sectors, banks = page.locator(".card").nth(0), page.locator(".card").nth(1)
    assert "global load" in sectors.inner_text() and sectors.locator(".sector").count() == 32
    assert "shared load" in banks.inner_text() and banks.locator(".banks tbody tr").count() == 32
    submission = (ROOT / WRONG["transpose_naive"]).read_text(encoding="utf-8")
    line = line_of(submission, sectors.locator("pre").inner_text())
    assert page.locator(".marked .number").all_inner_texts()[0] == str(line)
    assert reader.wrong == []
    reader.page.context.close()


def test_an_access_out_of_bounds_is_marked_in_the_source(browser, folder):
    reader = Reader(browser, f"{folder.as_uri()}/")
    page = reader.open("past.html")
    assert "just past the end of" in page.inner_text("main")
    assert "out[col * rows + row] = in[row * cols + col];" in page.inner_text(".marked")
    assert "does not compile" in reader.open("broken.html").inner_text("main")
    assert "int <script>" in page.inner_text("pre")
    assert "✓ transpose_naive: 10 of 10 points" in reader.open("right.html").inner_text("main")
    reader.page.context.close()


def test_with_no_script_the_words_and_numbers_are_there(browser, folder):
    reader = Reader(browser, f"{folder.as_uri()}/", java_script_enabled=False)
    page = reader.open("profile.html")
    assert "32 sectors a request (ideal 4)" in page.inner_text("main")
    line = page.locator("details.line").first
    line.locator("summary").first.click()
    assert line.locator(".access").first.is_visible()
    assert not page.is_visible("button.theme")
    reader.page.context.close()
