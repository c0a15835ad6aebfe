// What NVRTC and the driver say when something is wrong: results and messages as NVRTC 13.0 gives them, where the host's
// compiler has not other words for it.
// expect: out-of-bounds global line 2 says "wrong.cu line 2"
// expect: invalid-configuration says "a block has at most 1024 threads"
// expect: unsupported says "loaded from PTX that the simulator's own NVRTC did not make: the simulator does not run PTX"
// expect: unsupported says "a module's text is damaged"
// expect: unsupported says "compiled for sm_100, the simulated device has compute capability 9.0"
// expect: unsupported says "undefined symbol: _Z6helperf"
// prints: undeclared NVRTC_ERROR_COMPILATION 1
// prints: f.cu(2): error: 'missing' was not declared in this scope
// prints: the caret stands below missing;
// prints: 1 error detected in the compilation of "f.cu".
// prints: default_program(1): error: expected ';' before '}' token
// prints: 1 error detected in the compilation of "default_program".
// prints: f.cu(1): catastrophic error: could not open source file "stdio.h" (no directories in search list)
// prints: f.cu(2): catastrophic error: cannot open source file "nowhere.h"
// prints: f.cu(1): catastrophic error: could not open source file "nowhere.h" (no directories in search list)
// prints: beside NVRTC_SUCCESS NVRTC_ERROR_COMPILATION NVRTC_ERROR_COMPILATION
// prints: 1 catastrophic error detected in the compilation of "f.cu".
// prints: f.cu(1): catastrophic error: #error directive: "not today"
// prints: a/b.h(3): error: 'zz' was not declared in this scope
// prints: f.cu(1): error: 'uint32_t' was not declared in this scope
// prints: __nv_name_map(1): error: 'nope' was not declared in this scope
// prints: nvrtc: error: unrecognized option --foo found
// prints: nvrtc: error: invalid value for --gpu-architecture (-arch)
// prints: own int64_t NVRTC_SUCCESS
// prints: PTX size after a failure 1
// prints: real PTX CUDA_ERROR_INVALID_PTX
// prints: half a text CUDA_ERROR_INVALID_PTX
// prints: sm_100 CUDA_ERROR_INVALID_PTX
// prints: unresolved CUDA_ERROR_INVALID_PTX
// prints: nonsense CUDA_ERROR_INVALID_IMAGE
// prints: no arguments CUDA_ERROR_INVALID_VALUE
// prints: 2000 threads CUDA_ERROR_INVALID_VALUE
// prints: after the fault CUDA_ERROR_ILLEGAL_ADDRESS: an illegal memory access was encountered
// prints: before cuInit CUDA_ERROR_NOT_INITIALIZED
// prints: no context CUDA_ERROR_INVALID_CONTEXT
// prints: no device 7 CUDA_ERROR_INVALID_DEVICE
#include <cuda.h>
#include <nvrtc.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

static const char* name_of(CUresult error) {
  const char* name = "?";
  cuGetErrorName(error, &name);
  return name;
}

struct Compiled {
  nvrtcResult result;
  std::string log, ptx;
  size_t ptx_bytes;
};

static Compiled compile(const char* source, const char* name, std::vector<const char*> options = {}, const char* expression = nullptr, const char* header = nullptr) {
  nvrtcProgram program;
  const char* include_name = "a/b.h";
  nvrtcCreateProgram(&program, source, name, header ? 1 : 0, &header, &include_name);
  if (expression) nvrtcAddNameExpression(program, expression);
  Compiled out;
  out.result = nvrtcCompileProgram(program, int(options.size()), options.data());
  size_t bytes = 0;
  nvrtcGetProgramLogSize(program, &bytes);
  out.log.resize(bytes);
  nvrtcGetProgramLog(program, &out.log[0]);
  nvrtcGetPTXSize(program, &out.ptx_bytes);
  out.ptx.resize(out.ptx_bytes);
  nvrtcGetPTX(program, &out.ptx[0]);
  nvrtcDestroyProgram(&program);
  out.log.pop_back();
  return out;
}

// What stands above the caret of the first message.
static std::string above_caret(const std::string& log) {
  const size_t source = log.find('\n') + 1, caret_line = log.find('\n', source) + 1, caret = log.find('^', caret_line);
  return caret == std::string::npos ? "" : log.substr(source + caret - caret_line, caret_line - 1 - source - (caret - caret_line));
}

int main() {
  int count = 0;
  CUdevice device = 0;
  CUcontext context;
  CUmodule module;
  printf("before cuInit %s\n", name_of(cuDeviceGetCount(&count)));
  cuInit(0);
  printf("no context %s\n", name_of(cuModuleLoadData(&module, "x")));
  printf("no device 7 %s\n", name_of(cuDeviceGet(&device, 7)));
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);

  Compiled c = compile("extern \"C\" __global__ void f(float* p) {\n\tp[threadIdx.x]   = /* a  b */ missing;\n}\n", "f.cu");
  printf("undeclared %s %d\n%s", nvrtcGetErrorString(c.result), int(c.ptx_bytes), c.log.c_str());
  printf("the caret stands below %s\n", above_caret(c.log).c_str());
  c = compile("__global__ void f(float* p) { p[0] = 1 }\n", nullptr);
  printf("%sPTX size after a failure %d\n", c.log.c_str(), int(c.ptx_bytes));
  printf("%s", compile("#include <stdio.h>\n__global__ void f(float* p) { p[0] = 1; }\n", "f.cu").log.c_str());
  printf("%s", compile("\n#include \"nowhere.h\"\n", "f.cu").log.c_str());
  printf("%s", compile("#include <nowhere.h>\n", "f.cu").log.c_str());
  {  // By quotes a header is looked for in the folder that the program's name says.
    std::string folder = std::filesystem::temp_directory_path() / "nvrtc-XXXXXX";
    const std::string beside = mkdtemp(folder.data()), name = beside + "/f.cu", header = beside + "/beside.h";
    fclose(fopen(header.c_str(), "w"));
    const char* quoted = "#include \"beside.h\"\n__global__ void f() {}\n";
    printf("beside %s", nvrtcGetErrorString(compile(quoted, name.c_str()).result));
    printf(" %s", nvrtcGetErrorString(compile(quoted, name.c_str(), {"--no-source-include"}).result));
    printf(" %s\n", nvrtcGetErrorString(compile("#include <beside.h>\n", name.c_str()).result));
    std::filesystem::remove_all(beside);
  }
  printf("%s", compile("#error \"not today\"\n", "f.cu").log.c_str());
  printf("%s", compile("#include \"a/b.h\"\n__global__ void f(float* p) { p[0] = g(); }\n", "f.cu", {}, nullptr, "\n__device__ int g() {\n  return zz;\n}\n").log.c_str());
  printf("%s", compile("__global__ void f(float* p) { uint32_t i = 1; p[i] = i; }\n", "f.cu").log.c_str());
  printf("%s", compile("__global__ void f(float* p) { p[0] = 1; }\n", "f.cu", {}, "nope<int>").log.c_str());
  printf("%s", compile("", "f.cu", {"--foo"}).log.c_str());
  printf("%s", compile("", "f.cu", {"-arch=sm_50"}).log.c_str());
  printf("own int64_t %s\n", nvrtcGetErrorString(compile("typedef long long int64_t;\ntypedef unsigned int uint;\n__device__ int64_t g;\n"
                                                         "#ifndef __CUDACC_RTC__\n#include <stdio.h>\n#endif\n"
                                                         "__global__ void f(uint* p) { p[0] = g + __CUDA_ARCH__; }\n", "f.cu").result));

  printf("real PTX %s\n", name_of(cuModuleLoadData(&module, "//\n// Generated by NVIDIA NVVM Compiler\n//\n\n.version 9.0\n.target sm_90\n.address_size 64\n")));
  c = compile("extern \"C\" __global__ void f(float* p) {\n  p[threadIdx.x * 100] = 1;\n}\n", "wrong.cu");
  printf("half a text %s\n", name_of(cuModuleLoadData(&module, c.ptx.substr(0, c.ptx.size() / 2).c_str())));
  printf("sm_100 %s\n", name_of(cuModuleLoadData(&module, compile("__global__ void f() {}", "f.cu", {"-arch=compute_100"}).ptx.c_str())));
  printf("unresolved %s\n", name_of(cuModuleLoadData(&module, compile("__device__ float helper(float);\n__global__ void f(float* p) { p[0] = helper(p[1]); }", "f.cu").ptx.c_str())));
  printf("nonsense %s\n", name_of(cuModuleLoadData(&module, "this is no module, and never was one")));
  if (cuModuleLoadData(&module, c.ptx.c_str())) return 1;
  CUfunction f;
  if (cuModuleGetFunction(&f, module, "f")) return 1;
  CUdeviceptr p;
  cuMemAlloc(&p, 128);
  void* arguments[] = {&p};
  printf("no arguments %s\n", name_of(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, nullptr)));
  printf("2000 threads %s\n", name_of(cuLaunchKernel(f, 1, 1, 1, 2000, 1, 1, 0, nullptr, arguments, nullptr)));
  cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr);
  const CUresult error = cuCtxSynchronize();
  const char* text;
  cuGetErrorString(error, &text);
  printf("after the fault %s: %s\n", name_of(error), text);
}
