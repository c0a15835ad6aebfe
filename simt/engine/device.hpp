// The simulated device's state that the runtime API and the launcher share.
#pragma once

#include <string>

#include "simt/include/simt/api.h"

namespace simt {

const cudaDeviceProp& simulated_device();

// A sticky error is one after which CUDA's context is lost: every later call gives it back.
cudaError_t sticky_error();
void set_sticky_error(cudaError_t error);
void set_last_error(cudaError_t error);
// The error CUDA gives for a kernel that did what a finding of this kind says.
cudaError_t error_of(const std::string& finding_kind);

// cudaFuncAttributeMaxDynamicSharedMemorySize of a kernel, in bytes; 0 if never set.
std::size_t dynamic_shared_allowed(const void* function);

}  // namespace simt
