# Other projects' builds with the simulator in the place of CUDA's toolkit: make, CMake, and tests that sanitize themselves.
# Run: ./course test test_toolkit
from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from tests.tools.cuda_programs import RACE, write
from tools.build.meson import BUILD
from tools.model import ROOT

PROJECT = ROOT / "tests" / "tools" / "project"
CUDA = BUILD / "toolkit"


def need(*programs: str) -> None:
    for program in programs:
        if not shutil.which(program):
            pytest.skip(f"no {program} here: apt-get install {program}")
    if not (CUDA / "bin" / "nvcc").exists() or not (BUILD / "libcudart.so").exists():
        pytest.skip("no toolkit here: ./course toolkit builds it")


def call(*words: str | pathlib.Path, cwd: pathlib.Path, **more: str) -> subprocess.CompletedProcess:
    inherited = {key: value for key, value in os.environ.items() if not key.startswith(("SIMT_", "CUDA"))}
    environment = {**inherited, "CUDA_PATH": str(CUDA), "CUDACXX": str(CUDA / "bin" / "nvcc"), **more}
    return subprocess.run(words, cwd=cwd, env=environment, capture_output=True, text=True, timeout=300)


@pytest.fixture
def project(tmp_path):
    return shutil.copytree(PROJECT, tmp_path / "a project")


def test_make(project):
    """Linked by g++ with -lcudart; what was made finds the simulator's library by itself."""
    need("make")
    made = call("make", "-j1", cwd=project)
    assert made.returncode == 0, made.stdout + made.stderr
    assert "sums.hpp" in (project / "sums.d").read_text()
    ran = call(project / "sum", "10", cwd=project)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "55 of 10 values\n", "")
    report = project / "report.json"
    call(project / "sum", "10", cwd=project, SIMT_REPORT=str(report))
    assert '"kernel": "{anonymous}::sum_kernel"' in report.read_text()


def test_linked_by_a_compiler_of_c(tmp_path):
    """As older Makefiles do, which name no C++ library."""
    need("gcc")
    kernel = write(
        tmp_path,
        "kernel.cu",
        """
        #include <cstdio>
        #include <vector>
        __global__ void twice(int* out) { *out *= 2; }
        extern "C" int doubled(int value) {
          std::vector<int> host(1, value);
          int* device;
          cudaMalloc(&device, sizeof(int));
          cudaMemcpy(device, host.data(), sizeof(int), cudaMemcpyHostToDevice);
          twice<<<1, 1>>>(device);
          cudaMemcpy(host.data(), device, sizeof(int), cudaMemcpyDeviceToHost);
          return host.at(0);
        }""",
    )
    main = tmp_path / "main.c"
    main.write_text("int doubled(int);\nint main(void) { return doubled(21); }\n")
    for command in (
        [CUDA / "bin" / "nvcc", "-c", kernel, "-o", "kernel.o"],
        ["gcc", main, "kernel.o", "-o", "doubled", f"-L{CUDA}/lib64", "-lcuda", "-lcudart", "-lm"],
    ):
        made = call(*command, cwd=tmp_path)
        assert made.returncode == 0, made.stderr
    assert call(tmp_path / "doubled", cwd=tmp_path).returncode == 42


def build_with_cmake(project: pathlib.Path, *words: str) -> pathlib.Path:
    build = project / "build"
    for command in (["cmake", "-B", build, *words], ["cmake", "--build", build]):
        done = call(*command, cwd=project)
        assert done.returncode == 0, done.stdout + done.stderr
    return build


def test_cmake_and_tests_that_sanitize_themselves(project):
    need("cmake", "ninja")
    build = build_with_cmake(project, "-G", "Ninja", "-DMISTAKE=ON")
    assert call("ctest", "--test-dir", build, cwd=project).returncode == 0  # the mistake does not show
    tested = call("ctest", "--test-dir", build, "--output-on-failure", cwd=project, SIMT_SANITIZE="1")
    assert tested.returncode != 0
    assert f"{project}/sums." in tested.stdout and "error: uninitialized (global memory)" in tested.stdout
    assert "100% tests failed" in tested.stdout or "0% tests passed" in tested.stdout
    build = build_with_cmake(project, "-DMISTAKE=OFF")
    tested = call("ctest", "--test-dir", build, "-V", cwd=project, SIMT_SANITIZE="1")
    assert tested.returncode == 0, tested.stdout
    assert tested.stdout.count("simt: no findings in 1 launch\n") == 2


def test_cmake_with_make_and_device_code_of_several_files(project):
    need("cmake", "make")
    build = build_with_cmake(project, "-G", "Unix Makefiles", "-DSEPARABLE=ON", "-DCMAKE_BUILD_TYPE=Release")
    assert call(build / "sum", "10", cwd=project).stdout == "55 of 10 values\n"


def snippets() -> dict[str, list[str]]:
    """The shell's lines of what simt/README.md offers for GitHub and for GitLab."""
    blocks = re.findall(r"^```yaml\n(.*?)^```$", (ROOT / "simt" / "README.md").read_text(), re.M | re.S)
    github, gitlab = blocks
    ran = github.partition("run: |\n")[2].splitlines()
    return {
        "GitHub": [line.strip() for line in ran],
        "GitLab": [line.strip().removeprefix("- ") for line in gitlab.partition("script:\n")[2].splitlines()],
    }


def test_both_snippets_do_the_same():
    github, gitlab = snippets().values()
    assert gitlab[0].startswith("apt-get ") and gitlab[1:] == github
    assert github[0].startswith("git clone ")


@pytest.mark.parametrize("mistake", [False, True])
def test_the_snippet_for_ci_finds_the_mistake(course, project, mistake):
    """But for what fetches the course, which stands in its place."""
    need("cmake", "make")
    lines = snippets()["GitHub"][1:]
    (project.parent / "warpwise").symlink_to(course.root)
    if mistake:
        write(project, "sums.cu", "#define MISTAKE\n" + (project / "sums.cu").read_text())
    words = {"HOME": str(project.parent), "COURSE_PYTHON": sys.executable}
    done = call("bash", "-e", "-c", "\n".join(lines), cwd=project, **words)
    assert (done.returncode != 0) == mistake, done.stdout + done.stderr
    assert ("error: uninitialized (global memory)" in done.stdout) == mistake
    assert "tests passed" in done.stdout


def test_a_program_sanitizes_itself(tmp_path):
    write(tmp_path, "race.cu", RACE)
    call(BUILD / "simtcc", "race.cu", "-o", "race", cwd=tmp_path)
    assert [call(tmp_path / "race", cwd=tmp_path, SIMT_SANITIZE=value).returncode for value in ("", "0")] == [0, 0]
    ran = call(tmp_path / "race", cwd=tmp_path, SIMT_SANITIZE="1")
    first, *_, last = ran.stderr.splitlines()
    assert ran.returncode == 1
    assert first.startswith(f"{tmp_path}/race.cu:") and ": error: race (shared memory): " in first
    assert last == "simt: 1 finding in 1 launch"
    write(tmp_path, "fine.cu", RACE.replace("  out[threadIdx.x]", "  __syncthreads();\n  out[threadIdx.x]"))
    call(BUILD / "simtcc", "fine.cu", "-o", "fine", cwd=tmp_path)
    ran = call(tmp_path / "fine", cwd=tmp_path, SIMT_SANITIZE="1")
    assert (ran.returncode, ran.stderr) == (0, "simt: no findings in 1 launch\n")
