// Memory pools, as allocations know them: by their handles.
#pragma once

#include "simt/include/simt/api_pools.h"

namespace simt {

const void* current_pool(int device);  // that cudaMallocAsync takes from
bool may_reach_pool(int device, const void* pool);
const void* graph_pool(int device);  // that nodes of graphs take from
// memory.cpp: as a stream's work.
cudaError_t allocate_in(cudaStream_t stream, void** pointer, std::size_t bytes, const char* call, const void* pool);

}  // namespace simt
