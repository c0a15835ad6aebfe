// Where copies that nobody waits for pay: a stencil, a product, a transpose and a copy, with 1 to 4 stages and few or many blocks.
// Run: ./course bench async --experiment stages
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "harness/experiment.hpp"

namespace {

void require(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

constexpr int threads = 256;
extern __shared__ __align__(128) unsigned char memory[];

// From global to shared memory: asynchronously, or (stages 0) through a register.
template <int stages, typename T>
__device__ void bring(T* to, const T* from) {
  if constexpr (stages == 0) *to = *from;
  else __pipeline_memcpy_async(to, from, sizeof(T));
}
// `fetch` and `work` take the number of a tile and a stage. Each tile's copies begin stages - 1 tiles ahead.
template <int stages, typename Fetch, typename Work>
__device__ void march(int tiles, const Fetch& fetch, const Work& work) {
  constexpr int ring = stages > 1 ? stages : 1;
  for (int ahead = 0; ahead < ring - 1; ++ahead) {
    if (ahead < tiles) fetch(ahead, ahead);
    __pipeline_commit();
  }
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile + ring - 1 < tiles) fetch(tile + ring - 1, (tile + ring - 1) % ring);
    __pipeline_commit();
    __pipeline_wait_prior(ring - 1);
    __syncthreads();
    work(tile, tile % ring);
    __syncthreads();
  }
}

// Five neighbours of a row, strips of 256 columns and 64 rows.
constexpr int stencil_rows = 64;
template <int stages>
__global__ void stencil(float* out, const float* in, int side) {
  auto tiles = reinterpret_cast<float (*)[threads + 8]>(memory);
  const int me = threadIdx.x, first = blockIdx.x * threads, top = blockIdx.y * stencil_rows;
  march<stages>(
      stencil_rows,
      [&](int row, int stage) {
        const float* const line = in + size_t(top + row) * side;
        bring<stages>(&tiles[stage][4 + me], line + first + me);
        if (me < 4) bring<stages>(&tiles[stage][me], line + max(first - 4 + me, 0));
        if (me >= 4 && me < 8)
          bring<stages>(&tiles[stage][threads + me], line + min(first + threads + me - 4, side - 1));
      },
      [&](int row, int stage) {
        const float* const at = &tiles[stage][4 + me];
        out[size_t(top + row) * side + first + me] = at[-2] + at[-1] + at[0] + at[1] + at[2];
      });
}

// Tiles of 64×16 and 16×64, 4×4 elements a thread.
constexpr int tile_side = 64, depth = 16;
template <int stages>
__global__ void product(float* out, const float* a, const float* b, int side) {
  struct Stage {
    float a[tile_side][depth], b[depth][tile_side];
  };
  auto tiles = reinterpret_cast<Stage*>(memory);
  const int me = threadIdx.x, x = me % 16, y = me / 16, top = blockIdx.y * tile_side, left = blockIdx.x * tile_side;
  float sum[4][4] = {};
  march<stages>(
      side / depth,
      [&](int tile, int stage) {
        const int row = me / 4, col = me % 4 * 4;
        bring<stages>(reinterpret_cast<float4*>(&tiles[stage].a[row][col]),
            reinterpret_cast<const float4*>(&a[size_t(top + row) * side + tile * depth + col]));
        bring<stages>(reinterpret_cast<float4*>(&tiles[stage].b[y][x * 4]),
            reinterpret_cast<const float4*>(&b[size_t(tile * depth + y) * side + left + x * 4]));
      },
      [&](int, int stage) {
        for (int k = 0; k < depth; ++k) {
          const float4 of_b = *reinterpret_cast<const float4*>(&tiles[stage].b[k][x * 4]);
          for (int i = 0; i < 4; ++i) {
            const float of_a = tiles[stage].a[y * 4 + i][k];
            sum[i][0] += of_a * of_b.x, sum[i][1] += of_a * of_b.y, sum[i][2] += of_a * of_b.z,
                sum[i][3] += of_a * of_b.w;
          }
        }
      });
  for (int i = 0; i < 4; ++i)
    *reinterpret_cast<float4*>(&out[size_t(top + y * 4 + i) * side + left + x * 4]) =
        make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}

// Tiles of 32×32, 16 of them below each other in a block.
constexpr int transpose_tiles = 16;
template <int stages>
__global__ void transpose(float* out, const float* in, int side) {
  auto tiles = reinterpret_cast<float (*)[32][33]>(memory);
  const int x = threadIdx.x % 32, y = threadIdx.x / 32, left = blockIdx.x * 32, top = blockIdx.y * 32 * transpose_tiles;
  march<stages>(
      transpose_tiles,
      [&](int tile, int stage) {
        for (int row = y; row < 32; row += threads / 32)
          bring<stages>(&tiles[stage][row][x], &in[size_t(top + tile * 32 + row) * side + left + x]);
      },
      [&](int tile, int stage) {
        for (int row = y; row < 32; row += threads / 32)
          out[size_t(left + row) * side + top + tile * 32 + x] = tiles[stage][x][row];
      });
}

// 4 KiB a tile, 64 tiles a block, 16 bytes a thread.
constexpr int copy_tiles = 64, copy_bytes = threads * 16;
template <int stages>
__global__ void copy(float4* out, const float4* in) {
  auto tiles = reinterpret_cast<float4(*)[threads]>(memory);
  const int me = threadIdx.x;
  const size_t first = size_t(blockIdx.x) * copy_tiles * threads;
  march<stages>(
      copy_tiles,
      [&](int tile, int stage) { bring<stages>(&tiles[stage][me], &in[first + size_t(tile) * threads + me]); },
      [&](int tile, int stage) { out[first + size_t(tile) * threads + me] = tiles[stage][threads - 1 - me]; });
}

// The same by bulk copies of one thread, each stage with a barrier object that counts its bytes.
__device__ unsigned number_of(const void* at) { return unsigned(__cvta_generic_to_shared(at)); }
template <int stages>
__global__ void bulk_copy(float4* out, const float4* in) {
  auto tiles = reinterpret_cast<float4(*)[threads]>(memory);
  __shared__ __mbarrier_t full[stages];
  const int me = threadIdx.x;
  const size_t first = size_t(blockIdx.x) * copy_tiles * threads;
  if (me == 0) {
    for (int stage = 0; stage < stages; ++stage) __mbarrier_init(&full[stage], 1);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  const auto fetch = [&](int tile) {
    if (me || tile >= copy_tiles) return;
    const unsigned object = number_of(&full[tile % stages]);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(object), "r"(copy_bytes) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     number_of(tiles[tile % stages])),
        "l"(in + first + size_t(tile) * threads), "r"(copy_bytes), "r"(object)
        : "memory");
  };
  for (int tile = 0; tile < stages - 1; ++tile) fetch(tile);
  for (int tile = 0; tile < copy_tiles; ++tile) {
    fetch(tile + stages - 1);
    while (!__mbarrier_try_wait_parity(&full[tile % stages], tile / stages % 2, 1000)) {
    }
    out[first + size_t(tile) * threads + me] = tiles[tile % stages][threads - 1 - me];
    __syncthreads();
  }
}

struct Case {
  const char* kernel;
  const char* way;
  int stages;
  size_t stage_bytes;
  double bytes_moved, flops;
};

// Runs it with as many blocks on a multiprocessor as are asked for: shared memory that nobody uses keeps the others away.
template <typename Kernel, typename... Arguments>
void measure(harness::Rows& rows, const Case& of, Kernel* kernel, dim3 grid, Arguments... arguments) {
  int most = 0, whole = 0;
  require(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  require(cudaDeviceGetAttribute(&whole, cudaDevAttrMaxSharedMemoryPerMultiprocessor, 0));
  cudaFuncAttributes attributes;
  require(cudaFuncGetAttributes(&attributes, kernel));
  const int limit = most - int(attributes.sharedSizeBytes);
  require(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, limit));
  const size_t needed = of.stage_bytes * std::max(of.stages, 1);
  for (const int wanted : {1, 2, 4, 8}) {
    size_t bytes = size_t(whole) / wanted - 2048 - attributes.sharedSizeBytes;
    bytes = std::min(std::max(bytes / 128 * 128, needed), size_t(limit));
    int blocks = 0;
    require(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, bytes));
    if (!harness::dry_run() && blocks != wanted) continue;
    const harness::Timing time =
        harness::measure(*harness::device_stopwatch(), [&] { kernel<<<grid, threads, bytes>>>(arguments...); });
    require(cudaGetLastError());
    rows.add({{"kernel", of.kernel}, {"way", of.way}, {"stages", of.stages}, {"blocks_per_sm", wanted},
        {"warps_per_sm", wanted * threads / 32}, {"registers", attributes.numRegs}, {"stage_bytes", of.stage_bytes},
        {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms},
        {"gb_per_s", of.bytes_moved / time.median_ms / 1e6}, {"gflop_per_s", of.flops / time.median_ms / 1e6}});
    if (harness::dry_run()) break;
  }
}

template <int stages>
void measure_all(harness::Rows& rows, int side, int product_side, float* out, const float* in) {
  const char* const way = stages == 0 ? "through registers" : "asynchronous";
  const double bytes = 2.0 * side * side * sizeof(float), n = product_side;
  measure(rows, {"stencil", way, stages, (threads + 8) * sizeof(float), bytes, 0}, stencil<stages>,
      dim3(side / threads, side / stencil_rows), out, in, side);
  measure(rows, {"transpose", way, stages, 32 * 33 * sizeof(float), bytes, 0}, transpose<stages>,
      dim3(side / 32, side / 32 / transpose_tiles), out, in, side);
  measure(rows, {"product", way, stages, 2 * tile_side * depth * sizeof(float), 0, 2 * n * n * n}, product<stages>,
      dim3(product_side / tile_side, product_side / tile_side), out, in, in + size_t(product_side) * product_side,
      product_side);
  const dim3 grid(unsigned(size_t(side) * side / 4 / threads / copy_tiles));
  measure(rows, {"copy", way, stages, copy_bytes, bytes, 0}, copy<stages>, grid, reinterpret_cast<float4*>(out),
      reinterpret_cast<const float4*>(in));
  if constexpr (stages > 0)
    measure(rows, {"copy", "bulk", stages, copy_bytes, bytes, 0}, bulk_copy<stages>, grid,
        reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(in));
}

}  // namespace

int main(int argc, char** argv) {
  const char* method =
      "CUDA events, cold L2, median; blocks of 256 threads; unused shared memory keeps all but so many blocks off a "
      "multiprocessor; stages 0: through a register into one buffer; stages 1: one buffer, and a wait at once";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows) {
    const int side = harness::dry_run() ? 512 : 8192, product_side = harness::dry_run() ? 64 : 2048;
    float *in = nullptr, *out = nullptr;
    require(cudaMalloc(&in, size_t(side) * side * sizeof(float)));
    require(cudaMalloc(&out, size_t(side) * side * sizeof(float)));
    require(cudaMemset(in, 0, size_t(side) * side * sizeof(float)));
    measure_all<0>(rows, side, product_side, out, in);
    measure_all<1>(rows, side, product_side, out, in);
    measure_all<2>(rows, side, product_side, out, in);
    measure_all<3>(rows, side, product_side, out, in);
    measure_all<4>(rows, side, product_side, out, in);
    require(cudaFree(in));
    require(cudaFree(out));
  });
}
