// Streams and events. Everything is done when it is called, in order: one of the orders a GPU might choose,
// and always the same one; or later, where another order was asked for (simt.hpp). What a GPU's order would be, the timeline
// knows (engine/streams/timeline.hpp).
//
// What a grader wants to know about them is written down on the way (simt.hpp): the calls, and what is alive.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <set>

#include "simt/engine/graphs/capture.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/engine/runtime_api/calls.hpp"
#include "simt/engine/runtime_api/device.hpp"
#include "simt/engine/runtime_api/transfer.hpp"
#include "simt/engine/streams/timeline.hpp"
#include "simt/include/simt/api_launch.h"
#include "simt/simt.hpp"

struct CUstream_st {
  unsigned flags = 0;
  int priority = 0;
  int device = 0;
  cudaAccessPolicyWindow window{};
};
struct CUevent_st {
  bool recorded = false;
  int device = 0;
  unsigned flags = 0;
  std::uint64_t nth = 0;  // of all that were recorded
  // Host nanoseconds: what the simulation took, not what a GPU would take. The work in front of it may still be to come.
  std::shared_ptr<std::uint64_t> at = std::make_shared<std::uint64_t>(0);
  simt::Clock mark;  // what is done when it is complete
  const void* stream = nullptr;
  int questions_left = 0;  // until it is complete; 0: it is
};

using namespace simt;

namespace {
constexpr int greatest_priority = -5, least_priority = 0;  // the H200's

std::mutex mutex;
constexpr std::size_t most_calls = 100'000;  // kept: a program may wait a million times
std::vector<StreamCall> calls;
std::set<cudaEvent_t> events;
std::set<cudaStream_t> streams;
// Those that were destroyed last keep their addresses: who uses one can be told so.
constexpr std::size_t most_gone = 4096;
std::deque<std::unique_ptr<CUevent_st>> events_gone;
std::deque<std::unique_ptr<CUstream_st>> streams_gone;
std::atomic<std::uint64_t> recorded_events = 0;

void note(const char* call, const void* event, const void* stream) {
  const std::lock_guard lock(mutex);
  if (calls.size() < most_calls) calls.push_back({call, event, stream});
}

std::uint64_t event_time() {
  return settings.event_clock ? settings.event_clock()
                              : std::uint64_t(std::chrono::steady_clock::now().time_since_epoch().count());
}

template <typename T>
void bury(T* handle, std::deque<std::unique_ptr<T>>& gone) {
  handle_gone(handle);
  gone.emplace_back(handle);
  if (gone.size() > most_gone) gone.pop_front();
}

template <typename T>
bool among(const T* handle, const std::deque<std::unique_ptr<T>>& gone) {
  for (const auto& one : gone)
    if (one.get() == handle) return true;
  return false;
}

// The call that goes on was given a stream or an event that is none.
cudaError_t refuse(const char* what, bool was_one) {
  if (was_one) {
    const std::string call = calling_site().function;
    report_host(FindingKind::use_after_free,
        (call.empty() ? "a call of the runtime" : call) + " is given " + what + " that " + destroyed_handle, "");
  }
  return fail(cudaErrorInvalidResourceHandle);
}

cudaError_t check_event(cudaEvent_t event) {
  bool gone = false;
  {
    const std::lock_guard lock(mutex);
    if (events.contains(event)) return cudaSuccess;
    gone = among(event, events_gone);
  }
  return refuse("an event", gone);
}

bool is_default(cudaStream_t stream) { return !stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread; }

// The host has waited for what `chosen` picks.
template <typename Choice>
void complete(Choice chosen) {
  const std::lock_guard lock(mutex);
  for (CUevent_st* event : events)
    if (chosen(*event)) event->questions_left = 0;
}
}  // namespace

namespace simt {

void note_device_wait() {
  note("cudaDeviceSynchronize", nullptr, nullptr);
  if (settings.timeline_is_kept) host_waits_for_device(current_device());
  complete([](const CUevent_st&) { return true; });
}

const std::vector<StreamCall>& stream_calls() { return calls; }
void forget_stream_calls() {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  calls.clear();
}
const char* const destroyed_handle = "has been destroyed";
const char* stream_fault(cudaStream_t stream) {
  const std::lock_guard lock(mutex);
  if (is_default(stream) || streams.contains(stream)) return nullptr;
  return among(stream, streams_gone) ? destroyed_handle : "was never created";
}
cudaError_t check_stream(cudaStream_t stream) {
  if (const char* fault = stream_fault(stream)) return refuse("a stream", fault == destroyed_handle);
  const cudaError_t error = capture_fault(stream);
  return error ? fail(error) : cudaSuccess;
}
bool is_non_blocking(cudaStream_t stream) { return !is_default(stream) && (stream->flags & cudaStreamNonBlocking); }
void destroy_streams() {
  if (settings.timeline_is_kept) host_waits_for_all();
  const std::lock_guard lock(mutex);
  for (CUevent_st* event : events) bury(event, events_gone);
  for (CUstream_st* stream : streams) bury(stream, streams_gone);
  events.clear();
  streams.clear();
}
std::size_t live_events() { return events.size(); }
std::size_t live_streams() { return streams.size(); }
void delay_events(bool delayed) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  OpenSettings()->events_are_late = delayed;
}
void set_event_clock(std::uint64_t (*nanoseconds)()) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  OpenSettings()->event_clock = nanoseconds;
}

}  // namespace simt

extern "C" {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  if (const cudaError_t error = refuse_in_host_function()) return error;
  if (!stream || flags > cudaStreamNonBlocking) return fail(cudaErrorInvalidValue);
  *stream = new CUstream_st{flags,
      priority < greatest_priority ? greatest_priority
      : priority > least_priority  ? least_priority
                                   : priority,
      current_device(), {}};
  note("cudaStreamCreate", nullptr, *stream);
  handle_made(*stream, "a stream");
  stream_is_made(*stream, current_device(), !(flags & cudaStreamNonBlocking));
  const std::lock_guard lock(mutex);
  streams.insert(*stream);
  return cudaSuccess;
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  note("cudaStreamDestroy", nullptr, stream);
  if (is_default(stream)) return fail(cudaErrorInvalidResourceHandle);
  if (const cudaError_t error = check_stream(stream)) return error;
  stream_is_gone(stream);
  const std::lock_guard lock(mutex);
  streams.erase(stream);
  bury(stream, streams_gone);
  return cudaSuccess;
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return *flags = is_default(stream) ? 0 : stream->flags, cudaSuccess;
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  if (const cudaError_t error = check_stream(stream)) return error;
  return *priority = is_default(stream) ? 0 : stream->priority, cudaSuccess;
}
// What a window says of caches changes nothing here; it can be asked for.
cudaError_t cudaStreamSetAttribute(
    cudaStream_t stream, cudaLaunchAttributeID attribute, const cudaLaunchAttributeValue* value) {
  if (const cudaError_t error = check_stream(stream)) return error;
  if (!value) return fail(cudaErrorInvalidValue);
  if (attribute == cudaLaunchAttributePriority) {
    if (!is_default(stream)) stream->priority = std::clamp(value->priority, greatest_priority, least_priority);
    return cudaSuccess;
  }
  if (attribute != cudaLaunchAttributeAccessPolicyWindow) return fail(cudaErrorInvalidValue);
  if (value->accessPolicyWindow.num_bytes > std::size_t(simulated_device().accessPolicyMaxWindowSize))
    return fail(cudaErrorInvalidValue);
  if (!is_default(stream)) stream->window = value->accessPolicyWindow;
  return cudaSuccess;
}
cudaError_t cudaStreamGetAttribute(
    cudaStream_t stream, cudaLaunchAttributeID attribute, cudaLaunchAttributeValue* value) {
  if (const cudaError_t error = check_stream(stream)) return error;
  if (!value) return fail(cudaErrorInvalidValue);
  if (attribute == cudaLaunchAttributePriority) return cudaStreamGetPriority(stream, &value->priority);
  if (attribute != cudaLaunchAttributeAccessPolicyWindow) return fail(cudaErrorInvalidValue);
  value->accessPolicyWindow = is_default(stream) ? cudaAccessPolicyWindow{} : stream->window;
  return cudaSuccess;
}
cudaError_t cudaCtxResetPersistingL2Cache() { return sticky_error(); }
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least) *least = least_priority;
  if (greatest) *greatest = greatest_priority;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  note("cudaStreamSynchronize", nullptr, stream);
  if (const cudaError_t error = check_stream(stream)) return error;
  if (const cudaError_t error = refuse_in_capture(stream)) return error;
  if (settings.timeline_is_kept) host_waits_for_stream(stream);
  complete([stream](const CUevent_st& event) { return event.stream == stream; });
  return sticky_error();
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  if (const cudaError_t error = check_stream(stream)) return error;
  if (const cudaError_t error = refuse_in_capture(stream)) return error;
  if (settings.timeline_is_kept && !host_asks_for_stream(stream)) return cudaErrorNotReady;
  return sticky_error();
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  if (const cudaError_t error = check_stream(stream)) return error;
  if (const cudaError_t error = check_event(event)) return error;
  if (cudaError_t error = cudaSuccess; wait_in_capture(stream, event, error)) return error;
  if (settings.timeline_is_kept) stream_waits_for(stream, event->mark);
  return sticky_error();
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned) {
  if (!callback) return fail(cudaErrorInvalidValue);
  if (const cudaError_t error = check_stream(stream)) return error;
  if (const cudaError_t error = refuse_in_capture(stream)) return error;
  in_stream(stream, "cudaStreamAddCallback", Until::given, [=] {
    host_function_tells();  // whoever it tells may be quicker than its end
    HostIsCalled(), callback(stream, sticky_error(), data);
  });
  return cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  if (!function) return fail(cudaErrorInvalidValue);
  if (const cudaError_t error = check_stream(stream)) return error;
  if (sticky_error() != cudaSuccess) return sticky_error();
  in_stream(stream, "cudaLaunchHostFunc", Until::given, [=] {
    host_function_tells();
    HostIsCalled(), function(data);
  });
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  if (const cudaError_t error = refuse_in_host_function()) return error;
  if (!event) return fail(cudaErrorInvalidValue);
  *event = new CUevent_st;
  (*event)->flags = flags;
  (*event)->device = current_device();
  note("cudaEventCreate", *event, nullptr);
  handle_made(*event, "an event");
  const std::lock_guard lock(mutex);
  events.insert(*event);
  return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (const cudaError_t error = refuse_in_host_function()) return error;
  note("cudaEventDestroy", event, nullptr);
  if (const cudaError_t error = check_event(event)) return error;
  const std::lock_guard lock(mutex);
  events.erase(event);
  bury(event, events_gone);
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  note("cudaEventRecord", event, stream);
  if (const cudaError_t error = check_event(event)) return error;
  if (const cudaError_t error = check_stream(stream)) return error;
  if (event->device != (is_default(stream) ? current_device() : stream->device))
    return fail(cudaErrorInvalidResourceHandle);
  if (record_event(stream, event)) return cudaSuccess;
  event->recorded = true;
  event->nth = ++recorded_events;
  event->stream = stream;
  if (settings.work_is_deferred)
    in_stream(stream, "cudaEventRecord", Until::given, [at = event->at] { *at = event_time(); });
  else *event->at = event_time();
  if (settings.timeline_is_kept) event->mark = mark_in_stream(stream);
  event->questions_left = settings.events_are_late ? 4 : 0;
  return sticky_error();
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
  return cudaEventRecord(event, stream);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  note("cudaEventSynchronize", event, nullptr);
  if (const cudaError_t error = check_event(event)) return error;
  if (is_captured_event(event)) return fail(cudaErrorCapturedEvent);
  if (settings.timeline_is_kept) host_waits_for(event->mark);
  // What was put into the stream before it has been done as well.
  complete([event](const CUevent_st& other) {
    return &other == event || (other.stream == event->stream && other.nth < event->nth);
  });
  return sticky_error();
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  note("cudaEventQuery", event, nullptr);
  if (const cudaError_t error = check_event(event)) return error;
  if (is_captured_event(event)) return fail(cudaErrorCapturedEvent);
  if (event->questions_left > 1) return --event->questions_left, cudaErrorNotReady;
  if (settings.timeline_is_kept && !host_asks_for(event->mark)) return cudaErrorNotReady;
  if (event->questions_left == 0) return sticky_error();
  complete([event](const CUevent_st& other) { return other.stream == event->stream && other.nth <= event->nth; });
  return sticky_error();
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
  note("cudaEventElapsedTime", stop, nullptr);
  if (!milliseconds) return fail(cudaErrorInvalidValue);
  if (const cudaError_t error = check_event(start)) return error;
  if (const cudaError_t error = check_event(stop)) return error;
  if (is_captured_event(start) || is_captured_event(stop)) return fail(cudaErrorCapturedEvent);
  if (!start->recorded || !stop->recorded || ((start->flags | stop->flags) & cudaEventDisableTiming))
    return fail(cudaErrorInvalidResourceHandle);
  if (start->questions_left || stop->questions_left) return fail(cudaErrorNotReady);
  if (settings.timeline_is_kept && !(host_asks_for(start->mark) && host_asks_for(stop->mark)))
    return fail(cudaErrorNotReady);
  *milliseconds = float(double(std::int64_t(*stop->at - *start->at)) * 1e-6);
  return cudaSuccess;
}
}
