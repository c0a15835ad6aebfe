// Retains the primary context in every call, and never releases it.
// fails: Correctness.NothingIsLeftBehind: leaves something behind: a retained context
#include <cuda.h>
#include <nvrtc.h>
#include <string>
static bool compile(const std::string& source, std::string& text) {
  nvrtcProgram program;
  nvrtcCreateProgram(&program, source.c_str(), "text.cu", 0, nullptr, nullptr);
  const bool good = nvrtcCompileProgram(program, 0, nullptr) == NVRTC_SUCCESS;
  size_t size = 0;
  if (good) nvrtcGetPTXSize(program, &size);
  else nvrtcGetProgramLogSize(program, &size);
  text.assign(size, ' ');
  if (good) nvrtcGetPTX(program, &text[0]);
  else nvrtcGetProgramLog(program, &text[0]);
  text.resize(size ? size - 1 : 0);
  nvrtcDestroyProgram(&program);
  return good;
}
[[maybe_unused]] static std::string words(CUresult e) {
  const char* text = "";
  if (e == CUDA_SUCCESS) return "";
  cuGetErrorString(e, &text);
  return text;
}
[[maybe_unused]] static CUresult launch(
    CUmodule module, const std::string& kernel, float* out, const float* in, int count) {
  CUfunction f;
  CUresult e = cuModuleGetFunction(&f, module, kernel.c_str());
  void* args[] = {&out, &in, &count};
  if (e == CUDA_SUCCESS) e = cuLaunchKernel(f, (count + 255) / 256, 1, 1, 256, 1, 1, 0, nullptr, args, nullptr);
  if (e == CUDA_SUCCESS) e = cuCtxSynchronize();
  return e;
}
std::string run_source(const std::string& source, const std::string& kernel, float* out, const float* in, int count) {
  std::string text;
  if (!compile(source, text)) return text;
  CUdevice device;
  CUcontext context;
  cuInit(0);
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  CUmodule module;
  CUresult e = cuModuleLoadData(&module, text.c_str());
  if (e != CUDA_SUCCESS) return words(e);
  e = launch(module, kernel, out, in, count);
  cuModuleUnload(module);
  return words(e);
}
