// What streams were given, written down with what comes before it (simt.hpp).
#include "simt/engine/streams/timeline.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/simt.hpp"

namespace simt {

namespace {

constexpr std::size_t most_recorded = 100'000;

std::vector<StreamWork>& record() {
  static auto* all = new std::vector<StreamWork>;
  return *all;
}

}  // namespace

void record_work_given(const Operation& operation, int device, const Transfer& transfer) {
  if (record().size() == most_recorded) return;
  record().push_back({operation.is_kernel ? StreamWork::Kind::kernel : transfer.kind, transfer.pageable, transfer.bytes,
      operation.what, device, operation.stream, operation.nth, operation.after.times()});
}

void record_stream_work(bool recorded) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  const std::lock_guard lock(timeline_mutex());
  if (recorded) record().clear();
  OpenSettings()->work_is_recorded = recorded;
  keep_timeline_as_asked();
}

const std::vector<StreamWork>& stream_work() { return record(); }

}  // namespace simt
