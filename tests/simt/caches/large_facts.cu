// More launches of which it is known what they found on an H200 (data/simt/caches/seen.csv): those that take seconds.
// Run: simtcc large_facts.cu -o facts && SIMT_CACHES=h200 SIMT_REPORT=facts.json ./facts
#include "caches.cuh"

__global__ void two_passes(float* out, const float4* in, std::size_t count) {
  float sum = 0;
  for (int time = 0; time < 2; ++time)
    for (std::size_t i = index(); i < count; i += all_threads()) sum += in[i].x;
  keep(out, sum);
}

__global__ void store_every(float* out, int step) { out[index() * step] = 1; }

__global__ void store_fields(float* out) {
  for (int field = 0; field < 4; ++field) out[4 * index() + field] = 1;
}

__global__ void product(float* out, const float* a, const float* b, int side) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < side; ++k) sum += a[row * side + k] * b[k * side + col];
  out[row * side + col] = sum;
}

int main() {
  constexpr std::size_t most = std::size_t(1) << 26;  // floats
  constexpr int multiprocessors = 132;
  float *in = zeros<float>(most), *out = zeros<float>(most);
  for (const unsigned edge : {16u, 32u}) {
    label("product %ldx%ld", edge, edge);
    product<<<dim3(512 / edge, 512 / edge), dim3(edge, edge)>>>(out, in, in, 512);
  }
  for (const int megabytes : {8, 32, 100}) {
    label("two passes over %ld MB", megabytes);
    two_passes<<<8 * multiprocessors, 256>>>(out, reinterpret_cast<const float4*>(in), megabytes * 62500ul);
  }
  for (const int step : {2, 8, 16, 64}) {
    label("store every %ld", step);
    store_every<<<unsigned(most / step / 256), 256>>>(out, step);
  }
  label("store four fields in turn");
  store_fields<<<1 << 14, 256>>>(out);
  return finish();
}
