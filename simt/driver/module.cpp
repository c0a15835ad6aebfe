// The driver API's modules, functions and launches.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <sstream>
#include <vector>

#include "simt/driver/driver.hpp"
#include "simt/engine/memory/host_names.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/engine/runtime_api/transfer.hpp"
#include "simt/engine/memory/variables.hpp"
#include "simt/simt.hpp"
#include "simt/engine/streams/timeline.hpp"

namespace simt::driver {
namespace {

constexpr int simulated_architecture = 90;

std::mutex modules_mutex;
std::set<CUmodule> modules;
std::set<CUfunction> functions;

bool known(CUmodule module) {
  const std::lock_guard lock(modules_mutex);
  return modules.contains(module);
}
bool known(CUfunction function) {
  const std::lock_guard lock(modules_mutex);
  return functions.contains(function);
}

const void* address_of(const CUmod_st& module, const Symbol& symbol) {
  return reinterpret_cast<const void*>(module.loaded.base + symbol.offset);
}

// Loads an image; where it cannot, `why` says so in a sentence.
CUresult load(CUmodule* module, const void* data, std::string& why) {
  if (const CUresult error = ready()) return error;
  if (!module || !data) return CUDA_ERROR_INVALID_VALUE;
  const Image image = read_image(data);
  switch (image.kind) {
    case Image::Kind::ptx:
      why = "a module was loaded from PTX that the simulator's own NVRTC did not make: the simulator does not run PTX";
      return CUDA_ERROR_INVALID_PTX;
    case Image::Kind::cubin:
      why = "a module was loaded from machine code of a GPU: the simulator does not run it";
      return CUDA_ERROR_NO_BINARY_FOR_GPU;
    case Image::Kind::other:
      return CUDA_ERROR_INVALID_IMAGE;
    default:
      break;
  }
  if (image.object.empty()) {
    why = "a module's text is damaged: it must reach cuModuleLoadData whole, as nvrtcGetPTX gave it";
    return CUDA_ERROR_INVALID_PTX;
  }
  if (image.architecture > simulated_architecture) {
    why = "a module was compiled for sm_" + std::to_string(image.architecture) +
          ", the simulated device has compute capability 9.0";
    return CUDA_ERROR_INVALID_PTX;
  }
  CUmod_st made;
  made.loaded = load_object(image.object);
  if (!made.loaded.handle) {
    why = "a module cannot be loaded: " + made.loaded.error;
    return CUDA_ERROR_INVALID_PTX;
  }
  made.symbols = symbols_of(image.object);
  const auto architecture = made.symbols.find("simt_module_architecture");
  const int compiled_for =
      architecture == made.symbols.end() ? 0 : *static_cast<const int*>(address_of(made, architecture->second));
  if (image.kind == Image::Kind::object &&
      (compiled_for / 10 != simulated_architecture / 10 || compiled_for > simulated_architecture)) {
    why = "a module was compiled for sm_" + std::to_string(compiled_for) +
          ", the simulated device has compute capability 9.0";
    unload_object(made.loaded);
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  }
  made.context = current_context();
  *module = new CUmod_st(std::move(made));
  const std::lock_guard lock(modules_mutex);
  modules.insert(*module);
  return CUDA_SUCCESS;
}

CUresult load_and_report(CUmodule* module, const void* data) {
  std::string why;
  const CUresult error = load(module, data, why);
  if (!why.empty()) report_host(FindingKind::unsupported, why);
  return error;
}

// Places in a buffer in which the parameters lie one behind the other, each on its alignment.
std::vector<std::size_t> offsets_of(const simt_kernel& kernel) {
  std::vector<std::size_t> offsets;
  std::size_t at = 0;
  for (std::size_t i = 0; i < kernel.parameters; ++i) {
    at = (at + kernel.alignments[i] - 1) / kernel.alignments[i] * kernel.alignments[i];
    offsets.push_back(at);
    at += kernel.bytes[i];
  }
  return offsets;
}

// `extra` names a buffer with all arguments; `into` gets where each lies.
CUresult unpack_extra(void** extra, const simt_kernel& kernel, std::vector<void*>& into) {
  char* buffer = nullptr;
  std::size_t bytes = 0;
  for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
    if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER) buffer = static_cast<char*>(extra[1]);
    else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE) bytes = *static_cast<const std::size_t*>(extra[1]);
    else return CUDA_ERROR_INVALID_VALUE;
  }
  const std::vector<std::size_t> offsets = offsets_of(kernel);
  if (kernel.parameters && (!buffer || bytes < offsets.back() + kernel.bytes[kernel.parameters - 1]))
    return CUDA_ERROR_INVALID_VALUE;
  // Seen on an H200: 40 bytes for parameters of 34. What lies between was not tried.
  if (kernel.parameters && bytes > offsets.back() + kernel.bytes[kernel.parameters - 1])
    return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
  for (const std::size_t offset : offsets) into.push_back(buffer + offset);
  return CUDA_SUCCESS;
}

CUresult launch(const cudaLaunchConfig_t& config, CUfunction function, void** parameters, void** extra) {
  if (const CUresult error = ready()) return error;
  if (!known(function)) return CUDA_ERROR_INVALID_HANDLE;
  const simt_kernel* kernel = kernel_at(function->address);
  if (!kernel || (parameters && extra) || (kernel->parameters && !parameters && !extra))
    return CUDA_ERROR_INVALID_VALUE;
  std::vector<void*> unpacked;
  if (extra)
    if (const CUresult error = unpack_extra(extra, *kernel, unpacked)) return error;
  if (parameters && std::any_of(parameters, parameters + kernel->parameters, [](void* at) { return !at; }))
    return CUDA_ERROR_INVALID_VALUE;
  return through_runtime(
      [&] { return cudaLaunchKernelExC(&config, function->address, extra ? unpacked.data() : parameters); });
}

}  // namespace
}  // namespace simt::driver

std::size_t simt::live_modules() {
  const std::lock_guard lock(driver::modules_mutex);
  return driver::modules.size();
}

using namespace simt;
using namespace simt::driver;

extern "C" {

CUresult cuModuleLoadData(CUmodule* module, const void* image) { return load_and_report(module, image); }

CUresult cuModuleLoadDataEx(
    CUmodule* module, const void* image, unsigned option_count, CUjit_option* options, void** values) {
  if (option_count && (!options || !values)) return CUDA_ERROR_INVALID_VALUE;
  std::string why;
  const CUresult error = load(module, image, why);
  char *info = nullptr, *errors = nullptr;
  std::size_t info_bytes = 0, errors_bytes = 0;
  for (unsigned i = 0; i < option_count; ++i) {
    if (options[i] == CU_JIT_INFO_LOG_BUFFER) info = static_cast<char*>(values[i]);
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER) errors = static_cast<char*>(values[i]);
    // Sizes come in the pointer itself, and what was used goes back there.
    if (options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES) info_bytes = std::size_t(values[i]), values[i] = nullptr;
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
      errors_bytes = std::size_t(values[i]),
      values[i] = reinterpret_cast<void*>(std::min(why.size(), errors_bytes ? errors_bytes - 1 : 0));
  }
  if (info && info_bytes) *info = '\0';
  if (errors && errors_bytes) std::snprintf(errors, errors_bytes, "%s", why.c_str());
  else if (!why.empty()) report_host(FindingKind::unsupported, why);
  return error;
}

CUresult cuModuleLoad(CUmodule* module, const char* file) {
  if (const CUresult error = ready()) return error;
  if (!module || !file) return CUDA_ERROR_INVALID_VALUE;
  std::ifstream in(file, std::ios::binary);
  std::ostringstream contents;
  if (!in || !std::filesystem::is_regular_file(file)) return CUDA_ERROR_FILE_NOT_FOUND;
  contents << in.rdbuf();
  // Behind the file's end: the zero that ends a text.
  return contents.str().size() < 64 ? CUDA_ERROR_INVALID_IMAGE : load_and_report(module, contents.str().c_str());
}

// Its code stays where it is (object.hpp); its handles end here.
CUresult cuModuleUnload(CUmodule module) {
  if (const CUresult error = ready()) return error;
  if (!known(module)) return CUDA_ERROR_INVALID_HANDLE;
  if (settings.work_is_deferred) host_waits_for_all();  // of its kernels some may still be to come
  const std::lock_guard lock(modules_mutex);
  for (CUfunc_st& function : module->functions) functions.erase(&function);
  modules.erase(module);
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  if (const CUresult error = ready()) return error;
  if (!function || !name || !*name) return CUDA_ERROR_INVALID_VALUE;
  if (!known(module)) return CUDA_ERROR_INVALID_HANDLE;
  const auto found = module->symbols.find(name);
  if (found == module->symbols.end() || !kernel_at(address_of(*module, found->second))) return CUDA_ERROR_NOT_FOUND;
  const std::lock_guard lock(modules_mutex);
  for (CUfunc_st& before : module->functions)
    if (before.name == name) return *function = &before, CUDA_SUCCESS;
  *function = &module->functions.emplace_back(CUfunc_st{address_of(*module, found->second), name, module});
  functions.insert(*function);
  return CUDA_SUCCESS;
}
CUresult cuModuleGetFunctionCount(unsigned* count, CUmodule module) {
  if (const CUresult error = ready()) return error;
  if (!count || !known(module)) return count ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE;
  *count = unsigned(std::count_if(module->symbols.begin(), module->symbols.end(),
      [&](const auto& entry) { return kernel_at(address_of(*module, entry.second)); }));
  return CUDA_SUCCESS;
}
CUresult cuModuleGetGlobal(CUdeviceptr* pointer, std::size_t* bytes, CUmodule module, const char* name) {
  if (const CUresult error = ready()) return error;
  if (!name || (!pointer && !bytes)) return CUDA_ERROR_INVALID_VALUE;
  if (!known(module)) return CUDA_ERROR_INVALID_HANDLE;
  const auto found = module->symbols.find(name);
  if (found == module->symbols.end() || found->second.is_function) return CUDA_ERROR_NOT_FOUND;
  const auto address = reinterpret_cast<CUdeviceptr>(address_of(*module, found->second));
  if (!Variables::of_process()->at(address)) return CUDA_ERROR_NOT_FOUND;
  tell_address(address);
  if (pointer) *pointer = address;
  if (bytes) *bytes = found->second.bytes;
  return CUDA_SUCCESS;
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
  if (const CUresult error = ready()) return error;
  if (!value) return CUDA_ERROR_INVALID_VALUE;
  if (!known(function)) return CUDA_ERROR_INVALID_HANDLE;
  cudaFuncAttributes all{};
  if (const CUresult error = through_runtime([&] { return simt_func_attributes(&all, function->address); }))
    return error;
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      return *value = all.maxThreadsPerBlock, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      return *value = int(all.sharedSizeBytes), CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
      return *value = int(all.constSizeBytes), CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      return *value = int(all.localSizeBytes), CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      return *value = all.numRegs, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
      return *value = all.ptxVersion, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
      return *value = all.binaryVersion, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
      return *value = all.cacheModeCA, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      return *value = all.maxDynamicSharedSizeBytes, CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      return *value = all.preferredShmemCarveout, CUDA_SUCCESS;
  }
  return CUDA_ERROR_INVALID_VALUE;
}
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  if (const CUresult error = ready()) return error;
  if (!known(function)) return CUDA_ERROR_INVALID_HANDLE;
  if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES &&
      attribute != CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
    return CUDA_ERROR_INVALID_VALUE;
  return through_runtime(
      [&] { return simt_func_set_attribute(function->address, cudaFuncAttribute(attribute), value); });
}
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache) {
  if (const CUresult error = ready()) return error;
  return known(function) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}
CUresult cuFuncGetModule(CUmodule* module, CUfunction function) {
  if (const CUresult error = ready()) return error;
  return !module           ? CUDA_ERROR_INVALID_VALUE
         : known(function) ? (*module = function->module, CUDA_SUCCESS)
                           : CUDA_ERROR_INVALID_HANDLE;
}
CUresult cuFuncGetName(const char** name, CUfunction function) {
  if (const CUresult error = ready()) return error;
  return !name             ? CUDA_ERROR_INVALID_VALUE
         : known(function) ? (*name = function->name.c_str(), CUDA_SUCCESS)
                           : CUDA_ERROR_INVALID_HANDLE;
}
CUresult cuFuncGetParamInfo(CUfunction function, std::size_t index, std::size_t* offset, std::size_t* bytes) {
  if (const CUresult error = ready()) return error;
  if (!known(function)) return CUDA_ERROR_INVALID_HANDLE;
  const simt_kernel* kernel = kernel_at(function->address);
  if (!offset || !kernel || index >= kernel->parameters) return CUDA_ERROR_INVALID_VALUE;
  *offset = offsets_of(*kernel)[index];
  if (bytes) *bytes = kernel->bytes[index];
  return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
    unsigned block_y, unsigned block_z, unsigned dynamic_shared_bytes, CUstream stream, void** parameters,
    void** extra) {
  return launch(
      {dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z), dynamic_shared_bytes, stream, nullptr, 0},
      function, parameters, extra);
}
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
    unsigned block_x, unsigned block_y, unsigned block_z, unsigned dynamic_shared_bytes, CUstream stream,
    void** parameters) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  return launch(
      {dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z), dynamic_shared_bytes, stream, &attribute, 1},
      function, parameters, nullptr);
}
CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** parameters, void** extra) {
  if (!config || (config->numAttrs && !config->attrs)) return CUDA_ERROR_INVALID_VALUE;
  std::vector<cudaLaunchAttribute> attributes(config->numAttrs);
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    attributes[i].id = cudaLaunchAttributeID(config->attrs[i].id);
    std::memcpy(&attributes[i].val, &config->attrs[i].value, sizeof attributes[i].val);
  }
  return launch({dim3(config->gridDimX, config->gridDimY, config->gridDimZ),
                    dim3(config->blockDimX, config->blockDimY, config->blockDimZ), config->sharedMemBytes,
                    config->hStream, attributes.data(), config->numAttrs},
      function, parameters, extra);
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(
    int* blocks, CUfunction function, int threads, std::size_t dynamic_shared_bytes) {
  if (const CUresult error = ready()) return error;
  if (!known(function)) return CUDA_ERROR_INVALID_HANDLE;
  return through_runtime([&] { return simt_occupancy(blocks, function->address, threads, dynamic_shared_bytes); });
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, CUfunction function, int threads, std::size_t dynamic_shared_bytes, unsigned) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, dynamic_shared_bytes);
}
CUresult cuOccupancyMaxPotentialBlockSize(int* grid, int* block, CUfunction function, CUoccupancyB2DSize shared_of,
    std::size_t dynamic_shared_bytes, int limit) {
  if (const CUresult error = ready()) return error;
  if (!known(function)) return CUDA_ERROR_INVALID_HANDLE;
  struct Shared {
    CUoccupancyB2DSize of;
    std::size_t bytes;
  } const shared{shared_of, dynamic_shared_bytes};
  const auto shared_bytes = [](const void* state, int threads) {
    const Shared& all = *static_cast<const Shared*>(state);
    return all.of ? all.of(threads) : all.bytes;
  };
  return through_runtime(
      [&] { return simt_potential_block(grid, block, function->address, shared_bytes, &shared, limit); });
}
}
