// Finds two pieces of work that touch the same bytes, one of them writing, and that neither a stream, an event nor the host
// orders: kernels, copies, memsets and host functions of different streams, and the host, which goes on at once. Also memory
// that is freed, and textures and arrays that are destroyed, while work may still use them.
//
// What orders stands in engine/streams/timeline.hpp, who has touched what in touched.hpp. Work runs in one order here, so
// that what is found does not hang on which of the two comes first on a GPU. It raises no false alarm; it overlooks accesses
// of host code that simtcc has not built, constant memory, and what lies behind a flag that kernels or the host order
// themselves by.
#include "simt/checkers/stream.hpp"

#include <array>
#include <unordered_map>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/runtime_api/calls.hpp"
#include "simt/engine/streams/touched.hpp"
#include "simt/engine/textures/objects.hpp"

namespace simt {
namespace {

class StreamChecker : public Checker {
 public:
  explicit StreamChecker(Worker& worker) : operation_(*worker.launch.operation) {}

  void access(const Access& access) override {
    if (access.space == Space::shared || access.space == Space::cluster) return;
    const bool atomic = access.is_volatile || access.kind == EventKind::red;
    const std::uint8_t site = site_at(access.pc, access.writes() ? TouchSite::writes : TouchSite::reads, atomic);
    // Accesses are aligned: none lies on two pages.
    PageTouch& page = page_at(access.address / TouchedBytes::page_bytes);
    (access.writes() ? page.writes : page.reads)
        .set(unsigned(access.address % TouchedBytes::page_bytes), access.bytes, site, atomic);
  }
  void fence(const Lane&) override { operation_.fenced = true; }

 private:
  struct KnownSite {
    std::uint64_t pc = 0;
    TouchSite::Does does = TouchSite::reads;
    bool atomic = false;
    std::uint8_t number = 0;
  };
  struct KnownPage {
    std::uint64_t page = 0;
    PageTouch* touch = nullptr;
  };

  std::uint8_t site_at(std::uint64_t pc, TouchSite::Does does, bool atomic) {
    KnownSite& known = sites_[pc % sites_.size()];
    if (known.pc != pc || known.does != does || known.atomic != atomic)
      known = {pc, does, atomic, site_of(operation_, {pc, does, atomic})};
    return known.number;
  }
  PageTouch& page_at(std::uint64_t page) {
    // Kernels go through memory in strides of powers of two.
    KnownPage& known = pages_[page * 0x9e3779b97f4a7c15 >> 54];
    if (known.page != page) known = {page, &touch_page(operation_, page)};
    return *known.touch;
  }

  Operation& operation_;
  std::array<KnownSite, 256> sites_;
  std::array<KnownPage, 1024> pages_;
};

const char* verb_of(TouchSite::Does does) {
  switch (does) {
    case TouchSite::reads:
      return "read";
    case TouchSite::writes:
      return "write";
    case TouchSite::allocates:
      return "allocate";
    case TouchSite::frees:
      return "free";
  }
  return "";
}

// "out at byte 4": what lies there; as a whole only "out".
std::string name_bytes(std::uint64_t address, bool as_a_whole = false) {
  if (device_memory.contains(address)) {
    const Allocation* allocation = device_memory.at_granule(address);
    if (!allocation) return "device memory";
    return name_allocation_of(*allocation) +
           (as_a_whole ? "" : " at byte " + std::to_string(address - allocation->base));
  }
  if (const Variable* variable = Variables::of_process()->at(address))
    return "the variable " + variable->name + " at byte " + std::to_string(address - variable->begin);
  for (const Handle& handle : live_handles())
    if (handle.what == an_array) {
      const auto& array = *static_cast<const cudaArray*>(handle.address);
      const auto begin = reinterpret_cast<std::uint64_t>(array.data);
      if (address - begin < array.row_bytes() * array.rows() * array.slices())
        return "an array at byte " + std::to_string(address - begin);
    }
  return "host memory";
}

const char* memory_at(std::uint64_t address) {
  const Allocation* allocation = device_memory.contains(address) ? device_memory.at_granule(address) : nullptr;
  if (allocation) return allocation->kind == AllocationKind::pinned ? "host" : "global";
  return name_bytes(address) == "host memory" ? "host" : "global";
}

Location place_of(const Operation& operation, const TouchSite& site) {
  return site.pc ? locate(site.pc) : operation.given_at;
}

// ", x.cu line 8"; where the sentence has named the file, only ", line 8".
std::string name_place_again(const Location& where, const Location& named) {
  return where.line && where.file == named.file ? ", line " + std::to_string(where.line) : name_place(where);
}

// "scale in stream 1", for a kernel with where it was launched; the sentence names the file of `named` as well.
std::string name_operation(const Operation& operation, const Location& named) {
  const bool launched = operation.is_kernel && operation.given_at.line;
  return operation.what + " in " + operation.stream_name +
         (launched ? " (launched in" + name_place_again(operation.given_at, named).substr(1) + ")" : "");
}

// What an earlier one may still be at: "may still write it, line 8".
std::string still(const Operation& operation, const TouchSite& site, const Location& named) {
  const std::string does = site.does == TouchSite::allocates ? std::string(" may not yet have allocated it")
                                                             : std::string(" may still ") + verb_of(site.does) + " it";
  return name_operation(operation, named) + does + name_place_again(place_of(operation, site), named);
}

constexpr const char* staged_rule =
    ". As a rule such a copy from or to pageable memory is done when the call returns; CUDA does not promise it";

// What would have ordered the two.
std::string way_out(const Operation& one, const Operation& other) {
  const auto is = [&](const char* text) {
    return one.stream_name.find(text) != std::string::npos || other.stream_name.find(text) != std::string::npos;
  };
  if (one.stream_name.starts_with("branch ") && other.stream_name.starts_with("branch "))
    return ": nothing orders the two in the graph";
  return is("the default stream") && is("non-blocking")
             ? ": a non-blocking stream and the default stream do not wait for each other"
             : ": nothing orders the two streams (cudaStreamWaitEvent does)";
}

}  // namespace

Finding explain_stream_race(const Operation& one, const TouchSite& site, const Operation& other,
    const TouchSite& other_site, std::uint64_t address) {
  Finding finding;
  const bool freed = site.does == TouchSite::frees;
  finding.kind = freed ? FindingKind::use_after_free : FindingKind::race;
  finding.memory = memory_at(address);
  finding.where = place_of(one, site);
  finding.other = place_of(other, other_site);
  if (one.is_kernel) finding.kernel = one.what;
  finding.note = site.staged || other_site.staged;
  finding.message = name_operation(one, finding.where) + " " + verb_of(site.does) + "s " + name_bytes(address, freed) +
                    name_place(finding.where) + ", and " + still(other, other_site, finding.where) +
                    way_out(one, other);
  if (finding.note) finding.message += staged_rule;
  return finding;
}

Finding explain_host_race(const Operation& operation, const TouchSite& site, std::uint64_t address, std::size_t,
    bool writes, std::uint64_t pc) {
  Finding finding;
  finding.kind = FindingKind::race;
  finding.memory = memory_at(address);
  finding.where = locate(pc);
  if (is_library_file(finding.where.file)) finding.where = calling_place();
  finding.other = place_of(operation, site);
  if (operation.is_kernel) finding.kernel = operation.what;
  finding.note = site.staged;
  finding.message = std::string("host code ") + (writes ? "writes " : "reads ") + name_bytes(address) +
                    name_place(finding.where) + ", and " + still(operation, site, finding.where) +
                    ": the host has not waited for it (cudaStreamSynchronize, cudaEventSynchronize)";
  if (finding.note) finding.message += staged_rule;
  return finding;
}

Finding explain_early_free(const Operation& operation, const TouchSite& site, std::uint64_t address,
    const std::string& how, std::uint64_t pc) {
  Finding finding;
  finding.kind = FindingKind::use_after_free;
  finding.memory = memory_at(address);
  finding.where = pc ? locate(pc) : calling_place();
  if (is_library_file(finding.where.file)) finding.where = calling_place();
  finding.other = place_of(operation, site);
  finding.note = site.staged;
  finding.message = how + " " + name_bytes(address, true) + name_place(finding.where) + ", and " +
                    still(operation, site, finding.where) + ": the host has not waited for it, and the call does not";
  if (finding.note) finding.message += staged_rule;
  return finding;
}

Finding explain_early_destruction(const Operation& operation, std::uint64_t used_at, const std::string& how) {
  Finding finding;
  finding.kind = FindingKind::use_after_free;
  finding.memory = "global";
  finding.where = calling_place();
  finding.other = locate(used_at);
  finding.message = how + name_place(finding.where) + ", and " + name_operation(operation, finding.where) +
                    " may still read it" + name_place_again(finding.other, finding.where) +
                    ": the host has not waited for it, and the call does not";
  return finding;
}

const CheckerKind stream_checker{"stream", CheckerKind::in_all, [](Worker& worker) -> std::unique_ptr<Checker> {
                                   return worker.launch.operation ? std::make_unique<StreamChecker>(worker) : nullptr;
                                 }};

}  // namespace simt
