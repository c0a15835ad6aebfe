// Trial: windows that persist in L2, written and said by the model before an H100 counted them.
#include "../caches.cuh"

// A part that is read each round, and a stream between.
__global__ void part_and_stream(
    float* out, const float4* part, int of_part, const float4* stream, int of_stream, int rounds) {
  float sum = 0;
  for (int r = 0; r < rounds; ++r) {
    for (int i = int(index()); i < of_part; i += int(all_threads())) sum += part[i].x;
    for (int i = int(index()); i < of_stream; i += int(all_threads())) sum += stream[size_t(r) * of_stream + i].x;
  }
  keep(out, sum);
}

int main() {
  const int mib = 1 << 16;  // float4
  float4 *part = zeros<float4>(16 * mib), *stream = zeros<float4>(96 * mib);
  float* out = zeros<float>(1);
  cudaStream_t other;
  require(cudaStreamCreate(&other));
  label("8 MiB kept by nothing beside 24 MiB, 4 rounds");
  part_and_stream<<<528, 256, 0, other>>>(out, part, 8 * mib, stream, 24 * mib, 4);
  require(cudaDeviceSynchronize());
  require(cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 16 << 20));
  cudaStreamAttrValue value = {};
  value.accessPolicyWindow.base_ptr = part;
  value.accessPolicyWindow.num_bytes = 8 << 20;
  value.accessPolicyWindow.hitRatio = 1.0f;
  value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  value.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  require(cudaStreamSetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &value));
  label("8 MiB in a window beside 24 MiB, 4 rounds");
  part_and_stream<<<528, 256, 0, other>>>(out, part, 8 * mib, stream, 24 * mib, 4);
  require(cudaDeviceSynchronize());
  value.accessPolicyWindow.num_bytes = 2 << 20;
  require(cudaStreamSetAttribute(other, cudaStreamAttributeAccessPolicyWindow, &value));
  label("2 MiB in a window beside 4 MiB, 6 rounds");
  part_and_stream<<<528, 256, 0, other>>>(out, part, 2 * mib, stream, 4 * mib, 6);
  return finish();
}
