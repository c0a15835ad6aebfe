// Trial: scatters and gathers, written and said by the model before an H100 counted them.
#include "../caches.cuh"

__global__ void gathered(float* out, const float* in, const int* from) { out[index()] = in[from[index()]]; }
__global__ void scattered(float* out, const float* in, const int* to) { out[to[index()]] = in[index()]; }
__global__ void gathered_quads(float4* out, const float4* in, const int* from) { out[index()] = in[from[index()]]; }
// A warp a row of 64 floats.
__global__ void rows_gathered(float2* out, const float2* in, const int* from) {
  const int row = int(index()) / 32, lane = threadIdx.x % 32;
  out[size_t(row) * 32 + lane] = in[size_t(from[row]) * 32 + lane];
}

int main() {
  const size_t many = 1 << 19;
  float *in = zeros<float>(1 << 24), *out = zeros<float>(1 << 24);
  // Odd factors make permutations.
  int* far = filled<int>(many, [](size_t i) { return int((i * 2654435761u) & (many - 1)); });
  int* near = filled<int>(many, [](size_t i) { return int((i & ~size_t(1023)) | ((i * 421) & 1023)); });
  label("gathered from 2 MiB");
  gathered<<<2048, 256>>>(out, in, far);
  label("gathered within 4 KiB");
  gathered<<<2048, 256>>>(out, in, near);
  label("scattered over 2 MiB");
  scattered<<<2048, 256>>>(out, in, far);
  label("scattered within 4 KiB");
  scattered<<<2048, 256>>>(out, in, near);
  label("quads gathered from 8 MiB");
  gathered_quads<<<1024, 512>>>((float4*)out, (const float4*)in, far);
  label("rows of 64 floats gathered");
  rows_gathered<<<2048, 256>>>((float2*)out, (const float2*)in, near);
  return finish();
}
