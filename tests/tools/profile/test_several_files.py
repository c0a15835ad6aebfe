# Programs of several files, and nvcc's options: ./course profile and ./course sanitize, and simtcc by itself.
# Run: ./course test test_several_files
from __future__ import annotations

import json
import os
import re
import shutil
import subprocess

import pytest

from tests.tools.cuda_programs import write
from tools.build.meson import BUILD, environment
from tools.model import ROOT

VECTOR = """\
#pragma once
#include <cuda_runtime.h>
struct Vector {
  float x[4];
  __host__ __device__ Vector& __attribute__((noinline)) operator+=(const Vector& other) {
    for (int i = 0; i < 4; ++i) x[i] += other.x[i] * FACTOR;
    return *this;
  }
};
void add(Vector* v, int n);
"""
KERNEL = """\
#include "vector.h"
__global__ void sum(Vector* v, int n) {
  if (int(threadIdx.x) < n) v[threadIdx.x] += v[n + threadIdx.x];
}
void add(Vector* v, int n) {
  sum<<<1, 32>>>(v, n);
  cudaDeviceSynchronize();
}
"""
MAIN = """\
#include "vector.h"
#include <cstdio>
int main(int argc, char** argv) {
  Vector* v;
  if (cudaMallocManaged(&v, 64 * sizeof(Vector)) != cudaSuccess) return 1;
  for (int i = 0; i < 64; ++i) for (float& x : v[i].x) x = i;
  v[0] += v[1];
  add(v, 32);
  std::printf("%s %g\\n", argc > 1 ? argv[1] : "none", v[0].x[0]);
}
"""
# Every member is loaded twice and stored once, by one warp, 16 bytes apart.
LOADS, STORES = 8, 4


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("several files")
    (folder / "inc").mkdir()
    write(folder / "inc", "vector.h", VECTOR)
    write(folder, "kernel.cu", KERNEL)
    write(folder, "main.cpp", MAIN)
    return folder


def requests(report: dict) -> tuple[int, int]:
    metrics = report["launches"][0]["metrics"]
    return tuple(metrics[f"l1tex__t_requests_pipe_lsu_mem_global_op_{op}.sum"] for op in ("ld", "st"))


@pytest.mark.parametrize("files", [("main.cpp", "kernel.cu"), ("kernel.cu", "main.cpp")])
def test_a_program_of_two_files(course, folder, files):
    """Whichever comes first, the kernel's calls go to the instrumented copy of the header's function."""
    done = course("profile", files[0], "-D", "FACTOR=2", "-Iinc", files[1], "--json", "-", "--", "word", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert requests(json.loads(done.stdout)) == (LOADS, STORES)
    assert "word 66" in done.stderr


def test_it_is_compiled_again_when_any_of_its_files_changes(course, folder):
    words = ("profile", "main.cpp", "kernel.cu", "-Iinc", "-DFACTOR=3")
    assert "compiling main.cpp kernel.cu" in course(*words, cwd=folder).stderr
    assert "compiling" not in course(*words, cwd=folder).stderr
    write(folder, "kernel.cu", KERNEL.replace("sum", "total"))
    done = course(*words, cwd=folder)
    assert "compiling" in done.stderr and "total" in done.stdout
    write(folder, "kernel.cu", KERNEL)


def simtcc(folder, *words, **more):
    return subprocess.run([BUILD / "simtcc", *words], cwd=folder, capture_output=True, text=True, **more)


def test_objects_libraries_and_files_with_options(course, folder):
    """g++'s own object comes first, and its copy of the header's function is not the kernel's."""
    include = ["-Iinc", "-I", BUILD.parent / "simt" / "include", "-DFACTOR=2"]
    subprocess.run(["g++", "-c", *include, "main.cpp", "-o", "main.o"], cwd=folder, check=True)
    assert simtcc(folder, "-lib", *include, "kernel.cu", "-o", "libkernel.a").returncode == 0
    write(folder, "words.rsp", '-L . "-lkernel"\n-DFACTOR=2 -Iinc')
    for words in (["main.o", "-L.", "-lkernel"], ["main.o", "@words.rsp"], ["main.cpp", "--options-file", "words.rsp"]):
        done = course("sanitize", *words, "--json", "-", cwd=folder)
        assert done.returncode == 0, done.stderr
        done = course("profile", *words, "--json", "-", cwd=folder)
        assert requests(json.loads(done.stdout)) == (LOADS, STORES)
    # Linked by g++ alone it is the same program.
    command = ["g++", "main.o", "-L.", "-lkernel", f"-L{BUILD}", "-lsimt", f"-Wl,-rpath,{BUILD}", "-o", "program"]
    subprocess.run(command, cwd=folder, check=True)
    report = folder / "report.json"
    subprocess.run([folder / "program"], env={**os.environ, "SIMT_REPORT": str(report)}, check=True)
    assert requests(json.loads(report.read_text())) == (LOADS, STORES)


def test_nvccs_options_may_stand_as_they_are(course, folder):
    words = ["-arch", "sm_90", "-O3", "--use_fast_math", "-Xcompiler", "-Wall", "-std=c++20", "-lineinfo"]
    done = course("profile", "main.cpp", "kernel.cu", "-Iinc", "-DFACTOR=1", *words, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("simtcc: ignored: --use_fast_math (float functions are the exact ones)\n") == 1
    done = course("profile", "kernel.cu", "main.cpp", "--ptx", cwd=folder)
    assert done.returncode == 2 and "there is no --ptx here" in done.stderr
    done = course("profile", "kernel.cu", "--htlm", "x", cwd=folder)
    assert done.returncode == 2 and "--htlm" in done.stderr and "compiling" not in done.stderr


def test_openmp_only_where_it_is_asked_for(folder):
    text = "#ifdef _OPENMP\n#error with\n#endif\n__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n"
    write(folder, "openmp.cu", text)
    assert simtcc(folder, "openmp.cu", "-o", "openmp").returncode == 0
    for words in (["-fopenmp"], ["-Xcompiler", "-fopenmp"], ["-Xcompiler=-Wall,-fopenmp"]):
        done = simtcc(folder, "openmp.cu", *words, "-o", "openmp")
        assert done.returncode == 1 and "with" in done.stderr


def test_steps_and_where_their_results_go(folder):
    write(folder, "one.cu", '#include "vector.h"\n__device__ int shared_by_both = 7;\n')
    write(
        folder,
        "two.cu",
        "#include <cstdio>\nextern __device__ int shared_by_both;\n__global__ void show() { "
        'printf("%d\\n", shared_by_both); }\nint main() { show<<<1, 1>>>(); return cudaDeviceSynchronize(); }\n',
    )
    words = ["-Iinc", "-DFACTOR=1", "-rdc=true"]
    assert simtcc(folder, "-dc", *words, "one.cu", "two.cu", "-MD").returncode == 0
    assert "inc/vector.h" in (folder / "one.d").read_text() and "inc/vector.h" not in (folder / "two.d").read_text()
    assert simtcc(folder, "-dlink", "one.o", "two.o", "-o", "linked.o").returncode == 0
    assert simtcc(folder, "one.o", "two.o", "linked.o").returncode == 0
    assert subprocess.run([folder / "a.out"], capture_output=True, text=True).stdout == "7\n"
    assert simtcc(folder, *words, "-run", "one.cu", "two.cu", "-o", "both").stdout == "7\n"
    assert "one.o: one.cu" in simtcc(folder, *words, "-MM", "one.cu").stdout
    dry = simtcc(folder, "--dryrun", "two.cu", "-o", "nothing")
    assert dry.returncode == 0 and "#$ TOP=" in dry.stderr and not (folder / "nothing").exists()
    assert "release 13.0" in simtcc(folder, "--version").stdout
    assert "--maxrregcount (-maxrregcount): registers are not counted" in simtcc(folder, "--help").stdout


def test_the_list_of_options_is_nvccs_own():
    nvcc = shutil.which("nvcc", path=environment()["PATH"])
    if not nvcc or "release 13.0" not in subprocess.run([nvcc, "--version"], capture_output=True, text=True).stdout:
        pytest.skip("no nvcc 13.0 here, whose list it is")
    said = subprocess.run([nvcc, "--help"], capture_output=True, text=True).stdout
    options = re.findall(r"^(--\S+)(?: (\S.*?))? *\(?(-[^() ]+)\)? *$", said, re.M)
    listed = (ROOT / "tests" / "simt" / "nvcc_options.txt").read_text().splitlines()
    assert listed == ["\t".join([name, short, value]).rstrip() for name, value, short in options]
