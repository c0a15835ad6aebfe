// The world of the lab event_timer: on sim events that are not complete at once and follow a script, on cuda real ones.
#include <cuda_runtime.h>

#include <stdexcept>

#include "harness/backend.hpp"
#include "harness/player/requests.hpp"
#include "harness/scripted.hpp"
#include "tests/04-timers/player/scripts.hpp"

namespace {

decltype(time_on_stream)* function = nullptr;
scripts::OnStream outcome;
std::uint64_t now = 0, takes = 0;  // nanoseconds of the scripted GPU, and of its work
bool comes_late = false;
Stream stream = nullptr;

std::uint64_t next_moment() { return now += 10; }

// The GPU's time goes on when its stream comes to the work, which may be later.
void scripted_work(Stream on) {
  ++outcome.times_worked;
  outcome.calls_before_work = harness::stream_calls().size();
  cudaLaunchHostFunc(on, [](void*) { now += takes; }, nullptr);
  outcome.calls_after_work = harness::stream_calls().size();
}
void throwing_work(Stream) { throw std::runtime_error("from the work"); }
void work_with_a_timer(Stream on) {
  scripted_work(on);
  outcome.inner_ms = function(on, harness::lent(scripted_work));
}

const harness::Request begin("events", [](harness::Reader& in, harness::Writer& out) {
  comes_late = in.next<bool>();
  now = 1'000'000'000;
  harness::watch();
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  harness::script_events(next_moment);
  if (comes_late) harness::defer_work(true);
  out(std::uint64_t(stream));
});
const harness::Request end("end of events", [](harness::Reader&, harness::Writer&) {
  if (comes_late) harness::defer_work(false);
  harness::script_events(nullptr);
  if (stream) cudaStreamDestroy(stream);
  stream = nullptr;
  cudaGetLastError();
});

const harness::Request timed("time on stream", [](harness::Reader& in, harness::Writer& out) {
  function = harness::played().function<decltype(time_on_stream)>(in.next<std::string>());
  auto* const on = reinterpret_cast<Stream>(in.next<std::uint64_t>());
  const auto work = in.next<scripts::Work>();
  takes = in.next<std::uint64_t>();
  outcome = {};
  harness::script_events(next_moment);
  try {
    outcome.ms = function(on, harness::lent(work == scripts::Work::throws         ? throwing_work
                                            : work == scripts::Work::times_inside ? work_with_a_timer
                                                                                  : scripted_work));
  } catch (const std::runtime_error&) {
    if (work != scripts::Work::throws) throw;
    outcome.passed_on = true;
  }
  for (const simt::StreamCall& call : harness::stream_calls())
    outcome.calls.push_back({call.call, std::uint64_t(call.event), std::uint64_t(call.stream)});
  out(outcome);
});

// On a GPU: marks of the player's own just inside and just outside of the timer's.
cudaEvent_t inner_begin, inner_end;
void* memory = nullptr;
constexpr std::size_t memory_bytes = std::size_t{1} << 28;

const harness::Request real("time on stream in real time", [](harness::Reader& in, harness::Writer& out) {
  function = harness::played().function<decltype(time_on_stream)>(in.next<std::string>());
  cudaEvent_t outer_begin, outer_end;
  for (cudaEvent_t* event : {&inner_begin, &inner_end, &outer_begin, &outer_end}) cudaEventCreate(event);
  if (cudaMalloc(&memory, memory_bytes) != cudaSuccess) throw std::runtime_error("the GPU has no 256 MiB left");
  cudaEventRecord(outer_begin, stream);
  const float ms = function(stream, [](Stream on) {
    cudaEventRecord(inner_begin, on);
    for (int i = 0; i < 20; ++i) cudaMemsetAsync(memory, i, memory_bytes, on);
    cudaEventRecord(inner_end, on);
  });
  cudaEventRecord(outer_end, stream);
  cudaDeviceSynchronize();
  float inner = 0, outer = 0;
  cudaEventElapsedTime(&inner, inner_begin, inner_end);
  cudaEventElapsedTime(&outer, outer_begin, outer_end);
  cudaFree(memory);
  for (const cudaEvent_t event : {inner_begin, inner_end, outer_begin, outer_end}) cudaEventDestroy(event);
  out(ms, inner, outer);
});

}  // namespace
