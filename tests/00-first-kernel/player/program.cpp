// The world of the lab first_program: a function of CUDA's own error type.
#include <cuda_runtime.h>

#include "harness/player/requests.hpp"

cudaError_t first_program(float* out, const float* in, float a, float b, int count, int block);

namespace {

const harness::Request first_program_call("first program", [](harness::Reader& in, harness::Writer& out) {
  auto* const function = harness::played().function<decltype(first_program)>(in.next<std::string>());
  auto* const result = reinterpret_cast<float*>(in.next<std::uint64_t>());
  const auto* const input = reinterpret_cast<const float*>(in.next<std::uint64_t>());
  const auto a = in.next<float>(), b = in.next<float>();
  const auto count = in.next<std::int32_t>(), block = in.next<std::int32_t>();
  const cudaError_t error = function(result, input, a, b, count, block);
  out(std::int32_t(error), std::string(cudaGetErrorName(error)));
});

}  // namespace
