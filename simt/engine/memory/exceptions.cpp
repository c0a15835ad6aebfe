// Where exceptions lie. In front of what is thrown stands what C++'s library keeps of it: its type, its destructor, where a handler
// begins. That library comes here for the memory, since this library is asked before it; each exception has a page for what stands
// in front, which is nobody's (protected.hpp), and what is thrown begins with the next.
#include <cxxabi.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "simt/engine/core/scheduler.hpp"
#include "simt/engine/memory/protected.hpp"

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace simt {
namespace {

constexpr std::size_t most = 1024, header = 128,
                      dependent = 112;  // bytes in front, and of what stands for another exception

class Exceptions {
 public:
  // The page in front of an exception.
  char* take() {
    const std::lock_guard lock(mutex_);
    if (!begin_) reserve();
    if (given_back_) return begin_ + exception_stride * places_[--given_back_];
    if (used_ == most) end("more than 1,024 exceptions are thrown at once");
    return begin_ + exception_stride * used_++;
  }
  void give_back(const void* in) {
    const std::lock_guard lock(mutex_);
    const auto at = static_cast<const char*>(in) - begin_;
    places_[given_back_++] = static_cast<unsigned short>(std::size_t(at) / exception_stride);
  }
  [[noreturn]] static void end(const char* why) { std::fprintf(stderr, "simt: %s\n", why), std::abort(); }

 private:
  void reserve() {
    // As the stacks of a kernel's threads (core/scheduler.cpp): only what is touched counts.
    const int whose = private_memory_limit() ? MAP_SHARED : MAP_PRIVATE;
    void* const all = mmap(
        nullptr, (most + 1) * exception_stride, PROT_READ | PROT_WRITE, whose | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) end("there is no address space for exceptions");
    begin_ = reinterpret_cast<char*>(
        (reinterpret_cast<std::uintptr_t>(all) + exception_stride - 1) / exception_stride * exception_stride);
    OpenGuarded()->exceptions = {reinterpret_cast<std::uint64_t>(begin_), most * exception_stride};
  }
  std::mutex mutex_;
  char* begin_ = nullptr;
  std::size_t used_ = 0, given_back_ = 0;
  unsigned short places_[most] = {};
};
constinit Exceptions exceptions;

}  // namespace
}  // namespace simt

extern "C" {
void* __cxa_allocate_exception(std::size_t bytes) noexcept {
  using namespace simt;
  if (bytes > exception_stride - exception_page) Exceptions::end("an exception has more than a MiB");
  char* const thrown = exceptions.take() + exception_page;
  std::memset(thrown - header, 0, header);
  return thrown;
}
void __cxa_free_exception(void* thrown) noexcept { simt::exceptions.give_back(thrown); }
abi::__cxa_dependent_exception* __cxa_allocate_dependent_exception() noexcept {
  char* const made = simt::exceptions.take();
  std::memset(made, 0, simt::dependent);
  return reinterpret_cast<abi::__cxa_dependent_exception*>(made);
}
void __cxa_free_dependent_exception(abi::__cxa_dependent_exception* made) noexcept { simt::exceptions.give_back(made); }
}

#endif
