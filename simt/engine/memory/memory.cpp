// The simulated device's global memory.
#include "simt/engine/memory/memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "simt/checkers/checker.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/engine/runtime_api/calls.hpp"

namespace simt {
namespace {

std::uint64_t granules_for(std::uint64_t bytes) {
  return std::max<std::uint64_t>(1, (bytes + DeviceMemory::granule_bytes - 1) / DeviceMemory::granule_bytes);
}

}  // namespace

// Before each launch and behind it, device memory is opened and closed, page by page: of large pages, where the system has them,
// there are fewer. Not where an allocation is so large that a program may touch little of it, nor on a kernel's heap. All else of
// the range has them, used or not: what differs from its neighbour is a mapping of its own to the system, and of those a process
// has some 65,000 at most.
constexpr std::uint64_t in_large_pages = std::uint64_t(64) << 20;

// Made before, and so destroyed after, what reads it when the program ends.
__attribute__((init_priority(200))) DeviceMemory device_memory;

DeviceMemory::DeviceMemory() {
  void* range = mmap(nullptr, reserved_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  const std::size_t table_bytes = reserved_bytes / granule_bytes * sizeof(Allocation*);
  void* table = mmap(nullptr, table_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED || table == MAP_FAILED) {
    std::fputs(
        "simt: cannot reserve 64 GiB of addresses for device memory; is `ulimit -v` set? Try `ulimit -v unlimited`.\n",
        stderr);
    std::_Exit(2);
  }
  madvise(range, reserved_bytes, MADV_HUGEPAGE);
  base_ = reinterpret_cast<std::uint64_t>(range);
  granules_ = static_cast<Allocation**>(table);
}

// First granule of a free run, with a free granule on both sides. Addresses are not used twice until
// the range is used up, so that a stale pointer stays recognisable. Of a kernel's heap there may be very many, and those lie side by
// side, in one mapping of the system's: whoever runs past one meets the rest of its granule first.
std::uint64_t DeviceMemory::place(std::uint64_t granules, bool on_heap) {
  if (!on_heap && behind_heap_) ++next_granule_;
  behind_heap_ = on_heap;
  const std::uint64_t end = reserved_bytes / granule_bytes;
  if (next_granule_ + granules + 1 >= end) {
    std::erase_if(allocations_, [&](const auto& allocation) {
      if (!allocation->freed) return false;
      const std::uint64_t first = (allocation->base - base_) / granule_bytes;
      std::fill_n(granules_ + first, granules_for(allocation->bytes), nullptr);
      return true;
    });
    next_granule_ = 1;
  }
  for (std::uint64_t first = next_granule_; first + granules + 1 < end;) {
    std::uint64_t clear = 0;
    while (clear < granules + 1 && !granules_[first + clear]) ++clear;
    if (clear == granules + 1) {
      next_granule_ = first + granules + (on_heap ? 0 : 1);
      return first;
    }
    first += clear + 1;
  }
  return 0;
}

void* DeviceMemory::allocate(std::uint64_t bytes, AllocationKind kind, int owner) {
  const std::lock_guard lock(mutex_);
  if (bytes > free_bytes()) return nullptr;
  const std::uint64_t granules = granules_for(bytes);
  const std::uint64_t first = place(granules, kind == AllocationKind::heap);
  if (!first) return nullptr;
  auto allocation = std::make_unique<Allocation>();
  allocation->base = base_ + first * granule_bytes;
  allocation->bytes = bytes;
  allocation->kind = kind;
  allocation->owner = owner;
  if (is_on(leak_checker) && kind != AllocationKind::heap) allocation->made_at = calling_place();
  // What the host writes into pinned or managed memory, nobody sees.
  if (is_on(uninitialized_checker) && (kind == AllocationKind::device || kind == AllocationKind::heap))
    allocation->written.watch(bytes);
  void* start = reinterpret_cast<void*>(allocation->base);
  const bool closed = kept_from_host_ && !open_ && kind == AllocationKind::device;
  const std::uint64_t mapped = granules * granule_bytes;
  if (closed && !keep_room(closable_bytes() + mapped)) return nullptr;
  if (mprotect(start, mapped, closed ? PROT_NONE : PROT_READ | PROT_WRITE)) return nullptr;
  if (bytes > in_large_pages || kind == AllocationKind::heap) madvise(start, mapped, MADV_NOHUGEPAGE);
  if (kind == AllocationKind::device) closable_[allocation->base] = bytes;
  std::fill_n(granules_ + first, granules, allocation.get());
  count(*allocation, true);
  allocations_.push_back(std::move(allocation));
  return start;
}

void DeviceMemory::leave(std::uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  capacity_ = bytes ? std::min(used_ + bytes, capacity_bytes) : capacity_bytes;
}

void DeviceMemory::count(const Allocation& allocation, bool taken) {
  const std::uint64_t bytes = taken ? allocation.bytes : -allocation.bytes;
  used_ += bytes;
  if (!allocation.pool) return;
  PoolUse& use = pools_[allocation.pool];
  use.bytes += bytes;
  use.most = std::max(use.most, use.bytes);
}

void DeviceMemory::take_from_pool(void* pointer, const void* pool) {
  const std::lock_guard lock(mutex_);
  Allocation& taken = *at_granule(reinterpret_cast<std::uint64_t>(pointer));
  used_ -= taken.bytes;
  taken.pool = pool;
  count(taken, true);
}

DeviceMemory::PoolUse DeviceMemory::pool_use(const void* pool) const {
  const std::lock_guard lock(mutex_);
  const auto known = pools_.find(pool);
  return known == pools_.end() ? PoolUse{} : known->second;
}

void DeviceMemory::forget_most(const void* pool) {
  const std::lock_guard lock(mutex_);
  pools_[pool].most = pools_[pool].bytes;
}

bool DeviceMemory::release(void* pointer) {
  const std::lock_guard lock(mutex_);
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  if (!contains(address)) return false;
  Allocation* found = at_granule(address);
  if (!found || found->freed || found->base != address) return false;
  found->freed = true;
  found->written.forget();
  count(*found, false);
  const std::uint64_t mapped = granules_for(found->bytes) * granule_bytes;
  closable_.erase(address);
  madvise(pointer, mapped, MADV_DONTNEED);
  mprotect(pointer, mapped, PROT_NONE);
  return true;
}

bool DeviceMemory::give_again(void* pointer) {
  const std::lock_guard lock(mutex_);
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  Allocation* found = contains(address) ? at_granule(address) : nullptr;
  if (!found || !found->of_graph || found->base != address) return false;
  if (!found->freed) return true;
  if (found->bytes > free_bytes()) return false;
  if (mprotect(pointer, granules_for(found->bytes) * granule_bytes, PROT_READ | PROT_WRITE)) return false;
  if (is_on(uninitialized_checker)) found->written.watch(found->bytes);
  found->freed = false;
  if (found->kind == AllocationKind::device) {
    closable_[found->base] = found->bytes;
    if (kept_from_host_ && !open_) protect(found->base, found->bytes, false);
  }
  count(*found, true);
  return true;
}

void DeviceMemory::protect(std::uint64_t address, std::uint64_t bytes, bool open) const {
  const int rights = open ? PROT_READ | PROT_WRITE : PROT_NONE;
  if (mprotect(reinterpret_cast<void*>(address), granules_for(bytes) * granule_bytes, rights))
    std::perror("simt: mprotect"), std::abort();
}

std::uint64_t DeviceMemory::closable_bytes() const {
  std::uint64_t all = 0;
  for (const auto& [address, bytes] : closable_) all += granules_for(bytes) * granule_bytes;
  return all;
}

// What nobody may touch the system does not count as a process's memory: what is closed keeps its room by memory that is not used,
// or it could not be opened again where the host has taken all that was left meanwhile.
bool DeviceMemory::keep_room(std::uint64_t bytes) {
  const auto map = [](std::uint64_t room) {
    return mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  };
  if (room_) munmap(room_, room_bytes_);
  void* const made = bytes ? map(bytes) : nullptr;
  if (made == MAP_FAILED) {
    if (room_ && (room_ = map(room_bytes_)) == MAP_FAILED) room_ = nullptr;
    return false;
  }
  room_ = made, room_bytes_ = bytes;
  return true;
}

void DeviceMemory::open(int times) {
  if (!kept_from_host_ || !times) return;
  const std::lock_guard lock(mutex_);
  if (!open_) {
    keep_room(0);
    for (const auto& [address, bytes] : closable_) protect(address, bytes, true);
  }
  open_ += times;
}
void DeviceMemory::close(int times) {
  if (!kept_from_host_ || !times) return;
  const std::lock_guard lock(mutex_);
  open_ = std::max(0, open_ - times);  // who began before anything was kept from the host
  if (open_) return;
  for (const auto& [address, bytes] : closable_) protect(address, bytes, false);
  keep_room(closable_bytes());
}
void DeviceMemory::let_host_touch(std::uint64_t address) {
  if (!is_kept_from_host(address)) return;
  const std::lock_guard lock(mutex_);
  const Allocation* found = at_granule(address);
  if (found && closable_.contains(found->base)) protect(found->base, found->bytes, true);
}
thread_local int OpenDevice::depth = 0;
thread_local int HostIsCalled::calls_ = 0;

bool DeviceMemory::will_be_given(std::uint64_t address, std::uint64_t bytes, bool recorded) const {
  const Allocation* found = at_granule(address);
  return found && found->of_graph && (recorded || found->left_by_graph) && address >= found->base &&
         address + bytes <= found->base + found->bytes;
}

std::vector<Allocation> DeviceMemory::live_allocations() const {
  const std::lock_guard lock(mutex_);
  std::vector<Allocation> live;
  for (const auto& allocation : allocations_)
    if (!allocation->freed && allocation->kind != AllocationKind::heap)
      live.push_back({.base = allocation->base,
          .bytes = allocation->bytes,
          .name = allocation->name,
          .kind = allocation->kind,
          .made_at = allocation->made_at,
          .written = {}});
  return live;
}

void* DeviceMemory::allocate_on_heap(std::uint64_t bytes, int owner) {
  heap_asked = true;
  if (bytes > heap_limit - std::min(heap_limit, heap_used_)) return nullptr;
  void* start = allocate(bytes, AllocationKind::heap, owner);
  if (start) heap_used_ += bytes;
  return start;
}

bool DeviceMemory::release_from_heap(void* pointer) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  const Allocation* found = contains(address) ? at_granule(address) : nullptr;
  if (!found || found->kind != AllocationKind::heap || !release(pointer)) return false;
  heap_used_ -= found->bytes;
  return true;
}

void DeviceMemory::release_all() {
  std::vector<void*> live;
  for (const auto& allocation : allocations_)
    if (!allocation->freed) live.push_back(reinterpret_cast<void*>(allocation->base));
  for (void* pointer : live) release(pointer);
}

void DeviceMemory::set_name(const void* pointer, const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  if (!contains(address)) return;
  if (Allocation* found = at_granule(address)) found->name = name;
}

void DeviceMemory::set_read_only(const void* pointer, bool read_only) {
  const std::lock_guard lock(mutex_);
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  if (Allocation* found = contains(address) ? at_granule(address) : nullptr) found->read_only = read_only;
}

void DeviceMemory::mark_written(std::uint64_t address, std::uint64_t bytes) {
  if (!contains(address)) return;
  Allocation* found = at_granule(address);
  if (found && found->written.watched()) found->written.mark(address - found->base, bytes);
}

void DeviceMemory::copy_written(std::uint64_t to, std::uint64_t from, std::uint64_t bytes) {
  Allocation* target = at_granule(to);
  const Allocation* source = at_granule(from);
  if (!target || !source || !target->written.watched() || !source->written.watched()) return;
  target->written.copy(to - target->base, source->written, from - source->base, bytes);
}

std::uint64_t DeviceMemory::first_unwritten(std::uint64_t address, std::uint64_t bytes) const {
  const Allocation* found = at_granule(address);
  return found && found->written.watched() ? found->written.first_unwritten(address - found->base, bytes) : bytes;
}

const Allocation* DeviceMemory::nearest(std::uint64_t address) const {
  const std::lock_guard lock(mutex_);
  const Allocation* best = nullptr;
  std::uint64_t best_distance = ~std::uint64_t(0);
  for (const auto& allocation : allocations_) {
    if (allocation->freed) continue;
    const std::uint64_t end = allocation->base + allocation->bytes;
    const std::uint64_t distance = address < allocation->base ? allocation->base - address
                                   : address >= end           ? address - end
                                                              : 0;
    if (distance < best_distance) best = allocation.get(), best_distance = distance;
  }
  return best;
}

std::size_t live_allocations() { return device_memory.live_allocations().size(); }

void set_free_memory(std::uint64_t bytes) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  device_memory.leave(bytes);
}

}  // namespace simt
