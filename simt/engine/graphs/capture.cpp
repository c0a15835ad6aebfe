// Streams that are captured: what they are given becomes nodes of a graph instead of being done.
//
// A capture begins in one stream; another one joins it by waiting for an event that was recorded in it. Each stream of a
// capture knows the nodes that what it is given next comes after. What would have to wait, or to be done at once, ends the
// capture: it is invalid from then on, and says so where it was to end.
//
// Source: CUDA Runtime API reference, 13.0, "Stream Management", cudaStreamBeginCapture and the errors of stream captures.
#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "simt/engine/graphs/capture.hpp"
#include "simt/engine/graphs/graph.hpp"
#include "simt/engine/memory/memory.hpp"
#include "simt/engine/runtime_api/calls.hpp"
#include "simt/engine/runtime_api/transfer.hpp"

using namespace simt;

namespace simt {

std::atomic<int> recorders = 0;

namespace {

using Nodes = std::vector<cudaGraphNode_t>;

struct Capture {
  unsigned long long id = 0;
  std::unique_ptr<CUgraph_st> graph = std::make_unique<CUgraph_st>();
  cudaStream_t origin = nullptr;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  std::thread::id thread;
  bool invalid = false;
  std::map<cudaStream_t, Nodes> streams;  // what comes next in each, comes after these
  std::map<cudaEvent_t, Nodes> events;    // that were recorded last in one of them
};

std::recursive_mutex captures_mutex;
std::map<unsigned long long, Capture> captures;
unsigned long long captures_so_far = 0;
thread_local cudaStreamCaptureMode mode_of_thread = cudaStreamCaptureModeGlobal;
thread_local RecordedWork* made_by_hand = nullptr;
thread_local cudaGraphNode_t last_recorded = nullptr;

Capture* capture_of(cudaStream_t stream) {
  for (auto& [id, capture] : captures)
    if (capture.streams.contains(stream)) return &capture;
  return nullptr;
}

// A node behind what the stream has been given so far.
cudaGraphNode_t record_node(Capture& capture, cudaStream_t stream, cudaGraphNodeType type, const RecordedWork& work) {
  Nodes& last = capture.streams.at(stream);
  last_recorded = add_node(*capture.graph, type, work, last.data(), last.size());
  last = {last_recorded};
  return last_recorded;
}

void add_to(Nodes& nodes, const Nodes& more) {
  for (const cudaGraphNode_t node : more)
    if (!std::ranges::count(nodes, node)) nodes.push_back(node);
}

// Whether all that the other streams were given comes before what the first one would be given next.
bool all_joined(const Capture& capture) {
  std::set<cudaGraphNode_t> before;
  Nodes open = capture.streams.at(capture.origin);
  while (!open.empty()) {
    const cudaGraphNode_t node = open.back();
    open.pop_back();
    if (before.insert(node).second) open.insert(open.end(), node->after.begin(), node->after.end());
  }
  return std::ranges::all_of(capture.streams, [&](const auto& stream) {
    return std::ranges::all_of(stream.second, [&](cudaGraphNode_t node) { return before.contains(node); });
  });
}

bool is_legacy(cudaStream_t stream) { return !stream || stream == cudaStreamLegacy; }

}  // namespace

bool record_work(cudaStream_t stream, const RecordedWork& work) {
  if (made_by_hand) return *made_by_hand = work, true;
  const std::lock_guard lock(captures_mutex);
  Capture* const capture = capture_of(stream);
  if (!capture) return false;
  if (!capture->invalid) record_node(*capture, stream, type_of(work), work);
  return true;
}

bool record_child(cudaStream_t stream, const std::shared_ptr<CUgraph_st>& child) {
  const std::lock_guard lock(captures_mutex);
  Capture* const capture = capture_of(stream);
  if (!capture) return false;
  record_node(*capture, stream, cudaGraphNodeTypeGraph, {})->child = child;
  return true;
}

bool is_recorded(cudaStream_t stream) {
  if (!recorders) return false;
  const std::lock_guard lock(captures_mutex);
  return made_by_hand || capture_of(stream);
}

void note_recorded_memory(void* memory) {
  if (last_recorded && !made_by_hand) last_recorded->memory = memory;
}

cudaError_t record_by_hand(RecordedWork& work, const std::function<cudaError_t()>& call) {
  made_by_hand = &work;
  ++recorders;
  const cudaError_t error = call();
  --recorders;
  made_by_hand = nullptr;
  return error;
}

cudaError_t capture_fault(cudaStream_t stream) {
  if (HostIsCalled::now()) return cudaErrorNotPermitted;
  if (!recorders || made_by_hand) return cudaSuccess;
  const std::lock_guard lock(captures_mutex);
  const Capture* const capture = capture_of(stream);
  if (capture && capture->invalid) return cudaErrorStreamCaptureInvalidated;
  if (!is_legacy(stream)) return cudaSuccess;
  cudaError_t error = cudaSuccess;
  for (auto& [id, each] : captures)
    for (const auto& [captured, last] : each.streams) {
      if (is_non_blocking(captured)) continue;
      each.invalid = true;
      error = cudaErrorStreamCaptureImplicit;
    }
  return error;
}

cudaError_t refuse_in_capture(cudaStream_t stream) {
  if (!recorders) return cudaSuccess;
  const std::lock_guard lock(captures_mutex);
  Capture* const capture = capture_of(stream);
  if (!capture) return cudaSuccess;
  capture->invalid = true;
  return fail(cudaErrorStreamCaptureUnsupported);
}

cudaError_t refuse_in_host_function() { return HostIsCalled::now() ? fail(cudaErrorNotPermitted) : cudaSuccess; }

cudaError_t refuse_while_capturing() {
  if (const cudaError_t error = refuse_in_host_function()) return error;
  if (!recorders || made_by_hand || mode_of_thread == cudaStreamCaptureModeRelaxed) return cudaSuccess;
  const std::lock_guard lock(captures_mutex);
  bool refused = false;
  for (auto& [id, capture] : captures) {
    const bool own = capture.thread == std::this_thread::get_id();
    const bool counts =
        own ? capture.mode != cudaStreamCaptureModeRelaxed
            : capture.mode == cudaStreamCaptureModeGlobal && mode_of_thread == cudaStreamCaptureModeGlobal;
    if (counts) capture.invalid = refused = true;
  }
  return refused ? fail(cudaErrorStreamCaptureUnsupported) : cudaSuccess;
}

bool record_event(cudaStream_t stream, cudaEvent_t event) {
  if (!recorders) return false;
  const std::lock_guard lock(captures_mutex);
  for (auto& [id, capture] : captures) capture.events.erase(event);
  Capture* const capture = capture_of(stream);
  if (!capture) return false;
  capture->events[event] = capture->streams.at(stream);
  return true;
}

bool is_captured_event(cudaEvent_t event) {
  if (!recorders) return false;
  const std::lock_guard lock(captures_mutex);
  return std::ranges::any_of(captures, [event](const auto& each) { return each.second.events.contains(event); });
}

bool wait_in_capture(cudaStream_t stream, cudaEvent_t event, cudaError_t& error) {
  error = cudaSuccess;
  if (!recorders) return false;
  const std::lock_guard lock(captures_mutex);
  Capture* const waiting = capture_of(stream);
  for (auto& [id, capture] : captures) {
    const auto recorded = capture.events.find(event);
    if (recorded == capture.events.end()) continue;
    if (waiting && waiting != &capture) {
      waiting->invalid = capture.invalid = true;
      error = fail(cudaErrorStreamCaptureMerge);
    } else if (is_legacy(stream)) {
      capture.invalid = true;
      error = fail(cudaErrorStreamCaptureImplicit);
    } else {
      add_to(capture.streams[stream], recorded->second);
    }
    return true;
  }
  if (!waiting) return false;
  waiting->invalid = true;
  error = fail(cudaErrorStreamCaptureIsolation);
  return true;
}

}  // namespace simt

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed) return fail(cudaErrorInvalidValue);
  if (is_legacy(stream)) return fail(cudaErrorStreamCaptureUnsupported);
  if (const cudaError_t error = check_stream(stream)) return error;
  const std::lock_guard lock(captures_mutex);
  if (capture_of(stream)) return fail(cudaErrorIllegalState);
  Capture& capture = captures[++captures_so_far];
  capture.id = captures_so_far;
  capture.origin = stream;
  capture.mode = mode;
  capture.thread = std::this_thread::get_id();
  capture.streams[stream];
  ++recorders;
  return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  if (!graph) return fail(cudaErrorInvalidValue);
  *graph = nullptr;
  const std::lock_guard lock(captures_mutex);
  Capture* const capture = capture_of(stream);
  if (!capture) return fail(cudaErrorIllegalState);
  if (capture->origin != stream) {
    capture->invalid = true;
    return fail(cudaErrorStreamCaptureUnmatched);
  }
  if (capture->mode != cudaStreamCaptureModeRelaxed && capture->thread != std::this_thread::get_id())
    return fail(cudaErrorStreamCaptureWrongThread);
  const cudaError_t error = capture->invalid        ? cudaErrorStreamCaptureInvalidated
                            : !all_joined(*capture) ? cudaErrorStreamCaptureUnjoined
                                                    : cudaSuccess;
  if (error == cudaSuccess) {
    *graph = capture->graph.release();
    handle_made(*graph, a_graph);
  }
  last_recorded = nullptr;
  captures.erase(capture->id);
  --recorders;
  return error == cudaSuccess ? cudaSuccess : fail(error);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return cudaStreamGetCaptureInfo(stream, status, nullptr, nullptr, nullptr, nullptr, nullptr);
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status, unsigned long long* id,
    cudaGraph_t* graph, const cudaGraphNode_t** dependencies, const cudaGraphEdgeData** edges, std::size_t* count) {
  if (!status) return fail(cudaErrorInvalidValue);
  if (stream_fault(stream)) return fail(cudaErrorInvalidResourceHandle);
  const std::lock_guard lock(captures_mutex);
  Capture* const capture = capture_of(stream);
  *status = !capture           ? cudaStreamCaptureStatusNone
            : capture->invalid ? cudaStreamCaptureStatusInvalidated
                               : cudaStreamCaptureStatusActive;
  if (!capture) return cudaSuccess;
  if (id) *id = capture->id;
  if (graph) *graph = capture->graph.get();
  if (dependencies) *dependencies = capture->streams.at(stream).data();
  if (edges) *edges = nullptr;
  if (count) *count = capture->streams.at(stream).size();
  return cudaSuccess;
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  if (!mode) return fail(cudaErrorInvalidValue);
  std::swap(*mode, mode_of_thread);
  return cudaSuccess;
}
}
