// Cuts what the compiler says after 100 characters.
// fails: Errors.AllOfTheCompilersWords: should say "neither_this"
#include <cuda.h>
#include <nvrtc.h>

#include <memory>
#include <string>
#include <vector>
namespace {
struct Program {
  nvrtcProgram it = nullptr;
  explicit Program(const std::string& text) { nvrtcCreateProgram(&it, text.data(), nullptr, 0, nullptr, nullptr); }
  ~Program() { nvrtcDestroyProgram(&it); }
};
struct Module {
  CUmodule it = nullptr;
  ~Module() {
    if (it) cuModuleUnload(it);
  }
};
std::string said(CUresult r) {
  const char* what = nullptr;
  return r == CUDA_SUCCESS ? "" : cuGetErrorString(r, &what) == CUDA_SUCCESS ? what : "unknown";
}
}  // namespace
std::string run_source(const std::string& source, const std::string& kernel, float* out, const float* in, int count) {
  std::vector<char> ptx;
  {
    const Program program(source);
    std::size_t size = 0;
    if (nvrtcCompileProgram(program.it, 0, nullptr) != NVRTC_SUCCESS) {
      nvrtcGetProgramLogSize(program.it, &size);
      std::vector<char> log(size);
      nvrtcGetProgramLog(program.it, log.data());
      return std::string(log.data()).substr(0, 100);
    }
    nvrtcGetPTXSize(program.it, &size);
    ptx.resize(size);
    nvrtcGetPTX(program.it, ptx.data());
  }
  Module module;
  CUfunction function;
  if (const auto r = cuModuleLoadDataEx(&module.it, ptx.data(), 0, nullptr, nullptr)) return said(r);
  if (const auto r = cuModuleGetFunction(&function, module.it, kernel.c_str())) return said(r);
  void* what[3];
  what[0] = &out, what[1] = &in, what[2] = &count;
  if (const auto r = cuLaunchKernel(function, 1 + (count - 1) / 256, 1, 1, 256, 1, 1, 0, CU_STREAM_LEGACY, what, 0))
    return said(r);
  return said(cuStreamSynchronize(CU_STREAM_LEGACY));
}
