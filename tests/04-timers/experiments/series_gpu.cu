// The series on a GPU, compiled at run time and launched through the driver, each stage timed.
// Run: ./course bench timers --experiment series_gpu
#include <cuda.h>
#include <nvrtc.h>

#include <map>
#include <string>

#include "harness/experiment.hpp"
#include "tests/04-timers/sampling.hpp"
#include "tests/04-timers/series.hpp"
#include "tests/04-timers/series_kernels.hpp"

namespace {

using experiment::Clock;

void must(CUresult result, const char* what) {
  if (result == CUDA_SUCCESS) return;
  const char* words = nullptr;
  cuGetErrorString(result, &words);
  std::fprintf(stderr, "%s: %s\n", what, words ? words : "unknown error");
  std::exit(1);
}

std::string ptx_of(const char* source, const std::string& architecture) {
  nvrtcProgram program;
  nvrtcCreateProgram(&program, source, "series.cu", 0, nullptr, nullptr);
  const char* const options[] = {architecture.c_str()};
  const nvrtcResult result = nvrtcCompileProgram(program, 1, options);
  std::size_t bytes = 0;
  nvrtcGetProgramLogSize(program, &bytes);
  std::string log(bytes, '\0');
  nvrtcGetProgramLog(program, log.data());
  if (result != NVRTC_SUCCESS) {
    std::fprintf(stderr, "%s", log.c_str());
    std::exit(1);
  }
  nvrtcGetPTXSize(program, &bytes);
  std::string ptx(bytes, '\0');
  nvrtcGetPTX(program, ptx.data());
  nvrtcDestroyProgram(&program);
  return ptx;
}

struct Version {
  const char* name;
  bool wide;
};

// Runs the whole chain; `took` gets microseconds by stage.
template <typename Number>
std::vector<Number> run(
    const Version& version, const std::string& architecture, std::map<std::string, std::vector<double>>& took) {
  auto last = Clock::now();
  const auto begin = last;
  const auto stage = [&](const char* name) {
    const auto now = Clock::now();
    took[name].push_back(experiment::microseconds(now - last));
    last = now;
  };
  const std::string ptx = ptx_of(series::kernels, architecture);
  stage("1 compile");
  CUmodule module;
  CUfunction kernel;
  must(cuModuleLoadData(&module, ptx.c_str()), "loading the module");
  must(cuModuleGetFunction(&kernel, module, version.name), "finding the kernel");
  stage("2 load");
  CUdeviceptr out;
  std::vector<Number> sums(series::sums);
  must(cuMemAlloc(&out, series::sums * sizeof(Number)), "allocating");
  must(cuMemsetD8(out, 0, series::sums * sizeof(Number)), "clearing");
  must(cuCtxSynchronize(), "clearing");
  stage("3 allocate");
  int terms = series::terms;
  void* arguments[] = {&out, &terms};
  if (version.wide)
    must(cuLaunchKernel(kernel, series::sums, 16, 1, 256, 1, 1, 0, nullptr, arguments, nullptr), "launching");
  else must(cuLaunchKernel(kernel, 1, 1, 1, series::sums, 1, 1, 0, nullptr, arguments, nullptr), "launching");
  must(cuCtxSynchronize(), "running the kernel");
  stage("4 compute");
  must(cuMemcpyDtoH(sums.data(), out, series::sums * sizeof(Number)), "copying back");
  stage("5 copy back");
  must(cuMemFree(out), "freeing");
  must(cuModuleUnload(module), "unloading");
  stage("6 free");
  took["7 all"].push_back(experiment::microseconds(last - begin));
  return sums;
}

template <typename Number>
void add(harness::Rows& rows, const Version& version, const std::string& architecture, double context_us) {
  std::map<std::string, std::vector<double>> took;
  std::vector<Number> sums;
  if (!harness::dry_run()) run<Number>(version, architecture, took);  // warm up
  took.clear();
  for (int i = 0; i < (harness::dry_run() ? 1 : 9); ++i) sums = run<Number>(version, architecture, took);
  const double error = series::largest_relative_error(sums);
  rows.add({{"version", version.name}, {"stage", "0 context"}, {"median_ms", context_us / 1000}, {"samples", 1},
      {"error", error}});
  for (const auto& [stage, times] : took)
    rows.add({{"version", version.name}, {"stage", stage.c_str()}, {"median_ms", experiment::median(times) / 1000},
        {"samples", int(times.size())}, {"error", error}});
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "host clock around each stage, the kernel waited for; medians of 9 after one warm-up; the context once",
      [](harness::Rows& rows) {
        const auto begin = Clock::now();
        must(cuInit(0), "starting the driver");
        CUdevice device;
        must(cuDeviceGet(&device, 0), "taking the first GPU");
        CUcontext context;
        must(cuDevicePrimaryCtxRetain(&context, device), "making a context");
        must(cuCtxSetCurrent(context), "making a context current");
        must(cuCtxSynchronize(), "making a context");
        const double context_us = experiment::microseconds(Clock::now() - begin);
        int major = 0, minor = 0;
        must(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device),
            "asking for the architecture");
        must(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device),
            "asking for the architecture");
        const std::string architecture = "--gpu-architecture=compute_" + std::to_string(major) + std::to_string(minor);
        add<double>(rows, {"narrow_double", false}, architecture, context_us);
        add<float>(rows, {"narrow_float", false}, architecture, context_us);
        add<double>(rows, {"wide_double", true}, architecture, context_us);
        add<float>(rows, {"wide_float", true}, architecture, context_us);
      });
}
