// Later: updates in place, said by the model before an H100 counted them.
#include "../caches.cuh"

__global__ void added_to(float* y, const float* x, float by) { y[index()] += by * x[index()]; }
__global__ void turned_round(float* a, size_t count) {
  const float left = a[index()], right = a[count - 1 - index()];
  a[index()] = right;
  a[count - 1 - index()] = left;
}
// Elimination below a row of a square matrix.
__global__ void eliminated(float* a, int side, int pivot) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y + pivot + 1;
  if (row < side && col < side && col > pivot)
    a[size_t(row) * side + col] -= a[size_t(row) * side + pivot] * a[size_t(pivot) * side + col];
}
// A block relaxes its own part many times.
__global__ void relaxed_many_times(float* a, int each, int times) {
  float* const own = a + size_t(blockIdx.x) * each;
  for (int t = 0; t < times; ++t) {
    for (int i = threadIdx.x; i < each; i += blockDim.x) own[i] = own[i] * 0.5f + 1;
    __syncthreads();
  }
}
__global__ void shortest_paths(float* a, int side, int by) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  const float through = a[size_t(row) * side + by] + a[size_t(by) * side + col];
  if (through < a[size_t(row) * side + col]) a[size_t(row) * side + col] = through;
}

int main() {
  float *a = zeros<float>(1 << 23), *x = zeros<float>(1 << 22);
  label("added to 12 MB");
  added_to<<<12000, 256>>>(a, x, 2);
  label("turned round, 24 MB");
  turned_round<<<12000, 256>>>(a, size_t(24000) * 256);
  label("eliminated below row 100 of 1024");
  eliminated<<<dim3(32, 116), dim3(32, 8)>>>(a, 1024, 100);
  label("48 KiB relaxed four times, 264 blocks");
  relaxed_many_times<<<264, 512>>>(a, 48 << 8, 4);
  label("160 KiB relaxed three times, 132 blocks");
  relaxed_many_times<<<132, 1024>>>(a, 160 << 8, 3);
  label("shortest paths by 300 of 1024, 16x16");
  shortest_paths<<<dim3(64, 64), dim3(16, 16)>>>(a, 1024, 300);
  return finish();
}
