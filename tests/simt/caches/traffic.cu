// Launches that chapters 1 and 3 have measured on a GPU, at sizes that take seconds here. A label names the table and the row.
// Run: simtcc traffic.cu -o traffic && SIMT_CACHES=h200 SIMT_REPORT=traffic.json ./traffic
#include <cooperative_groups.h>

#include "caches.cuh"
#include "../../../solutions/01-coalescing/transpose_naive.cu"
#include "../../../solutions/01-coalescing/transpose_vectorized.cu"

namespace {

constexpr std::size_t sectors_of_mib = 1 << 15;
constexpr int threads = 1024, resident = 2 * 132;

void row(const char* table, const char* cells) { printf("%s: %s\n", table, cells); }

__device__ void store_half(float4* out, long first, long chunk, int half) {
  for (long i = long(index()); i < chunk; i += long(all_threads()))
    out[2 * (first + i) + half] = make_float4(1, 2, 3, 4);
}
__global__ void store_first_halves(float4* out, long chunk) { store_half(out, 0, chunk, 0); }
__global__ void store_whole(float4* out, long chunk) {
  for (long i = long(index()); i < 2 * chunk; i += long(all_threads())) out[i] = make_float4(1, 2, 3, 4);
}
// Nobody begins with a half before all have stored the one before.
__global__ void store_in_halves(float4* out, long sectors, long chunk) {
  for (long first = 0; first < sectors; first += chunk)
    for (int half = 0; half < 2; ++half) {
      store_half(out, first, chunk, half);
      cooperative_groups::this_grid().sync();
    }
}
void halves(float4* out) {
  constexpr const char* table = "01-coalescing/sector_halves";
  char cells[64];
  for (const long mib : {8, 16, 32, 64, 128}) {
    snprintf(cells, sizeof cells, "order=first halves only;chunk_mib=%ld", mib);
    row(table, cells);
    store_first_halves<<<resident, threads>>>(out, mib * long(sectors_of_mib));
  }
  for (const long mib : {32, 64, 128}) {
    snprintf(cells, sizeof cells, "order=whole sectors;chunk_mib=%ld", mib);
    row(table, cells);
    store_whole<<<resident, threads>>>(out, mib * long(sectors_of_mib));
  }
  for (long mib : {4, 16, 32, 64}) {
    snprintf(cells, sizeof cells, "order=one launch;chunk_mib=%ld", mib);
    row(table, cells);
    long sectors = 256 * long(sectors_of_mib), chunk = mib * long(sectors_of_mib);
    void* arguments[] = {&out, &sectors, &chunk};
    require(cudaLaunchCooperativeKernel(store_in_halves, dim3(resident), dim3(threads), arguments, 0, nullptr));
  }
}

__global__ void load_every(const float* in, int step, float* sink) {
  if (in[index() * step] == 0.12345f) *sink = 1;
}
void parts(float* memory) {
  constexpr const char* table = "01-coalescing/sector_parts";
  char cells[64];
  for (const int step : {8, 16, 32, 64}) {
    snprintf(cells, sizeof cells, "access=load every;step=%d", step);
    row(table, cells);
    load_every<<<unsigned((std::size_t(1) << 26) / step / 256), 256>>>(memory, step, memory);
  }
}

void transposes(float* out, const float* in) {
  constexpr const char* table = "01-coalescing/transpose_traffic";
  char cells[96];
  for (const int side : {1024, 2048, 4096}) {
    const auto cells_of = [&](const char* kernel, const char* block) {
      snprintf(cells, sizeof cells, "kernel=%s;block=%s;side=%d;l1=large", kernel, block, side);
      row(table, cells);
    };
    cells_of("naive", "8x32");
    transpose_naive_kernel<<<dim3(side / 8, side / 32), dim3(8, 32)>>>(out, in, side, side);
    cells_of("float4", "32x8");
    transpose_vectorized_kernel<<<dim3(side / 128, side / 32), dim3(32, 8)>>>(out, in, side, side);
    cells_of("float4", "16x16");
    transpose_vectorized_kernel<<<dim3(side / 64, side / 64), dim3(16, 16)>>>(out, in, side, side);
  }
}

struct Soa {
  int* data;
  __device__ int& at(long i, int field) const { return data[field * long(all_threads()) + i]; }
};
struct Aos {
  int* data;
  __device__ int& at(long i, int field) const { return data[4 * i + field]; }
};
template <int width>
struct Tiled {
  int* data;
  __device__ int& at(long i, int field) const { return data[i / width * 4 * width + field * width + i % width]; }
};
template <typename Layout>
__global__ void add_in_turn(Layout out, Layout in) {
  for (int field = 0; field < 4; ++field) out.at(long(index()), field) += in.at(long(index()), field);
}
template <typename Layout>
__global__ void add_loads_first(Layout out, Layout in) {
  const long i = long(index());
  int sum[4];
  for (int field = 0; field < 4; ++field) sum[field] = out.at(i, field) + in.at(i, field);
  for (int field = 0; field < 4; ++field) out.at(i, field) = sum[field];
}
template <typename Layout>
void add(const char* name, int* out, int* in) {
  char cells[64];
  snprintf(cells, sizeof cells, "kernel=in turn;layout=%s", name);
  row("03-aos-soa/gpu_order", cells);
  add_in_turn<Layout><<<4096, 256>>>({out}, {in});
  snprintf(cells, sizeof cells, "kernel=loads first;layout=%s", name);
  row("03-aos-soa/gpu_order", cells);
  add_loads_first<Layout><<<4096, 256>>>({out}, {in});
}

}  // namespace

int main() {
  float *in = zeros<float>(std::size_t(1) << 26), *out = zeros<float>(std::size_t(1) << 26);
  transposes(out, in);
  halves(reinterpret_cast<float4*>(out));
  parts(in);
  int *to = reinterpret_cast<int*>(out), *from = reinterpret_cast<int*>(in);
  add<Soa>("soa", to, from);
  add<Aos>("aos", to, from);
  add<Tiled<32>>("aosoa", to, from);
  add<Tiled<16>>("aosoa16", to, from);
  add<Tiled<8>>("aosoa8", to, from);
  return finish();
}
