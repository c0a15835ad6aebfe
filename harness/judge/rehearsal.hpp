// Calls that come twice: first with inputs that are nearly those of the call itself.
//
// A function that keeps results finds them again by what it looks at: by an address, by some elements. Where all elements are
// others, the first of them tells that. Here two of them, anywhere, have changed places, and nothing else has changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace harness {

enum class MemoryOf { device, host };

// While one lives, the judge's memory is noted, and each call of one of the submission's functions is rehearsed.
class Rehearsals {
 public:
  Rehearsals();
  ~Rehearsals();
  Rehearsals(const Rehearsals&) = delete;
  Rehearsals& operator=(const Rehearsals&) = delete;
};

// What is in the judge's memory, by its number: contents, or on the device what stands for none. Nothing is kept where no
// Rehearsals live.
void note_contents(MemoryOf where, std::uint64_t number, const void* contents, std::size_t bytes);
void note_poison(std::uint64_t number, std::uint8_t poison);
void note_watch(std::uint32_t warp, std::uint64_t block);
void note_forbidden(std::uint64_t number);
void forget_contents(MemoryOf where, std::uint64_t number);

// Makes the call that is asked for, with inputs of which two elements have changed places; then all is as it was.
void rehearse(const std::string& request);

}  // namespace harness
