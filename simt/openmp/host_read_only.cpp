// Finds writes to memory of the host that a caller has given as const (host_read_only.hpp).
#include "simt/openmp/host_read_only.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/memory/protected.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/engine/record/record.hpp"
#include "simt/engine/runtime_api/calls.hpp"
#include "simt/host_threads.hpp"

namespace simt {

constinit AddressRange read_only_span;

namespace {

std::vector<AddressRange> const_ranges;

}  // namespace

void look_at_write(std::uint64_t address, std::size_t bytes, std::uint64_t pc) {
  if (std::none_of(
          const_ranges.begin(), const_ranges.end(), [&](const AddressRange& piece) { return piece.holds(address); }))
    return;
  Finding finding;
  finding.kind = FindingKind::read_only;
  finding.memory = "host";
  finding.where = locate(pc);
  if (is_library_file(finding.where.file)) finding.where = calling_place();
  finding.message = "host code writes " + std::to_string(bytes) + " bytes of what the function was given as const" +
                    name_place(finding.where) + ": it may only be read";
  add_host_finding(finding);
}

void set_host_read_only(const void* begin, std::size_t bytes) {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  const_ranges.push_back({reinterpret_cast<std::uint64_t>(begin), bytes});
  std::uint64_t first = ~std::uint64_t(0), end = 0;
  for (const AddressRange& piece : const_ranges) {
    first = std::min(first, piece.begin);
    end = std::max(end, piece.begin + piece.bytes);
  }
  read_only_span = {first, end - first};
}

void forget_host_read_only() {
  if (!is_asked_by_judge(__builtin_return_address(0))) return;
  const_ranges.clear();
  read_only_span = {};
}

}  // namespace simt
