// Streams that are captured into graphs: what the rest of the runtime asks of them.
#pragma once

#include <functional>
#include <memory>

#include "simt/engine/streams/timeline.hpp"
#include "simt/include/simt/api_graphs.h"

namespace simt {

// Whether the stream's work is recorded: its stream is captured, or this thread is making a node.
bool is_recorded(cudaStream_t stream);
// What the call gives to a stream is put into `work`.
cudaError_t record_by_hand(RecordedWork& work, const std::function<cudaError_t()>& call);
// A graph that is launched in a stream which is captured; false where it is not.
bool record_child(cudaStream_t stream, const std::shared_ptr<CUgraph_st>& child);
// What the node that this thread's call has just recorded allocates or frees.
void note_recorded_memory(void* memory);

// Why nothing can be given to the stream now: its capture has failed, it is the legacy stream and waits for captured ones, or a
// host function that was put into a stream is running on this thread.
cudaError_t capture_fault(cudaStream_t stream);
// For calls that such a function may not make, which on an H200 are all but questions of events, errors and the devices'
// properties (tests/simt/programs/host_function_calls.cu); these fail.
cudaError_t refuse_in_host_function();
// For calls that a captured stream does not take, and those that nobody may make while there is a capture; these fail.
cudaError_t refuse_in_capture(cudaStream_t stream);
cudaError_t refuse_while_capturing();

// Events in captured streams. The first says whether it was recorded there, the last whether it was a wait of a capture's.
bool record_event(cudaStream_t stream, cudaEvent_t event);
bool is_captured_event(cudaEvent_t event);
bool wait_in_capture(cudaStream_t stream, cudaEvent_t event, cudaError_t& error);

}  // namespace simt
