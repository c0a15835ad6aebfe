// The simulator's clocks, and the order of the host's threads, are whatever a grader wants.
#include "harness/scripted.hpp"

#include "simt/host_threads.hpp"
#include "simt/simt.hpp"

namespace harness {

void script_events(std::uint64_t (*nanoseconds)()) {
  simt::set_event_clock(nanoseconds);
  simt::delay_events(nanoseconds != nullptr);
  simt::forget_stream_calls();
}

std::vector<simt::StreamCall> stream_calls() { return simt::stream_calls(); }
std::size_t live_events() { return simt::live_events(); }
std::size_t live_allocations() { return simt::live_allocations(); }
std::size_t live_textures() { return simt::live_textures(); }
std::size_t live_modules() { return simt::live_modules(); }
std::size_t live_programs() { return simt::live_programs(); }
void script_kernel_clock(std::uint64_t first_tick) { simt::set_clock_origin(first_tick); }
void set_host_threads(int threads) { simt::set_host_threads(threads); }
void set_turn_order(TurnOrder order) {
  simt::set_turn_order(order == TurnOrder::forward ? simt::TurnOrder::forward : simt::TurnOrder::backward);
}
std::vector<std::uint64_t> accesses_by_thread(const std::function<void()>& work) {
  simt::forget_host_work();
  work();
  return simt::host_work();
}
void name_host_memory(const void* begin, std::size_t bytes, const std::string& name) {
  simt::name_host_memory(begin, bytes, name);
}

}  // namespace harness
