// Calibration: where lanes meet again after loops they leave, skip or go round in different ways.
#include "calibration.cuh"

__global__ void break_with_work(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  for (int k = 0; k < 12; ++k) {
    if (a[k * 64 + i] < 0) break;
    if (key[i] == k) {
      out[k * 64 + i] = 1;
      break;
    }
  }
  out[1024 + i] = 2;
}

__global__ void return_in_loop(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  for (int k = 0; k < 12; ++k) {
    if (key[i] == k) {
      out[k * 64 + i] = a[i];
      return;
    }
    out[2048 + k * 64 + i] = a[k * 64 + i];
  }
}

__global__ void break_outer(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  bool found = false;
  for (int j = 0; j < 6 && !found; ++j)
    for (int k = 0; k < 6; ++k) {
      out[(j * 8 + k) * 64 + i] = a[k * 64 + i];
      if (key[i] == j + k) {
        found = true;
        break;
      }
    }
  out[4096 + i] = found;
}

__global__ void inner_counts_differ(float* out, const float* a, const int* counts) {
  const int i = threadIdx.x;
  for (int j = 0; j < 4; ++j) {
    float sum = a[j * 64 + i];
    for (int k = 0; k < counts[(i + j) % 64]; ++k) sum += a[1024 + k * 64 + i];
    out[j * 64 + i] = sum;
  }
}

__global__ void continue_first(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  int k = 0;
  while (k < 10) {
    ++k;
    if ((key[i] + k) % 3 == 0) continue;
    if ((key[i] + k) % 3 == 1) {
      out[k * 64 + i] = a[k * 64 + i];
      continue;
    }
    out[1024 + k * 64 + i] = a[i];
  }
}

__noinline__ __device__ float twice(const float* a, int i) { return a[i] + a[i + 64]; }

__global__ void call_in_some_rounds(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 8; ++k) {
    if ((key[i] + k) % 2) sum += twice(a, k * 64 + i);
    out[k * 64 + i] = sum;
  }
}

__noinline__ __device__ float walk(const float* a, int i, int steps) {
  float sum = 0;
  for (int k = 0; k < steps; ++k) sum += a[k * 64 + i];
  return sum;
}

__global__ void loops_in_calls(float* out, const float* a, const int* counts) {
  const int i = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 3; ++k) sum += walk(a, i, counts[(i * 3 + k) % 64]);
  out[i] = sum;
}

__global__ void barrier_in_loop(float* out, const float* a, const int* key) {
  __shared__ float tile[64];
  const int i = threadIdx.x;
  for (int k = 0; k < 5; ++k) {
    if ((key[i] + k) % 2) tile[i] = a[k * 64 + i];
    else tile[i] = 0;
    __syncthreads();
    if (key[i] > k) out[k * 64 + i] = tile[63 - i];
    __syncthreads();
  }
}

__global__ void two_loops(float* out, const float* a, const int* counts) {
  const int i = threadIdx.x;
  int k = 0;
  for (; k < counts[i]; ++k) out[k * 64 + i] = a[k * 64 + i];
  for (; k < 8; ++k) out[2048 + k * 64 + i] = a[i];
}

__global__ void if_in_if_in_loop(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  for (int k = 0; k < 6; ++k) {
    const int x = key[i] + k;
    if (x % 2) {
      out[k * 64 + i] = a[i];
      if (x % 4 == 1) out[1024 + k * 64 + i] = a[k * 64 + i];
    } else if (x % 3) {
      out[2048 + k * 64 + i] = a[i + 64];
    }
    out[3072 + k * 64 + i] = 1;
  }
}

__global__ void newton(float* out, const float* a, int limit) {
  const int i = threadIdx.x;
  float x = a[i] + i;
  int steps = 0;
  while (x > 1 && steps < limit) {
    x = x / 2 + a[(steps * 64 + i) % 4096];
    ++steps;
  }
  out[i] = steps;
}

__global__ void list_walk(int* out, const int* next, const int* head) {
  int at = head[threadIdx.x];
  int length = 0;
  while (at >= 0) {
    ++length;
    at = next[at];
  }
  out[threadIdx.x] = length;
}

__global__ void quick_exit_of_some(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  if (key[i] == 3) return;
  for (int k = 0; k < 4; ++k) {
    if (key[i] == 5 && k == 2) return;
    out[k * 64 + i] = a[k * 64 + i];
  }
}

int main() {
  float* out = zeros<float>(8192);
  float* a = zeros<float>(8192);
  int* key = filled<int>(64, [](size_t i) { return int(i * 7 % 11); });
  int* counts = filled<int>(64, [](size_t i) { return int(i * 5 % 8); });
  label("break with work"), break_with_work<<<1, 64>>>(out, a, key);
  label("return in loop"), return_in_loop<<<1, 64>>>(out, a, key);
  label("break outer"), break_outer<<<1, 64>>>(out, a, key);
  label("inner counts differ"), inner_counts_differ<<<1, 64>>>(out, a, counts);
  label("continue first"), continue_first<<<1, 64>>>(out, a, key);
  label("call in some rounds"), call_in_some_rounds<<<1, 64>>>(out, a, key);
  label("loops in calls"), loops_in_calls<<<1, 64>>>(out, a, counts);
  label("barrier in loop"), barrier_in_loop<<<1, 64>>>(out, a, key);
  label("two loops"), two_loops<<<1, 64>>>(out, a, counts);
  label("if in if in loop"), if_in_if_in_loop<<<1, 64>>>(out, a, key);
  label("newton"), newton<<<1, 64>>>(out, a, 20);
  int* next = filled<int>(256, [](size_t i) { return i % 9 == 0 ? -1 : int(i - 1); });
  int* head = filled<int>(64, [](size_t i) { return int(i * 37 % 256); });
  label("list walk"), list_walk<<<1, 64>>>((int*)out, next, head);
  label("quick exit of some"), quick_exit_of_some<<<1, 64>>>(out, a, key);
  return finish();
}
