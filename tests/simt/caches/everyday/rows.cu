// Everyday: what networks do to rows: softmax, norms, attention's scores, embeddings.
#include "../caches.cuh"

__device__ float of_block(float value, bool largest) {
  __shared__ float part[32];
  for (int s = 16; s; s /= 2) {
    const float other = __shfl_xor_sync(~0u, value, s);
    value = largest ? fmaxf(value, other) : value + other;
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = value;
  __syncthreads();
  value = part[0];
  for (int i = 1; i < blockDim.x / 32; ++i) value = largest ? fmaxf(value, part[i]) : value + part[i];
  return value;
}
__global__ void softmax(float* out, const float* in, int cols) {
  const float* row = in + size_t(blockIdx.x) * cols;
  float most = -1e30f, sum = 0;
  for (int i = threadIdx.x; i < cols; i += blockDim.x) most = fmaxf(most, row[i]);
  most = of_block(most, true);
  for (int i = threadIdx.x; i < cols; i += blockDim.x) sum += expf(row[i] - most);
  sum = of_block(sum, false);
  for (int i = threadIdx.x; i < cols; i += blockDim.x) out[size_t(blockIdx.x) * cols + i] = expf(row[i] - most) / sum;
}
__global__ void softmax_by_threads(float* out, const float* in, int cols) {
  const float* row = in + index() * cols;
  float most = -1e30f, sum = 0;
  for (int i = 0; i < cols; ++i) most = fmaxf(most, row[i]);
  for (int i = 0; i < cols; ++i) sum += expf(row[i] - most);
  for (int i = 0; i < cols; ++i) out[index() * cols + i] = expf(row[i] - most) / sum;
}
__global__ void layer_norm(float* out, const float* in, const float* scale, const float* shift, int cols) {
  const size_t first = size_t(blockIdx.x) * cols;
  float sum = 0, squares = 0;
  for (int i = threadIdx.x; i < cols; i += blockDim.x) sum += in[first + i];
  const float mean = of_block(sum, false) / cols;
  for (int i = threadIdx.x; i < cols; i += blockDim.x) squares += (in[first + i] - mean) * (in[first + i] - mean);
  const float factor = rsqrtf(of_block(squares, false) / cols + 1e-5f);
  for (int i = threadIdx.x; i < cols; i += blockDim.x)
    out[first + i] = (in[first + i] - mean) * factor * scale[i] + shift[i];
}
__global__ void layer_norm_by_warps(float* out, const float* in, const float* scale, const float* shift, int cols) {
  const size_t first = index() / 32 * cols;
  const int lane = threadIdx.x % 32;
  float sum = 0, squares = 0;
  for (int i = lane; i < cols; i += 32) sum += in[first + i], squares += in[first + i] * in[first + i];
  for (int s = 16; s; s /= 2) sum += __shfl_xor_sync(~0u, sum, s), squares += __shfl_xor_sync(~0u, squares, s);
  const float mean = sum / cols, factor = rsqrtf(squares / cols - mean * mean + 1e-5f);
  for (int i = lane; i < cols; i += 32) out[first + i] = (in[first + i] - mean) * factor * scale[i] + shift[i];
}
__global__ void rms_norm(float4* out, const float4* in, const float4* scale, int quads) {
  const size_t first = size_t(blockIdx.x) * quads;
  float squares = 0;
  for (int i = threadIdx.x; i < quads; i += blockDim.x) {
    const float4 v = in[first + i];
    squares += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
  }
  const float factor = rsqrtf(of_block(squares, false) / (4 * quads) + 1e-5f);
  for (int i = threadIdx.x; i < quads; i += blockDim.x) {
    const float4 v = in[first + i], s = scale[i];
    out[first + i] = make_float4(v.x * factor * s.x, v.y * factor * s.y, v.z * factor * s.z, v.w * factor * s.w);
  }
}
__global__ void batch_norm(float* out, const float* in, int rows, int cols) {
  const int col = int(index());
  if (col >= cols) return;
  float sum = 0, squares = 0;
  for (int row = 0; row < rows; ++row) sum += in[row * cols + col];
  const float mean = sum / rows;
  for (int row = 0; row < rows; ++row) squares += (in[row * cols + col] - mean) * (in[row * cols + col] - mean);
  const float factor = rsqrtf(squares / rows + 1e-5f);
  for (int row = 0; row < rows; ++row) out[row * cols + col] = (in[row * cols + col] - mean) * factor;
}
__global__ void scores(float* out, const float* q, const float* k, int keys, int width) {
  const int key = blockIdx.x * blockDim.x + threadIdx.x;
  const float *mine = q + size_t(blockIdx.y) * width, *other = k + size_t(key) * width;
  float sum = 0;
  for (int i = 0; i < width; ++i) sum += mine[i] * other[i];
  out[size_t(blockIdx.y) * keys + key] = sum;
}
__global__ void embedded(float* out, const int* token, const float* table, int width) {
  for (int i = threadIdx.x; i < width; i += blockDim.x)
    out[size_t(blockIdx.x) * width + i] = table[size_t(token[blockIdx.x]) * width + i];
}
__global__ void added_bias(float* out, const float* in, const float* bias, int cols) {
  out[index()] = fmaxf(in[index()] + bias[index() % cols], 0);
}

int main() {
  float *in = zeros<float>(1 << 22), *out = zeros<float>(1 << 22), *scale = zeros<float>(1 << 15),
        *shift = zeros<float>(1 << 15);
  for (const int cols : {256, 1024, 4096}) {
    label("softmax of rows of %ld", cols);
    softmax<<<(1 << 20) / cols, 256>>>(out, in, cols);
  }
  label("softmax of rows of 32768 by 1024");
  softmax<<<40, 1024>>>(out, in, 32768);
  label("softmax of rows of 30000 by 256, 132 rows");
  softmax<<<132, 256>>>(out, in, 30000);
  label("softmax by threads, rows of 100");
  softmax_by_threads<<<64, 128>>>(out, in, 100);
  label("layer norm of 768");
  layer_norm<<<1024, 256>>>(out, in, scale, shift, 768);
  label("layer norm of 5120 by 512");
  layer_norm<<<200, 512>>>(out, in, scale, shift, 5120);
  label("layer norm by warps of 512");
  layer_norm_by_warps<<<512, 128>>>(out, in, scale, shift, 512);
  label("layer norm by warps of 2048");
  layer_norm_by_warps<<<64, 256>>>(out, in, scale, shift, 2048);
  label("rms norm of 4096 by float4");
  rms_norm<<<300, 256>>>((float4*)out, (const float4*)in, (const float4*)scale, 1024);
  label("batch norm of 256 rows");
  batch_norm<<<32, 128>>>(out, in, 256, 4096);
  label("scores of 64 wide");
  scores<<<dim3(4, 128), 128>>>(out, in, in + (1 << 20), 512, 64);
  int* token = filled<int>(1024, [](size_t i) { return int(i * 7919 % 997); });
  label("embedded, 256 wide");
  embedded<<<1024, 256>>>(out, token, in, 256);
  label("bias of 1000");
  added_bias<<<4000, 256>>>(out, in, scale, 1000);
  return finish();
}
