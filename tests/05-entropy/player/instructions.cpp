// A judge's request: how many machine instructions does a call execute?
#include "tests/05-entropy/player/instructions.hpp"

#include <cstdint>
#include <optional>

#include "harness/player/requests.hpp"

namespace {

const harness::Request request("instructions", [](harness::Reader& in, harness::Writer& out) {
  const auto work = harness::prepared(in.next<harness::Bound>());
  const auto limit = in.next<std::int64_t>();
  std::optional<std::int64_t> seen;
  if (const auto counted = filters::instructions(work, limit)) seen = *counted;
  out(seen);
});

}  // namespace
