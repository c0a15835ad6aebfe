// The order in which one warp asks global memory: what a grader looks at that asks what waits for what.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "simt/record.hpp"

namespace harness {

struct WatchedRequest {
  simt::Op op = simt::Op::load;
  int bytes = 0;             // of one lane's access
  std::uint32_t active = 0;  // bit i: lane i takes part
  std::string allocation;    // the buffer's name
  std::uint64_t offset = 0;  // of the lowest lane that takes part, from the buffer's start
  int line = 0;              // in the source
};

constexpr std::size_t watched_requests_told = 4096;  // and no more of one warp's

// Those of the warp that watch() names, of all launches since then, first ones first. To be called behind activity(); empty
// where nobody can see them.
std::vector<WatchedRequest> watched_requests();

// The lines of a load that may still be on its way when the clock is read, the last time that a kernel did since this was asked;
// of the load and of the reading: 0 where there is none, or where nobody can see it.
struct LateLoad {
  int load = 0, clock = 0;
};
LateLoad late_load();

template <typename Archive>
void fields(Archive& archive, WatchedRequest& request) {
  archive(request.op, request.bytes, request.active, request.allocation, request.offset, request.line);
}

}  // namespace harness
