// Held out: sums, maxima and scans, by blocks and by warps, in one pass and in several.
#include "../caches.cuh"

__device__ float over_block(float value) {
  __shared__ float sums[32];
  for (int apart = 16; apart; apart /= 2) value += __shfl_down_sync(~0u, value, apart);
  if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = value;
  __syncthreads();
  value = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0;
  if (threadIdx.x < 32)
    for (int apart = 16; apart; apart /= 2) value += __shfl_down_sync(~0u, value, apart);
  __shared__ float all;
  if (threadIdx.x == 0) all = value;
  __syncthreads();
  return all;
}

__global__ void sum_by_tree(float* sums, const float* in) {
  extern __shared__ float part[];
  part[threadIdx.x] = in[index()];
  for (unsigned half = blockDim.x / 2; half; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}
template <typename T>
__global__ void sum_by_strides(float* sums, const T* in, int count) {
  T sum{};
  for (int i = int(index()); i < count; i += int(all_threads())) sum += in[i];
  atomicAdd(sums, float(sum));
}
__global__ void dot(float* sums, const float4* a, const float4* b, int count) {
  float sum = 0;
  for (int i = int(index()); i < count; i += int(all_threads())) {
    const float4 x = a[i], y = b[i];
    sum += x.x * y.x + x.y * y.y + x.z * y.z + x.w * y.w;
  }
  sum = over_block(sum);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}
// Each thread has a stretch of its own.
__global__ void sum_of_stretches(float* sums, const float* in, int length) {
  float sum = 0;
  for (int i = 0; i < length; ++i) sum += in[index() * length + i];
  sum = over_block(sum);
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}
// A block a row: its sum, then its squares about the mean, then what it becomes.
__global__ void normalise_rows(float* out, const float* in, int length) {
  const float* row = in + std::size_t(blockIdx.x) * length;
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < length; i += blockDim.x) sum += row[i];
  const float mean = over_block(sum) / length;
  for (int i = threadIdx.x; i < length; i += blockDim.x) squares += (row[i] - mean) * (row[i] - mean);
  __syncthreads();
  const float scale = 1 / sqrtf(over_block(squares) / length + 1);
  for (int i = threadIdx.x; i < length; i += blockDim.x)
    out[std::size_t(blockIdx.x) * length + i] = (row[i] - mean) * scale;
}
// A warp a row, every row twice.
__global__ void softmax_by_warps(float* out, const float* in, int length) {
  const std::size_t row = index() / 32 * length;
  float most = -1e30f, sum = 0;
  for (int i = threadIdx.x % 32; i < length; i += 32) most = fmaxf(most, in[row + i]);
  for (int apart = 16; apart; apart /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, apart));
  for (int i = threadIdx.x % 32; i < length; i += 32) sum += expf(in[row + i] - most);
  for (int apart = 16; apart; apart /= 2) sum += __shfl_xor_sync(~0u, sum, apart);
  for (int i = threadIdx.x % 32; i < length; i += 32) out[row + i] = expf(in[row + i] - most) / sum;
}
// Blocks of 32 columns by 8 rows walk down.
__global__ void columns_by_blocks(float* sums, const float* in, int rows, int cols) {
  __shared__ float part[8][32];
  const int col = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int row = threadIdx.y; row < rows; row += 8) sum += in[row * cols + col];
  part[threadIdx.y][threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.y) return;
  for (int i = 1; i < 8; ++i) sum += part[i][threadIdx.x];
  sums[col] = sum;
}
__global__ void scan_blocks(float* out, const float* in) {
  __shared__ float part[2][512];
  int now = 0;
  part[0][threadIdx.x] = in[index()];
  for (unsigned apart = 1; apart < blockDim.x; apart *= 2, now = !now) {
    __syncthreads();
    part[!now][threadIdx.x] = part[now][threadIdx.x] + (threadIdx.x >= apart ? part[now][threadIdx.x - apart] : 0);
  }
  out[index()] = part[now][threadIdx.x];
}

int main() {
  float *in = zeros<float>(1 << 25), *out = zeros<float>(1 << 23);
  for (const int threads : {128, 512}) {
    label("sum by a tree, %ld threads", threads);
    sum_by_tree<<<(1 << 20) / threads, threads, threads * sizeof(float)>>>(out, in);
  }
  for (const int blocks : {66, 528}) {
    label("sum of floats by %ld blocks", blocks);
    sum_by_strides<float><<<blocks, 256>>>(out, in, 1 << 20);
  }
  label("sum of doubles");
  sum_by_strides<double><<<264, 256>>>(out, reinterpret_cast<double*>(in), 1 << 20);
  label("sum of shorts");
  sum_by_strides<short><<<264, 256>>>(out, reinterpret_cast<short*>(in), 1 << 20);
  label("dot");
  dot<<<528, 256>>>(out, reinterpret_cast<float4*>(in), reinterpret_cast<float4*>(in + (1 << 24)), 1 << 19);
  for (const int length : {6, 20, 48}) {
    label("stretches of %ld", length);
    sum_of_stretches<<<256, 256>>>(out, in, length);
  }
  for (const int length : {4096, 20000, 50000}) {
    label("rows of %ld normalised", length);
    normalise_rows<<<(4 << 20) / length, 512>>>(out, in, length);
  }
  for (const int length : {96, 1024}) {
    label("softmax of %ld by warps", length);
    softmax_by_warps<<<(1 << 20) / length / 8, 256>>>(out, in, length);
  }
  label("sums of columns by blocks");
  columns_by_blocks<<<64, dim3(32, 8)>>>(out, in, 512, 2048);
  label("scans of blocks");
  scan_blocks<<<2048, 512>>>(out, in);
  return finish();
}
