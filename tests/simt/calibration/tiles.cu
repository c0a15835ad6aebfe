// Held out: tiles of a warp do what people have them do: rows, segments, scans, searches.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "results.cuh"

namespace cg = cooperative_groups;

// Each tile sums a row of its own length, and its leader writes.
template <unsigned size>
__global__ void row_sums(float* out, const float* a, const int* begin, int rows) {
  const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
  const int row = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
  if (row >= rows) return;
  float sum = 0;
  for (int i = begin[row] + tile.thread_rank(); i < begin[row + 1]; i += size) sum += a[i];
  sum = cg::reduce(tile, sum, cg::plus<float>());
  if (tile.thread_rank() == 0) out[row] = sum;
}

template <unsigned size>
__global__ void normalised(float* out, const float* a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
  float largest = a[i];
  for (int step = size / 2; step; step /= 2) largest = fmaxf(largest, tile.shfl_xor(largest, step));
  const float mine = a[i] - largest;
  out[i] = mine;
  float sum = mine;
  for (int step = size / 2; step; step /= 2) sum += tile.shfl_xor(sum, step);
  if (sum < -20) out[i] = sum;
}

template <unsigned size>
__global__ void offsets(int* out, const int* key, int* total) {
  __shared__ int base[256 / size];
  const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int wanted = key[i] > 3;
  const int place = cg::exclusive_scan(tile, wanted);
  if (tile.thread_rank() == size - 1) base[tile.meta_group_rank()] = atomicAdd(&total[tile.meta_group_rank()], place + wanted);
  tile.sync();
  if (wanted) out[i] = base[tile.meta_group_rank()] + place;
}

// Tiles look for their key in a sorted row, `size` at a time, and stop when one lane has it.
template <unsigned size>
__global__ void searches(int* out, const int* sorted, const int* wanted, int count) {
  const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
  const int query = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
  const int key = wanted[query];
  int found = -1;
  for (int first = 0; first < count; first += size) {
    const int here = first + tile.thread_rank();
    const unsigned hits = tile.ballot(here < count && sorted[here] == key);
    if (hits) {
      found = first + __ffs(hits) - 1;
      break;
    }
  }
  if (tile.thread_rank() == 0) out[query] = found;
}

template <unsigned size>
__global__ void transposed_in_tiles(int* out, const int* a) {
  __shared__ int s[256];
  const auto tile = cg::tiled_partition<size>(cg::this_thread_block());
  int* mine = s + tile.meta_group_rank() * size;
  mine[tile.thread_rank()] = a[blockIdx.x * blockDim.x + threadIdx.x];
  tile.sync();
  for (unsigned k = 0; k < size; k += 2) {
    const int v = mine[(tile.thread_rank() + k) % size];
    tile.sync();
    mine[tile.thread_rank()] = v + 1;
    tile.sync();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = mine[size - 1 - tile.thread_rank()];
}

int main() {
  constexpr int n = 1 << 14;
  float* a = filled<float>(n, [](size_t i) { return float(i * 37 % 19); });
  int* key = filled<int>(n, [](size_t i) { return int(i * i % 11); });
  int* begin = filled<int>(1025, [](size_t i) { return int(9 * i + i * i % 9); });
  int* sorted = filled<int>(100, [](size_t i) { return int(3 * i); });
  int* wanted = filled<int>(1024, [](size_t i) { return int(i * 7 % 120 * 3 / 2); });
  float* out = zeros<float>(n);
  int* ints = reinterpret_cast<int*>(out);
  int* total = zeros<int>(256);
  measured("row sums by 4", out, n, [&] { row_sums<4><<<4, 128>>>(out, a, begin, 120); });
  measured("row sums by 8", out, n, [&] { row_sums<8><<<8, 128>>>(out, a, begin, 123); });
  measured("row sums by 16", out, n, [&] { row_sums<16><<<8, 192>>>(out, a, begin, 90); });
  measured("normalised by 2", out, n, [&] { normalised<2><<<4, 128>>>(out, a); });
  measured("normalised by 8", out, n, [&] { normalised<8><<<4, 128>>>(out, a); });
  measured("normalised by 16", out, n, [&] { normalised<16><<<4, 96>>>(out, a); });
  measured("offsets by 4", ints, n, [&] { offsets<4><<<2, 128>>>(ints, key, total); });
  measured("offsets by 16", ints, n, [&] { offsets<16><<<2, 256>>>(ints, key, total); });
  measured("searches by 8", ints, n, [&] { searches<8><<<4, 128>>>(ints, sorted, wanted, 100); });
  measured("searches by 16", ints, n, [&] { searches<16><<<4, 128>>>(ints, sorted, wanted, 100); });
  measured("turned in tiles of 4", ints, n, [&] { transposed_in_tiles<4><<<2, 128>>>(ints, key); });
  measured("turned in tiles of 8", ints, n, [&] { transposed_in_tiles<8><<<2, 128>>>(ints, key); });
  return finish();
}
