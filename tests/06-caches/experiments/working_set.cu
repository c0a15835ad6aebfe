// A block on each SM reads the same floats four times, beside more or less shared memory: up to which size L1 has them.
// Run: ./course bench caches --experiment working_set
#include <memory>

#include "harness/device_buffer.hpp"
#include "tests/common/memory_traffic.hpp"

namespace {

constexpr int times = 4;

// Never true is what the compiler cannot know, so that it has to load.
template <bool round_l1>
__global__ void read_again(float* sink, const float* in, int count) {
  const float* own = in + std::size_t(blockIdx.x) * count;
  float sum = 0;
  for (int time = 0; time < times; ++time)
    for (int i = threadIdx.x; i < count; i += blockDim.x) sum += round_l1 ? __ldcg(own + i) : own[i];
  if (sum == 0.12345f) *sink = sum;
}

std::vector<experiments::Work> list() {
  const bool dry = harness::dry_run();
  const int sms = dry ? 2 : 132, most_kib = 384;
  const std::size_t count = std::size_t(sms) * most_kib * 256;
  const auto in = std::make_shared<harness::DeviceBuffer<float>>(count, "in");
  const auto out = std::make_shared<harness::DeviceBuffer<float>>(64, "out");
  experiments::must(cudaMemset(in->get(), 0, count * sizeof(float)), "clearing");
  std::vector<experiments::Work> all;
  const auto add = [&](const char* load, auto* kernel, int kib, int shared_kib, int carveout) {
    all.push_back(
        {{{"load", load}, {"kib", kib}, {"shared_kib", shared_kib}, {"carveout", carveout}}, long(sms) * kib * 32, [=] {
           const int bytes = shared_kib * 1024 - (shared_kib ? 1024 : 0);  // CUDA takes 1 KiB of each block for itself
           experiments::must(
               cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), "shared memory");
           experiments::must(
               cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, carveout), "a carve-out");
           kernel<<<sms, dry ? 64 : 1024, std::size_t(bytes)>>>(out->get(), in->get(), kib * 256);
         }});
  };
  const std::vector<int> sizes = dry ? std::vector{16}
                                     : std::vector{16, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 200, 208, 216,
                                           224, 232, 240, 248, 256, 288, 320, 384};
  for (const int kib : sizes) add("plain", read_again<false>, kib, 0, -1);
  for (const int shared : {16, 32, 64, 100, 132, 164, 196})
    for (const int kib : dry ? std::vector{16} : std::vector{16, 32, 64, 96, 128, 160, 192})
      if (kib + shared <= 272) add("plain", read_again<false>, kib, shared, -1);
  for (const int carveout : {0, 50, 100})
    for (const int kib : dry ? std::vector{16} : std::vector{16, 64, 128, 192, 256})
      add("plain", read_again<false>, kib, 0, carveout);
  for (const int kib : {32, 128, 256}) add("__ldcg", read_again<true>, kib, 0, -1);
  return all;
}

}  // namespace

int main(int argc, char** argv) { return experiments::run_traffic_experiment(argc, argv, list); }
