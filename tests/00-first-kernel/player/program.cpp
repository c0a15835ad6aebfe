// The world of the lab first_program: a function of CUDA's own error type.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <utility>

#include "harness/player/requests.hpp"

cudaError_t first_program(float* out, const float* in, float a, float b, int count, int block);

namespace {

std::string printed;  // by the calls since it was asked for

// While one lives, what the process prints is kept.
class Listening {
 public:
  Listening() {
    std::fflush(nullptr);
    stdout = stderr = file_;
    for (std::ostream* const stream : streams_) stream->rdbuf(text_.rdbuf());
  }
  ~Listening() {
    for (std::size_t i = 0; i < std::size(streams_); ++i) streams_[i]->rdbuf(buffers_[i]);
    stdout = out_;
    stderr = err_;
    std::fclose(file_);
    printed += std::string(bytes_, size_) + text_.str();
    std::free(bytes_);
  }
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;

 private:
  char* bytes_ = nullptr;
  std::size_t size_ = 0;
  FILE *const file_ = open_memstream(&bytes_, &size_), *const out_ = stdout, *const err_ = stderr;
  std::ostream* const streams_[3] = {&std::cout, &std::cerr, &std::clog};
  std::streambuf* const buffers_[3] = {std::cout.rdbuf(), std::cerr.rdbuf(), std::clog.rdbuf()};
  std::ostringstream text_;
};

const harness::Request first_program_call("first program", [](harness::Reader& in, harness::Writer& out) {
  auto* const function = harness::played().function<decltype(first_program)>(in.next<std::string>());
  auto* const result = reinterpret_cast<float*>(in.next<std::uint64_t>());
  const auto* const input = reinterpret_cast<const float*>(in.next<std::uint64_t>());
  const auto a = in.next<float>(), b = in.next<float>();
  const auto count = in.next<std::int32_t>(), block = in.next<std::int32_t>();
  const cudaError_t error = [&] {
    const Listening to_it;
    return function(result, input, a, b, count, block);
  }();
  out(std::int32_t(error), std::string(cudaGetErrorName(error)));
});
const harness::Request first_program_printed("first program printed",
    [](harness::Reader&, harness::Writer& out) { out(std::exchange(printed, std::string())); });

}  // namespace
