// What the parts of the driver API share: handles, and calls of the runtime that give the driver's errors.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>

#include "simt/driver/object.hpp"
#include "simt/engine/runtime_api/device.hpp"
#include "simt/include/cuda.h"

struct CUctx_st {
  int device = 0;
  unsigned flags = 0;
  bool primary = false;
  int uses = 0;                  // of a primary context
  std::set<CUdeviceptr> memory;  // that goes when the context goes
};
struct CUfunc_st {
  const void* address = nullptr;
  std::string name;  // the symbol's
  CUmodule module = nullptr;
};
struct CUmod_st {
  simt::driver::Loaded loaded;
  std::map<std::string, simt::driver::Symbol> symbols;
  std::deque<CUfunc_st> functions;  // addresses must last
  CUcontext context = nullptr;
};

namespace simt::driver {

// CUDA_ERROR_NOT_INITIALIZED, CUDA_ERROR_INVALID_CONTEXT, or the error that the context was lost with; else success.
CUresult ready();
CUcontext current_context();
CUresult result_of(cudaError_t error);

// Calls the runtime for the driver: its last error is the runtime's business, and so is its primary context.
class RuntimeCall {
 public:
  RuntimeCall();
  ~RuntimeCall();
  RuntimeCall(const RuntimeCall&) = delete;

 private:
  cudaError_t last_;
  bool used_;
};
template <typename Call>
CUresult through_runtime(Call call) {
  if (const CUresult error = ready()) return error;
  const RuntimeCall keep;
  return result_of(call());
}

}  // namespace simt::driver
