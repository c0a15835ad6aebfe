// Counts what a submission allocates: this program's malloc, and with it operator new, tells a hook first.
//
// The functions below replace the C library's in the whole process; the memory still comes from there. To be
// included by one file of a program.
#pragma once

#include <cstddef>

namespace grading {

// Called for every allocation of the process while it is set.
inline void (*on_allocation)() = nullptr;

}  // namespace grading

extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t count, std::size_t bytes);
void* __libc_realloc(void* pointer, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);

void* malloc(std::size_t bytes) {
  if (grading::on_allocation) grading::on_allocation();
  return __libc_malloc(bytes);
}
void* calloc(std::size_t count, std::size_t bytes) {
  if (grading::on_allocation) grading::on_allocation();
  return __libc_calloc(count, bytes);
}
void* realloc(void* pointer, std::size_t bytes) {
  if (grading::on_allocation) grading::on_allocation();
  return __libc_realloc(pointer, bytes);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  if (grading::on_allocation) grading::on_allocation();
  return __libc_memalign(alignment, bytes);
}
}
