// <cooperative_groups.h>: groups of threads within a block and a warp, built on the barrier and the warp primitives,
// the grid's of a cooperative launch, and clusters of blocks.
// Source: CUDA C++ Programming Guide, "Cooperative Groups".
#pragma once

#include "cuda_runtime.h"
#include "simt/clusters.h"

extern "C" {
void simt_grid_barrier() noexcept;
// Of so many threads that lie next to each other, more than a warp: their barrier, and values that each may put down for all.
void simt_tile_barrier(unsigned size) noexcept;
void simt_tile_put(unsigned size, unsigned slot, const void* value, unsigned bytes) noexcept;
void simt_tile_get(unsigned size, unsigned slot, void* value, unsigned bytes) noexcept;
int simt_grid_is_valid() noexcept __attribute__((const));
}

namespace cooperative_groups {

#define SIMT_ALWAYS inline __attribute__((always_inline))

class thread_block {
 public:
  SIMT_ALWAYS static void sync() { __syncthreads(); }
  SIMT_ALWAYS static unsigned thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  SIMT_ALWAYS static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  SIMT_ALWAYS static unsigned size() { return num_threads(); }
  SIMT_ALWAYS static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  SIMT_ALWAYS static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  SIMT_ALWAYS static dim3 group_dim() { return blockDim; }
  SIMT_ALWAYS static dim3 dim_threads() { return blockDim; }
  class arrival_token {};
  SIMT_ALWAYS static arrival_token barrier_arrive() { return {}; }
  SIMT_ALWAYS static void barrier_wait(arrival_token&&) { sync(); }
};
SIMT_ALWAYS thread_block this_thread_block() { return {}; }
// What tiles of more than a warp work with on a GPU. Here they need none of it.
template <unsigned MaxBlockSize = 1024> struct block_tile_memory {
  unsigned long long simt_words[MaxBlockSize / 32 * 4];
};
template <unsigned MaxBlockSize> SIMT_ALWAYS thread_block this_thread_block(block_tile_memory<MaxBlockSize>&) {
  __syncthreads();
  return {};
}

// All blocks of a launch by cudaLaunchCooperativeKernel. In another launch it is not valid, and sync() ends the kernel.
class grid_group {
 public:
  SIMT_ALWAYS static void sync() { simt_grid_barrier(); }
  SIMT_ALWAYS static bool is_valid() { return simt_grid_is_valid(); }
  SIMT_ALWAYS static unsigned long long num_blocks() { return (unsigned long long)(gridDim.x) * gridDim.y * gridDim.z; }
  SIMT_ALWAYS static unsigned long long block_rank() {
    return ((unsigned long long)(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  SIMT_ALWAYS static unsigned long long num_threads() { return num_blocks() * thread_block::num_threads(); }
  SIMT_ALWAYS static unsigned long long size() { return num_threads(); }
  SIMT_ALWAYS static unsigned long long thread_rank() {
    return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
  }
  SIMT_ALWAYS static dim3 group_dim() { return gridDim; }
  SIMT_ALWAYS static dim3 dim_blocks() { return gridDim; }
  SIMT_ALWAYS static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  class arrival_token {};
  SIMT_ALWAYS static arrival_token barrier_arrive() { return {}; }
  SIMT_ALWAYS static void barrier_wait(arrival_token&&) { sync(); }
};
SIMT_ALWAYS grid_group this_grid() { return {}; }

// Blocks that may reach each other's shared memory. In a launch without clusters each block is one.
class cluster_group {
 public:
  SIMT_ALWAYS static void sync() { simt_cluster_barrier(); }
  class arrival_token {};
  SIMT_ALWAYS static arrival_token barrier_arrive() { return {}; }
  SIMT_ALWAYS static void barrier_wait(arrival_token&&) { sync(); }
  SIMT_ALWAYS static void barrier_wait() { sync(); }
  SIMT_ALWAYS static dim3 dim_blocks() { return __clusterDim(); }
  SIMT_ALWAYS static dim3 block_index() { return __clusterRelativeBlockIdx(); }
  SIMT_ALWAYS static unsigned num_blocks() { return __clusterSizeInBlocks(); }
  SIMT_ALWAYS static unsigned block_rank() { return __clusterRelativeBlockRank(); }
  SIMT_ALWAYS static dim3 dim_threads() {
    const dim3 blocks = dim_blocks();
    return dim3(blocks.x * blockDim.x, blocks.y * blockDim.y, blocks.z * blockDim.z);
  }
  SIMT_ALWAYS static dim3 thread_index() {
    const dim3 block = block_index();
    return dim3(
        block.x * blockDim.x + threadIdx.x, block.y * blockDim.y + threadIdx.y, block.z * blockDim.z + threadIdx.z);
  }
  SIMT_ALWAYS static unsigned num_threads() { return num_blocks() * thread_block::num_threads(); }
  SIMT_ALWAYS static unsigned size() { return num_threads(); }
  SIMT_ALWAYS static unsigned thread_rank() {
    return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
  }
  // The same variable of another block's shared memory, and which block's an address is.
  template <typename T> SIMT_ALWAYS static T* map_shared_rank(T* own, int rank) {
    return static_cast<T*>(simt_cluster_map(static_cast<const void*>(own), unsigned(rank)));
  }
  SIMT_ALWAYS static unsigned query_shared_rank(const void* address) { return simt_cluster_rank_of(address); }
};
SIMT_ALWAYS cluster_group this_cluster() { return {}; }

// Of up to 32 bytes, 8 at a time.
template <typename T>
SIMT_ALWAYS T simt_shuffle(::simt::WarpOp op, unsigned mask, T value, int parameter, int width = 32) {
  static_assert(sizeof(T) <= 32, "a shuffle moves up to 32 bytes");
  static_assert(std::is_trivially_copyable_v<T>, "a shuffle moves what can be copied byte by byte");
  if constexpr (sizeof(T) <= 8) {
    return ::simt::shuffle(op, mask, value, parameter, width);
  } else {
    unsigned long long words[(sizeof(T) + 7) / 8] = {};
    __builtin_memcpy(words, &value, sizeof value);
    for (unsigned long long& word : words) word = ::simt::shuffle(op, mask, word, parameter, width);
    __builtin_memcpy(&value, words, sizeof value);
    return value;
  }
}

// Lanes of one warp; `mask` names them. A tile's lanes are neighbours, a coalesced group's are whoever came.
class warp_group {
 public:
  SIMT_ALWAYS void sync() const { __syncwarp(mask_); }
  SIMT_ALWAYS unsigned thread_rank() const {
    return unsigned(__builtin_popcount(mask_ & ((1u << ::simt::simt_lane()) - 1)));
  }
  SIMT_ALWAYS unsigned num_threads() const { return unsigned(__builtin_popcount(mask_)); }
  SIMT_ALWAYS unsigned size() const { return num_threads(); }

  template <typename T> SIMT_ALWAYS T shfl(T value, int rank) const { return from(value, lane_of(rank)); }
  template <typename T> SIMT_ALWAYS T shfl_up(T value, unsigned delta) const {
    const int rank = int(thread_rank()) - int(delta);
    const T other = from(value, lane_of(rank < 0 ? int(thread_rank()) : rank));
    return rank < 0 ? value : other;
  }
  template <typename T> SIMT_ALWAYS T shfl_down(T value, unsigned delta) const {
    const unsigned rank = thread_rank() + delta;
    const T other = from(value, lane_of(int(rank < num_threads() ? rank : thread_rank())));
    return rank < num_threads() ? other : value;
  }
  template <typename T> SIMT_ALWAYS T shfl_xor(T value, unsigned lanes) const {
    return from(value, lane_of(int(thread_rank() ^ lanes)));
  }
  SIMT_ALWAYS int any(int predicate) const { return __any_sync(mask_, predicate); }
  SIMT_ALWAYS int all(int predicate) const { return __all_sync(mask_, predicate); }
  // Votes and matches come back by rank, not by lane.
  SIMT_ALWAYS unsigned ballot(int predicate) const { return pack(__ballot_sync(mask_, predicate)); }
  template <typename T> SIMT_ALWAYS unsigned match_any(T value) const { return pack(__match_any_sync(mask_, value)); }
  template <typename T> SIMT_ALWAYS unsigned simt_lanes_alike(T value) const { return __match_any_sync(mask_, value); }
  template <typename T> SIMT_ALWAYS unsigned match_all(T value, int& same) const {
    return pack(__match_all_sync(mask_, value, &same));
  }

 protected:
  SIMT_ALWAYS explicit warp_group(unsigned mask) : mask_(mask) {}
  template <typename T> SIMT_ALWAYS T from(T value, int lane) const {
    return simt_shuffle(::simt::WarpOp::shuffle_index, mask_, value, lane);
  }
  SIMT_ALWAYS int lane_of(int rank) const {
    unsigned left = mask_;
    for (int i = 0; i < rank && left; ++i) left &= left - 1;
    return left ? __builtin_ctz(left) : int(::simt::simt_lane());
  }
  SIMT_ALWAYS unsigned pack(unsigned lanes) const {
    unsigned packed = 0, bit = 0;
    for (unsigned left = mask_; left; left &= left - 1, ++bit) packed |= (lanes >> __builtin_ctz(left) & 1u) << bit;
    return packed;
  }
  unsigned mask_;
};

class coalesced_group : public warp_group {
 public:
  SIMT_ALWAYS explicit coalesced_group(unsigned mask, unsigned rank = 0, unsigned parts = 1)
      : warp_group(mask), rank_(rank), parts_(parts) {}
  SIMT_ALWAYS unsigned meta_group_rank() const { return rank_; }
  SIMT_ALWAYS unsigned meta_group_size() const { return parts_; }

 private:
  unsigned rank_, parts_;
};
SIMT_ALWAYS coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <unsigned Size, typename Parent = thread_block>
class thread_block_tile : public warp_group {
  static_assert(
      Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has a power of two of threads, up to 1024");

 public:
  SIMT_ALWAYS thread_block_tile() : warp_group(mask_of()) {}
  // Neighbours need not be looked for.
  SIMT_ALWAYS unsigned thread_rank() const { return ::simt::simt_lane() % Size; }
  SIMT_ALWAYS static constexpr unsigned num_threads() { return Size; }
  SIMT_ALWAYS static constexpr unsigned size() { return Size; }
  template <typename T> SIMT_ALWAYS T shfl(T value, int rank) const {
    return moved(::simt::WarpOp::shuffle_index, value, rank);
  }
  template <typename T> SIMT_ALWAYS T shfl_up(T value, unsigned delta) const {
    return moved(::simt::WarpOp::shuffle_up, value, int(delta));
  }
  template <typename T> SIMT_ALWAYS T shfl_down(T value, unsigned delta) const {
    return moved(::simt::WarpOp::shuffle_down, value, int(delta));
  }
  template <typename T> SIMT_ALWAYS T shfl_xor(T value, unsigned lanes) const {
    return moved(::simt::WarpOp::shuffle_xor, value, int(lanes));
  }

  // Of the tiles that the parent was cut into.
  SIMT_ALWAYS unsigned meta_group_rank() const {
    if constexpr (is_tile<Parent>) return ::simt::simt_lane() % Parent::simt_size / Size;
    else return thread_block::thread_rank() / Size;
  }
  SIMT_ALWAYS unsigned meta_group_size() const {
    if constexpr (is_tile<Parent>) return Parent::simt_size / Size;
    else return (thread_block::num_threads() + Size - 1) / Size;
  }
  static constexpr unsigned simt_size = Size;

 private:
  template <typename T> SIMT_ALWAYS T moved(::simt::WarpOp op, T value, int parameter) const {
    return simt_shuffle(op, mask_, value, parameter, Size);
  }
  template <typename Group> static constexpr bool is_tile = !std::is_same_v<Group, thread_block>;
  SIMT_ALWAYS static unsigned mask_of() {
    const unsigned first = ::simt::simt_lane() / Size * Size;
    return (Size == 32 ? 0xffffffffu : (1u << (Size % 32)) - 1) << first;
  }
};
// Of more than a warp: no shuffles, but a barrier of its own, votes, reductions and running sums.
template <unsigned Size>
class wide_tile {
 public:
  SIMT_ALWAYS static void sync() { simt_tile_barrier(Size); }
  SIMT_ALWAYS static unsigned thread_rank() { return thread_block::thread_rank() % Size; }
  SIMT_ALWAYS static constexpr unsigned num_threads() { return Size; }
  SIMT_ALWAYS static constexpr unsigned size() { return Size; }
  SIMT_ALWAYS static unsigned meta_group_rank() { return thread_block::thread_rank() / Size; }
  SIMT_ALWAYS static unsigned meta_group_size() { return (thread_block::num_threads() + Size - 1) / Size; }
  SIMT_ALWAYS static int any(int predicate) {
    return simt_over_warps(__any_sync(0xffffffffu, predicate), [](int a, int b) { return a | b; });
  }
  SIMT_ALWAYS static int all(int predicate) {
    return simt_over_warps(__all_sync(0xffffffffu, predicate), [](int a, int b) { return a & b; });
  }
  template <typename T> SIMT_ALWAYS static T shfl(T value, unsigned rank) {
    if (thread_rank() == rank) simt_tile_put(Size, 0, &value, sizeof value);
    sync();
    simt_tile_get(Size, 0, &value, sizeof value);
    sync();
    return value;
  }
  // What the warps have come to, one value each, put together in their order; of those in front of this one only.
  template <typename T, typename Operation>
  SIMT_ALWAYS static T simt_over_warps(T value, Operation operation, unsigned warps = Size / 32) {
    if (::simt::simt_lane() == 31) simt_tile_put(Size, thread_rank() / 32, &value, sizeof value);
    sync();
    T total = value;
    for (unsigned warp = 0; warp < warps; ++warp) {
      T other = value;
      simt_tile_get(Size, warp, &other, sizeof other);
      total = warp == 0 ? other : operation(total, other);
    }
    sync();
    return total;
  }
  static constexpr unsigned simt_size = Size;
};
#define SIMT_WIDE_TILE(size) \
  template <typename Parent> class thread_block_tile<size, Parent> : public wide_tile<size> {};
SIMT_WIDE_TILE(64)
SIMT_WIDE_TILE(128)
SIMT_WIDE_TILE(256)
SIMT_WIDE_TILE(512)
SIMT_WIDE_TILE(1024)
#undef SIMT_WIDE_TILE

template <unsigned Size, typename Parent>
SIMT_ALWAYS thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}

// A group of any kind, for functions that take one: a block, or lanes of a warp.
class thread_group : public warp_group {
 public:
  SIMT_ALWAYS thread_group(const thread_block&) : warp_group(0), whole_block_(true) {}
  SIMT_ALWAYS thread_group(const warp_group& lanes) : warp_group(lanes), whole_block_(false) {}
  SIMT_ALWAYS void sync() const {
    if (whole_block_) thread_block::sync();
    else warp_group::sync();
  }
  SIMT_ALWAYS unsigned thread_rank() const {
    return whole_block_ ? thread_block::thread_rank() : warp_group::thread_rank();
  }
  SIMT_ALWAYS unsigned num_threads() const {
    return whole_block_ ? thread_block::num_threads() : warp_group::num_threads();
  }
  SIMT_ALWAYS unsigned size() const { return num_threads(); }

 private:
  bool whole_block_;
};
SIMT_ALWAYS thread_group tiled_partition(const thread_group&, unsigned size) {
  const unsigned first = ::simt::simt_lane() / size * size;
  return coalesced_group((size >= 32 ? 0xffffffffu : (1u << size) - 1) << first);
}
// Those of a tile or a coalesced group that say the same.
template <typename Group, typename Label>
SIMT_ALWAYS coalesced_group labeled_partition(const Group& group, Label label) {
  const unsigned alike = group.simt_lanes_alike(label);
  return coalesced_group(alike);
}
template <typename Group>
SIMT_ALWAYS coalesced_group binary_partition(const Group& group, bool predicate) {
  return labeled_partition(group, int(predicate));
}

template <typename Group> SIMT_ALWAYS void sync(const Group& group) { group.sync(); }
template <typename Group> SIMT_ALWAYS auto thread_rank(const Group& group) { return group.thread_rank(); }
template <typename Group> SIMT_ALWAYS auto group_size(const Group& group) { return group.size(); }
template <typename Group, typename Function, typename... Arguments>
SIMT_ALWAYS void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) function(static_cast<Arguments&&>(arguments)...);
}

#undef SIMT_ALWAYS

}  // namespace cooperative_groups
