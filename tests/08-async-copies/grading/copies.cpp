// What the device's record says of asynchronous copies, for all labs of this chapter.
#include "tests/08-async-copies/grading/copies.hpp"

#include <algorithm>

namespace async_copies {

simt::CopyCounts copies_of(const harness::Activity& activity) {
  simt::CopyCounts all;
  for (const simt::Launch& launch : activity.kernels) all += launch.copies;
  return all;
}

std::uint64_t bulk_bytes(const harness::Activity& activity, simt::Op op) {
  std::uint64_t bytes = 0;
  for (const simt::Launch& launch : activity.kernels) bytes += launch.total(simt::Space::bulk, op).bytes;
  return bytes;
}

std::string left_over(const simt::CopyCounts& copies) {
  return copies.left ? "no thread waits for some copies (" + std::to_string(copies.left) +
                           " bytes): does a block begin one too many at its end? In all, "
                     : "";
}

std::string loaded_besides(const harness::Activity& activity, std::uint64_t bytes, const std::string& what) {
  // A thread's copy counts as a load, too. Where a texture or a surface lies does not matter: what it gives is in a register.
  const simt::CopyCounts copies = copies_of(activity);
  const std::uint64_t copied = copies.bytes + copies.left;
  const std::uint64_t loaded = activity.load.bytes - activity.tickets(activity.sites, bytes).bytes +
                               bulk_bytes(activity, simt::Op::load) - copied + activity.texture.bytes +
                               activity.copied.by_surfaces;
  // A group's copy loads what stands in front of its widest pieces and behind them, in CUDA's headers. Who copies asks for that;
  // a load of the submission's own, be it for the edges of a strip alone, is none of an asynchronous copy.
  std::uint64_t in_headers = 0;
  for (const harness::Site& site : activity.sites)
    if (site.op == simt::Op::load && !site.where.file.ends_with(".cu")) in_headers += site.counters.bytes;
  const std::uint64_t by_headers = in_headers - std::min(in_headers, copied);
  if (loaded <= by_headers && 20 * loaded <= bytes) return "";
  const harness::Site* most = nullptr;
  for (const harness::Site& site : activity.sites) {
    if ((site.op != simt::Op::load && site.op != simt::Op::atom) || !site.where.file.ends_with(".cu"))
      continue;  // copies are CUDA's headers'
    if (!most || site.counters.bytes > most->counters.bytes) most = &site;
  }
  return "threads load " + std::to_string(loaded) + " bytes of " + what + " through registers" +
         (most ? " (" + place(*most) + ")" : "") + ", beside the copies.";
}

}  // namespace async_copies
