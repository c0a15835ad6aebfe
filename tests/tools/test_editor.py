# An editor opens the course without errors: clangd parses kernels and launches with no CUDA toolkit.
# Run: ./course test test_editor
from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from tools.build.meson import BUILD
from tools.model import ROOT, load_course

SOURCES = sorted(lab.solution for lab in load_course().labs)
KERNEL = """\
#include <cstdio>
#include <vector>
__device__ float helper(float x) { return sqrtf(x) + fminf(x, 2.0f) + max(3, 4); }
template <int n>
__global__ void kernel(float* out, const float4* in) {
  __shared__ float tile[32][33];
  extern __shared__ float dynamic[];
  tile[threadIdx.y][threadIdx.x] = helper(in[blockIdx.x].x);
  __syncthreads();
  if (threadIdx.x == 0) printf("%d\\n", n);
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y] + dynamic[0];
}
int main() {
  std::vector<float> host(3);
  float* device = nullptr;
  cudaMalloc(&device, 12);
  kernel<3><<<dim3(3, 2), 32, 128>>>(device, reinterpret_cast<const float4*>(device));
  return cudaMemcpy(host.data(), device, 12, cudaMemcpyDeviceToHost);
}
"""


def errors(path) -> list[str]:
    if not shutil.which("clangd"):
        pytest.skip("clangd is not installed")
    if not (BUILD / "compile_commands.json").exists():
        pytest.skip("the course is not configured")
    # Of one line only it also tries what an editor asks of each word; errors are found in all.
    command = ["clangd", f"--check={path}", "--check-lines=1"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stderr
    return re.findall(r"^E\[\S+\] \[.*$", said, re.M)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_a_solution_opens_without_errors(path):
    assert errors(path) == []


def test_what_students_write_opens_without_errors_and_a_mistake_does_not():
    path = BUILD / "editor_test.cu"
    path.write_text(KERNEL)
    assert errors(path) == []
    path.write_text(KERNEL.replace("device = nullptr", "device = nulptr"))
    assert len(errors(path)) == 1
