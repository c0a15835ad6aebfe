// The shared memory of the blocks that a worker runs one after the other.
#include "simt/engine/memory/shared_memory.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace simt {
namespace {

// As constant as the arrays are.
template <typename Arrays>
auto array_at(Arrays& arrays, std::uint64_t address, unsigned bytes) -> decltype(arrays.data()) {
  auto above = std::upper_bound(
      arrays.begin(), arrays.end(), address, [](std::uint64_t a, const SharedArray& array) { return a < array.begin; });
  if (above == arrays.begin()) return nullptr;
  auto& array = *--above;
  return array.holds(address, bytes) ? &array : nullptr;
}

}  // namespace

void SharedArray::clear() {
  if (may_be_cleared) std::memset(reinterpret_cast<void*>(begin), 0, bytes);
}

SharedMemory::SharedMemory(std::vector<SharedArray> all, AddressRange dynamic)
    : arrays(std::move(all)), dynamic(dynamic) {
  if (dynamic.bytes) arrays.push_back({dynamic, "dynamic shared memory"});
  std::sort(arrays.begin(), arrays.end(), [](const SharedArray& a, const SharedArray& b) { return a.begin < b.begin; });
  if (!arrays.empty()) span = {arrays.front().begin, arrays.back().begin + arrays.back().bytes - arrays.front().begin};
}

bool SharedMemory::find(AddressRange& window, std::uint64_t address, unsigned bytes) {
  SharedArray* array = array_at(arrays, address, bytes);
  if (!array) return false;
  if (array->is_guard) return true;
  if (!std::exchange(array->touched, true)) array->clear();
  window = *array;
  return true;
}

const SharedArray* SharedMemory::at(std::uint64_t address, unsigned bytes) const {
  return array_at(arrays, address, bytes);
}

void SharedMemory::clear_touched() {
  for (SharedArray& array : arrays)
    if (array.touched) array.clear();
}

}  // namespace simt
