# Small CUDA programs for the tests of profile and sanitize, and how to call the command on them.
from __future__ import annotations

import json
import os
import pathlib
import re
import subprocess

TRANSPOSE = (pathlib.Path(__file__).parent / "programs" / "transpose.cu").read_text(encoding="utf-8")

PAST_THE_END = """\
#include <cuda_runtime.h>
__global__ void fill(float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) out[i] = 1;
}
int main() {
  float* out;
  if (cudaMalloc(&out, 400) != cudaSuccess) return 3;
  fill<<<1, 128>>>(out, 100);
  const bool failed = cudaDeviceSynchronize() != cudaSuccess;
  return failed ? 0 : 4;
}
"""

RACE = """\
#include <cuda_runtime.h>
__global__ void reverse(int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
int main() {
  int* out;
  if (cudaMalloc(&out, 256) != cudaSuccess) return 3;
  reverse<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess && cudaFree(out) == cudaSuccess ? 0 : 4;
}
"""


def ending_with(last: str) -> str:
    """A sound launch, and then this."""
    return f"""\
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#include <csignal>
__global__ void fill(int* out) {{ out[threadIdx.x] = 1; }}
__global__ void divide(int* out, int by) {{ out[threadIdx.x] = 7 / by; }}
__global__ void crash(int* out) {{ out[0] = raise(SIGILL); }}
int main() {{
  int* out;
  if (cudaMalloc(&out, 256) != cudaSuccess) return 3;
  fill<<<1, 64>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 3;
  {last}
}}
"""


def write(folder: pathlib.Path, name: str, text: str) -> pathlib.Path:
    path = folder / name
    path.write_text(text)
    return path


def read(path: pathlib.Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


def line_of(text: str, part: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if part in line)


def plain(text: str) -> str:
    """Without the columns' padding."""
    return re.sub(r" +", " ", text)


def compiled_program(course, stem: str) -> pathlib.Path:
    """What the command has made of STEM.cu in the copy of the course."""
    (program,) = (course.root / ".course" / "programs").glob(f"{stem}-*/program")
    return program


def reports_of(program: pathlib.Path, folder: pathlib.Path, *words: str, **environment: str) -> list[str]:
    """What the simulator tells of twenty runs of it, on one worker and on two."""
    reports, path = [], folder / "again.json"
    for workers in 10 * "12":
        told = {"SIMT_REPORT": str(path), "SIMT_WORKERS": workers, **environment}
        subprocess.run([program, *words], cwd=folder, env={**os.environ, **told}, stdout=subprocess.DEVNULL)
        reports.append(path.read_text(encoding="utf-8"))
    return reports
