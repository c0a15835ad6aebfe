// Compiled at run time and launched by the driver API: by C name and by lowered name, with parameters in both forms, globals
// and constants, shared memory of both kinds. Counters and source places of the run-time program are the simulator's usual.
// prints: version 13.0
// prints: early NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION
// prints: compile NVRTC_SUCCESS
// prints: text begins //
// prints: cubin no
// prints: lowered _ZN4math5scaleIfEEvPT_S1_i _Z6sum_upPKfPf _ZN4math6offsetE
// prints: scale 1.000000 21.000000
// prints: sum 528.000000
// prints: 40 bytes: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES
// prints: extra 3.500000 4
// prints: mixed 10.000000
// prints: static shared memory 128 20
// prints: CUDA_ERROR_NOT_FOUND named symbol not found
// prints: CUDA_ERROR_INVALID_HANDLE
// counts: math::scale l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 1
// counts: math::scale l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum 4
// counts: sum_up memory_l1_wavefronts_shared 17
#include <cuda.h>
#include <cuda_runtime.h>
#include <nvrtc.h>

#include <cstdio>
#include <string>
#include <vector>

static const char* source = R"(
#include "math/offset.h"
namespace math {
template <typename T>
__global__ void scale(T* data, T factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = data[i] * factor + offset[0];
}
}
__global__ void sum_up(const float* in, float* out) {
  __shared__ float part[32];
  part[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int half = 16; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = part[0];
}
struct Pair { char tag; double value; };
extern "C" __global__ void by_struct(char first, Pair pair, float* out, short last) {
  extern __shared__ float staged[];
  staged[threadIdx.x] = float(pair.value) + first;
  __syncthreads();
  __shared__ int spare[5];
  spare[threadIdx.x % 5] = last;
  __syncthreads();
  if (threadIdx.x == 0) { out[0] = staged[0]; out[1] = spare[0]; }
}
)";
static const char* header = "#pragma once\nnamespace math { __constant__ float offset[2] = {1.0f, 2.0f}; }\n";

#define NVRTC(call) do { const nvrtcResult r = call; if (r != NVRTC_SUCCESS) { printf("%s: %s\n", #call, nvrtcGetErrorString(r)); return 1; } } while (0)
#define CU(call) do { const CUresult r = call; if (r != CUDA_SUCCESS) { const char* name = "?"; cuGetErrorName(r, &name); printf("%s: %s\n", #call, name); return 1; } } while (0)

int main() {
  int major, minor;
  NVRTC(nvrtcVersion(&major, &minor));
  printf("version %d.%d\n", major, minor);
  nvrtcProgram program;
  const char* include_name = "math/offset.h";
  NVRTC(nvrtcCreateProgram(&program, source, "scale.cu", 1, &header, &include_name));
  for (const char* expression : {"math::scale<float>", "&sum_up", "math::offset"}) NVRTC(nvrtcAddNameExpression(program, expression));
  const char* lowered[3] = {};
  printf("early %s\n", nvrtcGetErrorString(nvrtcGetLoweredName(program, "&sum_up", lowered)));
  const char* options[] = {"--gpu-architecture=compute_90", "-std=c++17", "-DUNUSED=1", "-lineinfo"};
  const nvrtcResult compiled = nvrtcCompileProgram(program, 4, options);
  printf("compile %s\n", nvrtcGetErrorString(compiled));
  size_t bytes = 0;
  NVRTC(nvrtcGetProgramLogSize(program, &bytes));
  std::string log(bytes, '\0');
  NVRTC(nvrtcGetProgramLog(program, log.data()));
  if (bytes > 1) printf("%s\n", log.c_str());
  if (compiled) return 1;
  NVRTC(nvrtcGetPTXSize(program, &bytes));
  std::vector<char> ptx(bytes);
  NVRTC(nvrtcGetPTX(program, ptx.data()));
  printf("text begins %.2s\n", ptx.data());
  NVRTC(nvrtcGetCUBINSize(program, &bytes));
  printf("cubin %s\n", bytes ? "yes" : "no");
  const std::string copied(ptx.data());
  NVRTC(nvrtcGetLoweredName(program, "math::scale<float>", &lowered[0]));
  NVRTC(nvrtcGetLoweredName(program, "&sum_up", &lowered[1]));
  NVRTC(nvrtcGetLoweredName(program, "math::offset", &lowered[2]));
  const std::string names[] = {lowered[0], lowered[1], lowered[2]};
  printf("lowered %s %s %s\n", lowered[0], lowered[1], lowered[2]);
  NVRTC(nvrtcDestroyProgram(&program));

  CUdevice device;
  CUcontext context;
  CUmodule module;
  CU(cuInit(0));
  CU(cuDeviceGet(&device, 0));
  CU(cuCtxCreate(&context, nullptr, 0, device));
  CU(cuModuleLoadData(&module, copied.c_str()));
  CUfunction scale, sum_up, by_struct;
  CU(cuModuleGetFunction(&scale, module, names[0].c_str()));
  CU(cuModuleGetFunction(&sum_up, module, names[1].c_str()));
  CU(cuModuleGetFunction(&by_struct, module, "by_struct"));

  int n = 32;
  float host[32];
  for (int i = 0; i < n; ++i) host[i] = float(i);
  CUdeviceptr data, out;
  CU(cuMemAlloc(&data, sizeof host));
  CU(cuMemAlloc(&out, 2 * sizeof(float)));
  CU(cuMemcpyHtoD(data, host, sizeof host));
  float factor = 2.0f;
  void* scale_arguments[] = {&data, &factor, &n};
  CU(cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, nullptr, scale_arguments, nullptr));
  CU(cuCtxSynchronize());
  CU(cuMemcpyDtoH(host, data, sizeof host));
  printf("scale %f %f\n", host[0], host[10]);

  CUdeviceptr offset;
  CU(cuModuleGetGlobal(&offset, &bytes, module, names[2].c_str()));
  const float other = 0.0f;
  CU(cuMemcpyHtoD(offset, &other, sizeof other));
  for (int i = 0; i < n; ++i) host[i] = float(i + 1) / 2;
  CU(cuMemcpyHtoD(data, host, sizeof host));
  CU(cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, nullptr, scale_arguments, nullptr));
  void* sum_arguments[] = {&data, &out};
  CU(cuLaunchKernel(sum_up, 1, 1, 1, 32, 1, 1, 0, nullptr, sum_arguments, nullptr));
  CU(cuMemcpyDtoH(host, out, sizeof(float)));
  printf("sum %f\n", host[0]);

  struct { char first; struct { char tag; double value; } pair; CUdeviceptr out; short last; } packed = {1, {'x', 2.5}, out, 4};
  size_t packed_bytes = sizeof packed;  // and what fills it up behind the last parameter
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &packed_bytes, CU_LAUNCH_PARAM_END};
  const char* too_many;
  cuGetErrorName(cuLaunchKernel(by_struct, 1, 1, 1, 32, 1, 1, 128, nullptr, nullptr, extra), &too_many);
  printf("%zu bytes: %s\n", packed_bytes, too_many);
  packed_bytes = 34;
  CU(cuLaunchKernel(by_struct, 1, 1, 1, 32, 1, 1, 128, nullptr, nullptr, extra));
  CU(cuMemcpyDtoH(host, out, 2 * sizeof(float)));
  printf("extra %f %g\n", host[0], host[1]);

  float* from_runtime = nullptr;  // the runtime's memory, a kernel of the driver's
  if (cudaMalloc(&from_runtime, sizeof host) != cudaSuccess) return 1;
  for (int i = 0; i < n; ++i) host[i] = 5.0f;
  cudaMemcpy(from_runtime, host, sizeof host, cudaMemcpyHostToDevice);
  void* mixed[] = {&from_runtime, &factor, &n};
  CU(cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, nullptr, mixed, nullptr));
  cudaMemcpy(host, from_runtime, sizeof host, cudaMemcpyDeviceToHost);
  printf("mixed %f\n", host[31]);
  cudaFree(from_runtime);

  int shared = 0, shared_of_c = 0;
  CU(cuFuncGetAttribute(&shared, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, sum_up));
  CU(cuFuncGetAttribute(&shared_of_c, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, by_struct));
  printf("static shared memory %d %d\n", shared, shared_of_c);
  CUfunction missing;
  const char *name, *text;
  CUresult error = cuModuleGetFunction(&missing, module, "nobody");
  cuGetErrorName(error, &name);
  cuGetErrorString(error, &text);
  printf("%s %s\n", name, text);
  CU(cuModuleUnload(module));
  cuGetErrorName(cuLaunchKernel(sum_up, 1, 1, 1, 32, 1, 1, 0, nullptr, sum_arguments, nullptr), &name);
  printf("%s\n", name);
  CU(cuMemFree(data));
  CU(cuMemFree(out));
  CU(cuCtxDestroy(context));
  return 0;
}
