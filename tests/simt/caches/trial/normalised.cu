// Trial: normalisations in chunks, written and said by the model before an H100 counted them.
#include <cooperative_groups.h>

#include "../caches.cuh"

// All blocks go over a chunk twice before they go on to the next one.
__global__ void in_chunks(float* data, int chunk, int chunks, float* sums) {
  const auto grid = cooperative_groups::this_grid();
  for (int c = 0; c < chunks; ++c) {
    float* const own = data + size_t(c) * chunk;
    float sum = 0;
    for (int i = int(index()); i < chunk; i += int(all_threads())) sum += own[i];
    sums[index()] = sum;
    grid.sync();
    for (int i = int(index()); i < chunk; i += int(all_threads())) own[i] = own[i] - sum;
    grid.sync();
  }
}
// Rows of a matrix: maximum, sum of exponentials, quotient.
__global__ void softmax(float* out, const float* in, int cols) {
  const float* row = in + (size_t(blockIdx.x) * blockDim.y + threadIdx.y) * cols;
  float* to = out + (size_t(blockIdx.x) * blockDim.y + threadIdx.y) * cols;
  float most = -1e30f, sum = 0;
  for (int i = threadIdx.x; i < cols; i += 32) most = fmaxf(most, row[i]);
  for (int s = 16; s; s /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, s));
  for (int i = threadIdx.x; i < cols; i += 32) sum += __expf(row[i] - most);
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s);
  for (int i = threadIdx.x; i < cols; i += 32) to[i] = __expf(row[i] - most) / sum;
}

int main() {
  float *data = zeros<float>(1 << 24), *out = zeros<float>(1 << 24);
  for (const int mib : {2, 16}) {
    int chunk = mib << 18, chunks = 64 / mib > 8 ? 8 : 64 / mib;
    void* arguments[] = {&data, &chunk, &chunks, &out};
    label("%ld chunks of %ld MiB", chunks, mib);
    require(cudaLaunchCooperativeKernel((void*)in_chunks, dim3(264), dim3(512), arguments, 0, nullptr));
  }
  label("softmax of rows of 700, 8 a block");
  softmax<<<600, dim3(32, 8)>>>(out, data, 700);
  label("softmax of rows of 3000, 4 a block");
  softmax<<<500, dim3(32, 4)>>>(out, data, 3000);
  return finish();
}
