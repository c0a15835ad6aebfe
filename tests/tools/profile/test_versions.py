# A version shown, held against its neighbour, and inspected: what the compiler made of it, and how many warps fit.
# Run: ./course test test_versions
from __future__ import annotations

import argparse
import dataclasses
import itertools
import json
import pathlib
import shutil
import subprocess

import pytest

from tools import model
from tools.build.meson import BUILD, environment, has_cuda, has_sim
from tools.build.runner import command, modules, targets
from tools.errors import CourseError
from tools.measure.measurements import NotMeasured, read_measurement
from tools.model import Version, find_chapters, load_course
from tools.pages import compiled
from tools.profile.inspection import Inspected, Resources, base_name, compiler, demangled, inspect, read_ptxas
from tools.profile.occupancy import occupancy
from tools.verbs import diff, show
from tools.verbs import inspect as inspect_verb
from tools.versions import before, find_chapter, find_version

CHAPTER = find_chapters(["01"])[0]
LADDER = dataclasses.replace(
    CHAPTER,
    versions=tuple(Version(name, name, f"{name}.cu", name, "x") for name in ("v0", "v1", "v1_wide", "v10", "v2_float")),
)
PTXAS = """\
ptxas info    : 0 bytes gmem, 24 bytes cmem[3]
ptxas info    : Compiling entry function '_Z1kILi1EEvPfPKfii' for 'sm_90'
ptxas info    : Function properties for _Z1kILi1EEvPfPKfii
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 14 registers, used 1 barriers, 4224 bytes smem
ptxas info    : Compile time = 10.113 ms
ptxas info    : Compiling entry function '_ZN34_GLOBAL__N__a402bf2d_4_o_cu__Z1fPf5localEPfNS_1SEi' for 'sm_90'
ptxas info    : Function properties for _ZN34_GLOBAL__N__a402bf2d_4_o_cu__Z1fPf5localEPfNS_1SEi
    400 bytes stack frame, 12 bytes spill stores, 16 bytes spill loads
ptxas info    : Used 40 registers, used 0 barriers, 400 bytes cumulative stack size
ptxas info    : Function properties for _Z6calledi
    8 bytes stack frame, 99 bytes spill stores, 99 bytes spill loads
"""


def test_a_version_is_found_by_name_first_word_part_or_file():
    for selector, name in [
        ("v1", "v1"),
        ("v10", "v10"),
        ("v2", "v2_float"),
        ("wide", "v1_wide"),
        ("solutions/x/v0.cu", "v0"),
    ]:
        assert find_version(LADDER, selector).name == name
    with pytest.raises(CourseError, match="several versions of .*: v1, v1_wide, v10"):
        find_version(dataclasses.replace(LADDER, versions=LADDER.versions[1:4]), "v")
    with pytest.raises(CourseError, match="no version 'v7'. There are: v0, v1"):
        find_version(LADDER, "v7")


def test_the_neighbour_is_the_one_before_in_another_file():
    v0, v1, wide, v10, _ = LADDER.versions
    assert before(LADDER, v10) == wide
    same = dataclasses.replace(wide, source=v1.source)
    assert before(dataclasses.replace(LADDER, versions=(v0, v1, same)), same) == v0
    with pytest.raises(CourseError, match="v0 is the first"):
        before(LADDER, v0)


def test_a_chapter_that_is_not_one_is_named(monkeypatch):
    assert find_chapter("01") == CHAPTER
    with pytest.raises(CourseError, match="there is no chapter 'zzz'"):
        find_chapter("zzz")


def test_diff_is_a_unified_diff_against_the_neighbour(capsys):
    old, new = CHAPTER.versions[0], CHAPTER.versions[1]
    args = argparse.Namespace(chapter="01", versions=[new.name], context=3)
    assert diff.run(args) == 0
    said = capsys.readouterr().out
    assert f"--- solutions/{CHAPTER.slug}/{old.source}" in said and f"+++ solutions/{CHAPTER.slug}/{new.source}" in said
    assert "\n@@ " in said and "\n+" in said and "\033" not in said
    assert diff.run(argparse.Namespace(**{**vars(args), "versions": [new.name, old.name]})) == 0
    assert f"--- solutions/{CHAPTER.slug}/{new.source}" in capsys.readouterr().out
    assert diff.run(argparse.Namespace(**{**vars(args), "versions": [old.name, old.name]})) == 0
    assert "Both are in" in capsys.readouterr().out
    with pytest.raises(CourseError, match="two versions"):
        diff.run(argparse.Namespace(**{**vars(args), "versions": ["a", "b", "c"]}))


def test_show_prints_the_very_file(capsys):
    version = CHAPTER.versions[0]
    assert show.run(argparse.Namespace(chapter="01", version=version.name)) == 0
    assert capsys.readouterr().out == (model.ROOT / "solutions" / CHAPTER.slug / version.source).read_text()


def test_on_a_terminal_the_source_is_coloured(course):
    script = shutil.which("script")
    if not script:
        pytest.skip("there is no script(1) to make a terminal with")
    version = CHAPTER.versions[0]
    for words, mark in [(f"show 01 {version.name}", "__global__"), (f"diff 01 {CHAPTER.versions[1].name}", "@@")]:
        done = subprocess.run(
            [script, "-qec", f"'{course.root}/course' {words}", "/dev/null"], cwd=course.root, capture_output=True, text=True,
            env={**environment(), "TERM": "xterm-256color", "COURSE_PYTHON": shutil.which("python3", path=None) or "python3"},
        )  # fmt: skip
        assert "\033[" in done.stdout and mark in done.stdout, done.stdout


# --- what the compiler made of it ---------------------------------------------------------------------------------------
def test_ptxas_is_read():
    first, second = read_ptxas(PTXAS)
    assert first == Resources("k<1>", registers=14, stack=0, spill_stores=0, spill_loads=0, shared=4224)
    assert second == Resources("local", registers=40, stack=400, spill_stores=12, spill_loads=16, shared=0)


def test_words_that_are_not_ptxas_are_an_error():
    with pytest.raises(CourseError, match="looks different"):
        read_ptxas("nvcc: something new")


def test_names_lose_what_is_not_the_name():
    symbols = {
        "_ZN7entropy6kernelIhLb1EEEvPKT_Pf": "entropy::kernel<unsigned char, true>",
        "_Z19load_aligned_kernelPfPKfi": "load_aligned_kernel",
    }
    assert demangled(list(symbols)) == symbols
    assert [base_name(name) for name in symbols.values()] == ["kernel", "load_aligned_kernel"]


@pytest.mark.parametrize(
    ("threads", "registers", "shared", "warps", "limit"),
    [
        (256, 32, 0, 64, "warps, registers"),
        (256, 40, 0, 48, "registers"),
        (1024, 64, 0, 32, "registers"),
        (32, 16, 0, 32, "blocks"),
        (256, 16, 100 * 1024, 16, "shared memory"),
        (1024, 65, 0, 0, "registers"),
        (1025, 16, 0, 0, "warps"),
    ],
)
def test_occupancy(threads, registers, shared, warps, limit):
    found = occupancy(threads, registers, shared)
    assert (found.warps, found.limit) == (warps, limit) and found.share == warps / 64


def test_occupancy_is_what_nvidias_own_header_says(tmp_path):
    nvcc = shutil.which("nvcc", path=environment()["PATH"])
    header = pathlib.Path(nvcc).resolve().parent.parent / "include" / "cuda_occupancy.h" if nvcc else None
    if not header or not header.exists() or not shutil.which("g++"):
        pytest.skip("no cuda_occupancy.h here")
    cases = list(
        itertools.product(
            (1, 32, 33, 96, 128, 250, 256, 480, 784, 1000, 1024),
            (1, 16, 17, 32, 33, 40, 41, 64, 72, 128, 255),
            (0, 1, 4096, 4224, 20000, 49152),
        )
    )
    source = tmp_path / "occupancy.cpp"
    source.write_text(f'''
#include <climits>
#include <cstdio>
#include "{header}"
int main() {{
  cudaOccDeviceProp device;
  device.computeMajor = 9, device.computeMinor = 0, device.maxThreadsPerBlock = 1024, device.maxThreadsPerMultiprocessor = 2048;
  device.regsPerBlock = device.regsPerMultiprocessor = 65536, device.warpSize = 32, device.sharedMemPerBlock = 49152;
  device.sharedMemPerMultiprocessor = 228 * 1024, device.numSms = 132, device.sharedMemPerBlockOptin = 227 * 1024;
  device.reservedSharedMemPerBlock = 1024;
  int threads, registers, shared;
  while (scanf("%d %d %d", &threads, &registers, &shared) == 3) {{
    cudaOccFuncAttributes kernel;
    kernel.maxThreadsPerBlock = 1024, kernel.numRegs = registers, kernel.sharedSizeBytes = shared;
    cudaOccDeviceState state;
    cudaOccResult found;
    if (cudaOccMaxActiveBlocksPerMultiprocessor(&found, &device, &kernel, &state, threads, 0)) return 1;
    printf("%d\\n", found.activeBlocksPerMultiprocessor);
  }}
}}''')
    subprocess.run(["g++", "-o", tmp_path / "occupancy", source], check=True)
    lines = "\n".join(" ".join(map(str, case)) for case in cases)
    said = subprocess.run([tmp_path / "occupancy"], input=lines, capture_output=True, text=True, check=True).stdout
    assert [occupancy(*case).blocks for case in cases] == list(map(int, said.split()))


def needs_nvcc():
    if not (BUILD / "build.ninja").exists() or not has_cuda() or not has_sim():
        pytest.skip("the course is not built, or there is no nvcc")


def test_inspect_tells_of_every_version(capsys):
    needs_nvcc()
    assert inspect_verb.run(argparse.Namespace(chapter="01", versions=[], save=False, commit=None, json=True)) == 0
    kernels = json.loads(capsys.readouterr().out)["kernels"]
    assert [kernel["version"] for kernel in kernels] == [version.name for version in CHAPTER.versions]
    assert all(0 < kernel["registers"] < 256 and 0 < kernel["occupancy"] <= 1 and kernel["block"] for kernel in kernels)
    assert (
        inspect_verb.run(
            argparse.Namespace(chapter="01", versions=[CHAPTER.versions[0].name], save=False, commit=None, json=False)
        )
        == 0
    )
    assert "of 64 warps" in capsys.readouterr().out


@pytest.mark.parametrize("chapter", load_course().chapters, ids=lambda chapter: chapter.slug)
def test_what_is_recorded_is_what_this_compiler_says(chapter):
    needs_nvcc()
    if not compiled.recorded_path(chapter).exists():
        pytest.skip(f"{chapter.slug}: nothing recorded")
    recorded = read_measurement(compiled.recorded_path(chapter))
    if recorded.provenance["compiler"] != compiler():
        pytest.skip(f"recorded with {recorded.provenance['compiler']}, this is {compiler()}")
    fresh = [
        {column: str(value) for column, value in one.as_row().items()}
        for one in inspect(chapter, list(chapter.versions))
    ]
    assert [dict(sorted(row.items())) for row in recorded.rows] == [dict(sorted(row.items())) for row in fresh], (
        f"./course inspect {chapter.slug} --save"
    )


def test_a_text_shows_what_is_recorded(tmp_path, monkeypatch):
    monkeypatch.setattr(model, "ROOT", tmp_path)
    monkeypatch.setattr(compiled, "compiler", lambda: "a compiler")  # there may be no nvcc here
    version = CHAPTER.versions[0]
    with pytest.raises(NotMeasured, match="course inspect 01-coalescing --save"):
        compiled.inspected(CHAPTER, version.name, "registers")
    kernels = [Resources("a<1>", 40, 400, 12, 16, 4224), Resources("b", 16, 0, 0, 0, 0)]
    compiled.record(
        CHAPTER,
        [Inspected(version.name, kernels[0], (32, 8, 1), 1024), Inspected(version.name, kernels[1], (), 0)],
        "abc",
    )
    shown = [
        compiled.inspected(CHAPTER, version.name, column, "a")
        for column in ("registers", "stack", "shared", "block", "warps", "occupancy", "limit")
    ]
    assert shown == ["40", "400", "4,224", "32×8", "48 of 64", "75 %", "registers"]
    assert compiled.inspected(CHAPTER, version.name, "occupancy", "b") == "–"
    table = compiled.inspected_table(CHAPTER, {"registers": "registers", "occupancy": "occupancy"})
    assert table.splitlines()[2:] == [f"| {version.title} | 40 | 75 % |", f"| {version.title} | 16 | – |"]
    with pytest.raises(CourseError, match="has not one such kernel: a<1>, b"):
        compiled.inspected(CHAPTER, version.name, "registers")
    with pytest.raises(CourseError, match="no column 'colour'"):
        compiled.inspected(CHAPTER, version.name, "colour", "b")


def test_a_version_in_plain_cpp_runs_on_sim_and_on_no_gpu():
    host = dataclasses.replace(LADDER.versions[3], source="v10.cpp")
    ladder = dataclasses.replace(LADDER, versions=(*LADDER.versions[:3], host))
    assert host.host_only and ladder.kernels == LADDER.versions[:3]
    assert targets(ladder, "sim")[1:] == [f"solutions-{name}.sim.so" for name in ("v0", "v1", "v1_wide", "v10")]
    assert targets(ladder, "cuda")[1:] == [f"solutions-{name}.cuda.so" for name in ("v0", "v1", "v1_wide")]
    assert not any("v10" in word for word in command(ladder, "cuda", ["1x1"]))
    calling = dataclasses.replace(ladder.versions[0], calls=(ladder.versions[1].name, host.name))
    assert modules(ladder, calling, "cuda") == ["solutions-v0.cuda.so", "solutions-v1.cuda.so", "solutions-v10.cuda.so"]
    if has_cuda():
        assert inspect(ladder, [host]) == []
