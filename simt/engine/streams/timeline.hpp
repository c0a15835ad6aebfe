// What is done before what: streams, events and the host, as CUDA orders them.
//
// What a stream is given to do is an operation, the nth of its stream. A clock says how far each stream has come: an
// operation begins when all streams have come as far as its clock says, and what the host has waited for, the host's clock
// says. Two operations of which neither is in the other's clock may run at the same time on a GPU, whatever is done here.
//
// Source: CUDA C++ Programming Guide, "Asynchronous Concurrent Execution"; CUDA Runtime API reference, "API synchronization
// behavior" and "Stream synchronization behavior".
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "simt/engine/memory/memory.hpp"
#include "simt/engine/record/settings.hpp"
#include "simt/include/simt/api.h"
#include "simt/openmp/clock.hpp"
#include "simt/record.hpp"

namespace simt {

// A place that touches memory, for an operation: an instruction of a kernel, or the call itself (pc 0).
struct TouchSite {
  enum Does : std::uint8_t { reads, writes, allocates, frees };
  std::uint64_t pc = 0;
  Does does = reads;
  bool atomic = false;  // or volatile: of two such neither is a race
  bool staged = false;  // as a rule it is done when the call returns, which CUDA does not promise
};

// What is moved, for the record (simt.hpp).
struct Transfer {
  StreamWork::Kind kind = StreamWork::Kind::other;
  bool pageable = false;
  std::uint64_t bytes = 0;
};

struct PageTouch;  // touched.hpp

struct Operation : std::enable_shared_from_this<Operation> {
  std::string what;  // a kernel's name, or the call's
  bool is_kernel = false;
  unsigned stream = 0;           // by the timeline's numbers
  std::uint32_t nth = 0;         // of its stream
  Clock after;                   // what comes before it
  std::string stream_name;       // "stream 2"
  Location given_at;             // where the host called; known only while somebody may ask for it
  bool fenced = false;           // a kernel that has made a memory fence
  std::vector<TouchSite> sites;  // by number, from 1
  std::unordered_map<std::uint64_t, std::unique_ptr<PageTouch>> pages;  // what it has touched, until that is settled
};
using OperationRef = std::shared_ptr<Operation>;

std::recursive_mutex& timeline_mutex();  // of all of it, and of what is known of touches
void keep_timeline_as_asked();           // the checkers that are on, or the order, have changed
void defer_work(bool deferred);          // from here on; what is pending is done first

// What a stream has just been given, into the record; the timeline is locked.
void record_work_given(const Operation& operation, int device, const Transfer& transfer);

// The operation that runs on this host thread, or null.
extern thread_local Operation* current_operation;

// Work as a node of a graph keeps it: it may be done any number of times.
struct RecordedWork {
  std::string what;
  bool is_kernel = false;
  std::function<void()> work;
  Location given_at;
  Transfer transfer;
};
// Whether any stream is being captured, or a node is being made (engine/graphs): then work may be recorded, not done.
extern std::atomic<int> recorders;
// Takes what the stream is given, if it is to be recorded.
bool record_work(cudaStream_t stream, const RecordedWork& work);

enum class Until { given, staged, done };  // how far the work has come when the call returns
void give_to_stream(cudaStream_t stream, const std::string& what, bool is_kernel, Until until,
    std::function<void()> work, const Transfer& transfer = {});
// Likewise to one of the branches of a graph that is launched in a stream: after what comes before it. Gives back what is
// done when the work is. Where no timeline is kept, it is done at once.
struct Branch {
  const void* graph = nullptr;  // the instantiated one
  cudaStream_t stream = nullptr;
  unsigned number = 0, of = 1;
};
Clock give_to_branch(const Branch& branch, const Clock& after, const RecordedWork& work);
void branches_are_gone(const void* graph);

// Does `work` in the stream's order: at once, unless another order was asked for. It must hold all that it needs.
template <typename Work>
void in_stream(cudaStream_t stream, const char* what, Until until, Work&& work, const Transfer& transfer = {}) {
  if (!settings.timeline_is_kept && !recorders) return OpenDevice(), work();
  give_to_stream(stream, what, false, until, std::forward<Work>(work), transfer);
}

void stream_is_made(cudaStream_t stream, int device, bool waits_for_default);
void stream_is_gone(cudaStream_t stream);

// As far as the stream has been given work: what an event recorded in it stands for.
Clock mark_in_stream(cudaStream_t stream);
void stream_waits_for(cudaStream_t stream, const Clock& mark);
// Work given to the devices' streams before comes before what is given to them later, and the host waits for nothing.
void order_all_of_devices(const std::set<int>& devices);
void host_waits_for(const Clock& mark);
void host_waits_for_stream(cudaStream_t stream);
void host_waits_for_device(int device);
void host_waits_for_all();
// The host asks: whether it is done. If the answer is yes and somebody looks at it, that is as good as waiting.
bool host_asks_for(const Clock& mark);
bool host_asks_for_stream(cudaStream_t stream);

bool host_knows(const Operation& operation);  // that it is done
std::uint64_t host_waits();                   // how often it has learnt so of any
inline bool comes_after(const Operation& later, const Operation& earlier) {
  return later.stream == earlier.stream || later.after.at(earlier.stream) >= earlier.nth;
}
// A host function has come to its end, and may have told the host: whoever of it looks at an atomic or a volatile variable, or
// takes a lock, is taken to have heard.
extern bool host_function_has_told;
void host_function_tells();
void host_hears_functions();
inline void host_listens() {
  if (host_function_has_told && !current_operation) [[unlikely]]
    host_hears_functions();
}
// The host, or an operation that goes on, has seen that this one has come to some point.
void host_has_seen(const Operation& operation);
void has_seen(Operation& operation, const Operation& other);

}  // namespace simt
