// Everyday: what one part of a launch writes and another reads, and arrays that are passed over more than once.
#include <cooperative_groups.h>

#include "../caches.cuh"

__global__ void written_and_read(float* out, float* work, int times) {
  float sum = 0;
  for (int t = 0; t < times; ++t) {
    work[index()] = t;
    __syncthreads();
    sum += work[index() ^ 32];
    __syncthreads();
  }
  out[index()] = sum;
}
__global__ void two_steps(float* out, float* middle, const float* in, int n) {
  for (int i = int(index()); i < n; i += int(all_threads())) middle[i] = in[i] * 2;
  cooperative_groups::this_grid().sync();
  for (int i = int(index()); i < n; i += int(all_threads())) out[i] = middle[n - 1 - i] + 1;
}
__global__ void passed_over(float* out, const float* in, size_t n, int times) {
  float sum = 0;
  for (int t = 0; t < times; ++t)
    for (size_t i = index(); i < n; i += all_threads()) sum += in[i];
  keep(out, sum);
}
__global__ void added_up(float* all, size_t n, int times) {
  for (int t = 0; t < times; ++t)
    for (size_t i = index(); i < n; i += all_threads()) all[i] += 1;
}
__global__ void saxpy(float* y, const float* x, float a) { y[index()] += a * x[index()]; }
__global__ void triad(float4* a, const float4* b, const float4* c, float s) {
  const float4 x = b[index()], y = c[index()];
  a[index()] = make_float4(x.x + s * y.x, x.y + s * y.y, x.z + s * y.z, x.w + s * y.w);
}
__global__ void streaming(float* out, const float* in) { __stcs(&out[index()], __ldcs(&in[index()])); }
__global__ void ring(float* work, int steps) {
  const unsigned n = unsigned(all_threads());
  for (int s = 0; s < steps; ++s) work[(s + 1) % 4 * n + index()] = work[s % 4 * n + index()] + 1;
}
__global__ void columns_then_rows(float* out, const float* in, int side) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32;
  float sum = 0;
  for (int i = 0; i < 32; ++i) sum += in[(y + i) * side + x];
  for (int i = 0; i < 32; ++i) sum += in[(y + threadIdx.x) * side + blockIdx.x * 32 + i];
  out[y * side / 32 + x] = sum;
}
__global__ void filled_by_blocks(float* out, int each) {
  for (int i = threadIdx.x; i < each; i += blockDim.x) out[size_t(blockIdx.x) * each + i] = i;
}

int main() {
  const size_t million = 1000000;
  float *in = zeros<float>(40 * million), *out = zeros<float>(40 * million);
  label("written and read in blocks, 4 times");
  written_and_read<<<528, 256>>>(out, out + million, 4);
  int n = 2 << 20;
  float* middle = out + 8 * million;
  void* arguments[] = {&out, &middle, &in, &n};
  label("two steps over 8 MiB");
  require(cudaLaunchCooperativeKernel((void*)two_steps, dim3(264), dim3(256), arguments, 0, nullptr));
  n = 300000;
  label("two steps over 1.2 MB");
  require(cudaLaunchCooperativeKernel((void*)two_steps, dim3(132), dim3(512), arguments, 0, nullptr));
  for (const long mb : {4, 20, 44, 60, 120}) {
    label("passed twice over %ld MB", mb);
    passed_over<<<528, 256>>>(out, in, mb * million / 4, 2);
  }
  for (const long mb : {16, 36, 80}) {
    label("added up twice over %ld MB", mb);
    added_up<<<528, 256>>>(out, mb * million / 4, 2);
  }
  label("saxpy over 16 MiB");
  saxpy<<<16384, 256>>>(out, in, 2);
  label("triad over 24 MiB");
  triad<<<2048, 256>>>((float4*)out, (const float4*)in, (const float4*)in + (1 << 20), 3);
  label("triad over 96 MiB");
  triad<<<8192, 256>>>((float4*)out, (const float4*)in, (const float4*)in + (1 << 21), 3);
  label("streamed over 32 MiB");
  streaming<<<8192, 512>>>(out, in);
  label("ring of four, 12 steps");
  ring<<<512, 256>>>(out, 12);
  label("columns, then rows");
  columns_then_rows<<<dim3(32, 32), 32>>>(out, in, 1024);
  label("filled by blocks, 20 MB");
  filled_by_blocks<<<500, 256>>>(out, 10000);
  label("filled by blocks, 60 MB");
  filled_by_blocks<<<1500, 256>>>(out, 10000);
  return finish();
}
