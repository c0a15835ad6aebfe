// Calibration: lanes that part and meet again, in every way a kernel can write it.
#include "calibration.cuh"

__global__ void if_else(float* out, const float* a, const float* b) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x;
  if (i % 2) x = a[i] + 1;
  else x = b[i] * 2;
  out[i] = x;
}

__global__ void nested_if(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  if (key[i] & 1) {
    if (key[i] & 2) out[i] = a[i] * 3;
    else out[i + 64] = a[i + 64];
    out[i + 128] = 1;
  } else if (key[i] & 4) {
    out[i + 192] = a[i + 128];
  }
  out[i + 256] = 2;
}

__global__ void early_return(float* out, const float* a, int limit) {
  const int i = threadIdx.x;
  if (i >= limit) return;
  out[i] = a[i];
  if (a[i + 64] > 0) return;
  out[i + 64] = 5;
}

__global__ void loop_counts(float* out, const float* a, const int* counts) {
  const int i = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < counts[i]; ++k) sum += a[k * 64 + i];
  out[i] = sum;
}

__global__ void skipped_iterations(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    if ((key[i] + k) % 3 == 0) sum += a[k * 64 + i];
  out[i] = sum;
}

__global__ void loop_with_continue(float* out, const float* a, const int* key, int n) {
  const int i = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    if ((key[i] ^ k) & 1) continue;
    sum += a[k * 64 + i];
    if (sum > 1e30f) break;
    out[k * 64 + i] = sum;
  }
  out[i] = sum;
}

__global__ void forever_with_breaks(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  int k = 0;
  float sum = 0;
  for (;;) {
    if (k % 2 == key[i] % 2) {
      sum += a[k * 64 + i];
      ++k;
      continue;
    }
    sum += a[1024 + k * 64 + i];
    if (++k > key[i] + 4) break;
  }
  out[i] = sum;
}

__global__ void csr_rows(float* out, const int* row_begin, const int* column, const float* value, const float* x, int rows) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = row_begin[row]; k < row_begin[row + 1]; ++k) sum += value[k] * x[column[k]];
  out[row] = sum;
}

__global__ void binary_search(int* out, const int* sorted, const int* wanted, int count) {
  const int i = threadIdx.x;
  int low = 0, high = count;
  const int goal = wanted[i];
  while (low < high) {
    const int middle = (low + high) / 2;
    if (sorted[middle] < goal) low = middle + 1;
    else high = middle;
  }
  out[i] = low;
}

__global__ void short_circuit(int* out, const int* a, const int* b, const int* c) {
  const int i = threadIdx.x;
  if ((a[i] > 0 && b[i] > 0) || c[i] > 0) out[i] = 1;
}

__global__ void ternary(float* out, const float* a, const float* b, const int* key) {
  const int i = threadIdx.x;
  out[i] = key[i] & 1 ? a[i * 2] : b[i];
}

__global__ void switched(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  switch (key[i] % 5) {
    case 0: out[i] = a[i]; break;
    case 1: out[i] = a[i + 64] * 2; break;
    case 2: out[i + 64] = a[i + 128]; [[fallthrough]];
    case 3: out[i + 128] = a[i + 192]; break;
    default: out[i + 192] = 4;
  }
  out[i + 256] = 0;
}

__noinline__ __device__ float probe(const float* a, int i) { return a[i] * 2 + a[i + 32]; }

__global__ void calls(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  float sum = 0;
  if (key[i] & 1) sum += probe(a, i);
  if (key[i] & 2) sum += probe(a, i + 64);
  out[i] = sum;
}

__global__ void do_while(int* out, const int* next, int start) {
  int at = start + threadIdx.x;
  int steps = 0;
  do {
    at = next[at];
    ++steps;
  } while (at != 0 && steps < 20);
  out[threadIdx.x] = steps;
}

__global__ void nested_loops(float* out, const float* a, const int* counts) {
  const int i = threadIdx.x;
  float sum = 0;
  for (int j = 0; j < counts[i]; ++j)
    for (int k = 0; k <= j; ++k) sum += a[(j * 8 + k) * 64 + i];
  out[i] = sum;
}

__global__ void grid_stride(float* out, const float* a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) out[i] = a[i] * 2;
}

__global__ void collatz(int* out, const int* start) {
  int x = start[threadIdx.x], steps = 0;
  while (x != 1) {
    x = x % 2 ? 3 * x + 1 : x / 2;
    out[64 + (x & 63)] = steps;
    ++steps;
  }
  out[threadIdx.x] = steps;
}

int main() {
  float* out = zeros<float>(8192);
  float* a = zeros<float>(8192);
  float* b = zeros<float>(8192);
  int* key = filled<int>(256, [](size_t i) { return int(i * 7 % 11); });
  int* counts = filled<int>(256, [](size_t i) { return int(i * 5 % 8); });
  label("if else"), if_else<<<2, 64>>>(out, a, b);
  label("nested if"), nested_if<<<1, 64>>>(out, a, key);
  for (int limit : {1, 17, 33, 64}) label("early return %ld", limit), early_return<<<1, 64>>>(out, a, limit);
  label("loop counts"), loop_counts<<<1, 64>>>(out, a, counts);
  label("skipped iterations"), skipped_iterations<<<1, 64>>>(out, a, key);
  label("continue"), loop_with_continue<<<1, 64>>>(out, a, key, 12);
  label("forever with breaks"), forever_with_breaks<<<1, 64>>>(out, a, key);
  int* rows = filled<int>(101, [](size_t i) { return int(i * (i % 7) / 2 > 300 ? 300 : 3 * i); });
  int* columns = filled<int>(400, [](size_t i) { return int(i * 37 % 100); });
  label("csr rows"), csr_rows<<<2, 64>>>(out, rows, columns, a, b, 100);
  int* sorted = filled<int>(1000, [](size_t i) { return int(3 * i); });
  int* wanted = filled<int>(64, [](size_t i) { return int(i * i * 5 % 3000); });
  label("binary search"), binary_search<<<1, 64>>>((int*)out, sorted, wanted, 1000);
  label("short circuit"), short_circuit<<<1, 64>>>((int*)out, key, counts, key + 64);
  label("ternary"), ternary<<<1, 64>>>(out, a, b, key);
  label("switch"), switched<<<1, 64>>>(out, a, key);
  label("calls"), calls<<<1, 64>>>(out, a, key);
  int* next = filled<int>(256, [](size_t i) { return int(i * 2 / 3); });
  label("do while"), do_while<<<1, 64>>>((int*)out, next, 100);
  label("nested loops"), nested_loops<<<1, 64>>>(out, a, counts);
  for (int n : {1, 100, 1000}) label("grid stride %ld", n), grid_stride<<<3, 96>>>(out, a, n);
  int* start = filled<int>(64, [](size_t i) { return int(i + 1); });
  label("collatz"), collatz<<<1, 64>>>((int*)out, start);
  return finish();
}
