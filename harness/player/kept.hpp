// What the player knows, on pages of its own. A submission's stores may go nowhere among the program's variables (simt/engine/
// memory/protected.hpp), but everywhere on the heap; and a library that it gives a forged object stores where that says. So these
// pages may only be written to while one of the player's functions says so.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <new>
#include <utility>

namespace harness {

// While one is there, what lies here can be changed. The player has none while the submission is called.
class OpenKept {
 public:
  OpenKept();
  ~OpenKept();
  OpenKept(const OpenKept&) = delete;
};

// Of one thread: the one that answers requests. nullptr where there is no more room.
void* take_kept(std::size_t bytes);
bool give_back_kept(void* memory, std::size_t bytes);  // whether it was from there

template <typename T>
struct Kept {
  using value_type = T;
  Kept() = default;
  template <typename U>
  Kept(const Kept<U>&) {}
  T* allocate(std::size_t count) {
    void* const kept = take_kept(count * sizeof(T));
    return static_cast<T*>(kept ? kept : ::operator new(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) {
    if (!give_back_kept(memory, count * sizeof(T))) ::operator delete(memory);
  }
  template <typename U>
  bool operator==(const Kept<U>&) const {
    return true;
  }
};

template <typename Key, typename Value>
using KeptMap = std::map<Key, Value, std::less<>, Kept<std::pair<const Key, Value>>>;

// The one object of its type there, which is made by the first call and never ended. Where it lies nothing says but the code.
enum class KeptPlace { requests, calls, on_device, on_host };
void* kept_place(KeptPlace place, std::size_t bytes, bool& made);
template <typename T>
T& kept(KeptPlace place) {
  bool made = false;
  void* const memory = kept_place(place, sizeof(T), made);
  if (made) return *static_cast<T*>(memory);
  const OpenKept open;
  return *new (memory) T;
}

}  // namespace harness
