// What a device did, and the few structures that a judge and its player tell each other, as messages have them.
#pragma once

#include "harness/backend.hpp"
#include "harness/device_buffer.hpp"
#include "harness/player/wire.hpp"

namespace simt {

constexpr Space last_of(Space) { return Space::bulk_cluster; }
constexpr Op last_of(Op) { return Op::atom; }

template <typename Archive>
void fields(Archive& archive, Counters& c) {
  archive(c.requests, c.lanes, c.bytes, c.sectors, c.ideal_sectors, c.passed_sectors, c.tags, c.wavefronts,
      c.ideal_wavefronts);
}
template <typename Archive>
void fields(Archive& archive, Dim& dim) {
  archive(dim.x, dim.y, dim.z);
}
template <typename Archive>
void fields(Archive& archive, PrivateArray& array) {
  archive(array.name, array.elements, array.element_bytes, array.floating);
}
template <typename Archive>
void fields(Archive& archive, Copied& copied) {
  archive(copied.to_host, copied.into_named, copied.rearranged, copied.on_both_sides, copied.into_constant,
      copied.by_libraries, copied.by_surfaces, copied.printed, copied.launches_not_kept);
}
template <typename Archive>
void fields(Archive& archive, Acquired& one) {
  archive(
      one.address, one.what, one.given_back_by, one.bytes, one.made_at.file, one.made_at.line, one.made_at.function);
}
constexpr StreamWork::Kind last_of(StreamWork::Kind) { return StreamWork::Kind::copy_on_device; }
template <typename Archive>
void fields(Archive& archive, StreamWork& work) {
  archive(work.kind, work.pageable, work.bytes, work.what, work.device, work.stream, work.nth, work.after);
}
template <typename Archive>
void fields(Archive& archive, Sample& sample) {
  archive(sample.block, sample.warp, sample.active, sample.offset, sample.allocation, sample.allocation_bytes);
}
template <typename Archive>
void fields(Archive& archive, Site& site) {
  archive(site.where.file, site.where.line, site.where.function, site.space, site.op, site.bytes, site.counters,
      site.fused_bytes, site.fused_wavefronts, site.fused_ideal_wavefronts, site.sample, site.found.l1_hits,
      site.found.l2_sectors, site.found.l2_hits, site.found.filled);
}
// Its sites are there to be shown. What graders look for is in the activity's.
template <typename Archive>
void fields(Archive& archive, Launch& launch) {
  archive(launch.kernel, launch.grid, launch.block, launch.cluster, launch.dynamic_shared_bytes, launch.private_arrays,
      launch.sites, launch.caches.gpu, launch.caches.measured, launch.caches.blocks, launch.caches.l1_bytes,
      launch.caches.dram_read_bytes, launch.caches.dram_written_bytes, launch.copies.copies, launch.copies.bytes,
      launch.copies.left, launch.copies.overlapped, launch.copies.between);
}

}  // namespace simt

namespace harness {

constexpr Damage::Side last_of(Damage::Side) { return Damage::Side::after; }

template <typename Archive>
void fields(Archive& archive, Backend& backend) {
  archive(backend.name, backend.has_counters, backend.has_time, backend.missing, backend.capability);
}
template <typename Archive>
void fields(Archive& archive, Damage& damage) {
  archive(damage.side, damage.distance, damage.value);
}
template <typename Archive>
void fields(Archive& archive, Site& site) {
  archive(site.where.file, site.where.line, site.where.function, site.space, site.op, site.bytes, site.counters,
      site.found.l1_hits, site.found.l2_sectors, site.found.l2_hits, site.found.filled, site.lane_distance,
      site.pieces);
}
template <typename Archive>
void fields(Archive& archive, Activity& a) {
  archive(a.fault, a.kind, a.early_end, a.shared_race, a.unwritten, a.endless, a.launches, a.threads, a.load, a.store,
      a.plain_store, a.atomic, a.shared_load, a.shared_store, a.constant, a.texture, a.copied, a.unseen, a.sites,
      a.shared_sites, a.kernels, a.shared_words);
}

// What exists on the device, and of the heap's memory, in bytes.
struct Live {
  std::uint64_t events = 0, allocations = 0, textures = 0, modules = 0, programs = 0, heap_bytes = 0;
};
template <typename Archive>
void fields(Archive& archive, Live& live) {
  archive(live.events, live.allocations, live.textures, live.modules, live.programs, live.heap_bytes);
}

}  // namespace harness
