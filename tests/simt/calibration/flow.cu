// Held out: lanes of a warp part and come together: masks, loops with several ends, switches, calls.
#include "results.cuh"

__global__ void quarter_masks(float* out, const float* a) {
  __shared__ float s[128];
  const int i = threadIdx.x, lane = i % 32;
  const unsigned mask = 0xffu << (lane & 24);
  s[i] = a[i];
  __syncwarp(mask);
  float v = s[i ^ 3];
  for (int step = 4; step; step >>= 1) v += __shfl_down_sync(mask, v, step, 8);
  if (lane % 8 == 0) out[i / 8] = v;
  out[128 + i] = v;
}

__global__ void half_by_half(int* out, const int* key) {
  const int i = threadIdx.x, lane = i % 32;
  int v = key[i];
  if (lane < 16) {
    for (int step = 8; step; step >>= 1) v = max(v, __shfl_xor_sync(0xffff, v, step));
    if (v > 5) out[i] = v;
  } else {
    for (int step = 8; step; step >>= 1) v = min(v, __shfl_xor_sync(0xffff0000, v, step));
    if (v < 5) out[i] = v;
  }
  __syncwarp();
  out[128 + i] = v;
}

__global__ void several_ends(int* out, const int* key, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = 0;
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    const int v = key[(i * 7 + k * 13) % 1024];
    if (v == 7) continue;
    if (v == 0) break;
    if (sum > 40) {
      out[i] = -sum;
      return;
    }
    sum += v;
    out[1024 + i] = sum;
  }
  out[i] = sum;
}

__global__ void nested(int* out, const int* key) {
  const int i = threadIdx.x;
  const int v = key[i];
  if (v & 1) {
    out[i] = v;
    if (v & 2) {
      out[128 + i] = key[i + 128];
      if (v & 4) out[256 + i] = 3;
      else out[384 + i] = 4;
      out[512 + i] = 5;
    } else if (v > 4) {
      out[640 + i] = key[i + 256];
    }
    out[768 + i] = 6;
  }
  out[896 + i] = 7;
}

__device__ __noinline__ int walked(const int* next, int at, int steps) {
  int seen = 0;
#pragma unroll 1
  for (int k = 0; k < steps; ++k) {
    at = next[at];
    seen += at;
    if (at == 0) return seen;
  }
  return -seen;
}

__global__ void calls_in_branches(int* out, const int* next, const int* key) {
  const int i = threadIdx.x;
  int v = key[i];
  if (v > 4) v = walked(next, v, v);
  else if (v > 2) v = walked(next, v + 64, 3);
  out[i] = v;
}

__global__ void switched(int* out, const int* key, const int* a, const int* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = 0;
  switch (key[i]) {
    case 0: v = a[i]; break;
    case 1: v = b[2 * i]; break;
    case 2: out[1024 + i] = 2; break;
    case 3: v = a[i] + b[i]; out[2048 + i] = v; break;
    case 5: return;
    default: v = a[3 * i];
  }
  out[i] = v;
}

__global__ void digits(int* out, const int* key) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = key[i] * 977, k = 0;
  do {
    out[1024 * k++ + i] = v % 10;
    v /= 10;
  } while (v);
  out[i] += k;
}

__global__ void greatest_divisor(int* out, const int* a, const int* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = a[i] * 12 + 12, y = b[i] * 18 + 6;
  while (y) {
    const int r = x % y;
    x = y;
    y = r;
  }
  out[i] = x;
}

__global__ void insertion(int* out, const int* key) {
  __shared__ int s[64][9];
  const int i = threadIdx.x;
  for (int k = 0; k < 8; ++k) {
    const int v = key[k * 64 + i];
    int at = k;
    while (at > 0 && s[i][at - 1] > v) {
      s[i][at] = s[i][at - 1];
      --at;
    }
    s[i][at] = v;
  }
  for (int k = 0; k < 8; ++k) out[k * 64 + i] = s[i][k];
}

__global__ void two_of_loops(int* out, const int* key) {
  const int i = threadIdx.x;
  int total = 0;
#pragma unroll 1
  for (int k = 0; k < key[i]; ++k) {
#pragma unroll 1
    for (int j = 0; j < key[k * 64 + i]; ++j) {
      if (j == 4) break;
      total += key[j];
    }
    out[k * 64 + i] = total;
  }
  out[1024 + i] = total;
}

int main() {
  constexpr int n = 8192;
  float* a = filled<float>(n, [](size_t i) { return float(i % 97); });
  int* key = filled<int>(n, [](size_t i) { return int((i * 2654435761u >> 11) % 8); });
  int* next = filled<int>(n, [](size_t i) { return int(i * 5 % 61); });
  int* out = zeros<int>(n);
  float* floats = reinterpret_cast<float*>(out);
  measured("quarter masks", floats, n, [&] { quarter_masks<<<1, 128>>>(floats, a); });
  measured("half by half", out, n, [&] { half_by_half<<<1, 128>>>(out, key); });
  measured("several ends", out, n, [&] { several_ends<<<4, 96>>>(out, key, 20); });
  measured("nested", out, n, [&] { nested<<<1, 128>>>(out, key); });
  measured("calls in branches", out, n, [&] { calls_in_branches<<<1, 128>>>(out, next, key); });
  measured("switched", out, n, [&] { switched<<<4, 128>>>(out, key, next, key + 64); });
  measured("digits", out, n, [&] { digits<<<2, 128>>>(out, key); });
  measured("greatest divisor", out, n, [&] { greatest_divisor<<<2, 128>>>(out, key, key + 999); });
  measured("insertion", out, n, [&] { insertion<<<1, 64>>>(out, key); });
  measured("two of loops", out, n, [&] { two_of_loops<<<1, 64>>>(out, key); });
  return finish();
}
