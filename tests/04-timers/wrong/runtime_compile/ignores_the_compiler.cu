// Never looks whether the text compiled.
// fails: Errors.TheCompilersOwnWords: the answer should say "nonsense
#include <cuda.h>
#include <nvrtc.h>

#include <string>

namespace {
std::string compile(const std::string& source, std::string& log) {
  nvrtcProgram program;
  nvrtcCreateProgram(&program, source.c_str(), "source.cu", 0, nullptr, nullptr);
  const nvrtcResult result = nvrtcCompileProgram(program, 0, nullptr);
  std::string ptx;
  size_t bytes = 0;
  if (result == NVRTC_SUCCESS) {
    nvrtcGetPTXSize(program, &bytes);
    ptx.resize(bytes);
    nvrtcGetPTX(program, &ptx[0]);
  } else {
    nvrtcGetProgramLogSize(program, &bytes);
    log.resize(bytes);
    nvrtcGetProgramLog(program, &log[0]);
  }
  nvrtcDestroyProgram(&program);
  return ptx;
}

std::string words(CUresult error) {
  const char* text = "an unknown error";
  if (error == CUDA_SUCCESS) return "";
  cuGetErrorString(error, &text);
  return text;
}

}

std::string run_source(const std::string& source, const std::string& kernel, float* out, const float* in, int count) {
  std::string log;
  const std::string ptx = compile(source, log);

  CUmodule module;
  CUfunction function;
  CUresult error = cuModuleLoadData(&module, ptx.c_str());
  if (error != CUDA_SUCCESS) return words(error);
  error = cuModuleGetFunction(&function, module, kernel.c_str());
  if (error == CUDA_SUCCESS) {
    void* arguments[] = {&out, &in, &count};
    error = cuLaunchKernel(function, (count + 255) / 256, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr);
  }
  if (error == CUDA_SUCCESS) error = cuCtxSynchronize();
  cuModuleUnload(module);
  return words(error);
}
