# Chapter 5's filter on pictures and grids from outside: right numbers, one line where something is wrong, its inputs.
# Run: ./course test test_entropy
from __future__ import annotations

import math
import shutil
import struct
import subprocess
import sys
import zlib

import numpy
import pytest
from PIL import Image

from tools.build.filter import programs, where_to_run
from tools.build.gpu import has_gpu
from tools.build.meson import BUILD, has_cuda, must_build
from tools.build.runner import modules
from tools.course import main
from tools.drawing.pictures import as_greys, png, read_grid, read_picture
from tools.figures import same
from tools.figures.entropy import CORNER, PHOTOGRAPH, by_hand
from tools.model import ROOT, find_chapters

CHAPTER = find_chapters(["05-entropy"])[0]
TINY = ROOT / "data" / "05-entropy" / "tiny.csv"
GENERATE = ROOT / "data" / "05-entropy" / "generate.py"


@pytest.fixture(scope="module")
def built():
    """All that filters a grid."""
    if not (BUILD / "simtcc").exists():
        pytest.skip("the course is not built: ./course test builds it")
    must_build(sorted({name for one in CHAPTER.versions for name in programs(CHAPTER, one, where_to_run(one))}))


@pytest.fixture
def filtered(built, tmp_path, capsys):
    """What ./course entropy does with a file, in this process: how it ended and what it said, and what it wrote."""

    def call(source, *words, out="out.csv"):
        capsys.readouterr()
        status = main(["entropy", str(source), "--out", str(tmp_path / out), *words])
        said = capsys.readouterr()
        return subprocess.CompletedProcess(words, status, said.out, said.err), (tmp_path / out)

    return call


@pytest.fixture
def refused(filtered, tmp_path):
    """The one line that a call ends with, having written nothing."""

    def call(source, *words, out="out.csv"):
        before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
        done, _ = filtered(source, *words, out=out)
        assert done.returncode == 2, done.stdout + done.stderr
        assert "Traceback" not in done.stderr and done.stdout == ""
        assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
        return done.stderr.strip().splitlines()[-1]

    return call


def grid_file(tmp_path, text: str, name="grid.csv"):
    path = tmp_path / name
    path.write_text(text)
    return path


def entropy_of(symbols: numpy.ndarray, row: int, col: int) -> float:
    cells = symbols[max(row - 2, 0) : row + 3, max(col - 2, 0) : col + 3]
    shares = numpy.unique(cells, return_counts=True)[1] / cells.size
    return float(-(shares * numpy.log(shares)).sum())


def numbers(path) -> numpy.ndarray:
    return numpy.loadtxt(path, delimiter=",", ndmin=2)


def test_the_tiny_case_is_as_done_by_hand(course, tmp_path):
    out = tmp_path / "out.csv"
    done = course("entropy", str(TINY), "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert numpy.abs(numbers(out) - (math.log(6) - 5 * math.log(5) / 6)).max() < 1e-6
    assert f"{math.log(6) - 5 * math.log(5) / 6:.6f}" in (ROOT / "data" / "05-entropy" / "README.md").read_text()
    assert "2 x 3 cells" in done.stdout and "on the CPU" in done.stdout


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """A grid in a file, and its entropies."""
    words = [sys.executable, str(GENERATE), "21", "34", "--seed", "3"]
    text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    source = grid_file(tmp_path_factory.mktemp("generated"), text)
    symbols = numbers(source)
    return source, numpy.array([[entropy_of(symbols, row, col) for col in range(34)] for row in range(21)])


def test_no_module_for_a_gpu_is_linked_with_the_simulator():
    """Which such a process could not load: its shared memory is a thread's own, and there is no room for that any more."""
    if not has_cuda():
        pytest.skip("there is no nvcc")
    names = sorted({name for one in CHAPTER.versions for name in modules(CHAPTER, one, "cuda")})
    assert len(names) == len(CHAPTER.versions)
    must_build(names)
    for name in names:
        said = subprocess.run(["readelf", "-d", str(BUILD / name)], capture_output=True, text=True, check=True)
        assert "NEEDED" in said.stdout and "libsimt" not in said.stdout, name


@pytest.mark.parametrize("version", [version.name for version in CHAPTER.versions])
def test_every_version_filters_a_grid(filtered, generated, version):
    source, expected = generated
    done, out = filtered(source, "--version", version)
    assert done.returncode == 0, done.stderr
    found = numbers(out)
    assert found.shape == expected.shape
    assert numpy.abs(found - expected).max() < 1e-5
    if not has_gpu():
        assert ("simulated" in done.stdout) == (version in [kernel.name for kernel in CHAPTER.kernels])
    assert " ms" not in done.stdout  # no time: on sim there is none


def test_a_picture_becomes_a_picture(filtered, tmp_path):
    source = tmp_path / "photo.png"
    Image.open(PHOTOGRAPH).crop((200, 60, 300, 130)).convert("RGB").save(source)
    done, out = filtered(source, "--version", "v7", out="out.png")
    assert done.returncode == 0, done.stderr
    assert "white is ln 16" in done.stdout
    symbols = numpy.asarray(Image.open(PHOTOGRAPH).crop((200, 60, 300, 130))) // 16
    shown = numpy.asarray(Image.open(out))
    assert shown.shape == symbols.shape == (70, 100) and shown.dtype == numpy.uint8
    for row, col in ((0, 0), (69, 99), (35, 50), (12, 70)):
        assert abs(int(shown[row, col]) - entropy_of(symbols, row, col) / math.log(16) * 255) <= 0.51


def test_fewer_levels_are_equal_shares_of_the_greys(tmp_path):
    path = tmp_path / "ramp.png"
    Image.fromarray(numpy.arange(256, dtype=numpy.uint8).reshape(1, 256)).save(path)
    for levels in range(2, 17):
        symbols = read_picture(path, levels, lambda *size: None)
        assert set(numpy.unique(symbols)) == set(range(levels))
        assert numpy.ptp(numpy.unique(symbols, return_counts=True)[1]) <= 1
    deep = tmp_path / "deep.png"
    Image.fromarray((numpy.arange(256, dtype=numpy.uint16) * 257).reshape(1, 256)).save(deep)  # 16 bits
    assert (read_picture(deep, 16, lambda *size: None) == read_picture(path, 16, lambda *size: None)).all()


@pytest.mark.parametrize("cell", ["16", "-1", "0.5", "nan", "inf", "-inf", "14.99999999", "1e-300", "1e300"])
def test_what_is_no_symbol_is_named_with_its_place(refused, tmp_path, cell):
    source = grid_file(tmp_path, f"1,2,3\n4,5,{cell}\n")
    assert "row 1, column 2 is" in (said := refused(source, "--version", "v7")) and "whole number from 0 to 15" in said


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "at least one row and one column, not 0×0"),
        ("1,2\n3\n", "line 2 has 1 numbers, and the first line has 2"),
        ("1,2\n3,x\n", "line 2: could not convert string to float: 'x'"),
        ("1,,2\n", "line 1: could not convert"),
    ],
)
def test_a_grid_that_is_none(refused, tmp_path, text, words):
    assert words in refused(grid_file(tmp_path, text))


def test_names_and_numbers_that_will_not_do(refused, tmp_path):
    picture = tmp_path / "photo.png"
    Image.new("L", (8, 6)).save(picture)
    assert "there is no file" in refused(tmp_path / "none.png")
    assert "is no file" in refused(tmp_path)
    assert "is no picture" in refused(grid_file(tmp_path, "hello", "text.png"))
    damaged = tmp_path / "damaged.png"
    damaged.write_bytes(PHOTOGRAPH.read_bytes()[:20000])
    assert "cannot be read" in refused(damaged)
    for levels in ("17", "1", "0", "-3"):
        assert f"--levels is 2 to 16, not {levels}" in refused(picture, "--levels", levels)
    assert "--levels is for pictures" in refused(grid_file(tmp_path, "1,2\n"), "--levels", "4")
    assert "has no version 'v99'. There are: v0, v1" in refused(picture, "--version", "v99")
    assert "must end in .png or .csv" in refused(picture, out="out.gif")
    assert "there is no folder" in refused(picture, out="none/out.png")
    assert "is the input" in refused(picture, out="photo.png")
    (tmp_path / "folder.png").mkdir()
    assert "is a folder" in refused(picture, out="folder.png")


def test_a_picture_that_is_too_large_is_refused_before_it_is_unpacked(refused, tmp_path):
    # A header alone: 46341 × 46341 cells are more than 2^31.
    header = b"IHDR" + struct.pack(">IIBBBBB", 46341, 46341, 8, 0, 0, 0, 0)
    source = tmp_path / "huge.png"
    source.write_bytes(
        b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header)) + b"\0\0\0\0IDAT"
    )
    assert "46341×46341 are more" in refused(source, "--version", "v12")


def test_grids_of_other_sizes_than_the_file_says_are_refused(tmp_path):
    program = BUILD / "filter-05-entropy.sim"
    if not program.exists():
        pytest.skip("the course is not built: ./course test builds it")
    numpy.zeros(12, dtype="<f4").tofile(tmp_path / "in")
    module = BUILD / "solutions-entropy_v12.sim.so"
    words = [
        "--module",
        str(module),
        "--function",
        "entropy_v12",
        "--in",
        str(tmp_path / "in"),
        "--out",
        str(tmp_path / "out"),
    ]
    done = subprocess.run([str(program), "--rows", "3", "--cols", "5", *words], capture_output=True, text=True)
    assert done.returncode == 2 and "has 15 cells, not 12" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_grid_with_blanks_instead_of_commas_is_the_same(tmp_path):
    assert (
        read_grid(grid_file(tmp_path, "1 2\n\n3 4\n")) == read_grid(grid_file(tmp_path, "1,2\n3,4\n", "b.csv"))
    ).all()


def test_the_photograph_is_what_its_text_says():
    pixels = numpy.asarray(Image.open(PHOTOGRAPH))
    assert pixels.shape == (512, 512) and set(numpy.unique(pixels)) == {17 * symbol for symbol in range(16)}
    assert (read_picture(PHOTOGRAPH, 16, lambda *size: None) * 17 == pixels).all()
    assert PHOTOGRAPH.stat().st_size < 200_000
    data = pytest.importorskip(
        "skimage.data", reason="scikit-image is not installed: the photograph's original is in it"
    )
    assert (data.camera() // 16 * 17 == pixels).all()


PRINTER = """
#include <cstdio>
#include <cstdlib>
#include <string>
#include "tests/05-entropy/grids.hpp"
int main(int, char** a) {
  const int rows = std::atoi(a[2]), cols = std::atoi(a[3]);
  const grids::Grid grid = std::string(a[1]) == "random" ? grids::random(rows, cols, unsigned(std::atoi(a[4]))) : grids::smooth(rows, cols);
  for (int i = 0; i < rows * cols; ++i) std::printf("%d%c", int(grid.cells[i]), (i + 1) % cols ? ',' : '\\n');
}
"""


def test_the_generator_makes_the_grids_of_the_graders(tmp_path):
    if not shutil.which("g++"):
        pytest.skip("no g++")
    (tmp_path / "printer.cpp").write_text(PRINTER)
    subprocess.run(
        ["g++", "-std=c++20", f"-I{ROOT}", str(tmp_path / "printer.cpp"), "-o", str(tmp_path / "printer")], check=True
    )
    for kind, seed in (("random", "1"), ("random", "7"), ("smooth", "1")):
        words = [sys.executable, str(GENERATE), "133", "47", "--seed", seed, "--kind", kind]
        generated = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        printed = subprocess.run(
            [str(tmp_path / "printer"), kind, "133", "47", seed], capture_output=True, text=True, check=True
        ).stdout
        assert printed == generated and len(printed) > 133 * 47


def test_the_corner_of_the_figure_is_counted_right():
    symbols = numpy.array(CORNER)
    for row, col in ((2, 3), (0, 1)):
        count, entropy = by_hand(row, col)
        assert entropy == pytest.approx(entropy_of(symbols, row, col), abs=1e-12)
    assert sum(by_hand(2, 3)[0].values()) == 25 and sum(by_hand(0, 1)[0].values()) == 12


def test_a_photograph_is_stale_when_a_pixel_changes_and_not_when_it_is_packed_otherwise(tmp_path):
    pixels = numpy.arange(600, dtype=numpy.uint8).reshape(20, 30)
    drawn = png(pixels)
    path = tmp_path / "figure.png"
    Image.fromarray(pixels).save(path, compress_level=0)
    assert path.read_bytes() != drawn and same(path, drawn)
    pixels[7, 8] ^= 1
    Image.fromarray(pixels).save(path)
    assert not same(path, drawn)
    path.write_text("no picture")
    assert not same(path, drawn)


def test_an_entropy_is_as_white_as_it_is_large():
    greys = as_greys(numpy.array([[0.0, math.log(16) / 2, math.log(16)]], dtype=numpy.float32), 16)
    assert greys.tolist() == [[0, 128, 255]]
