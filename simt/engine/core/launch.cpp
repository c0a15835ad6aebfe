// From a launch's configuration to its record: limits, workers, and one result out of many.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <unordered_set>

#include "simt/caches/caches.hpp"
#include "simt/checkers/checkers.hpp"
#include "simt/engine/core/cluster.hpp"
#include "simt/engine/graphs/capture.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/engine/runtime_api/device.hpp"
#include "simt/engine/record/record.hpp"
#include "simt/engine/memory/host_names.hpp"
#include "simt/engine/runtime_api/transfer.hpp"
#include "simt/engine/streams/touched.hpp"

namespace simt {
namespace {

struct Configuration {
  dim3 grid, block;
  std::size_t dynamic_shared_bytes = 0;
  cudaStream_t stream = nullptr;
  bool given = false;
};
thread_local Configuration pending;

// "void blur<T>(T*, int) [with T = float]" gives "blur<T>".
std::string kernel_name(const std::string& signature) {
  std::size_t end = signature.find('(');
  if (end == std::string::npos) end = signature.size();
  int depth = 0;
  std::size_t begin = end;
  while (begin > 0) {
    const char c = signature[begin - 1];
    if (c == '>') ++depth;
    if (c == '<') --depth;
    if (depth == 0 && (c == ' ' || c == '*' || c == '&')) break;
    --begin;
  }
  return signature.substr(begin, end - begin);
}

std::string product(const dim3& d) {
  return std::to_string(d.x) + "×" + std::to_string(d.y) + (d.z > 1 ? "×" + std::to_string(d.z) : "") + " = " +
         std::to_string(std::uint64_t(d.x) * d.y * d.z);
}

// What the hardware would refuse, in words; empty when it would not. CUDA 13.0 gives cudaErrorInvalidValue for
// every one of these (measured on an H200, driver 580.159.04; tests/simt/programs/launch_limits.cu); earlier ones
// gave cudaErrorInvalidConfiguration for all but the shared memory.
std::string refused(const LaunchPlan& launch, cudaError_t& error) {
  const cudaDeviceProp& device = simulated_device();
  const dim3 &grid = launch.grid, &block = launch.block;
  error = cudaErrorInvalidValue;
  if (!grid.x || !grid.y || !grid.z || !block.x || !block.y || !block.z)
    return "the grid (" + product(grid) + " blocks) and the block (" + product(block) +
           " threads) must not be empty in any dimension";
  const std::uint64_t threads = std::uint64_t(block.x) * block.y * block.z;
  if (threads > std::uint64_t(device.maxThreadsPerBlock))
    return "a block has at most " + std::to_string(device.maxThreadsPerBlock) + " threads, this one " + product(block);
  if (launch.launch_bound && threads > launch.launch_bound)
    return "its __launch_bounds__ allow at most " + std::to_string(launch.launch_bound) +
           " threads a block, this one has " + product(block);
  const unsigned block_dims[] = {block.x, block.y, block.z}, grid_dims[] = {grid.x, grid.y, grid.z};
  for (int i = 0; i < 3; ++i) {
    const std::string axis(1, "xyz"[i]);
    if (block_dims[i] > unsigned(device.maxThreadsDim[i]))
      return "a block's " + axis + " is at most " + std::to_string(device.maxThreadsDim[i]) + ", this one " +
             std::to_string(block_dims[i]);
    if (grid_dims[i] > unsigned(device.maxGridSize[i]))
      return "a grid's " + axis + " is at most " + std::to_string(device.maxGridSize[i]) + ", this one " +
             std::to_string(grid_dims[i]);
  }
  const std::size_t allowed =
      std::max(device.sharedMemPerBlock, dynamic_shared_allowed(reinterpret_cast<const void*>(launch.body)));
  if (launch.dynamic_shared_bytes > allowed)
    return "a block has at most " + std::to_string(allowed) +
           " bytes of dynamic shared memory unless cudaFuncSetAttribute allows more, this one asks for " +
           std::to_string(launch.dynamic_shared_bytes);
  const dim3& cluster = launch.cluster;
  error = cudaErrorInvalidClusterSize;
  const unsigned in_cluster = cluster.x * cluster.y * cluster.z, most_in_cluster = cluster_blocks_allowed();
  if (!in_cluster) return "its clusters are empty, or have another shape than the kernel's __cluster_dims__";
  if (in_cluster > most_in_cluster)
    return "a cluster has at most " + std::to_string(most_in_cluster) + " blocks" +
           (most_in_cluster < 16 ? " unless cudaFuncAttributeNonPortableClusterSizeAllowed says otherwise" : "") +
           ", this one " + product(cluster);
  if (grid.x % cluster.x || grid.y % cluster.y || grid.z % cluster.z)
    return "its grid (" + product(grid) + " blocks) is not made of whole clusters of " + product(cluster);
  error = cudaErrorCooperativeLaunchTooLarge;
  const int fit = launch.cooperative
                      ? blocks_per_multiprocessor(launch.kernel_address, int(threads), launch.dynamic_shared_bytes)
                      : 0;
  const std::uint64_t most = std::uint64_t(fit) * std::uint64_t(device.multiProcessorCount);
  if (launch.cooperative && launch.blocks > most)
    return "a cooperative launch needs all its blocks on the device at once: " + std::to_string(most) +
           " of these fit (" + std::to_string(fit) + " on each of " + std::to_string(device.multiProcessorCount) +
           " multiprocessors), this grid has " + std::to_string(launch.blocks);
  error = cudaSuccess;
  return "";
}

// A worker has a stack for each thread of a block. Where this process's memory is limited, as ./course check and grade limit
// it, all stacks together take half of it: more processors must not be what a program fails on.
std::uint64_t workers_with_room(const LaunchState& launch) {
  constexpr std::uint64_t touched_of_stack = 16 * 1024;  // by nearly every kernel less
  const auto limit = private_memory_limit();
  return limit ? std::max<std::uint64_t>(1, *limit / 2 / (launch.threads * touched_of_stack)) : launch.blocks;
}

unsigned worker_count(const LaunchState& launch) {
  if (any_watches() || launch.cooperative || launch.has_clusters()) return 1;
  // With less to do, starting a host thread and mapping its stacks would cost more than it saves.
  constexpr std::uint64_t lanes_of_worker = 4096;
  const std::uint64_t worth = std::max<std::uint64_t>(1, launch.blocks * launch.threads / lanes_of_worker);
  const char* asked = std::getenv("SIMT_WORKERS");
  const int workers = std::max(1, asked ? std::atoi(asked) : int(std::thread::hardware_concurrency()));
  return unsigned(std::min({std::uint64_t(workers), launch.blocks, worth, workers_with_room(launch)}));
}

// How the blocks of a launch have run.
struct Outcome {
  bool stopped = false;    // one faulted, of which the first finding tells
  bool cut_short = false;  // or was not worth going on with, and there is none
  bool doubtful = false;   // it might not have faulted in warp order
  bool reordered = false;  // it does matter that it did not run in warp order
  std::string complaint;   // for stderr
};

// Runs all blocks. Blocks are handed out in order, so every block below one that faulted has been
// started; they run to their end and the lowest one that faulted is the one reported, on any number of
// workers.
Outcome run_blocks(LaunchState& state, Launch& record) {
  const std::uint64_t last = settings.last_blocks;
  std::atomic<std::uint64_t> next_block{last && last < state.blocks ? state.blocks - last : 0};
  std::atomic<std::uint64_t>& faulted_block = state.faulted_block;
  const auto work_as_grid = [&](Worker& worker) {
    state.now_at(worker.index, LaunchState::ended);
    if (!worker.run_grid()) faulted_block.store(worker.block_index);
  };
  const auto work = [&](Worker& worker) {
    for (;;) {
      // What a worker says it runs may be lower than what it takes, never higher: others wait for it.
      state.now_at(worker.index, next_block.load());
      const std::uint64_t block = next_block.fetch_add(1);
      if (block >= state.blocks || block > faulted_block.load()) break;
      state.now_at(worker.index, block);
      if (worker.run_block(block)) continue;
      for (std::uint64_t lowest = faulted_block.load();
          block < lowest && !faulted_block.compare_exchange_weak(lowest, block);) {
      }
      break;
    }
    state.now_at(worker.index, LaunchState::ended);
  };
  state.caches = caches::LaunchCaches::of(state);
  std::vector<std::unique_ptr<Worker>> workers(worker_count(state));
  for (std::size_t i = 0; i < workers.size(); ++i) state.running.emplace_back(0);
  std::vector<std::thread> threads;
  try {
    for (std::size_t i = 1; i < workers.size(); ++i)
      threads.emplace_back([&, i] {
        // Made on its own host thread: its shared memory is that thread's.
        workers[i] = std::make_unique<Worker>(state, unsigned(i));
        work(*workers[i]);
      });
  } catch (const std::system_error&) {  // there are no more threads to be had: fewer do the work
    for (std::size_t i = threads.size() + 1; i < workers.size(); ++i) state.now_at(unsigned(i), LaunchState::ended);
  }
  workers[0] = std::make_unique<Worker>(state, 0);
  if (state.cooperative || state.has_clusters()) work_as_grid(*workers[0]);
  else work(*workers[0]);
  for (std::thread& thread : threads) thread.join();
  workers.resize(threads.size() + 1);
  for (const auto& worker : workers) {
    note_copied(&Copied::by_surfaces, worker->surface_bytes);
    note_copied(&Copied::into_constant, worker->constant_bytes);
  }

  const std::uint64_t stopped_at = faulted_block.load();
  Outcome outcome;
  outcome.stopped = stopped_at < state.blocks;
  for (const auto& worker : workers) {
    if (outcome.stopped && (!worker->faulted || worker->block_index != stopped_at)) continue;
    outcome.reordered |= worker->reordered;
    if (!outcome.stopped) continue;
    outcome.cut_short = worker->fault.kind == Fault::Kind::reordered;
    outcome.doubtful = worker->fault.may_come_of_order();
    outcome.complaint = worker->complaint;
    if (!outcome.cut_short) record.findings.push_back(explain(*worker->faulty, worker->fault));
  }
  collect_findings(workers, std::min(stopped_at, state.blocks), record);
  // How far the other blocks came depends on chance; a stopped launch has no counters.
  if (outcome.stopped) return outcome;
  if (state.caches) state.caches->finish(record, workers.size());
  collect_sites(workers, record);
  record.private_arrays = private_arrays(reinterpret_cast<std::uint64_t>(state.body));
  for (const auto& worker : workers) collect_trace(*worker, record);
  return outcome;
}

// Kernels for which it matters in which order the lanes of a warp run.
bool needs_warp_order(ThreadBody kernel, bool from_now_on = false) {
  static std::mutex mutex;
  static std::unordered_set<ThreadBody> known;
  static const char* const asked = std::getenv("SIMT_ORDER");
  if (asked && std::string_view(asked) == "warp") return true;
  const std::lock_guard lock(mutex);
  if (from_now_on) known.insert(kernel);
  return known.contains(kernel);
}

// Runs the lanes of each warp one after the other, which is fast. If that has mattered, or may have led to a fault,
// everything is undone and the launch runs again, request by request. What checkers find, they have found the first time.
void run_in_order(LaunchState& state, Launch& record) {
  const Launch before = record;
  state.in_warp_order = !any_watches() && needs_warp_order(state.body);
  if (!state.in_warp_order) state.undo = std::make_unique<Undo>();
  Outcome outcome = run_blocks(state, record);
  if (!state.in_warp_order && (outcome.reordered || outcome.doubtful)) {
    const std::string printed = std::exchange(state.printed, "");
    state.undo->undo();
    state.undo.reset();
    state.in_warp_order = true;
    state.faulted_block = ~std::uint64_t(0);
    state.running.clear();
    Launch again = before;
    const Outcome in_warp_order = run_blocks(state, again);
    if (!outcome.reordered && in_warp_order.stopped) {
      state.printed = printed;  // in either order there is a fault: what is said is of the first one found
    } else {
      needs_warp_order(state.body, true);
      if (any_watches() && !outcome.cut_short) {
        again.findings.resize(in_warp_order.stopped);  // the fault
        again.findings.insert(again.findings.end(), record.findings.begin() + outcome.stopped, record.findings.end());
      }
      record = std::move(again);
      outcome = in_warp_order;
    }
  }
  std::fwrite(state.printed.data(), 1, state.printed.size(), stdout);
  note_copied(&Copied::printed, state.printed.size());
  if (!outcome.stopped) return;
  set_sticky_error(error_of(record.findings.front().kind));
  std::fputs(outcome.complaint.c_str(), stderr);
}

}  // namespace

thread_local cudaError_t launch_error = cudaSuccess;

void configure(dim3 grid, dim3 block, std::size_t dynamic_shared_bytes, cudaStream_t stream) {
  pending = {grid, block, dynamic_shared_bytes, stream, true};
}

// A launch's arguments, for one that runs when they are gone.
static std::shared_ptr<void> keep_closure(const void* closure, std::size_t bytes) {
  constexpr auto alignment = std::align_val_t(256);
  std::shared_ptr<void> kept(::operator new(bytes, alignment), [](void* at) { ::operator delete(at, alignment); });
  std::memcpy(kept.get(), closure, bytes);
  return kept;
}

// A counter that all blocks together bring back to 0 is not left elsewhere for the launches to come.
void let_last_blocks_run(std::uint64_t blocks) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  static std::vector<std::pair<void*, std::string>> before;
  for (const auto& [variable, bytes] : std::exchange(before, {})) std::memcpy(variable, bytes.data(), bytes.size());
  OpenSettings()->last_blocks = blocks;
  if (blocks)
    Variables::of_process()->each_changeable([](const Variable& variable) {
      auto* const at = reinterpret_cast<char*>(variable.begin);
      before.emplace_back(at, std::string(at, variable.bytes));
    });
}

// The variables of devices, and what they do not hold now.
static std::vector<std::pair<char*, std::string>> elsewhere;
void note_variables() {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  elsewhere.clear();
  Variables::of_process()->each_of_devices([](const Variable& variable) {
    auto* const at = reinterpret_cast<char*>(variable.begin);
    elsewhere.emplace_back(at, std::string(at, variable.bytes));
  });
}
void exchange_variables() {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  for (auto& [variable, bytes] : elsewhere)
    // What nobody has filled may lie where nothing is to be written.
    if (std::memcmp(variable, bytes.data(), bytes.size()) != 0) std::swap_ranges(bytes.begin(), bytes.end(), variable);
}

void let_kernels_run(bool run) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  OpenSettings()->kernels_run = run;
}

static void run_launch(const LaunchPlan& plan, Launch&& record) {
  if (!settings.kernels_run) return add_launch(std::move(record));
  const OpenDevice open;
  if (plan.operation_limit == 0) {  // stopped in front of its first step, as by a watchdog
    set_sticky_error(cudaErrorLaunchTimeout);
    return add_launch(std::move(record));
  }
  LaunchState state;
  static_cast<LaunchPlan&>(state) = plan;
  state.variables = Variables::of_process();
  state.registered = registered_host_ranges();
  state.constants = constant_ranges();
  state.code = kernel_code_ranges();
  if (settings.stream_races_are_checked) state.operation = current_operation;
  journal_start(record);
  {
    const HiddenArguments hidden(state.closure, state.closure_bytes);
    run_in_order(state, record);
  }
  if (state.operation)
    for (Finding& finding : conflicts_of(state.operation->shared_from_this()))
      record.findings.push_back(std::move(finding));
  add_launch(std::move(record));
}

void launch(const char* signature, ThreadBody body, const void* closure, std::size_t closure_bytes) {
  if (current_lane)
    stop_lane(*current_lane, {.kind = Fault::Kind::nested_launch, .pc = std::uint64_t(__builtin_return_address(0))});
  LaunchPlan plan;
  plan.kernel = kernel_name(signature);
  const Configuration configuration = pending;
  pending.given = false;
  Launch record;
  record.kernel = plan.kernel;
  record.grid = {configuration.grid.x, configuration.grid.y, configuration.grid.z};
  record.block = {configuration.block.x, configuration.block.y, configuration.block.z};
  record.dynamic_shared_bytes = configuration.dynamic_shared_bytes;
  const std::optional<dim3> asked = take_cluster();
  plan.launch_bound = take_launch_bound();
  const dim3 cluster = asked.value_or(dim3(1, 1, 1));
  record.cluster = {cluster.x, cluster.y, cluster.z};
  launch_error = sticky_error();
  if (sticky_error() != cudaSuccess) return;
  if (!configuration.given) {
    set_last_error(launch_error = cudaErrorInvalidConfiguration);
    return;
  }
  plan.device = current_device();
  plan.several_devices = device_count() > 1;
  plan.body = body;
  plan.closure = closure;
  plan.closure_bytes = closure_bytes;
  plan.grid = configuration.grid;
  plan.block = configuration.block;
  plan.dynamic_shared_bytes = configuration.dynamic_shared_bytes;
  plan.blocks = std::uint64_t(plan.grid.x) * plan.grid.y * plan.grid.z;
  plan.threads = unsigned(std::uint64_t(plan.block.x) * plan.block.y * plan.block.z);
  plan.operation_limit = operation_limit();
  plan.clock_origin = clock_origin();
  plan.clock_pace = clock_pace();
  plan.cooperative = take_cooperative();
  plan.cluster = cluster;
  plan.is_of_clusters = asked.has_value();
  plan.kernel_address = std::exchange(launched_kernel, nullptr);
  traced_warp(plan.traced_block, plan.traced_warp);

  cudaError_t error = cudaErrorInvalidResourceHandle;
  const char* const fault = stream_fault(configuration.stream);
  if (!fault && (launch_error = capture_fault(configuration.stream)) != cudaSuccess) {
    set_last_error(launch_error);
    return;
  }
  if (const std::string why = fault ? std::string("its stream ") + fault : refused(plan, error); !why.empty()) {
    Finding finding;
    finding.kind = fault == destroyed_handle ? FindingKind::use_after_free : FindingKind::invalid_configuration;
    finding.kernel = plan.kernel;
    finding.message = plan.kernel + " was not launched: " + why;
    record.findings.push_back(finding);
    set_last_error(error);
    launch_error = error;
    add_launch(std::move(record));
  } else if (!settings.timeline_is_kept && !recorders) {
    run_launch(plan, std::move(record));
  } else {
    std::shared_ptr<void> kept;
    if (settings.work_is_deferred || recorders) kept = keep_closure(closure, closure_bytes), plan.closure = kept.get();
    give_to_stream(configuration.stream, plan.kernel, true, Until::given,
        [plan, kept, record] { run_launch(plan, Launch(record)); });
  }
}

}  // namespace simt
