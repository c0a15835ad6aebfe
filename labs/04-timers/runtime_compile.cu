// Lab runtime_compile: the text of a kernel in, a launched kernel out.
// Run: ./course check runtime_compile        Stuck: ./course hint runtime_compile
#include <cuda.h>
#include <nvrtc.h>

#include <string>

// source: CUDA C++ text that defines  extern "C" __global__ void NAME(float* out, const float* in, int count)
// kernel: that NAME
// out, in: count floats each, in device memory; count is 1 to 1,000,000. They come from cudaMalloc, so the runtime has
//          made the GPU's context, and it is the current one: the driver's functions work at once.
// Compiles source with NVRTC, loads the PTX with the driver, launches the kernel with count threads or more in blocks
// of 256, and waits for it.
// Returns "" if all went well; what the compiler said, if source does not compile; else the words of
// cuGetErrorString. It never ends the program, and it leaves nothing loaded.
std::string run_source(const std::string& source, const std::string& kernel, float* out, const float* in, int count) {
  // TODO: nvrtcCreateProgram, nvrtcCompileProgram, then nvrtcGetPTX or nvrtcGetProgramLog
  // TODO: cuModuleLoadData, cuModuleGetFunction, cuLaunchKernel, cuCtxSynchronize, cuModuleUnload
  return "not written yet";
}
