// Speed on a GPU, against what a copy of the same bytes takes.
#include <algorithm>

#include "harness/backend.hpp"
#include "harness/player/requests.hpp"
#include "harness/timing.hpp"

namespace {

const harness::Request speed("speed", [](harness::Reader& in, harness::Writer& out) {
  auto* const target = reinterpret_cast<void*>(in.next<std::uint64_t>());
  const auto* const source = reinterpret_cast<const void*>(in.next<std::uint64_t>());
  const auto bytes = in.next<std::uint64_t>();
  const auto work = harness::prepared(in.next<harness::Bound>());
  const auto stopwatch = harness::device_stopwatch();
  double share = 0;
  for (int turn = 0; turn < 3; ++turn) {
    const double copy = harness::measure(*stopwatch, [&] { harness::device_copy(target, source, bytes); }).median_ms;
    share = std::max(share, copy / harness::measure(*stopwatch, work).median_ms);
  }
  out(share);
});

}  // namespace
