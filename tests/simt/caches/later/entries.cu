// Later: sparse matrices in other formats, said by the model before an H100 counted them.
#include "../caches.cuh"

// Four lanes a row.
__global__ void four_lanes_a_row(float* y, const int* begin, const int* col, const float* value, const float* x) {
  const int row = int(index() / 4);
  float sum = 0;
  for (int i = begin[row] + int(threadIdx.x % 4); i < begin[row + 1]; i += 4) sum += value[i] * x[col[i]];
  sum += __shfl_xor_sync(~0u, sum, 1);
  sum += __shfl_xor_sync(~0u, sum, 2);
  if (threadIdx.x % 4 == 0) y[row] = sum;
}
// Blocks of 4x4, a thread a row of one.
__global__ void small_blocks(float* y, const int* begin, const int* col, const float4* value, const float4* x) {
  const int row = int(index() / 4), within = int(index() % 4);
  float sum = 0;
  for (int i = begin[row]; i < begin[row + 1]; ++i) {
    const float4 v = value[size_t(i) * 4 + within], of = x[col[i]];
    sum += v.x * of.x + v.y * of.y + v.z * of.z + v.w * of.w;
  }
  y[index()] = sum;
}
// Slices of 32 rows, padded to the longest of them.
__global__ void slices(float* y, const int* begin, const int* col, const float* value, const float* x) {
  const int slice = int(index() / 32), lane = threadIdx.x % 32;
  float sum = 0;
  for (int i = begin[slice]; i < begin[slice + 1]; ++i)
    sum += value[size_t(i) * 32 + lane] * x[col[size_t(i) * 32 + lane]];
  y[index()] = sum;
}

int main() {
  const int rows = 1 << 15, each = 24;
  int* begin = filled<int>(rows + 1, [&](size_t i) { return int(i * each); });
  int* near = filled<int>(
      rows * each, [&](size_t i) { return int((i / each + (i % each) * 7 + (i * 2654435761u >> 20) % 64) % rows); });
  int* anywhere = filled<int>(rows * each, [&](size_t i) { return int((i * 2654435761u >> 9) % rows); });
  float *value = zeros<float>(size_t(rows) * each * 4), *x = zeros<float>(rows * 4), *y = zeros<float>(rows * 4);
  label("four lanes a row, near the diagonal");
  four_lanes_a_row<<<rows / 64, 256>>>(y, begin, near, value, x);
  label("four lanes a row, anywhere");
  four_lanes_a_row<<<rows / 64, 256>>>(y, begin, anywhere, value, x);
  label("blocks of 4x4, 8192 rows of them");
  small_blocks<<<128, 256>>>(y, begin, anywhere, (const float4*)value, (const float4*)x);
  label("slices of 32, near the diagonal");
  slices<<<rows / 256, 256>>>(y, begin, near, value, x);
  label("slices of 32, anywhere");
  slices<<<rows / 256, 256>>>(y, begin, anywhere, value, x);
  return finish();
}
