// What g++ calls where host code uses an index outside of an array whose length its type says (-fsanitize=bounds-strict).
//
// Which neighbour such an access meets is chance: often nothing but room that the compiler has left, and all seems right. The
// code goes on, for the index may be wrong because threads raced, and that is found out later.
#include <cstdint>
#include <cstdio>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/engine/record/record.hpp"
#include "simt/engine/runtime_api/calls.hpp"

using simt::Finding;

namespace {

// As g++ writes them down. Source: gcc/ubsan.cc, libsanitizer/ubsan/ubsan_value.h.
struct Type {
  std::uint16_t kind, info;  // of a whole number: whether it has a sign, and twice the logarithm of its bits
  char name[1];              // "'double [25]'"
};
struct Place {
  const char* file;
  std::uint32_t line, column;
};
struct OutOfBounds {
  Place place;
  const Type *array, *index;
};

std::string number(std::uintptr_t index, const Type& type) {
  const unsigned bits = 1u << (type.info >> 1);
  if ((type.info & 1) == 0 || bits > 64) return std::to_string(index);
  const unsigned unused = 64 - bits;
  return std::to_string(std::int64_t(index << unused) >> unused);
}

// A loop comes by often: what is looked up already, and what has been said.
struct Told {
  std::mutex mutex;
  std::map<std::uint64_t, Finding> findings;
};
Told& told = *new Told;

}  // namespace

extern "C" void __ubsan_handle_out_of_bounds(const OutOfBounds* found, std::uintptr_t index) {
  using namespace simt;
  const auto pc = std::uint64_t(__builtin_return_address(0));
  const std::lock_guard lock(told.mutex);
  if (const auto known = told.findings.find(pc); known != told.findings.end()) return add_host_finding(known->second);
  std::string_view name = found->array->name;
  while (name.starts_with('\'')) name.remove_prefix(1);
  while (name.ends_with('\'')) name.remove_suffix(1);
  Finding finding;
  finding.kind = FindingKind::array_index;
  finding.memory = "host";
  finding.where = locate(pc);
  if (is_library_file(finding.where.file)) finding.where = calling_place();
  finding.message = "host code uses the index " + number(index, *found->index) + " of an array " + std::string(name) +
                    name_place(finding.where);
  told.findings[pc] = finding;
  add_host_finding(finding);
  // What it stores there may end the process before anybody asks.
  std::fprintf(stderr, "simt: %s\n", finding.message.c_str());
}
