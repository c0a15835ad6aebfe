// The simulator's public face: what a grader, a tool or a test may ask about launches that ran on `sim`.
//
// A launch is recorded when it ends. Nothing here changes what a kernel computes. All numbers are
// deterministic: the same program gives the same bits on one core or many.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace simt {

struct Dim {
  unsigned x = 1, y = 1, z = 1;
  friend bool operator==(const Dim&, const Dim&) = default;
};

enum class Space { global, shared, local, constant, texture };
enum class Op { load, store, red, atom };  // red: an atomic whose result nobody uses; atom: one that is used

const char* to_string(Space space);
const char* to_string(Op op);

// Sums over warp requests (a request is one warp-level instruction with at least one active lane).
struct Counters {
  std::uint64_t requests = 0;  // constant: of more than 8 bytes a lane, one for every 8
  std::uint64_t lanes = 0;     // active lanes, summed over the requests
  std::uint64_t bytes = 0;     // bytes asked for by those lanes
  std::uint64_t sectors =
      0;  // global: distinct aligned 32-byte pieces touched; texture: the same for each group of lanes,
          // 0 where only the hardware knows in which bytes the texels lie (arrays, linear filtering)
  std::uint64_t ideal_sectors = 0;   // global, texture: the lanes' bytes packed, if that is fewer
  std::uint64_t passed_sectors = 0;  // global: sectors as L1 passes them on; atomics that collide pass theirs again
  std::uint64_t tags = 0;            // global: distinct 128-byte lines, each looked up once in L1
  std::uint64_t wavefronts = 0;      // shared: passes through the 32 banks; constant: distinct addresses, one a pass;
                                     // texture: groups of 4 or 8 lanes
  std::uint64_t ideal_wavefronts =
      0;  // shared: passes if no two lanes met in a bank, if that is fewer; constant: one a request

  Counters& operator+=(const Counters& other);
  double sectors_per_request() const { return requests ? double(sectors) / double(requests) : 0; }
  double wavefronts_per_request() const { return requests ? double(wavefronts) / double(requests) : 0; }
};

// A place in the source that touches memory. `file` is the path the compiler was given.
struct Location {
  std::string file;
  int line = 0;
  std::string function;
};

// What the lanes of one request asked for. Of all requests of a site the one that wastes most is kept, of several the
// one with the most lanes, of several the first.
struct Sample {
  std::uint64_t block = 0;                 // linear index
  unsigned warp = 0;                       // in the block
  std::uint32_t active = 0;                // bit i: lane i takes part
  std::array<std::uint64_t, 32> offset{};  // from the start of the allocation, or of the shared array
  std::string allocation;  // the name given by name_allocation, or ""; the name of the shared array or the variable
  std::uint64_t allocation_bytes = 0;  // 0 where it is no allocation
};

struct Site {
  Location where;
  Space space = Space::global;
  Op op = Op::load;
  int bytes = 0;  // width of one lane's access
  Counters counters;
  Sample sample;
};

// A fault, in words a student understands. `kind` is one of: out-of-bounds, misaligned,
// use-after-free, host-pointer, barrier, invalid-configuration, timeout, …
struct Finding {
  std::string kind;
  std::string memory;   // "global", "shared", "local" or ""
  std::string message;  // whole sentence(s), with block, thread, bytes, allocation and line
  std::string kernel;
  Location where;
  Dim block{0, 0, 0}, thread{0, 0, 0};  // zeros where no thread did it
  bool note = false;                    // worth knowing, but no error: two threads write the same value
  Location other;                       // the other end of a race; line 0 for everything else
};

// One warp-level request as it happened; recorded only for warps asked for with trace_warp().
struct Request {
  Location where;
  Space space = Space::global;
  Op op = Op::load;
  int bytes = 0;                            // width of one lane's access
  std::uint32_t active = 0;                 // bit i: lane i takes part
  std::array<std::uint64_t, 32> address{};  // global: device address; shared: offset from the start of the array
  std::string allocation;                   // the name given by name_allocation, or ""; the shared array's name
  std::uint64_t allocation_base = 0;
};

// An array that each thread has for itself, declared in the kernel or in a function that it calls. A GPU keeps it in local
// memory, or in registers where its compiler knows every index.
struct PrivateArray {
  std::string name;  // of the variable; several have the same where an object holds several arrays
  std::uint64_t elements = 0;
  int element_bytes = 0;
  bool floating = false;  // whether these are float, double or the like

  std::uint64_t bytes() const { return elements * std::uint64_t(element_bytes); }
};

struct Launch {
  std::string kernel;
  Dim grid, block;
  std::size_t dynamic_shared_bytes = 0;
  std::vector<Site> sites;        // ordered by file, line, op, width
  std::vector<Request> requests;  // see trace_warp
  std::vector<Finding> findings;
  std::vector<PrivateArray> private_arrays;  // as declared

  Counters total(Space space, Op op) const;
};

// Which checkers look at every access, beyond those that stop a launch. Set before memory is allocated; a program built
// by simtcc takes them from the environment: SIMT_CHECK=all or a list of race, uninitialized, leak. With a race or
// uninitialised-read checker on, blocks run one after the other.
struct Checks {
  bool race = false;
  bool uninitialized = false;
  bool leak = false;
};
void set_checks(const Checks& checks);
Checks checks();

// Every launch since the program began or since forget_launches(), in order; the first 10,000 of them. notes() says how many
// there were besides.
const std::vector<Launch>& launches();
void forget_launches();

// Findings of all those launches, and of host calls (a host-side read of device memory, a bad free).
std::vector<Finding> findings();
// What is worth knowing but no error: two threads write the same value to the same place.
std::vector<Finding> notes();

// Gives the allocation that starts at `device_pointer` the name used in messages ("out").
void name_allocation(const void* device_pointer, const std::string& name);

// Records the requests of one warp (linear block index, warp index in the block) in later launches, 100,000 at most.
void trace_warp(std::uint64_t block, unsigned warp);
void trace_nothing();

// The warp request model itself, for labs and tests that check it against their own arithmetic.
// `address[i]` counts where bit i of `active` is set. `bytes` is 1, 2, 4, 8 or 16, or any aggregate size.
int count_sectors(const std::uint64_t* address, std::uint32_t active, int bytes);
int count_wavefronts(const std::uint64_t* offset, std::uint32_t active, int bytes, bool store = false);

// At most this many steps (accesses and basic blocks, summed over its lanes) a warp may make before the launch is
// stopped as endless. 200 million unless set: some seconds.
void set_operation_limit(std::uint64_t operations);

// What clock64() shows in later launches when a block begins; 0 unless set. It counts a thread's steps, and where lanes
// or warps wait for each other all go on with the count of the last to come. Never a time.
void set_clock_origin(std::uint64_t ticks);

// How many devices later calls find, 0 … 64, in place of the environment's SIMT_DEVICES.
void set_device_count(int devices);

// Streams and events. On `sim` work is done when it is called, so an event is complete at once. For graders of what
// waits and what does not, events can be made to behave as where the work is still to come.
struct StreamCall {
  const char* call = "";         // "cudaEventRecord", "cudaEventSynchronize", "cudaStreamSynchronize", …
  const void* event = nullptr;   // null where the call has none
  const void* stream = nullptr;  // null is also the default stream
};
// Calls about streams and events since the program began or since forget_stream_calls(), in order, 100,000 at most. (Creating, recording,
// waiting, asking, destroying; cudaDeviceSynchronize too.)
const std::vector<StreamCall>& stream_calls();
void forget_stream_calls();
// Created and not yet destroyed.
std::size_t live_events();
std::size_t live_streams();
std::size_t live_allocations();  // of device memory
std::size_t live_textures();
std::size_t live_modules();
std::size_t live_programs();  // NVRTC's
// With true, an event that is recorded is complete only when the host has waited for it, for its stream or for the
// device, or has asked for it four times.
void delay_events(bool delayed);
// What a recorded event takes its time from, in nanoseconds; nullptr: the host's clock.
void set_event_clock(std::uint64_t (*nanoseconds)());

// Nsight Compute's name of each counter with its value for one launch, in a fixed order.
std::vector<std::pair<std::string, std::uint64_t>> metrics(const Launch& launch);

// The record as JSON, for tools: {"launches": [{"kernel", "grid", "block", "metrics", "sites", "findings"}], "findings": […]}.
// A program built by simtcc writes the same to the file that the environment variable SIMT_REPORT names, when it ends.
std::string to_json(const std::vector<Launch>& launches);
std::string report_json();

}  // namespace simt
