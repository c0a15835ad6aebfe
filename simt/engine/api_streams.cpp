// Streams and events. Everything is done when it is called, in order: one of the orders a GPU might choose,
// and always the same one.
#include <chrono>

#include "simt/engine/device.hpp"
#include "simt/engine/transfer.hpp"
#include "simt/include/simt/api_launch.h"

struct CUstream_st {
  unsigned flags = 0;
  int priority = 0;
  int device = 0;
};
struct CUevent_st {
  bool recorded = false;
  unsigned flags = 0;
  std::uint64_t at = 0;  // host nanoseconds: what the simulation took, not what a GPU would take
};

using namespace simt;

namespace {
constexpr int greatest_priority = -5, least_priority = 0;  // the H200's
}

extern "C" {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  if (!stream || flags > cudaStreamNonBlocking) return fail(cudaErrorInvalidValue);
  *stream = new CUstream_st{flags, priority < greatest_priority ? greatest_priority : priority > least_priority ? least_priority : priority, current_device()};
  return cudaSuccess;
}
cudaError_t cudaStreamCreate(cudaStream_t* stream) { return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) { return cudaStreamCreateWithPriority(stream, flags, 0); }
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (!stream) return fail(cudaErrorInvalidResourceHandle);
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) { return *flags = stream ? stream->flags : 0, cudaSuccess; }
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) { return *priority = stream ? stream->priority : 0, cudaSuccess; }
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least) *least = least_priority;
  if (greatest) *greatest = greatest_priority;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) { return sticky_error(); }
cudaError_t cudaStreamQuery(cudaStream_t) { return sticky_error(); }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t event, unsigned) { return event ? sticky_error() : fail(cudaErrorInvalidResourceHandle); }

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned) {
  if (!callback) return fail(cudaErrorInvalidValue);
  callback(stream, sticky_error(), data);
  return cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t function, void* data) {
  if (!function) return fail(cudaErrorInvalidValue);
  if (sticky_error() != cudaSuccess) return sticky_error();
  function(data);
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  if (!event) return fail(cudaErrorInvalidValue);
  *event = new CUevent_st;
  (*event)->flags = flags;
  return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (!event) return fail(cudaErrorInvalidResourceHandle);
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  if (!event) return fail(cudaErrorInvalidResourceHandle);
  event->recorded = true;
  event->at = std::uint64_t(std::chrono::steady_clock::now().time_since_epoch().count());
  return sticky_error();
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) { return cudaEventRecord(event, stream); }
cudaError_t cudaEventSynchronize(cudaEvent_t event) { return event ? sticky_error() : fail(cudaErrorInvalidResourceHandle); }
cudaError_t cudaEventQuery(cudaEvent_t event) { return event ? sticky_error() : fail(cudaErrorInvalidResourceHandle); }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
  if (!start || !stop || !start->recorded || !stop->recorded || ((start->flags | stop->flags) & cudaEventDisableTiming))
    return fail(cudaErrorInvalidResourceHandle);
  *milliseconds = float(double(std::int64_t(stop->at - start->at)) * 1e-6);
  return cudaSuccess;
}
}
