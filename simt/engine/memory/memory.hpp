// The simulated device's global memory: one reserved range of addresses, allocations with nothing
// mapped between them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "simt/engine/memory/written_bytes.hpp"
#include "simt/record.hpp"

namespace simt {

// device: cudaMalloc. pinned: host memory that kernels may reach too. managed: both sides' memory. heap: a kernel's malloc.
enum class AllocationKind : std::uint8_t { device, pinned, managed, heap };

struct Allocation {
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;  // as asked for
  std::string name;         // for messages; may be empty
  bool freed = false;
  bool read_only = false;  // what a caller has given as const
  AllocationKind kind = AllocationKind::device;
  int owner = 0;                 // the simulated device
  bool in_stream_order = false;  // from cudaMallocAsync
  bool of_graph = false;         // of a graph's node: there from when the node is done until it is freed, each time
  bool left_by_graph = false;
  const void* pool = nullptr;  // from which it was taken
  Location made_at;            // known only with the leak checker
  bool on_both_sides() const { return kind == AllocationKind::pinned || kind == AllocationKind::managed; }
  WrittenBytes written;  // only with the uninitialised-read checker
};

// Every allocation starts on a granule of its own and, but on a kernel's heap, at least one granule lies free behind it, so the
// allocation that an address belongs to, or just misses, is one table look-up away.
class DeviceMemory {
 public:
  static constexpr std::uint64_t granule_bytes = 64 * 1024;
  // Many times the capacity, and little enough for 39 bits of addresses, which some ARM kernels have, and for QEMU, which
  // keeps a note of every page.
  static constexpr std::uint64_t reserved_bytes = std::uint64_t(64) << 30;
  static constexpr std::uint64_t capacity_bytes = std::uint64_t(4) << 30;  // what the device says it has

  DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;

  // Null when the device is full.
  void* allocate(std::uint64_t bytes, AllocationKind kind = AllocationKind::device, int owner = 0);
  // False when `pointer` is not the start of a live allocation.
  bool release(void* pointer);
  void release_all();
  // Memory of a graph is there again, with nothing in it.
  bool give_again(void* pointer);
  // Of a graph, and a launch of it has been asked for; `recorded`: or may be.
  bool will_be_given(std::uint64_t address, std::uint64_t bytes, bool recorded) const;
  // The same for malloc and free of kernels: only so much at a time, and only what was allocated so.
  void* allocate_on_heap(std::uint64_t bytes, int owner);
  bool release_from_heap(void* pointer);
  std::uint64_t heap_limit = std::uint64_t(8) << 20;  // cudaLimitMallocHeapSize
  std::atomic<bool> heap_asked = false;               // by a kernel: from then on the limit stays
  // What is taken from a memory pool, and the most at any time.
  struct PoolUse {
    std::uint64_t bytes = 0, most = 0;
  };
  void take_from_pool(void* pointer, const void* pool);
  PoolUse pool_use(const void* pool) const;
  void forget_most(const void* pool);
  void set_name(const void* pointer, const std::string& name);
  void set_read_only(const void* pointer, bool read_only);  // the allocation that holds it

  std::uint64_t begin() const { return base_; }
  bool contains(std::uint64_t address) const { return address - base_ < reserved_bytes; }
  // Whether bytes [address, address + bytes) lie in one live allocation. `address` must be contained.
  bool live(std::uint64_t address, std::uint64_t bytes) const {
    const Allocation* found = at_granule(address);
    return found && !found->freed && address >= found->base && address + bytes <= found->base + found->bytes;
  }
  bool read_only(std::uint64_t address) const { return contains(address) && at_granule(address)->read_only; }
  // Whether host code may touch these bytes: all of them in pinned or managed memory.
  bool host_may_touch(std::uint64_t address, std::uint64_t bytes) const {
    return live(address, bytes) && at_granule(address)->on_both_sides();
  }
  // The allocation whose granules hold `address`, alive or freed, or null.
  const Allocation* at_granule(std::uint64_t address) const { return granules_[(address - base_) / granule_bytes]; }
  Allocation* at_granule(std::uint64_t address) { return granules_[(address - base_) / granule_bytes]; }
  std::vector<Allocation> live_allocations() const;       // in the order in which they were made
  std::uint64_t heap_used() const { return heap_used_; }  // bytes that kernels have taken and not given back
  // The live allocation nearest to `address`, or null.
  const Allocation* nearest(std::uint64_t address) const;
  // Marks bytes as written, or copies what is known of them; asks for the first byte nobody wrote (or `bytes`).
  void mark_written(std::uint64_t address, std::uint64_t bytes);
  void copy_written(std::uint64_t to, std::uint64_t from, std::uint64_t bytes);
  std::uint64_t first_unwritten(std::uint64_t address, std::uint64_t bytes) const;

  std::uint64_t used_bytes() const { return used_; }
  std::uint64_t free_bytes() const { return capacity_ - used_; }
  void leave(std::uint64_t bytes);  // free, of what there is; 0: all of it

  // From now on nobody reaches what cudaMalloc gives but the device's work (OpenDevice): not a library either, which no hook and
  // no guard sees, when host code gives it an address.
  void keep_from_host() { kept_from_host_ = true; }
  bool is_kept_from_host(std::uint64_t address) const { return kept_from_host_ && contains(address); }
  // Host code is about to touch it, of which somebody has been told.
  void let_host_touch(std::uint64_t address);
  void open(int times);
  void close(int times);

 private:
  std::uint64_t place(std::uint64_t granules, bool on_heap);
  void count(const Allocation& allocation, bool taken);
  void protect(std::uint64_t address, std::uint64_t bytes, bool open) const;
  std::uint64_t closable_bytes() const;
  bool keep_room(std::uint64_t bytes);

  std::uint64_t base_ = 0;
  std::uint64_t next_granule_ = 1;
  bool behind_heap_ = false;  // the one placed last is of a kernel's heap
  std::uint64_t capacity_ = capacity_bytes, used_ = 0, heap_used_ = 0;
  Allocation** granules_ = nullptr;
  std::vector<std::unique_ptr<Allocation>> allocations_;
  std::map<const void*, PoolUse> pools_;
  std::map<std::uint64_t, std::uint64_t> closable_;  // live allocations of the device's alone: their bytes
  std::atomic<bool> kept_from_host_ = false;
  int open_ = 0;  // how many threads do the device's work
  void* room_ = nullptr;
  std::uint64_t room_bytes_ = 0;
  mutable std::mutex mutex_;
};

extern DeviceMemory device_memory;

// While the device's work is done on this thread; and while that calls a function of the program's in turn.
class OpenDevice {
 public:
  OpenDevice() { device_memory.open(1), ++depth; }
  ~OpenDevice() { device_memory.close(1), --depth; }
  OpenDevice(const OpenDevice&) = delete;

 private:
  friend class HostIsCalled;
  static thread_local int depth;
};
class HostIsCalled {
 public:
  HostIsCalled() : depth_(std::exchange(OpenDevice::depth, 0)) { device_memory.close(depth_), ++calls_; }
  ~HostIsCalled() { device_memory.open(depth_), OpenDevice::depth = depth_, --calls_; }
  HostIsCalled(const HostIsCalled&) = delete;
  // On this thread.
  static bool now() { return calls_ > 0; }

 private:
  int depth_;
  static thread_local int calls_;
};

}  // namespace simt
