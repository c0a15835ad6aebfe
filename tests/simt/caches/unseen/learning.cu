// Unseen: steps of training: convolutions of layers, pooling, attention, dropout, optimisers, cross entropy, quantisation.
#include "../caches.cuh"

__global__ void layer_convolution(float* out, const float* in, const float* weight, int channels, int outs, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, o = blockIdx.z;
  float sum = 0;
  for (int c = 0; c < channels; ++c)
    for (int dy = 0; dy < 3; ++dy)
      for (int dx = 0; dx < 3; ++dx)
        sum += in[(c * (side + 2) + y + dy) * (side + 2) + x + dx] * weight[((o * channels + c) * 3 + dy) * 3 + dx];
  out[(o * side + y) * side + x] = sum;
}
__global__ void pooled(float* out, const float* in, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float* at = in + (size_t(blockIdx.z) * side + 2 * y) * side + 2 * x;
  out[(size_t(blockIdx.z) * side / 2 + y) * side / 2 + x] = fmaxf(fmaxf(at[0], at[1]), fmaxf(at[side], at[side + 1]));
}
__global__ void columns_of_image(float* out, const float* in, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  for (int k = 0; k < 9; ++k) out[(k * side + y) * side + x] = in[(y + k / 3) * (side + 2) + x + k % 3];
}
__global__ void attended(float* out, const float* p, const float* v, int keys, int width) {
  const int d = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < keys; ++k) sum += p[size_t(blockIdx.x) * keys + k] * v[k * width + d];
  out[blockIdx.x * width + d] = sum;
}
__global__ void adam(float* w, float* m, float* v, const float* g, float rate) {
  const size_t i = index();
  m[i] = 0.9f * m[i] + 0.1f * g[i];
  v[i] = 0.999f * v[i] + 0.001f * g[i] * g[i];
  w[i] -= rate * m[i] / (sqrtf(v[i]) + 1e-8f);
}
__global__ void dropped(float* out, const float* in, unsigned char* kept, unsigned seed) {
  const unsigned i = unsigned(index()), r = (i * 747796405u + seed) >> 7;
  kept[i] = (r & 3) != 0;
  out[i] = kept[i] ? in[i] * 1.33f : 0;
}
__global__ void cross_entropy(float* loss, const float* logit, const int* target, int classes) {
  const float* row = logit + index() * classes;
  float most = row[0], sum = 0;
  for (int c = 1; c < classes; ++c) most = fmaxf(most, row[c]);
  for (int c = 0; c < classes; ++c) sum += expf(row[c] - most);
  loss[index()] = logf(sum) + most - row[target[index()]];
}
__global__ void quantised(char4* out, const float4* in, const float* scale) {
  const float4 v = in[index()];
  const float s = scale[blockIdx.x];
  out[index()] = make_char4(char(v.x * s), char(v.y * s), char(v.z * s), char(v.w * s));
}
__global__ void gradients_of_embedding(float* table, const int* token, const float* gradient, int width) {
  atomicAdd(&table[token[blockIdx.x] * width + threadIdx.x], gradient[blockIdx.x * width + threadIdx.x]);
}
__global__ void rotated(float2* q, const float2* angle, int pairs) {
  const int row = blockIdx.x, i = threadIdx.x;
  const float2 a = angle[row % 128 * pairs + i], v = q[row * pairs + i];
  q[row * pairs + i] = make_float2(v.x * a.x - v.y * a.y, v.x * a.y + v.y * a.x);
}

int main() {
  float *in = zeros<float>(1 << 24), *out = zeros<float>(1 << 24);
  label("layer of 8 to 16 channels, 64x64 by 16x16");
  layer_convolution<<<dim3(4, 4, 16), dim3(16, 16)>>>(out, in, in + (1 << 22), 8, 16, 64);
  label("layer of 3 to 24 channels, 96x96 by 32x4");
  layer_convolution<<<dim3(3, 24, 24), dim3(32, 4)>>>(out, in, in + (1 << 22), 3, 24, 96);
  label("pooled, 32 of 256x256");
  pooled<<<dim3(4, 16, 32), dim3(32, 8)>>>(out, in, 256);
  label("columns of an image");
  columns_of_image<<<dim3(2, 256), 128>>>(out, in, 256);
  label("attended, 256 keys of 64");
  attended<<<528, 64>>>(out, in, in + (1 << 22), 256, 64);
  label("attended, 128 keys of 256");
  attended<<<300, 256>>>(out, in, in + (1 << 22), 128, 256);
  label("adam, 4 x 4 MiB");
  adam<<<4096, 256>>>(out, out + (1 << 20), out + (2 << 20), in, 0.1f);
  label("adam, 4 x 14 MB");
  adam<<<13000, 256>>>(out, out + (4 << 20), out + (8 << 20), in, 0.1f);
  label("dropped");
  dropped<<<4096, 256>>>(out, in, (unsigned char*)(out + (1 << 22)), 17);
  int* target = filled<int>(1 << 16, [](size_t i) { return int(i * 7 % 40); });
  label("cross entropy of 40 classes");
  cross_entropy<<<66, 256>>>(out, in, target, 40);
  label("cross entropy of 1000 classes");
  cross_entropy<<<8, 128>>>(out, in, target, 1000);
  label("quantised");
  quantised<<<4096, 256>>>((char4*)out, (const float4*)in, in + (1 << 23));
  int* token = filled<int>(2048, [](size_t i) { return int(i * i % 509); });
  label("gradients of an embedding");
  gradients_of_embedding<<<2048, 128>>>(out, token, in, 128);
  label("rotated pairs");
  rotated<<<4096, 64>>>((float2*)out, (const float2*)in, 64);
  return finish();
}
