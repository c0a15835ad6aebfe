// What both backends do with CUDA's runtime in the same way; compiled once with the headers of each.
#include "harness/runtime.hpp"

#include <algorithm>
#include <cstring>

#include "harness/backend.hpp"
#include "harness/device_buffer.hpp"

namespace harness {
namespace {

bool lost = false;
constexpr int guard_byte = guard_word & 0xFF;

}  // namespace

void must(cudaError_t error, const std::string& what) {
  if (lost) throw DeviceError("not run: a fault in a kernel before has cost this process its GPU.");
  if (error != cudaSuccess) throw DeviceError(what + ": " + cudaGetErrorString(error));
}

void lose_device() { lost = true; }

int devices() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : 0;
}

void device_copy(void* target, const void* source, std::size_t bytes) {
  must(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToDevice), "copying on the device");
}

// guard | data, aligned to 256 bytes as cudaMalloc's are | guard, from the very byte after the data
GuardedMemory::GuardedMemory(std::size_t bytes, std::string name, Poison poison_with)
    : bytes_(bytes), name_(std::move(name)) {
  must(cudaMalloc(&allocation_, bytes + 2 * guard_bytes), "allocating " + name_);
  data_ = static_cast<char*>(allocation_) + guard_bytes;
  name_memory(data_, name_);
  if (guard_bytes > 0) must(cudaMemset(allocation_, guard_byte, bytes + 2 * guard_bytes), "guarding " + name_);
  poison(poison_with);
}

GuardedMemory::~GuardedMemory() { cudaFree(allocation_); }

void GuardedMemory::poison(Poison poison) {
  set_read_only(data_, false);
  if (poison == Poison::none) return;
  must(cudaMemset(data_, static_cast<int>(poison), bytes_), "poisoning " + name_);
}

void GuardedMemory::forbid_writes() { set_read_only(data_, true); }

void GuardedMemory::upload(const void* source, std::size_t bytes) {
  set_read_only(data_, false);
  must(cudaMemcpy(data_, source, bytes, cudaMemcpyHostToDevice), "writing to " + name_);
}

void GuardedMemory::download(void* target, std::size_t bytes) const {
  must(cudaMemcpy(target, data_, bytes, cudaMemcpyDeviceToHost), "reading from " + name_);
}

std::optional<Damage> GuardedMemory::damage() const {
  if (guard_bytes == 0) return std::nullopt;
  std::vector<unsigned char> guard(guard_bytes);
  const auto damaged = [](unsigned char byte) { return byte != guard_byte; };
  const auto word_at = [&](std::size_t offset) {
    std::uint32_t value = 0;
    std::memcpy(&value, &guard[offset], sizeof value);
    return value;
  };
  char* const after = static_cast<char*>(data_) + bytes_;
  must(cudaMemcpy(guard.data(), after, guard_bytes, cudaMemcpyDeviceToHost), "reading the guard after " + name_);
  if (const auto first = std::find_if(guard.begin(), guard.end(), damaged); first != guard.end()) {
    const std::size_t offset = std::size_t(first - guard.begin()) / 4 * 4;
    return Damage{Damage::Side::after, offset, word_at(offset)};
  }
  must(cudaMemcpy(guard.data(), allocation_, guard_bytes, cudaMemcpyDeviceToHost), "reading the guard before " + name_);
  if (const auto last = std::find_if(guard.rbegin(), guard.rend(), damaged); last != guard.rend()) {
    const std::size_t distance = std::size_t(last - guard.rbegin()) / 4 * 4;
    return Damage{Damage::Side::before, distance, word_at(guard_bytes - 4 - distance)};
  }
  return std::nullopt;
}

}  // namespace harness
