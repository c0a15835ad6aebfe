// Tiles of a matrix, fetched by copies of 16 bytes, by a bulk copy a row, or by one bulk copy through a tensor map.
// Run: ./course bench async --experiment tiles
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "harness/experiment.hpp"
#ifndef __SIMTCC__  // the simulator only rehearses, and has no tensor maps
#include <cuda.h>
#else
struct CUtensorMap {};
#endif

namespace {

void require(cudaError_t error) {
  if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
}

constexpr int threads = 256, tile_rows = 32, tiles_of_block = 32;
enum class Way { by_threads, by_rows, by_rows_of_all_warps, by_map };

extern __shared__ __align__(128) unsigned char memory[];

__device__ unsigned number_of(const void* p) { return unsigned(__cvta_generic_to_shared(p)); }
__device__ void wait_for(std::uint64_t* full, unsigned parity) {
  unsigned done = 0;
  while (!done)
    asm volatile("{\n .reg .pred p;\n mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n selp.u32 %0, 1, 0, p;\n}"
        : "=r"(done)
        : "r"(number_of(full)), "r"(parity)
        : "memory");
}
__device__ void expect(std::uint64_t* full, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(number_of(full)), "r"(bytes) : "memory");
}

// Each block copies a strip of tiles of tile_rows rows and `width` floats, one below the other, from `in` to `out`.
template <Way way, int stages, int width>
__global__ void strip(float* out, const float* in, int side, const __grid_constant__ CUtensorMap map) {
  auto tiles = reinterpret_cast<float (*)[tile_rows][width]>(memory);
  __shared__ std::uint64_t full[stages];
  constexpr int vectors = width / 4;
  const int me = threadIdx.x, left = blockIdx.x * width, top = blockIdx.y * tiles_of_block * tile_rows;
  if (way != Way::by_threads && me == 0) {
    for (int stage = 0; stage < stages; ++stage)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(number_of(&full[stage])) : "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  const auto fetch = [&](int tile) {
    const int stage = tile % stages, y = top + tile * tile_rows;
    if constexpr (way == Way::by_threads) {
      if (tile < tiles_of_block)
        for (int i = me; i < tile_rows * vectors; i += threads)
          __pipeline_memcpy_async(&tiles[stage][i / vectors][i % vectors * 4],
              &in[size_t(y + i / vectors) * side + left + i % vectors * 4], 16);
      __pipeline_commit();
    } else if (tile < tiles_of_block) {
      if (me == 0) expect(&full[stage], sizeof tiles[stage]);
      if constexpr (way == Way::by_rows || way == Way::by_rows_of_all_warps) {
        constexpr int rows_of_warp = way == Way::by_rows ? tile_rows : tile_rows / (threads / 32);
        const int row = me / 32 * rows_of_warp + me % 32;
        if (me % 32 < rows_of_warp && row < tile_rows)
          asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                           number_of(tiles[stage][row])),
              "l"(in + size_t(y + row) * side + left), "r"(unsigned(sizeof tiles[stage][row])),
              "r"(number_of(&full[stage]))
              : "memory");
      } else {
#ifndef __SIMTCC__
        // [by_map]
        if (me == 0)
          asm volatile(
              "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
              "[%0], [%1, {%2, %3}], [%4];" ::"r"(number_of(tiles[stage])),
              "l"(&map), "r"(left), "r"(y), "r"(number_of(&full[stage]))
              : "memory");
        // [/by_map]
#endif
      }
    }
  };
  for (int tile = 0; tile < stages - 1; ++tile) fetch(tile);
  for (int tile = 0; tile < tiles_of_block; ++tile) {
    fetch(tile + stages - 1);
    if constexpr (way == Way::by_threads) __pipeline_wait_prior(stages - 1);
    else wait_for(&full[tile % stages], tile / stages % 2);
    __syncthreads();
    const int y = top + tile * tile_rows;
    for (int i = me; i < tile_rows * vectors; i += threads)
      *reinterpret_cast<float4*>(&out[size_t(y + i / vectors) * side + left + i % vectors * 4]) =
          *reinterpret_cast<const float4*>(&tiles[tile % stages][i / vectors][i % vectors * 4]);
    __syncthreads();
  }
}

CUtensorMap map_of([[maybe_unused]] const float* in, [[maybe_unused]] int side, [[maybe_unused]] unsigned width) {
  CUtensorMap map{};
#ifndef __SIMTCC__
  void* encode = nullptr;
  cudaDriverEntryPointQueryResult found;
  require(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &encode, 12000, cudaEnableDefault, &found));
  const cuuint64_t sides[2] = {cuuint64_t(side), cuuint64_t(side)}, pitch[1] = {side * sizeof(float)};
  const cuuint32_t box[2] = {width, tile_rows}, every[2] = {1, 1};
  if (found != cudaDriverEntryPointSuccess ||
      reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(encode)(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2,
          const_cast<float*>(in), sides, pitch, box, every, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
          CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
    throw std::runtime_error("no tensor map");
#endif
  return map;
}

template <Way way, int stages, int width>
void measure(harness::Rows& rows, const char* name, int side, float* out, const float* in) {
  const auto kernel = strip<way, stages, width>;
  const size_t own = size_t(stages) * tile_rows * width * sizeof(float);
  const dim3 grid(side / width, side / (tiles_of_block * tile_rows));
  const CUtensorMap map = map_of(in, side, width);
  require(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * 1024));
  // Unused shared memory keeps all but so many blocks off a multiprocessor.
  for (const int blocks : {1, 4}) {
    const size_t bytes = std::max(own, size_t(blocks == 1 ? 120 : 48) * 1024);
    require(cudaMemset(out, 0, size_t(side) * side * sizeof(float)));
    const auto time =
        harness::measure(*harness::device_stopwatch(), [&] { kernel<<<grid, threads, bytes>>>(out, in, side, map); });
    require(cudaGetLastError());
    float last[2];
    require(cudaMemcpy(&last[0], in + size_t(side) * side - 1, sizeof(float), cudaMemcpyDeviceToHost));
    require(cudaMemcpy(&last[1], out + size_t(side) * side - 1, sizeof(float), cudaMemcpyDeviceToHost));
    if (last[0] != last[1]) throw std::runtime_error("the copy is not the matrix");
    rows.add({{"way", name}, {"stages", stages}, {"tile", std::to_string(tile_rows) + "x" + std::to_string(width)},
        {"blocks_per_sm", blocks}, {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms},
        {"gb_per_s", 2.0 * side * side * sizeof(float) / time.median_ms / 1e6}});
  }
}

template <Way way, int width>
void measure_stages(harness::Rows& rows, const char* name, int side, float* out, const float* in) {
  measure<way, 1, width>(rows, name, side, out, in);
  measure<way, 2, width>(rows, name, side, out, in);
  measure<way, 4, width>(rows, name, side, out, in);
}

}  // namespace

int main(int argc, char** argv) {
  const char* method =
      "CUDA events, cold L2, median; blocks of 256 threads; unused shared memory keeps all but so many blocks off a "
      "multiprocessor; every tile is stored by the threads, 16 bytes each";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows) {
    const int side = harness::dry_run() ? 1024 : 8192;
    const size_t bytes = size_t(side) * side * sizeof(float);
    float *in = nullptr, *out = nullptr;
    require(cudaMalloc(&in, bytes));
    require(cudaMalloc(&out, bytes));
    require(cudaMemset(in, 0x3f, bytes));
    measure_stages<Way::by_threads, 32>(rows, "16 bytes a thread", side, out, in);
    measure_stages<Way::by_rows, 32>(rows, "bulk, a row each, one warp", side, out, in);
    measure_stages<Way::by_rows_of_all_warps, 32>(rows, "bulk, a row each, all warps", side, out, in);
    measure_stages<Way::by_threads, 64>(rows, "16 bytes a thread", side, out, in);
    measure_stages<Way::by_rows, 64>(rows, "bulk, a row each, one warp", side, out, in);
    measure_stages<Way::by_rows_of_all_warps, 64>(rows, "bulk, a row each, all warps", side, out, in);
#ifndef __SIMTCC__
    measure_stages<Way::by_map, 32>(rows, "bulk, by a tensor map", side, out, in);
    measure_stages<Way::by_map, 64>(rows, "bulk, by a tensor map", side, out, in);
#endif
    require(cudaFree(in));
    require(cudaFree(out));
  });
}
