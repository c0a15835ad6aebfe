// What lies on pages of its own that are read-only but while the simulator changes something there: no stray store changes it, and
// no library that was given a forged object.
#pragma once

#include <pthread.h>
#include <sys/mman.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace simt {

#if defined(__x86_64__)
constexpr std::size_t page_at_most = 4096;
#else
constexpr std::size_t page_at_most = 65536;  // as large as a kernel's may be
#endif

// `pages` is a variable of a type that is alignas(page_at_most), with a count `opened`. Reading it costs what reading any variable
// costs. It can be changed while one of these is there, which one thread at a time may have, several times over; from when the first
// has gone it is read-only otherwise.
template <auto& pages>
class OpenPages {
 public:
  OpenPages() {
    pthread_mutex_lock(&mutex_);
    let_change(true);
    ++pages.opened;
  }
  ~OpenPages() {
    if (!--pages.opened) let_change(false);
    pthread_mutex_unlock(&mutex_);
  }
  OpenPages(const OpenPages&) = delete;
  auto* operator->() const { return &pages; }

 private:
  static void let_change(bool change) {
    static_assert(sizeof pages % page_at_most == 0);
    if (mprotect(&pages, sizeof pages, change ? PROT_READ | PROT_WRITE : PROT_READ))
      std::perror("simt: mprotect"), std::abort();
  }
  static inline pthread_mutex_t mutex_ = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
};

}  // namespace simt
