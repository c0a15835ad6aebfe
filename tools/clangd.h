// What clangd includes in front of every .cu (see .clangd), so that kernels and launches parse as CUDA.
//
// The simulator's headers are plain C++: simtcc rewrites kernels before g++ sees them, and clangd sees them
// as they stand. So everything the headers declare is made callable from both sides, and CUDA's words get
// clang's meaning of them back.
#pragma once

// clang's wrappers of the standard library want the words already.
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))

// The standard library stays on the host; clang itself knows which of its functions a kernel may call.
#include <cstdlib>  // first: clang's <new> asks for malloc

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

#undef __host__
#undef __device__
#undef __global__
#undef __shared__
#undef __constant__
#define __syncthreads simt_syncthreads  // clang has its own
// All that declare what a kernel may call. What a .cu includes of them later is here already.
#pragma clang force_cuda_host_device begin
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuComplex.h>
#include <cuda_awbarrier_primitives.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <math_constants.h>
#pragma clang force_cuda_host_device end
#undef __syncthreads

#undef __host__
#undef __device__
#undef __global__
#undef __shared__
#undef __constant__
#undef __launch_bounds__
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...)  // clang 14 knows none

#include <__clang_cuda_math_forward_declares.h>
__device__ int printf(const char* format, ...);
__device__ float sqrtf(float), fabsf(float), expf(float), logf(float), log2f(float), sinf(float), cosf(float);
__device__ float floorf(float), ceilf(float), rintf(float), fminf(float, float), fmaxf(float, float),
    powf(float, float);

extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void* stream = nullptr);
