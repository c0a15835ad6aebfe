// The player's pages (kept.hpp): places for a few objects, and pieces of one array, each size with a list of those that were given
// back.
#include "harness/player/kept.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace harness {
namespace {

constexpr std::size_t unit = 16, largest = 512, object = 256;
struct Free {
  Free* next;
};
#if defined(__x86_64__)
constexpr std::size_t page = 4096;
#else
constexpr std::size_t page = 65536;  // as large as a kernel's may be
#endif
struct alignas(page) Room {
  bool made[4];
  alignas(unit) char objects[4][object];
  std::size_t used, open;
  Free* given_back[largest / unit + 1];
  alignas(unit) char rest[std::size_t(4) << 20];
};
Room room;

std::size_t units(std::size_t bytes) { return (bytes + unit - 1) / unit; }

void protect(int rights) {
  if (mprotect(&room, sizeof room, rights)) std::perror("mprotect"), std::abort();
}

}  // namespace

OpenKept::OpenKept() {
  protect(PROT_READ | PROT_WRITE);
  ++room.open;
}
OpenKept::~OpenKept() {
  if (--room.open == 0) protect(PROT_READ);
}

void* take_kept(std::size_t bytes) {
  if (bytes == 0 || bytes > largest) return nullptr;
  Free*& free = room.given_back[units(bytes)];
  if (free) return std::exchange(free, free->next);
  if (sizeof room.rest - room.used < units(bytes) * unit) return nullptr;
  return room.rest + std::exchange(room.used, room.used + units(bytes) * unit);
}

bool give_back_kept(void* memory, std::size_t bytes) {
  if (reinterpret_cast<std::uintptr_t>(memory) - reinterpret_cast<std::uintptr_t>(room.rest) >= sizeof room.rest)
    return false;
  Free*& free = room.given_back[units(bytes)];
  free = new (memory) Free{free};
  return true;
}

void* kept_place(KeptPlace place, std::size_t bytes, bool& made) {
  const auto number = std::size_t(place);
  if (bytes > object) std::abort();
  made = room.made[number];
  if (!made) {
    const OpenKept open;
    room.made[number] = true;
  }
  return room.objects[number];
}

}  // namespace harness
