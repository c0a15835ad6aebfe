// Finds uses of texture and surface objects that are not there: never made, destroyed, or something else.
#include "simt/engine/textures/objects.hpp"

#include "simt/checkers/checkers.hpp"
#include "simt/engine/runtime_api/calls.hpp"

namespace simt {

bool is_object(std::uint64_t object, const char* what) {
  return handle_is(reinterpret_cast<const void*>(object), what);
}

Finding explain_object(const Lane& lane, const Fault& fault, const ObjectKind& kind, const std::string& uses) {
  const void* address = reinterpret_cast<const void*>(fault.address);
  const std::string other = handle_name(address), name = kind.what + 2;  // without its article
  const bool gone = handle_was(address, kind.what);
  Finding finding = finding_at(gone ? FindingKind::use_after_free : FindingKind::out_of_bounds, lane, fault.pc);
  finding.memory = "global";
  const std::string place = name_place(finding.where);
  finding.message = name_thread(lane) + uses;
  if (!address) {
    const cudaError_t failure = kind.failure;
    finding.message +=
        name + " 0" + place + ": " +
        (failure == cudaSuccess ? std::string("was ") + kind.maker + " called?"
                                : std::string(kind.maker) + " failed before (" + cudaGetErrorString(failure) + ")");
  } else if (gone) {
    finding.message += std::string(kind.what) + " that has been destroyed" + place;
  } else if (!other.empty()) {
    finding.message += other + " as if it were " + kind.what + place;
  } else {
    finding.message += name + " " + std::to_string(fault.address) + ", which was never made" + place;
  }
  return finding;
}

std::string name_size(const std::size_t (&size)[3]) {
  std::string text = std::to_string(size[0]);
  for (int d = 1; d < 3 && (size[d] > 1 || size[2] > 1); ++d) text += "×" + std::to_string(size[d]);
  return text + " elements";
}

}  // namespace simt
