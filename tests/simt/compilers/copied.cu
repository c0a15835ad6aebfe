// Every compiler the same: structures copied by way of a local variable, pairs of halves, loops of few rounds.
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

#include "../calibration/calibration.cuh"

__global__ void by_a_local(uchar4* c, float4* q) {
  const int i = threadIdx.x;
  const uchar4 d = c[i + 1];
  c[i + 128] = d;
  if (d.x == 0 && d.y == 0) c[i + 192].w = d.z;
  const float4 v = q[i];
  q[i + 64] = v;
  q[i + 128].x = v.y;
}
__global__ void halves(__half* h, __half2* h2, float* out) {
  const int i = threadIdx.x;
  h[i] = __float2half(i * 0.25f);
  h[i + 64] = __hadd(h[i], h[i + 1]);
  h2[i] = __halves2half2(h[i], h[i + 64]);
  h2[i + 64] = __hmul2(h2[i], h2[i + 1]);
  const __half2 v = h2[i + 64];
  out[i] = __low2float(v) + __high2float(v);
  h2[i + 128] = __hfma2(v, v, h2[i]);
  const float2 both = __half22float2(h2[i + 128]);
  out[i + 64] = both.x - both.y;
  if (__hgt(h[i], h[i + 128])) h[i + 128] = h[i];
}
// g++ may make two copies of the body, or of the inner loop's, and then one place in the source is two.
template <int size>
__global__ void two_rounds(int4* out, const int4* in) {
  __shared__ int4 tile[64];
  for (int i = 0; i < 16; i += size)
    __pipeline_memcpy_async(
        reinterpret_cast<char*>(&tile[threadIdx.x]) + i, reinterpret_cast<const char*>(&in[threadIdx.x]) + i, size);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
__global__ void eight_rows_of_two(float* c, const float* a, int n) {
  const int x = threadIdx.x * 8;
  float sum[8][8] = {};
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 8; ++i)
      for (int h = 0; h < 8; ++h) sum[i][h] += a[k * 8 + i] * a[x + h];
  for (int i = 0; i < 8; ++i)
    for (int h = 0; h < 8; h += 4)
      *reinterpret_cast<float4*>(&c[i * 512 + x + h]) =
          make_float4(sum[i][h], sum[i][h + 1], sum[i][h + 2], sum[i][h + 3]);
}

int main() {
  int4* words = filled<int4>(64, [](size_t i) { return make_int4(int(i), 1, 2, 3); });
  label("by a local"), by_a_local<<<1, 64>>>(zeros<uchar4>(256), zeros<float4>(256));
  label("halves"), halves<<<1, 64>>>(zeros<__half>(256), zeros<__half2>(256), zeros<float>(128));
  label("two rounds of 8"), two_rounds<8><<<1, 64>>>(zeros<int4>(64), words);
  label("four rounds of 4"), two_rounds<4><<<1, 64>>>(zeros<int4>(64), words);
  label("eight rows of two"),
      eight_rows_of_two<<<1, 64>>>(zeros<float>(4096), filled<float>(1024, [](size_t i) { return float(i % 7); }), 3);
  return finish();
}
