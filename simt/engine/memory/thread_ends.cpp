// What is called when a thread ends: the destructors of its thread_local objects. C's library keeps a list of them on the heap that a
// submission has in common with it, with the functions' addresses, and calls whatever stands there then; here the list is the
// simulator's (own_heap.cpp). C++'s library comes here for it, since this library is asked before C's.
#include <pthread.h>

#include <cstdio>
#include <cstdlib>

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace simt {
namespace {

struct AtEnd {
  void (*end)(void*);
  void* object;
  AtEnd* before;
};
constinit thread_local AtEnd* last_of_thread __attribute__((tls_model("initial-exec"))) = nullptr;

void end_all() {
  while (AtEnd* const one = last_of_thread) {
    last_of_thread = one->before;
    one->end(one->object);
    delete one;
  }
}

pthread_key_t key() {
  static const pthread_key_t made = [] {
    pthread_key_t fresh;
    if (pthread_key_create(&fresh, [](void*) { end_all(); }))
      std::fputs("simt: there is no key of threads left\n", stderr), std::abort();
    std::atexit(end_all);  // on the first thread, which ends with the program
    return fresh;
  }();
  return made;
}

}  // namespace
}  // namespace simt

extern "C" int __cxa_thread_atexit_impl(void (*end)(void*), void* object, void*) noexcept {
  pthread_setspecific(simt::key(), object ? object : &simt::last_of_thread);
  simt::last_of_thread = new simt::AtEnd{end, object, simt::last_of_thread};
  return 0;
}

#endif
