// So many sectors of L2, near each other or far apart: does it cost that they lie in many pages?
// Run: ./course bench latency --experiment pages
#include "tests/07-latency/ring.cuh"

namespace {

constexpr int most_hops = 2048;

__global__ void chase_kernel(char** where, long long* cycles, int warm, int hops) {
  char* at = *where;
  for (int i = 0; i < warm; ++i) at = experiments::hop<false>(at);
  const long long begin = clock64();
#pragma unroll 8
  for (int i = 0; i < hops; ++i) at = experiments::hop<false>(at);
  *where = at;  // needs the last load, so the clock is read behind it
  *cycles = (at == nullptr ? 0 : clock64()) - begin;
}

}  // namespace

int main(int argc, char** argv) {
  const char* method =
      "one thread, past L1 (ld.global.cg), each load's address comes out of the load before; clock64() around 2048 of "
      "them"
      " behind two laps, median and quartiles of 5 launches; slots are `stride` bytes apart";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows) {
    const bool dry = harness::dry_run();
    const std::uint64_t most = dry ? 1 << 16 : std::uint64_t(112) << 30;
    char* memory = nullptr;
    if (cudaMalloc(&memory, most) != cudaSuccess) throw harness::DeviceError("there is no room for the ring");
    const harness::DeviceBuffer<char*> where(1, "where");
    const harness::DeviceBuffer<long long> cycles(1, "cycles");
    for (const std::uint64_t slots : {512ull, 2048ull, 8192ull})
      for (std::uint64_t stride = 128; stride * slots <= most; stride *= stride < 65536 ? 8 : 2) {
        char* const first = experiments::make_ring(memory, slots * stride, stride);
        cudaMemcpy(where.get(), &first, sizeof first, cudaMemcpyHostToDevice);
        std::vector<double> samples;
        for (int i = 0; i < (dry ? 1 : 5); ++i) {
          chase_kernel<<<1, 1>>>(where.get(), cycles.get(), dry ? 1 : int(i ? slots : 2 * slots), dry ? 4 : most_hops);
          samples.push_back(double(cycles.download()[0]) / (dry ? 4 : most_hops));
        }
        std::sort(samples.begin(), samples.end());
        rows.add({{"slots", slots}, {"stride", stride}, {"footprint", slots * stride},
            {"cycles", samples[samples.size() / 2]}, {"q1", samples[samples.size() / 4]},
            {"q3", samples[samples.size() * 3 / 4]}});
      }
    cudaFree(memory);
  });
}
