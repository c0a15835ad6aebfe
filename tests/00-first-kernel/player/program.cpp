// The world of the lab first_program: a function of CUDA's own error type.
#include <cuda_runtime.h>

#include <cstdio>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "harness/player/requests.hpp"

cudaError_t first_program(float* out, const float* in, float a, float b, int count, int block);

namespace {

std::string printed;  // by the calls since it was asked for

// While one lives, what the process prints is kept; of very much, the beginning. It is its descriptors that lead elsewhere, for
// stdout and stderr must stay the FILEs that they are: a submission may print to no others.
class Listening {
 public:
  Listening() {
    flush();
    if (pipe2(pipe_, O_NONBLOCK) != 0) throw std::runtime_error("the system gives no pipe");
    for (int i = 0; i < 2; ++i) {
      descriptors_[i] = dup(i + 1);
      dup2(pipe_[1], i + 1);
    }
  }
  ~Listening() {
    flush();
    for (int i = 0; i < 2; ++i) {
      dup2(descriptors_[i], i + 1);
      close(descriptors_[i]);
    }
    char text[1024];
    for (ssize_t some; (some = read(pipe_[0], text, sizeof text)) > 0;) printed.append(text, std::size_t(some));
    for (const int end : pipe_) close(end);
  }
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;

 private:
  static void flush() {
    for (std::ostream* const stream : {&std::cout, &std::cerr, &std::clog}) stream->flush();
    std::fflush(nullptr);
  }
  int pipe_[2], descriptors_[2];
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
// What the next cudaGetLastError would say.
const harness::Request first_program_left("first program left",
    [](harness::Reader&, harness::Writer& out) { out(std::string(cudaGetErrorName(cudaPeekAtLastError()))); });
const harness::Request first_program_printed("first program printed",
    [](harness::Reader&, harness::Writer& out) { out(std::exchange(printed, std::string())); });

}  // namespace
