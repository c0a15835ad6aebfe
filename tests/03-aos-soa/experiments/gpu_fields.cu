// Times the add on the GPU when one, two, three or all four fields are used: layouts × fields × sizes.
// Run: ./course bench aos-soa --experiment gpu_fields
#include <string>

#include "harness/experiment.hpp"
#include "tests/03-aos-soa/gpu_layouts.cuh"

namespace {

constexpr int block = 256;

template <int fields, typename Layout>
__global__ void add(Layout out, Layout in) {
  const long i = long(blockIdx.x) * block + threadIdx.x;
  if (i >= out.count) return;
  for (int field = 0; field < fields; ++field) out.at(i, field) += in.at(i, field);
}

// Uses as many fields of the object that it has moved whole.
template <int fields>
__global__ void add_whole(AosVector out, AosVector in) {
  const long i = long(blockIdx.x) * block + threadIdx.x;
  if (i >= out.count) return;
  int4 sum = out.at(i);
  const int4 more = in.at(i);
  sum.x += more.x;
  if (fields > 1) sum.y += more.y;
  if (fields > 2) sum.z += more.z;
  if (fields > 3) sum.w += more.w;
  out.at(i) = sum;
}

template <int fields>
void launch_one(const std::string& layout, int* out, int* in, long count) {
  const unsigned grid = unsigned((count + block - 1) / block);
  if (layout == "aos") add<fields, Aos><<<grid, block>>>({out, count}, {in, count});
  else if (layout == "soa") add<fields, Soa><<<grid, block>>>({out, count}, {in, count});
  else if (layout == "aosoa") add<fields, Tiled<32>><<<grid, block>>>({out, count}, {in, count});
  else if (layout == "aosoa16") add<fields, Tiled<16>><<<grid, block>>>({out, count}, {in, count});
  else if (layout == "aosoa8") add<fields, Tiled<8>><<<grid, block>>>({out, count}, {in, count});
  else add_whole<fields><<<grid, block>>>({out, count}, {in, count});
}

void launch(int fields, const std::string& layout, int* out, int* in, long count) {
  if (fields == 1) launch_one<1>(layout, out, in, count);
  else if (fields == 2) launch_one<2>(layout, out, in, count);
  else if (fields == 3) launch_one<3>(layout, out, in, count);
  else launch_one<4>(layout, out, in, count);
}

void time_fields(harness::Rows& rows) {
  const auto stopwatch = harness::device_stopwatch();
  for (const long count : {1l << 16, 1l << 20, 1l << 24, 1l << 26}) {
    if (harness::dry_run() && count > 1l << 16) break;
    const Memory out(count), in(count);
    for (int fields = 1; fields <= 4; ++fields)
      for (const std::string layout : {"aos", "aos_vector", "soa", "aosoa", "aosoa16", "aosoa8"}) {
        launch(fields, layout, out.get(), in.get(), count);
        Memory::must(cudaGetLastError());
        const harness::Timing time = harness::measure(
            *stopwatch, [&] { launch(fields, layout, out.get(), in.get(), count); }, {.max_total_ms = 200});
        const double used = 12.0 * fields * double(count);
        rows.add({{"layout", layout}, {"fields", fields}, {"objects", count}, {"bytes", 32 * count},
            {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms}, {"samples", time.samples},
            {"used_gb_per_s", used / time.median_ms / 1e6}});
      }
  }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(
      argc, argv, "CUDA events, cold L2, median; used bytes: two reads and a write of each field used", time_fields);
}
