// The simulator's clocks, and the order of the host's threads, are whatever a grader wants.
#include "harness/scripted.hpp"

#include <dlfcn.h>

#include <bit>

#include "harness/ranks.hpp"
#include "harness/watched.hpp"
#include "simt/host_threads.hpp"
#include "simt/simt.hpp"

namespace harness {

void script_events(std::uint64_t (*nanoseconds)()) {
  simt::set_event_clock(nanoseconds);
  simt::delay_events(nanoseconds != nullptr);
  simt::forget_stream_calls();
}

std::vector<simt::StreamCall> stream_calls() { return simt::stream_calls(); }
void record_stream_work() { simt::record_stream_work(true); }
std::vector<simt::StreamWork> stream_work() {
  simt::record_stream_work(false);
  return simt::stream_work();
}
std::size_t live_events() { return simt::live_events(); }
std::size_t live_allocations() { return simt::live_allocations(); }
std::size_t live_textures() { return simt::live_textures(); }
std::size_t live_modules() { return simt::live_modules(); }
std::size_t live_programs() { return simt::live_programs(); }
std::vector<simt::Acquired> acquired() { return simt::acquired(); }
void defer_work(bool deferred) {
  simt::set_stream_order(deferred ? simt::StreamOrder::deferred : simt::StreamOrder::immediate);
}

void fault_device() { simt::fault_device(); }
void leave_device_memory(std::size_t bytes) { simt::set_free_memory(bytes); }
void script_kernel_clock(std::uint64_t first_tick, std::uint64_t pace) { simt::set_clock_origin(first_tick, pace); }
bool set_host_threads(int threads) {
  simt::set_host_threads(threads);
  auto* const set = reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
  void* const library = set ? nullptr : dlopen("libgomp.so.1", RTLD_NOW | RTLD_NOLOAD);
  auto* const from_library = library ? reinterpret_cast<void (*)(int)>(dlsym(library, "omp_set_num_threads")) : set;
  if (from_library) from_library(threads);
  return from_library != nullptr;
}
void set_turn_order(TurnOrder order) {
  simt::set_turn_order(order == TurnOrder::forward ? simt::TurnOrder::forward : simt::TurnOrder::backward);
}
std::vector<std::uint64_t> host_work() { return simt::host_work(); }
std::uint64_t host_span() { return simt::host_span(); }
void forget_host_work() { simt::forget_host_work(); }
void count_host_footprint(const void* begin, std::size_t bytes) { simt::count_host_footprint(begin, bytes); }
void let_be_called(const void* function) { simt::let_be_called(function); }
void note_device_variables() { simt::note_variables(); }
void exchange_device_variables() { simt::exchange_variables(); }
HostFootprint host_footprint() {
  const auto [bytes, reads, other_reads, often_read] = simt::host_footprint();
  return {bytes, reads, other_reads, often_read};
}
std::vector<WatchedRequest> watched_requests() {
  std::vector<WatchedRequest> found;
  for (const simt::Launch& launch : simt::launches())
    for (const simt::Request& request : launch.requests) {
      if (request.space != simt::Space::global || !request.active || found.size() == watched_requests_told) continue;
      const std::uint64_t first = request.address[std::size_t(std::countr_zero(request.active))];
      found.push_back({request.op, request.bytes, request.active, request.allocation, first - request.allocation_base,
          request.where.line});
    }
  return found;
}
LateLoad late_load() {
  const simt::LateLoad found = simt::late_load();
  return {found.load.line, found.clock.line};
}
std::vector<simt::PrivateArray> local_arrays_of_file(const void* function) {
  return simt::local_arrays_of_file(function);
}
void name_host_memory(const void* begin, std::size_t bytes, const std::string& name) {
  simt::name_host_memory(begin, bytes, name);
}
void set_host_read_only(const void* begin, std::size_t bytes) { simt::set_host_read_only(begin, bytes); }
void forget_host_read_only() { simt::forget_host_read_only(); }

simt::MpiOutcome run_mpi_job(const simt::MpiJob& job, const std::function<void(int)>& main) {
  return simt::run_mpi_job(job, main);
}
int mpi_rank() { return simt::mpi_rank(); }
void note_in_job(int rank, const std::string& words, std::int64_t value) { simt::note_in_job(rank, words, value); }

}  // namespace harness
