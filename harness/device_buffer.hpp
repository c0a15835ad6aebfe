// Device memory that notices damage: poisoned contents, and a guard zone on both sides.
//
// On `sim` the data is an allocation of its own, to the byte, so the simulator itself stops an access
// one byte past the end and says who made it. On `cuda` nothing stops such an access; there the data
// lies inside a larger allocation whose margins are compared afterwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace harness {

// The byte that fills a buffer before anybody writes to it. Two of them: a result that differs
// between a run on the first and a run on the second depends on what was there before.
// With none what lies there stays: for large memory that nobody looks at.
enum class Poison : std::uint8_t { none = 0, first = 0xE9, second = 0x95 };

// The poison as a 32-bit word holds it.
constexpr std::uint32_t poison_word(Poison poison) { return static_cast<std::uint32_t>(poison) * 0x01010101u; }

// What a word of a guard zone holds, where there is one. A kernel that reads past its input meets it.
constexpr std::uint32_t guard_word = 0xC5C5C5C5u;

// What a word of a thread's own array holds on sim where nothing was written (-ftrivial-auto-var-init=pattern).
constexpr std::uint32_t no_value_word = 0xFEFEFEFEu;

// The place in a guard zone nearest to the buffer that is no longer what it was.
struct Damage {
  enum class Side { before, after } side = Side::after;
  std::size_t distance = 0;  // whole bytes between the buffer's edge and the damaged word; 0 is next to it
  std::uint32_t value = 0;   // the four bytes found there

  // "12 bytes past the end of out there is now 0x3f800000…"
  std::string sentence(const std::string& buffer_name) const;
};

// Untyped device memory with guards.
class GuardedMemory {
 public:
  GuardedMemory(std::size_t bytes, std::string name, Poison poison);
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  const std::string& name() const { return name_; }

  void poison(Poison poison);                            // all of the data, not the guards
  void upload(const void* source, std::size_t bytes);    // host to device
  void download(void* target, std::size_t bytes) const;  // device to host
  std::optional<Damage> damage() const;                  // nothing: both guards are intact
  // As of what a function gets a pointer to const to: who writes to it is told of, until the next poison() or upload().
  void forbid_writes();

 private:
  std::size_t bytes_;
  std::string name_;
  void* allocation_ = nullptr;  // what cudaMalloc gave
  void* data_ = nullptr;        // where the data starts in it
};

// `count` elements of T on the device. `name` is what messages call it ("out").
// Every member throws DeviceError (backend.hpp) when the device refuses.
template <typename T>
class DeviceBuffer {
 public:
  DeviceBuffer(std::size_t count, std::string name, Poison poison = Poison::first)
      : memory_(count * sizeof(T), std::move(name), poison), count_(count) {}

  // contents: a vector, an array, a span of T.
  template <typename Contents, typename = decltype(std::data(std::declval<const Contents&>()))>
  DeviceBuffer(const Contents& contents, std::string name) : DeviceBuffer(std::size(contents), std::move(name)) {
    upload(contents);
  }

  T* get() const { return static_cast<T*>(memory_.data()); }
  std::size_t size() const { return count_; }
  const std::string& name() const { return memory_.name(); }

  void poison(Poison poison) { memory_.poison(poison); }
  void forbid_writes() { memory_.forbid_writes(); }
  template <typename Contents>
  void upload(const Contents& contents) {
    const T* const first = std::data(contents);
    memory_.upload(first, std::size(contents) * sizeof(T));
  }

  std::vector<T> download() const {
    std::vector<T> contents(count_);
    memory_.download(contents.data(), count_ * sizeof(T));
    return contents;
  }

  bool guards_intact() const { return !memory_.damage(); }
  std::optional<Damage> damage() const { return memory_.damage(); }

 private:
  GuardedMemory memory_;
  std::size_t count_;
};

}  // namespace harness
