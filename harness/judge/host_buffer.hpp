// Host memory of the player's: what a submission's functions for the CPU read and write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "harness/judge/player.hpp"
#include "harness/judge/rehearsal.hpp"

namespace harness {

// `contents` on the player's heap. What lies there afterwards is copied by download(), each time anew.
template <typename T>
class HostBuffer {
 public:
  explicit HostBuffer(std::span<const T> contents) : count_(contents.size()) {
    Writer out;
    out("host memory");
    out.bytes.append(reinterpret_cast<const char*>(contents.data()), contents.size_bytes());
    std::uint64_t data = 0;
    std::tie(number_, data) = results_of<std::uint64_t, std::uint64_t>(player().ask(out.bytes));
    data_ = reinterpret_cast<T*>(data);
    note_contents(MemoryOf::host, number_, contents.data(), contents.size_bytes());
  }
  ~HostBuffer() {
    if (!number_) return;
    forget_contents(MemoryOf::host, number_);
    tell("free host memory", number_);
  }
  HostBuffer(const HostBuffer&) = delete;
  HostBuffer& operator=(const HostBuffer&) = delete;
  HostBuffer(HostBuffer&& other) noexcept
      : number_(std::exchange(other.number_, 0)), data_(other.data_), count_(other.count_) {}

  T* get() const { return data_; }  // in the player
  std::size_t size() const { return count_; }

  std::vector<T> download() const {
    std::vector<T> contents(count_);
    ask_contents(contents.data(), count_ * sizeof(T), "read host memory", number_);
    return contents;
  }

 private:
  std::uint64_t number_ = 0;
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace harness
