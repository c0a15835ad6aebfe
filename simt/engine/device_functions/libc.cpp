// What simtcc links in the place of functions of the C library, which nothing instruments: printf, memcpy and their kin.
//
// In a kernel they are the device's: printf keeps the order of blocks, and memory is moved byte by byte, as nvcc compiles
// it. In host code they are the C library's, kept away from device memory.
#include <algorithm>
#include <bit>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <string>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/memory/protected.hpp"

namespace simt {
namespace {

// The compiler copies and clears large objects by calls of its own. It has told ThreadSanitizer's instrumentation of
// them just before, so they have been counted.
bool is_counted(const Lane& lane, const void* to, const void* from, std::size_t bytes) {
  const auto same = [bytes](const AddressRange& range, const void* pointer) {
    return range.begin == reinterpret_cast<std::uint64_t>(pointer) && range.bytes == bytes;
  };
  return same(lane.last_write, to) && (!from || same(lane.last_read, from));
}

void touch(Lane& lane, const void* pointer, std::size_t offset, EventKind kind, std::uint64_t pc, unsigned bytes = 1) {
  check_and_note(lane, static_cast<const char*>(pointer) + offset, bytes, kind, pc);
}

// In how large pieces nvcc may move what lies there: it knows how a variable is aligned, and of other memory nothing.
std::size_t known_alignment(const void* pointer) {
  const auto address = reinterpret_cast<std::uint64_t>(pointer);
  return device_memory.contains(address) ? 1 : std::size_t(1) << std::countr_zero(address | 4);
}

template <typename Move>
void touch_pieces(
    Lane& lane, const void* pointer, std::size_t bytes, std::size_t most, EventKind kind, std::uint64_t pc, Move move) {
  for (std::size_t i = 0, piece = 0; i < bytes; i += piece) {
    piece = std::bit_floor(std::min(most, bytes - i));
    touch(lane, pointer, i, kind, pc, unsigned(piece));
    move(i, piece);
  }
}

// What stores `value` to memory that is not counted yet, in a kernel.
void fill(Lane& lane, void* to, int value, std::size_t bytes, std::uint64_t pc) {
  if (!is_counted(lane, to, nullptr, bytes))
    touch_pieces(lane, to, bytes, known_alignment(to), EventKind::store, pc,
        [&](std::size_t i, std::size_t piece) { std::memset(static_cast<char*>(to) + i, value, piece); });
}

// Host code's turn.
void watch(const void* pointer, std::size_t bytes, bool writes, std::uint64_t pc) {
  if (bytes) check_host_access(reinterpret_cast<std::uint64_t>(pointer), bytes, writes, pc);
}

// Below `stack`, where the caller's own stack ends, stands what this call itself returns by: nobody has a variable there.
void keep_above(const void* to, std::size_t bytes, std::uint64_t stack, std::uint64_t pc) {
  constexpr std::uint64_t near = 64 * 1024;
  const auto at = reinterpret_cast<std::uint64_t>(to);
  if (at >= stack || !bytes || (stack - at > near && stack - at >= bytes)) [[likely]]
    return;
  if (!current_lane) end_at_return(pc);
  stop_lane(*current_lane, {.kind = Fault::Kind::trap, .pc = pc, .text = overwriting});
}

// In a kernel byte by byte, from the end where what is still to be read would be written over.
void* move(void* to, const void* from, std::size_t bytes, std::uint64_t pc) {
  Lane* const lane = current_lane;
  if (lane && !is_counted(*lane, to, from, bytes)) {
    const bool backwards = std::uint64_t(to) - std::uint64_t(from) < bytes;
    for (std::size_t done = 0; done < bytes; ++done) {
      const std::size_t i = backwards ? bytes - 1 - done : done;
      touch(*lane, from, i, EventKind::load, pc);
      const char byte = static_cast<const char*>(from)[i];
      touch(*lane, to, i, EventKind::store, pc);
      static_cast<char*>(to)[i] = byte;
    }
    return to;
  }
  if (!lane) watch(from, bytes, false, pc), watch(to, bytes, true, pc);
  return std::memmove(to, from, bytes);
}

// Of a known size, at most 256 bytes. 1, 2, 4 or 8 bytes are one value, loaded and stored as either side's alignment allows. More
// is bytes where one side is not known to be aligned, but for up to 16 that are stored to a variable.
void move_known(void* to, const void* from, std::size_t bytes, std::uint64_t pc) {
  Lane* const lane = current_lane;
  if (!lane) {
    watch(from, bytes, false, pc), watch(to, bytes, true, pc);
    std::memmove(to, from, bytes);
    return;
  }
  const std::size_t source = known_alignment(from), target = known_alignment(to), both = std::min(source, target);
  const bool one_value = std::has_single_bit(bytes) && bytes <= 8;
  char moved[256];
  touch_pieces(*lane, from, bytes, one_value ? source : both, EventKind::load, pc,
      [&](std::size_t i, std::size_t piece) { std::memcpy(moved + i, static_cast<const char*>(from) + i, piece); });
  touch_pieces(*lane, to, bytes, bytes <= 16 ? target : both, EventKind::store, pc,
      [&](std::size_t i, std::size_t piece) { std::memcpy(static_cast<char*>(to) + i, moved + i, piece); });
}

int append(std::string& text, const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  if (length < 0) return length;
  const std::size_t before = text.size();
  text.resize(before + std::size_t(length) + 1);
  std::vsnprintf(text.data() + before, std::size_t(length) + 1, format, arguments);
  text.resize(before + std::size_t(length));
  return length;
}

}  // namespace
}  // namespace simt

using namespace simt;

#define SIMT_HERE reinterpret_cast<std::uint64_t>(__builtin_return_address(0))
#define SIMT_KEEP_ABOVE(TO, BYTES) \
  keep_above(TO, BYTES, reinterpret_cast<std::uint64_t>(__builtin_frame_address(0)) + 16, SIMT_HERE)

extern "C" {

void simt_copy(void* to, const void* from, std::size_t bytes) noexcept {
  SIMT_KEEP_ABOVE(to, bytes);
  move_known(to, from, bytes, SIMT_HERE);
}
void* __wrap_memcpy(void* to, const void* from, std::size_t bytes) {
  SIMT_KEEP_ABOVE(to, bytes);
  return simt::move(to, from, bytes, SIMT_HERE);
}
void* __wrap_memmove(void* to, const void* from, std::size_t bytes) {
  SIMT_KEEP_ABOVE(to, bytes);
  return simt::move(to, from, bytes, SIMT_HERE);
}
void* __wrap_memset(void* to, int value, std::size_t bytes) {
  SIMT_KEEP_ABOVE(to, bytes);
  if (Lane* lane = current_lane) fill(*lane, to, value, bytes, SIMT_HERE);
  else watch(to, bytes, true, SIMT_HERE);
  return std::memset(to, value, bytes);
}
// What g++ fills by itself (include/simt/program_memset.h): a variable without a value, which is nobody's write, or an object of
// which the instrumentation has just told.
void* simt_fill(void* to, int value, std::size_t bytes) {
  SIMT_KEEP_ABOVE(to, bytes);
  const auto first = reinterpret_cast<std::uint64_t>(to);
  if (Lane* lane = current_lane) fill(*lane, to, value, bytes, SIMT_HERE);
  else if (bytes && (is_protected(first) || is_protected(first + bytes - 1)))
    end_at_protected_store(first, bytes, SIMT_HERE);
  return std::memset(to, value, bytes);
}
void* __wrap_mempcpy(void* to, const void* from, std::size_t bytes) {
  SIMT_KEEP_ABOVE(to, bytes);
  return static_cast<char*>(simt::move(to, from, bytes, SIMT_HERE)) + bytes;
}
char* __wrap_strcpy(char* to, const char* from) {
  SIMT_KEEP_ABOVE(to, std::strlen(from) + 1);
  return static_cast<char*>(simt::move(to, from, std::strlen(from) + 1, SIMT_HERE));
}
char* __wrap_stpcpy(char* to, const char* from) {
  SIMT_KEEP_ABOVE(to, std::strlen(from) + 1);
  const std::size_t length = std::strlen(from);
  return static_cast<char*>(simt::move(to, from, length + 1, SIMT_HERE)) + length;
}
char* __wrap_strcat(char* to, const char* from) {
  SIMT_KEEP_ABOVE(to + std::strlen(to), std::strlen(from) + 1);
  simt::move(to + std::strlen(to), from, std::strlen(from) + 1, SIMT_HERE);
  return to;
}
char* __wrap_strncpy(char* to, const char* from, std::size_t bytes) {
  SIMT_KEEP_ABOVE(to, bytes);
  const std::size_t length = ::strnlen(from, bytes);
  simt::move(to, from, length, SIMT_HERE);
  __wrap_memset(to + length, 0, bytes - length);
  return to;
}
int __wrap_memcmp(const void* a, const void* b, std::size_t bytes) {
  if (!current_lane) watch(a, bytes, false, SIMT_HERE), watch(b, bytes, false, SIMT_HERE);
  return std::memcmp(a, b, bytes);
}
std::size_t __wrap_fwrite(const void* from, std::size_t size, std::size_t count, std::FILE* file) {
  watch(from, size * count, false, SIMT_HERE);
  return std::fwrite(from, size, count, file);
}
std::size_t __wrap_fread(void* to, std::size_t size, std::size_t count, std::FILE* file) {
  SIMT_KEEP_ABOVE(to, size * count);
  watch(to, size * count, true, SIMT_HERE);
  return std::fread(to, size, count, file);
}

// Blocks print in their order, whichever worker runs them. What a block above one that faulted would print, nobody would
// see on one worker, and nobody sees on two. All of it is printed when the launch has ended: it may have to be undone.
int __wrap_printf(const char* format, ...) {
  std::string* kept = nullptr;
  if (Lane* lane = current_lane) {
    LaunchState& launch = lane->worker->launch;
    lane->worker->wait_for_turn();
    if (launch.faulted_block.load() < lane->worker->block_index) return 0;
    kept = &launch.printed;
  }
  va_list arguments;
  va_start(arguments, format);
  const int printed = kept ? append(*kept, format, arguments) : std::vprintf(format, arguments);
  va_end(arguments);
  return printed;
}
}
