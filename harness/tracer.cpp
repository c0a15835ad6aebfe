// Shows what single warps do: which lanes ask for which bytes, request by request, as JSON.
// Run: trace.sim --module MODULE.so --function NAME --shape ROWSxCOLS [--block N] [--warp N]…
//
// The function is void(float* out, const float* in, int rows, int cols), as in a chapter's interface. It is called
// once for each --warp (default: warp 0) on zeroed buffers of rows × cols floats. Offsets count bytes from the
// start of `in` or `out`, or of the block's shared memory; `in` and `out` start at a multiple of 256 bytes, as cudaMalloc
// promises.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuda_runtime.h>
#include <nlohmann/json.hpp>

#include "harness/module.hpp"
#include "harness/options.hpp"
#include "simt/simt.hpp"

namespace {

using json = nlohmann::ordered_json;
using Function = void(float*, const float*, int, int);

struct Options {
  std::string module_path, function;
  int rows = 0, cols = 0;
  std::uint64_t block = 0;
  std::vector<unsigned> warps;
};

Options parse_options(int argc, char** argv) {
  Options options;
  const auto shape = [&](const std::string& value) {
    char rest = 0;
    if (std::sscanf(value.c_str(), "%dx%d%c", &options.rows, &options.cols, &rest) != 2)
      throw std::invalid_argument("--shape wants ROWSxCOLS, not '" + value + "'");
  };
  harness::read_options(argc, argv,
      {{"--module", [&](const std::string& value) { options.module_path = value; }},
          {"--function", [&](const std::string& value) { options.function = value; }}, {"--shape", shape},
          {"--block", [&](const std::string& value) { options.block = std::stoull(value); }},
          {"--warp", [&](const std::string& value) { options.warps.push_back(unsigned(std::stoul(value))); }}});
  if (options.module_path.empty() || options.function.empty())
    throw std::invalid_argument("--module and --function are wanted");
  if (options.rows < 1 || options.cols < 1) throw std::invalid_argument("--shape ROWSxCOLS is wanted, both at least 1");
  if (options.warps.empty()) options.warps = {0};
  return options;
}

// A device buffer that only has to exist.
float* buffer(std::size_t floats, const char* name) {
  float* pointer = nullptr;
  if (cudaMalloc(&pointer, floats * sizeof(float)) != cudaSuccess) throw std::runtime_error("cudaMalloc failed");
  cudaMemset(pointer, 0, floats * sizeof(float));
  simt::name_allocation(pointer, name);
  return pointer;
}

std::string file_name(const std::string& path) { return std::filesystem::path(path).filename().string(); }

json dim(const simt::Dim& dim) { return {dim.x, dim.y, dim.z}; }

json counters(const simt::Counters& counted) {
  return {{"requests", counted.requests}, {"lanes", counted.lanes}, {"bytes", counted.bytes},
      {"sectors", counted.sectors}, {"ideal_sectors", counted.ideal_sectors}};
}

json shared_counters(const simt::Launch& launch, std::initializer_list<simt::Op> ops) {
  simt::Counters sum;
  for (const simt::Op op : ops) sum += launch.total(simt::Space::shared, op);
  return {{"requests", sum.requests}, {"wavefronts", sum.wavefronts}, {"ideal_wavefronts", sum.ideal_wavefronts}};
}

json describe(const simt::Request& request) {
  json lanes = json::array();
  for (unsigned lane = 0; lane < simt::warp_lanes; ++lane)
    if (request.active >> lane & 1) lanes.push_back({lane, request.address[lane] - request.allocation_base});
  const bool shared = request.space == simt::Space::shared;
  return {{"file", file_name(request.where.file)}, {"line", request.where.line},
      {"space", simt::to_string(request.space)}, {"op", simt::to_string(request.op)},
      {"allocation", request.allocation}, {"bytes", request.bytes},
      {"sectors", shared ? 0 : simt::count_sectors(request.address.data(), request.active, request.bytes)},
      {"wavefronts", shared ? simt::count_wavefronts(
                                  request.address.data(), request.active, request.bytes, request.op != simt::Op::load)
                            : 0},
      {"lanes", lanes}};
}

// The last launch: one warp's requests, and the whole launch's totals.
json describe(const simt::Launch& launch, std::uint64_t block, unsigned warp) {
  json requests = json::array();
  for (const simt::Request& request : launch.requests)
    if (request.space == simt::Space::global || request.space == simt::Space::shared)
      requests.push_back(describe(request));
  return {{"kernel", launch.kernel}, {"grid", dim(launch.grid)}, {"block_shape", dim(launch.block)}, {"block", block},
      {"warp", warp}, {"requests", requests}, {"load", counters(launch.total(simt::Space::global, simt::Op::load))},
      {"store", counters(launch.total(simt::Space::global, simt::Op::store))},
      {"shared_load", shared_counters(launch, {simt::Op::load})},
      {"shared_store", shared_counters(launch, {simt::Op::store, simt::Op::red, simt::Op::atom})}};
}

int trace(const Options& options) {
  const harness::Module module = harness::load_module(options.module_path);
  Function* const function = module.function<Function>(options.function);
  const std::size_t floats = std::size_t(options.rows) * std::size_t(options.cols);
  float* const in = buffer(floats, "in");
  float* const out = buffer(floats, "out");
  json traces = json::array();
  for (const unsigned warp : options.warps) {
    simt::forget_launches();
    simt::trace_warp(options.block, warp);
    function(out, in, options.rows, options.cols);
    const cudaError_t error = cudaDeviceSynchronize();
    if (const auto found = simt::findings(); !found.empty()) throw std::runtime_error(found.front().message);
    if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
    if (simt::launches().empty()) throw std::runtime_error(options.function + " launches no kernel");
    traces.push_back(describe(simt::launches().back(), options.block, warp));
  }
  const json document = {
      {"function", options.function}, {"rows", options.rows}, {"cols", options.cols}, {"traces", traces}};
  std::cout << document.dump() << '\n';
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return trace(parse_options(argc, argv));
  } catch (const std::exception& error) {
    std::cerr << argv[0] << ": " << error.what() << '\n';
    return 2;
  }
}
