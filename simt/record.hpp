// What is told about launches that ran on `sim`: counters, places in the source, findings. Plain data, for the simulator
// that writes it and for everybody who reads it; nothing here needs the simulator's library.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "simt/caches/counts.hpp"
#include "simt/include/simt/h200.h"

namespace simt {

struct Dim {
  unsigned x = 1, y = 1, z = 1;
  friend bool operator==(const Dim&, const Dim&) = default;
};

// cluster: another block's shared memory. bulk: what bulk copies move from and to global memory, of which loads and stores do
// not count anything; bulk_cluster: what they move to another block's shared memory.
enum class Space { global, shared, local, constant, texture, cluster, bulk, bulk_cluster };
enum class Op { load, store, red, atom };  // red: an atomic whose result nobody uses; atom: one that is used

// Sums over warp requests (a request is one warp-level instruction with at least one active lane).
struct Counters {
  std::uint64_t requests = 0;  // constant: of more than 8 bytes a lane, one for every 8
  std::uint64_t lanes = 0;     // active lanes, summed over the requests
  std::uint64_t bytes = 0;     // bytes asked for by those lanes
  std::uint64_t sectors = 0;   // global: distinct sectors touched; texture: the same for each group of lanes,
  // 0 where only the hardware knows in which bytes the texels lie (arrays, linear filtering)
  std::uint64_t ideal_sectors = 0;   // global, texture: the lanes' bytes packed, if that is fewer
  std::uint64_t passed_sectors = 0;  // global: sectors as L1 passes them on; atomics that collide pass theirs again
  std::uint64_t tags = 0;            // global: distinct lines, each looked up once in L1
  // shared: passes through the banks; constant: distinct addresses, one a pass; texture: groups of 4 or 8 lanes
  std::uint64_t wavefronts = 0;
  // shared: passes if no two lanes met in a bank, if that is fewer; constant: one a request
  std::uint64_t ideal_wavefronts = 0;

  Counters& operator+=(const Counters& other) {
    requests += other.requests;
    lanes += other.lanes;
    bytes += other.bytes;
    sectors += other.sectors;
    ideal_sectors += other.ideal_sectors;
    passed_sectors += other.passed_sectors;
    tags += other.tags;
    wavefronts += other.wavefronts;
    ideal_wavefronts += other.ideal_wavefronts;
    return *this;
  }
  friend bool operator==(const Counters&, const Counters&) = default;

  double sectors_per_request() const { return requests ? double(sectors) / double(requests) : 0; }
  double wavefronts_per_request() const { return requests ? double(wavefronts) / double(requests) : 0; }
  double lanes_per_request() const { return requests ? double(lanes) / double(requests) : 0; }
  // Sectors moved for one float in each of a warp's lanes.
  double sectors_per_warp_of_floats() const {
    return bytes ? double(sectors) * warp_lanes * sizeof(float) / double(bytes) : 0;
  }
  double bytes_used_of_sectors() const { return sectors ? double(bytes) / (double(sectors) * sector_bytes) : 1; }
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
  std::uint64_t block = 0;                         // linear index
  unsigned warp = 0;                               // in the block
  std::uint32_t active = 0;                        // bit i: lane i takes part
  std::array<std::uint64_t, warp_lanes> offset{};  // from the start of the allocation, or of the shared array
  std::string allocation;  // the name given by name_allocation, or ""; the name of the shared array or the variable
  std::uint64_t allocation_bytes = 0;  // 0 where it is no allocation
};

struct Site {
  Location where;
  Space space = Space::global;
  Op op = Op::load;
  int bytes = 0;  // width of one lane's access
  Counters counters;
  // As nvcc would make it, where it makes one access of neighbouring ones of a lane (engine/fusion/fusion.hpp): how many bytes
  // wide, and shared wavefronts, which count at the first of those that it is made of. 0 bytes: as written.
  int fused_bytes = 0;
  std::uint64_t fused_wavefronts = 0, fused_ideal_wavefronts = 0;
  Sample sample;
  caches::Found found;  // in the caches, where they are modelled; global memory's alone
};

// What a finding is about, and what the JSON of reports and journals calls that: a new kind is a line here.
#define SIMT_FINDING_KINDS(KIND)                       \
  KIND(api_error, "api-error")                         \
  KIND(array_index, "array-index")                     \
  KIND(assertion, "assert")                            \
  KIND(barrier, "barrier")                             \
  KIND(division_by_zero, "division-by-zero")           \
  KIND(host_pointer, "host-pointer")                   \
  KIND(invalid_configuration, "invalid-configuration") \
  KIND(invalid_free, "invalid-free")                   \
  KIND(leak, "leak")                                   \
  KIND(misaligned, "misaligned")                       \
  KIND(out_of_bounds, "out-of-bounds")                 \
  KIND(race, "race")                                   \
  KIND(read_only, "read-only")                         \
  KIND(record, "record")                               \
  KIND(stack_overflow, "stack-overflow")               \
  KIND(sync, "sync")                                   \
  KIND(timeout, "timeout")                             \
  KIND(trap, "trap")                                   \
  KIND(uninitialized, "uninitialized")                 \
  KIND(unsupported, "unsupported")                     \
  KIND(use_after_free, "use-after-free")

enum class FindingKind {
#define SIMT_KIND(kind, name) kind,
  SIMT_FINDING_KINDS(SIMT_KIND)
#undef SIMT_KIND
};
inline const char* to_string(FindingKind kind) {
  constexpr const char* names[] = {
#define SIMT_KIND(kind, name) name,
      SIMT_FINDING_KINDS(SIMT_KIND)
#undef SIMT_KIND
  };
  return names[int(kind)];
}

// A fault, in words a student understands.
struct Finding {
  FindingKind kind = FindingKind::unsupported;
  std::string memory;   // "global", "shared", "local", "host" or ""
  std::string message;  // whole sentence(s), with block, thread, bytes, allocation and line
  std::string kernel;
  Location where;
  Dim block{0, 0, 0}, thread{0, 0, 0};  // zeros where no thread did it
  bool note = false;                    // worth knowing, but no error: two threads write the same value
  Location other;                       // the other access of a race, the other thread at a barrier; line 0: none
};

// One warp-level request as it happened; recorded only for warps asked for with trace_warp().
struct Request {
  Location where;
  Space space = Space::global;
  Op op = Op::load;
  int bytes = 0;             // width of one lane's access
  std::uint32_t active = 0;  // bit i: lane i takes part
  // global: device address; shared: offset from the start of the array
  std::array<std::uint64_t, warp_lanes> address{};
  std::string allocation;  // the name given by name_allocation, or ""; the shared array's name
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

// A launch's caches as they were modelled; what they are good for says simt/README.md.
struct ModelledCaches {
  std::string gpu;        // whose; "": they were not
  bool measured = false;  // held against counters of such a GPU
  unsigned blocks = 0;    // on a multiprocessor at a time
  unsigned l1_bytes = 0;  // that shared memory left
  std::uint64_t dram_read_bytes = 0, dram_written_bytes = 0;
};

// Asynchronous copies of threads and in bulk, and what threads have done while theirs were on the way.
struct CopyCounts {
  std::uint64_t copies = 0, bytes = 0;
  std::uint64_t left = 0;        // bytes of threads' copies for which nobody has waited: they are none of `bytes`
  std::uint64_t overlapped = 0;  // between whose beginning and end their thread has made an access that was no copy
  std::uint64_t between = 0;     // such accesses, summed over the copies
  CopyCounts& operator+=(const CopyCounts& other) {
    copies += other.copies, bytes += other.bytes, left += other.left, overlapped += other.overlapped,
        between += other.between;
    return *this;
  }
};

struct Launch {
  std::string kernel;
  Dim grid, block, cluster;
  std::size_t dynamic_shared_bytes = 0;
  std::vector<Site> sites;        // ordered by file, line, op, width
  std::vector<Request> requests;  // see trace_warp
  std::vector<Finding> findings;
  std::vector<PrivateArray> private_arrays;  // as declared
  ModelledCaches caches;
  CopyCounts copies;

  Counters total(Space space, Op op) const {
    Counters sum;
    for (const Site& site : sites)
      if (site.space == space && site.op == op) sum += site.counters;
    return sum;
  }
  // In global memory.
  simt::caches::Found found(Op op) const {
    simt::caches::Found sum;
    for (const Site& site : sites)
      if (site.space == Space::global && site.op == op) sum += site.found;
    return sum;
  }
};

// What the program has made and not yet given back.
struct Acquired {
  std::uint64_t address = 0;  // by which it is told from others of its kind; 0: what kernels took of the device's heap
  std::string what;           // "device memory", "a stream"
  std::string given_back_by;  // "cudaFree"
  std::uint64_t bytes = 0;    // of memory
  Location made_at;           // known only with the leak checker on
};

// Bytes that no launch's counters have.
struct Copied {
  std::uint64_t to_host = 0;     // by copies from memory that kernels reach
  std::uint64_t into_named = 0;  // by copies into memory that name_allocation has named
  // By copies on the device in rows of less than a sector, which lie apart on a side, and by many copies of less than a sector.
  std::uint64_t rearranged = 0;
  std::uint64_t on_both_sides = 0;      // of memory that the host and kernels reach: pinned, registered, managed
  std::uint64_t into_constant = 0;      // constant memory: by copies on the device, and by kernels that store there
  std::uint64_t by_libraries = 0;       // that cuBLAS has read and written
  std::uint64_t by_surfaces = 0;        // that kernels read and wrote through surfaces
  std::uint64_t printed = 0;            // by kernels: a program can look into the buffer of stdout
  std::uint64_t launches_not_kept = 0;  // launches, after ten thousand: of them there are no counters
};

// Work that a stream was given, and what comes before it: so much of each stream's work, by CUDA's rules, whatever is done here.
struct StreamWork {
  enum class Kind : std::uint8_t { other, kernel, copy_in, copy_out, copy_on_device };  // in: from the host's memory
  Kind kind = Kind::other;
  bool pageable = false;    // of a copy: the host's memory is neither page-locked nor registered
  std::uint64_t bytes = 0;  // of a copy
  std::string what;         // a kernel's name, or the call's
  std::int32_t device = 0;
  std::uint32_t stream = 0, nth = 0;  // the nth of that stream
  std::vector<std::uint32_t> after;   // by stream: the nth of it, and all before that
};
inline bool comes_after(const StreamWork& later, const StreamWork& earlier) {
  if (later.stream == earlier.stream) return later.nth > earlier.nth;
  return earlier.stream < later.after.size() && later.after[earlier.stream] >= earlier.nth;
}
// Nothing orders the two: a GPU may do them at the same time.
inline bool may_overlap(const StreamWork& one, const StreamWork& other) {
  return !comes_after(one, other) && !comes_after(other, one) && (one.stream != other.stream || one.nth != other.nth);
}

// A call about streams and events, or cudaDeviceSynchronize.
struct StreamCall {
  const char* call = "";         // "cudaEventRecord", "cudaEventSynchronize", "cudaStreamSynchronize", …
  const void* event = nullptr;   // null where the call has none
  const void* stream = nullptr;  // null is also the default stream
};

}  // namespace simt
