// Puts a fault into words: which checker's business it is, and who did it where.
#include "simt/checkers/checkers.hpp"

namespace simt {
namespace {

Finding simple(FindingKind kind, const Fault& fault, const std::string& message) {
  Finding finding;
  finding.kind = kind;
  finding.where = locate(fault.pc);
  finding.message = message + name_place(finding.where);
  return finding;
}

Finding explain_kind(const Lane& lane, const Fault& fault) {
  const FaultyAccess access{fault.address, fault.bytes, fault.access, fault.pc, lane};
  switch (fault.kind) {
    case Fault::Kind::out_of_bounds:
      return explain_out_of_bounds(access);
    case Fault::Kind::misaligned:
      return explain_misaligned(access);
    case Fault::Kind::read_only:
      return simple(FindingKind::read_only, fault,
          name_thread(lane) + " " + verb(fault.access) + " " + name_memory(*lane.worker, fault.address) +
              ", which is const and may only be read");
    case Fault::Kind::endless:
      return explain_endless(lane, fault.pc);
    case Fault::Kind::too_deep:
      return simple(FindingKind::stack_overflow, fault,
          name_thread(lane) + " runs out of its stack, which has " +
              std::to_string((stack_bytes - stack_reserve_bytes) / 1024) +
              " KiB: a recursion without end, or local arrays that are too large");
    case Fault::Kind::stray:
      return simple(FindingKind::out_of_bounds, fault,
          name_thread(lane) +
              " is far outside of its own arrays and of all other memory, perhaps by an index that has no value");
    case Fault::Kind::deadlock:
      return explain_deadlock(lane, fault.pc);
    case Fault::Kind::missing_block:
      return explain_missing_block(lane, fault.address);
    case Fault::Kind::assertion:
      return simple(
          FindingKind::assertion, fault, name_thread(lane) + " finds that assert(" + fault.text + ") does not hold");
    case Fault::Kind::trap:
      return simple(FindingKind::trap, fault, name_thread(lane) + " calls " + fault.text + ", which ends the kernel");
    case Fault::Kind::untold:
      return simple(FindingKind::out_of_bounds, fault,
          name_thread(lane) + (fault.access == EventKind::load ? " reads" : " writes") +
              " memory of the device where nobody counts it, such as by an index far beyond a local or a constant "
              "array, by "
              "__builtin_memcpy or through \"...\"");
    case Fault::Kind::texture:
      return explain_texture(lane, fault);
    case Fault::Kind::surface:
      return explain_surface(lane, fault);
    case Fault::Kind::invalid_free:
      return explain_invalid_free(lane, fault);
    case Fault::Kind::reordered:  // never told
    case Fault::Kind::nested_launch:
      break;
  }
  return simple(FindingKind::unsupported, fault,
      name_thread(lane) + " launches a kernel: the simulator does not run kernels from within kernels");
}

}  // namespace

Finding explain(const Lane& lane, const Fault& fault) {
  Finding finding = explain_kind(lane, fault);
  const uint3& block = lane.worker->block;
  finding.kernel = lane.worker->launch.kernel;
  finding.block = {block.x, block.y, block.z};
  finding.thread = {lane.thread.x, lane.thread.y, lane.thread.z};
  return finding;
}

}  // namespace simt
