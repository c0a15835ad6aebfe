// Loads and stores of one kernel in another order, and wasteful loads and wasteful stores apart: time and traffic.
// Run: ./course bench aos-soa --experiment gpu_order
#include <memory>
#include <string>

#include "tests/03-aos-soa/gpu_layouts.cuh"
#include "tests/common/memory_traffic.hpp"

namespace {

constexpr int block = 256;

__device__ long object() { return long(blockIdx.x) * block + threadIdx.x; }

// Field by field: load, load, store; then the next field.
template <typename Layout>
__global__ void add_in_turn(Layout out, Layout in) {
  const long i = object();
  if (i >= out.count) return;
  for (int field = 0; field < 4; ++field) out.at(i, field) += in.at(i, field);
}

// The same requests; all eight loads come before the first store.
template <typename Layout>
__global__ void add_loads_first(Layout out, Layout in) {
  const long i = object();
  if (i >= out.count) return;
  int sum[4];
  for (int field = 0; field < 4; ++field) sum[field] = out.at(i, field) + in.at(i, field);
  for (int field = 0; field < 4; ++field) out.at(i, field) = sum[field];
}

// Field by field from one layout to another: where one of them is Aos, that side wastes.
template <typename Out, typename In>
__global__ void convert(Out out, In in) {
  const long i = object();
  if (i >= out.count) return;
  for (int field = 0; field < 4; ++field) out.at(i, field) = in.at(i, field);
}

template <typename Layout>
void launch_add(bool loads_first, int* out, int* in, long count) {
  const unsigned grid = unsigned((count + block - 1) / block);
  if (loads_first) add_loads_first<Layout><<<grid, block>>>({out, count}, {in, count});
  else add_in_turn<Layout><<<grid, block>>>({out, count}, {in, count});
}

template <typename Out, typename In>
void launch_convert(int* out, int* in, long count) {
  convert<Out, In><<<unsigned((count + block - 1) / block), block>>>({out, count}, {in, count});
}

struct Case {
  std::string kernel, layout;
  void (*launch)(int* out, int* in, long count);
};

template <typename Layout, bool loads_first>
void added(int* out, int* in, long count) {
  launch_add<Layout>(loads_first, out, in, count);
}

const Case cases[] = {{"in turn", "soa", added<Soa, false>}, {"loads first", "soa", added<Soa, true>},
    {"in turn", "aos", added<Aos, false>}, {"loads first", "aos", added<Aos, true>},
    {"in turn", "aosoa", added<Tiled<32>, false>}, {"loads first", "aosoa", added<Tiled<32>, true>},
    {"in turn", "aosoa16", added<Tiled<16>, false>}, {"loads first", "aosoa16", added<Tiled<16>, true>},
    {"in turn", "aosoa8", added<Tiled<8>, false>}, {"loads first", "aosoa8", added<Tiled<8>, true>},
    {"convert", "soa to soa", launch_convert<Soa, Soa>}, {"convert", "aos to soa", launch_convert<Soa, Aos>},
    {"convert", "soa to aos", launch_convert<Aos, Soa>}, {"convert", "aosoa8 to soa", launch_convert<Soa, Tiled<8>>},
    {"convert", "soa to aosoa8", launch_convert<Tiled<8>, Soa>}};

std::vector<experiments::Work> list() {
  const long count = harness::dry_run() ? 1l << 12 : 1l << 26;
  const auto out = std::make_shared<Memory>(count), in = std::make_shared<Memory>(count);
  std::vector<experiments::Work> all;
  // Two arrays, half a sector an object.
  for (const Case& one : cases)
    all.push_back({{{"kernel", one.kernel}, {"layout", one.layout}, {"objects", count}}, count,
        [=, &one] { one.launch(out->get(), in->get(), count); }});
  return all;
}

}  // namespace

int main(int argc, char** argv) { return experiments::run_traffic_experiment(argc, argv, list); }
