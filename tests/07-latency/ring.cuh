// Rings of pointers: each slot holds the address of the next one, and one lap goes through all of them in a mixed order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <cuda_runtime.h>

#include "harness/device.hpp"
#include "harness/device_buffer.hpp"
#include "harness/experiment.hpp"

namespace experiments {

// The k-th slot that a lap of `slots` slots comes to: a bijection of 0 … 2^bits - 1, applied until it falls below `slots`.
__host__ __device__ inline std::uint64_t place_in_lap(std::uint64_t k, std::uint64_t slots, int bits) {
  const std::uint64_t mask = (std::uint64_t(1) << bits) - 1;
  const int shift = bits / 2 + 1;
  do {
    k = k * 0x9E3779B97F4A7C15ull & mask;
    k ^= k >> shift;
    k = k * 0xD6E8FEB86659FD93ull & mask;
    k ^= k >> shift;
    k = k * 0xC2B2AE3D27D4EB4Full & mask;
  } while (k >= slots);
  return k;
}

static __global__ void ring_kernel(char* memory, std::uint64_t slots, std::uint64_t stride, int bits) {
  const std::uint64_t step = std::uint64_t(gridDim.x) * blockDim.x;
  for (std::uint64_t k = blockIdx.x * std::uint64_t(blockDim.x) + threadIdx.x; k < slots; k += step) {
    const std::uint64_t next = k + 1 < slots ? k + 1 : 0;
    char* const target = memory + place_in_lap(next, slots, bits) * stride;
    *reinterpret_cast<char**>(memory + place_in_lap(k, slots, bits) * stride) = target;
  }
}

// A ring of slots `stride` bytes apart from `memory` on; where its first slot is.
inline char* make_ring(char* memory, std::uint64_t bytes, std::uint64_t stride) {
  const std::uint64_t slots = bytes / stride;
  int bits = 2;
  while ((std::uint64_t(1) << bits) < slots) ++bits;
  ring_kernel<<<unsigned(std::min<std::uint64_t>(16384, (slots - 1) / 256 + 1)), 256>>>(memory, slots, stride, bits);
  return memory + place_in_lap(0, slots, bits) * stride;
}

// Written as an instruction, for which cache it may be found in is part of it: L1 and L2, or (l1 false) L2 alone.
template <bool l1>
__device__ inline char* hop(char* from) {
#ifdef __SIMTCC__
  return *reinterpret_cast<char* volatile*>(from);
#else
  char* to;
  if (l1) asm volatile("ld.global.ca.u64 %0, [%1];" : "=l"(to) : "l"(from) : "memory");
  else asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(to) : "l"(from) : "memory");
  return to;
#endif
}

}  // namespace experiments
