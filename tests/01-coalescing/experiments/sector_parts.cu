// Stores a part of every sector, or every s-th element; loads every s-th float: what L2 and DRAM have to do with it.
// Run: ./course bench coalescing --experiment sector_parts
#include <bitset>
#include <memory>

#include "harness/device_buffer.hpp"
#include "tests/common/memory_traffic.hpp"

namespace {

constexpr int block = 256, sector = 32;

// A thread an element. Of each sector, the elements whose bit is set are stored.
template <typename T>
__global__ void store_part(T* out, long count, unsigned part) {
  const long i = long(blockIdx.x) * block + threadIdx.x;
  if (i < count && part >> i % (sector / sizeof(T)) & 1) out[i] = T(1);
}

// A thread for each element that is stored, so every lane of a warp has one.
template <typename T>
__global__ void store_every(T* out, long count, int step) {
  const long i = (long(blockIdx.x) * block + threadIdx.x) * step;
  if (i < count) out[i] = T(1);
}

// Never true is what the compiler cannot know, so that it has to load.
__global__ void load_every(const float* in, long count, int step, float* sink) {
  const long i = (long(blockIdx.x) * block + threadIdx.x) * step;
  if (i < count && in[i] == 0.12345f) *sink = 1;
}

unsigned grid_for(long threads) { return unsigned((threads + block - 1) / block); }

std::vector<experiments::Work> list() {
  const long bytes = harness::dry_run() ? 1l << 15 : 1l << 28;
  const auto memory = std::make_shared<harness::DeviceBuffer<float>>(bytes / sizeof(float), "out");
  experiments::must(cudaMemset(memory->get(), 0, bytes), "clearing");
  std::vector<experiments::Work> all;
  // used: of a sector's 32 bytes; step: in elements.
  const auto add = [&](const char* access, const char* type, const std::string& part, int used, int step, auto launch) {
    const long sectors = bytes / sector / std::max(1, step * (type[0] == 'f' ? 4 : type[0] == 'h' ? 2 : 1) / sector);
    all.push_back({{{"access", access}, {"element", type}, {"part", part}, {"bytes_of_sector", used}, {"step", step}},
        sectors, [memory, launch] { launch(memory->get()); }});
  };
  const auto parts = [&](auto element, const char* type, std::initializer_list<unsigned> masks) {
    using T = decltype(element);
    const long count = bytes / long(sizeof(T));
    for (const unsigned mask : masks) {
      std::string picture;
      for (unsigned i = 0; i < sector / sizeof(T); ++i) picture += mask >> i & 1 ? '#' : '.';
      add("store", type, picture, int(std::bitset<32>(mask).count() * sizeof(T)), 1, [count, mask](float* out) {
        store_part<T><<<grid_for(count), block>>>(reinterpret_cast<T*>(out), count, mask);
      });
    }
  };
  // From the sector's beginning; spread over it; its end, its middle.
  parts(float(), "float", {0x01, 0x03, 0x07, 0x0f, 0x1f, 0x3f, 0x7f, 0xff, 0x11, 0x55, 0xaa, 0xf0, 0x3c, 0x7e});
  parts((unsigned short)(0), "half", {0xffff, 0x5555, 0x7fff});
  parts((unsigned char)(0), "byte", {0xffffffff, 0x55555555, 0x7fffffff});
  for (const int step : {1, 2, 4, 8, 16, 32, 64}) {
    const long count = bytes / long(sizeof(float));
    const int used = std::max(4, sector / step);
    add("store every", "float", "", used, step,
        [=](float* out) { store_every<<<grid_for(count / step), block>>>(out, count, step); });
    add("load every", "float", "", used, step,
        [=](float* in) { load_every<<<grid_for(count / step), block>>>(in, count, step, in); });
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) { return experiments::run_traffic_experiment(argc, argv, list); }
