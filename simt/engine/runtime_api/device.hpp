// The simulated device's state that the runtime API and the launcher share.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "simt/include/simt/api_launch.h"
#include "simt/include/simt/h200.h"
#include "simt/record.hpp"

namespace simt {

const cudaDeviceProp& simulated_device();

// A sticky error is one after which CUDA's context is lost: every later call gives it back.
cudaError_t sticky_error();
// Whether this host thread has called the runtime, which makes the device's primary context its current one.
extern thread_local bool runtime_used;
void set_sticky_error(cudaError_t error);
void set_last_error(cudaError_t error);
// streams.cpp: the host waits for everything.
void note_device_wait();
// The error CUDA gives for a kernel that did what a finding of this kind says.
cudaError_t error_of(FindingKind kind);

// cudaFuncAttributeMaxDynamicSharedMemorySize of a kernel, in bytes; 0 if never set.
std::size_t dynamic_shared_allowed(const void* function);
// cudaFuncAttributePreferredSharedMemoryCarveout of kernels for which it was set: their addresses, and a percentage or -1.
std::vector<std::pair<const void*, int>> preferred_carve_outs();

// How many devices there are: the environment's SIMT_DEVICES, else one. Each host thread has its current one.
int device_count();
int current_device();
bool may_reach(int from, int owner);  // whether kernels of one device may touch the other's memory

// Why the last launch of this host thread was refused; cudaSuccess if it was not.
extern thread_local cudaError_t launch_error;
// Whether the launch that comes next was asked for as a cooperative one.
bool take_cooperative();
// Its clusters' shape, where anything was said of clusters.
std::optional<dim3> take_cluster();
unsigned take_launch_bound();
// Blocks of a cluster: as every device has room for, or as an H200 has, once a kernel is allowed them.
unsigned cluster_blocks_allowed();
void allow_large_clusters();
// Its kernel's address, where the launch was made by it.
extern thread_local const void* launched_kernel;
// Blocks of a kernel that fit on a multiprocessor.
int blocks_per_multiprocessor(const void* function, int threads, std::size_t dynamic_shared_bytes);
// The kernel at an address, as its module registered it; null where there is none.
const simt_kernel* kernel_at(const void* function);
// Bytes of __shared__ variables in a kernel's own body.
std::size_t static_shared_bytes(const void* function);

}  // namespace simt
