// A CUDA thread that runs off its stack, or goes astray from there: the launch is stopped, the program goes on.
//
// Accesses to arrays of a thread's own are not all announced (g++ leaves out those whose address nobody takes). One by an
// index far outside is noticed where it meets no memory.
// simtcc's code touches every page of a large frame in order (-fstack-clash-protection), so it meets the guard below the
// stack. The fault is taken on a stack of its own, and the thread is sent on into stop_lane.
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <mutex>
#include <string_view>

#include "simt/engine/core/worker.hpp"
#include "simt/engine/memory/memory.hpp"
#include "simt/engine/platform/signals.hpp"

namespace simt {
namespace {

constexpr std::size_t rescue_bytes = 64 * 1024;

struct sigaction fault_before;
thread_local std::unique_ptr<char[]> signal_stack;  // the handler's
thread_local std::unique_ptr<char[]> rescue_stack;  // what the stopped lane ends on
thread_local Fault fault{};

[[noreturn]] void end_lane() { stop_lane(*current_lane, fault); }

// Whoever faulted may hold a lock of malloc's, or of the loader's: nothing is asked here that takes one.
bool in_kernel(const Lane* lane, std::uint64_t code) {
  if (!lane || !lane->fiber) return false;
  for (const AddressRange& range : lane->worker->launch.code)
    if (range.holds(code)) return true;
  return false;
}

void on_fault(int signal, siginfo_t* info, void* context) {
  const Lane* lane = current_lane;
  const auto address = reinterpret_cast<std::uint64_t>(info->si_addr);
  mcontext_t& machine = static_cast<ucontext_t*>(context)->uc_mcontext;
#if defined(__aarch64__)
  const auto code = std::uint64_t(machine.pc);
#else
  const auto code = std::uint64_t(machine.gregs[REG_RIP]);
#endif
  const bool deep =
      lane && lane->fiber &&
      AddressRange{reinterpret_cast<std::uint64_t>(lane->fiber->stack) - stack_guard, stack_guard}.holds(address);
  if (!lane && device_memory.is_kept_from_host(address)) {
    constexpr std::string_view words =
        "simt: host code has a library's function read or write memory of the device's, which only kernels and CUDA's "
        "own "
        "calls may\n";
    if (write(STDERR_FILENO, words.data(), words.size()) >= 0) std::abort();
  }
  if (!deep && !in_kernel(lane, code)) {
    // Not ours: the instruction runs again, and faults again under the handler that was there before.
    sigaction(signal, &fault_before, nullptr);
    return;
  }
  fault = {.kind = deep ? Fault::Kind::too_deep : Fault::Kind::stray,
      .pc = code + 1};  // looked up just before it, as of a return address
  const std::uint64_t top = (reinterpret_cast<std::uint64_t>(rescue_stack.get()) + rescue_bytes) & ~std::uint64_t(15);
#if defined(__aarch64__)
  machine.sp = top;
  machine.pc = reinterpret_cast<std::uint64_t>(&end_lane);
#else
  machine.gregs[REG_RSP] = greg_t(top - 8);  // as if called
  machine.gregs[REG_RIP] = reinterpret_cast<greg_t>(&end_lane);
#endif
}

}  // namespace

void watch_stacks() {
  if (!signal_stack) {
    stack_t current{};
    if (sigaltstack(nullptr, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
      signal_stack = std::make_unique<char[]>(rescue_bytes);
      const stack_t mine{.ss_sp = signal_stack.get(), .ss_flags = 0, .ss_size = rescue_bytes};
      sigaltstack(&mine, nullptr);
    }
    rescue_stack = std::make_unique<char[]>(rescue_bytes);
  }
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action{};
    action.sa_sigaction = &on_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(SIGSEGV, &action, &fault_before);
  });
}

}  // namespace simt
