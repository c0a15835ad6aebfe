// CUDA's runtime, as both backends use it. For the backends' own files: it needs the cuda_runtime.h of either.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <string>

namespace harness {

// Throws DeviceError with CUDA's words, unless all is well. After lose_device() it always throws.
void must(cudaError_t error, const std::string& what);

// A kernel's bad access may cost the process its GPU for good: cudaDeviceReset does not always bring it back.
void lose_device();

// What the backends differ in. On each side of guarded memory; 0 where the backend itself sees every access.
extern const std::size_t guard_bytes;
// `name` is what the backend's own messages call that memory, if it has any.
void name_memory(const void* memory, const std::string& name);
// Whether the device memory that holds this may only be read; who writes to it is told of where the backend sees it.
void set_read_only(const void* memory, bool read_only);

}  // namespace harness
