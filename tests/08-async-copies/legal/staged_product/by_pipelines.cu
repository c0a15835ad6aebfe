// A cuda::pipeline of each thread.
#include <cuda/pipeline>

__global__ void multiply(float* c, const float* a, const float* b, int m, int n, int l, int s) {
  extern __shared__ float4 pool[];
  float* as = reinterpret_cast<float*>(pool);
  float* bs = as + s * 1024;
  const int t = threadIdx.x, r = t >> 3, q = (t & 7) * 4, last = (l + 31) / 32;
  const int row = blockIdx.y * 32 + r, col = blockIdx.x * 32 + q;
  auto stages = cuda::make_pipeline();
  auto bring = [&](int i) {
    stages.producer_acquire();
    if (i < last) {
      int slot = i % s * 1024 + r * 32 + q, p = i * 32;
      bool there = row < m && p + q < l;
      if (there)
        cuda::memcpy_async(as + slot, a + row * l + p + q, cuda::aligned_size_t<16>(16), stages);
      else pool[slot / 4] = make_float4(0, 0, 0, 0);
      there = p + r < l && col < n;
      if (there)
        cuda::memcpy_async(bs + slot, b + (p + r) * n + col, cuda::aligned_size_t<16>(16), stages);
      else pool[s * 256 + slot / 4] = make_float4(0, 0, 0, 0);
    }
    stages.producer_commit();
  };
  float4 sum = make_float4(0, 0, 0, 0);
  for (int i = 0; i + 1 < s; ++i) bring(i);
  for (int i = 0; i < last; ++i) {
    bring(i + s - 1);
    if (s == 2) cuda::pipeline_consumer_wait_prior<1>(stages);
    else if (s == 3) cuda::pipeline_consumer_wait_prior<2>(stages);
    else cuda::pipeline_consumer_wait_prior<3>(stages);
    __syncthreads();
    const float* x = as + i % s * 1024 + r * 32;
    const float4* y = pool + (s + i % s) * 256 + (t & 7);
    for (int k = 0; k < 32; ++k) {
      float f = x[k];
      float4 g = y[k * 8];
      sum.x += f * g.x, sum.y += f * g.y, sum.z += f * g.z, sum.w += f * g.w;
    }
    stages.consumer_release();
    __syncthreads();
  }
  if (row < m && col < n) *reinterpret_cast<float4*>(c + row * n + col) = sum;
}

void staged_product(float* c, const float* a, const float* b, int rows, int cols, int inner, int stages) {
  multiply<<<dim3((cols + 31) / 32, (rows + 31) / 32), 256, stages * 8192>>>(c, a, b, rows, cols, inner, stages);
}
