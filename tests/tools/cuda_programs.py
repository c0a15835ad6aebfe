# Small CUDA programs for the tests of profile and sanitize, and how to call the command on them.
from __future__ import annotations

import json
import pathlib
import re

TRANSPOSE = """\
// The stores of a warp go down a column.
#include <cuda_runtime.h>
#include <cstdio>
__global__ void transpose(float* out, const float* in, int n) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[x * n + y] = in[y * n + x];
}
__global__ void tile(float* out, const float* in) {
  __shared__ float t[32][32];
  t[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x][threadIdx.y];
}
int main(int argc, char** argv) {
  float *a, *b;
  cudaMalloc(&a, 256 * 256 * 4);
  cudaMalloc(&b, 256 * 256 * 4);
  cudaMemset(a, 0, 256 * 256 * 4);
  for (int i = 0; i < 3; ++i) transpose<<<dim3(8, 32), dim3(32, 8)>>>(b, a, 256);
  tile<<<1, dim3(32, 32)>>>(b, a);
  cudaDeviceSynchronize();
  for (int i = 1; i < argc; ++i) printf("argument %s\\n", argv[i]);
  cudaFree(a);
  cudaFree(b);
}
"""

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
