// PTX's special registers, for kernels that read them by inline assembly (compiler/assembly.cpp).
// Source: PTX ISA, "Special Registers".
#pragma once

#include "simt/clusters.h"
#include "simt/control.h"
#include "simt/device.h"
#include "simt/h200.h"
#include "simt/warp.h"

#define SIMT_ALWAYS inline __attribute__((always_inline))

extern "C" unsigned simt_multiprocessors() noexcept __attribute__((const));
extern "C" unsigned simt_multiprocessor() noexcept
    __attribute__((const));  // that a block's number falls to, one after the other
extern "C" unsigned simt_dynamic_shared_bytes() noexcept __attribute__((const));

namespace simt {

SIMT_ALWAYS unsigned register_laneid() { return simt_lane(); }
SIMT_ALWAYS unsigned register_warpid() {
  return ((simt_thread_z() * simt_block_dim_y() + simt_thread_y()) * simt_block_dim_x() + simt_thread_x()) / warp_lanes;
}
SIMT_ALWAYS unsigned register_nwarpid() { return h200::warps_of_multiprocessor; }
SIMT_ALWAYS unsigned register_smid() { return simt_multiprocessor(); }
SIMT_ALWAYS unsigned register_nsmid() { return simt_multiprocessors(); }
SIMT_ALWAYS unsigned register_clock() { return unsigned(simt_clock()); }
SIMT_ALWAYS unsigned register_clock_hi() { return unsigned((unsigned long long)(simt_clock()) >> 32); }
SIMT_ALWAYS unsigned long long register_clock64() { return (unsigned long long)(simt_clock()); }
SIMT_ALWAYS unsigned long long register_globaltimer() { return simt_global_timer(); }
SIMT_ALWAYS unsigned register_globaltimer_lo() { return unsigned(simt_global_timer()); }
SIMT_ALWAYS unsigned register_globaltimer_hi() { return unsigned(simt_global_timer() >> 32); }
SIMT_ALWAYS unsigned register_lanemask_eq() { return 1u << simt_lane(); }
SIMT_ALWAYS unsigned register_lanemask_lt() { return (1u << simt_lane()) - 1; }
SIMT_ALWAYS unsigned register_lanemask_le() { return register_lanemask_lt() | register_lanemask_eq(); }
SIMT_ALWAYS unsigned register_lanemask_gt() { return ~register_lanemask_le(); }
SIMT_ALWAYS unsigned register_lanemask_ge() { return ~register_lanemask_lt(); }
#define SIMT_AXES(name, stem)                                              \
  SIMT_ALWAYS unsigned register_##name##_x() { return simt_##stem##_x(); } \
  SIMT_ALWAYS unsigned register_##name##_y() { return simt_##stem##_y(); } \
  SIMT_ALWAYS unsigned register_##name##_z() { return simt_##stem##_z(); }
SIMT_AXES(tid, thread)
SIMT_AXES(ntid, block_dim)
SIMT_AXES(ctaid, block)
SIMT_AXES(nctaid, grid_dim)
#undef SIMT_AXES
SIMT_ALWAYS unsigned register_cluster_ctarank() { return __clusterRelativeBlockRank(); }
SIMT_ALWAYS unsigned register_cluster_nctarank() { return __clusterSizeInBlocks(); }
SIMT_ALWAYS bool register_is_explicit_cluster() { return __clusterDimIsSpecified(); }
#define SIMT_AXES(name, function)                                     \
  SIMT_ALWAYS unsigned register_##name##_x() { return function().x; } \
  SIMT_ALWAYS unsigned register_##name##_y() { return function().y; } \
  SIMT_ALWAYS unsigned register_##name##_z() { return function().z; }
SIMT_AXES(cluster_ctaid, __clusterRelativeBlockIdx)
SIMT_AXES(cluster_nctaid, __clusterDim)
SIMT_AXES(clusterid, __clusterIdx)
SIMT_AXES(nclusterid, __clusterGridDimInClusters)
#undef SIMT_AXES
SIMT_ALWAYS unsigned register_dynamic_smem_size() { return simt_dynamic_shared_bytes(); }

}  // namespace simt

#undef SIMT_ALWAYS
