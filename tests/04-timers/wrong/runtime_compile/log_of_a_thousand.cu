// Of what the compiler says the first thousand characters are given.
// fails: Errors.ManyWordsOfTheCompilers: 40 lines each use a name
#include <cuda.h>
#include <nvrtc.h>

#include <string>

namespace {

// Gives PTX, or nothing and in `log` what the compiler had to say.
std::string compile(const std::string& source, std::string& log) {
  nvrtcProgram program;
  nvrtcCreateProgram(&program, source.c_str(), "source.cu", 0, nullptr, nullptr);
  const nvrtcResult result = nvrtcCompileProgram(program, 0, nullptr);
  std::string ptx;
  size_t bytes = 0;
  if (result == NVRTC_SUCCESS) {
    nvrtcGetPTXSize(program, &bytes);
    ptx.resize(bytes);  // the size counts the zero at the end
    nvrtcGetPTX(program, &ptx[0]);
  } else {
    nvrtcGetProgramLogSize(program, &bytes);
    log.resize(bytes);
    nvrtcGetProgramLog(program, &log[0]);
    if (log.size() > 1000) log.resize(1000);
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

}  // namespace

std::string run_source(const std::string& source, const std::string& kernel, float* out,
    const float* in, int count) {
  std::string log;
  const std::string ptx = compile(source, log);
  if (ptx.empty()) return log;

  CUmodule module;
  CUfunction function;
  // The driver turns PTX into this GPU's own code.
  CUresult error = cuModuleLoadData(&module, ptx.c_str());
  if (error != CUDA_SUCCESS) return words(error);
  error = cuModuleGetFunction(&function, module, kernel.c_str());
  if (error == CUDA_SUCCESS) {
    // Where each argument lies, in the kernel's order.
    void* arguments[] = {&out, &in, &count};
    error = cuLaunchKernel(
        function, (count + 255) / 256, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr);
  }
  // A launch returns before the kernel could fail.
  if (error == CUDA_SUCCESS) error = cuCtxSynchronize();
  cuModuleUnload(module);
  return words(error);
}
