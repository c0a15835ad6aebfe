// Since: rows that are asked for two or three times, written, and said by the model and by a version of it in which L1 keeps
// what is asked for again, before an H100 counted them.
#include "../caches.cuh"

__device__ float of_all(float own, float* parts, bool largest) {
  parts[threadIdx.x] = own;
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half)
      parts[threadIdx.x] = largest ? fmaxf(parts[threadIdx.x], parts[threadIdx.x + half])
                                   : parts[threadIdx.x] + parts[threadIdx.x + half];
  }
  __syncthreads();
  const float all = parts[0];
  __syncthreads();
  return all;
}
__global__ void softmax(float* out, const float* in, int rows, int cols) {
  __shared__ float parts[512];
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    const float* from = in + std::size_t(row) * cols;
    float most = from[0], sum = 0;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) most = fmaxf(most, from[i]);
    most = of_all(most, parts, true);
    for (int i = threadIdx.x; i < cols; i += blockDim.x) sum += from[i] - most;
    sum = of_all(sum, parts, false) + 1;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) out[std::size_t(row) * cols + i] = (from[i] - most) / sum;
  }
}
__global__ void by_fours(float4* out, const float4* in, int rows, int fours) {
  __shared__ float parts[512];
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    const float4* from = in + std::size_t(row) * fours;
    float sum = 0;
    for (int i = threadIdx.x; i < fours; i += blockDim.x) {
      const float4 four = from[i];
      sum += four.x + four.y + four.z + four.w;
    }
    const float mean = of_all(sum, parts, false) / float(4 * fours);
    for (int i = threadIdx.x; i < fours; i += blockDim.x) {
      const float4 four = from[i];
      out[std::size_t(row) * fours + i] = make_float4(four.x - mean, four.y - mean, four.z - mean, four.w - mean);
    }
  }
}
// A warp a row, eight rows a block at a time.
__global__ void warp_rows(float* out, const float* in, int rows, int cols) {
  const int warps = gridDim.x * (blockDim.x / 32), lane = threadIdx.x % 32;
  for (int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32; row < rows; row += warps) {
    const float* from = in + std::size_t(row) * cols;
    float most = from[0];
    for (int i = lane; i < cols; i += 32) most = fmaxf(most, from[i]);
    for (int apart = 16; apart; apart /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, apart));
    for (int i = lane; i < cols; i += 32) out[std::size_t(row) * cols + i] = from[i] - most;
  }
}
// The second pass begins where the first has ended.
__global__ void there_and_back(float* out, const float* in, int rows, int cols) {
  __shared__ float parts[512];
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    const float* from = in + std::size_t(row) * cols;
    float sum = 0;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) sum += from[i];
    sum = of_all(sum, parts, false);
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
      out[std::size_t(row) * cols + cols - 1 - i] = from[cols - 1 - i] - sum;
  }
}

int main() {
  constexpr int elements = 1 << 23;
  float *in = zeros<float>(elements), *out = zeros<float>(elements);
  for (const int cols : {2048, 8192, 16384, 32768}) {
    label("softmax, rows of %ld KiB, 132 blocks", long(cols / 256));
    softmax<<<132, 256>>>(out, in, elements / cols, cols);
    label("softmax, rows of %ld KiB, a block each", long(cols / 256));
    softmax<<<elements / cols, 512>>>(out, in, elements / cols, cols);
  }
  for (const int cols : {4096, 12288, 24576}) {
    label("by fours, rows of %ld KiB", long(cols / 256));
    by_fours<<<264, 256>>>((float4*)out, (const float4*)in, elements / cols, cols / 4);
  }
  for (const int cols : {512, 1024, 2048}) {
    label("a warp a row of %ld KiB", long(cols / 256));
    warp_rows<<<528, 256>>>(out, in, elements / cols, cols);
  }
  for (const int cols : {16384, 32768}) {
    label("there and back, rows of %ld KiB", long(cols / 256));
    there_and_back<<<132, 512>>>(out, in, elements / cols, cols);
  }
  return finish();
}
