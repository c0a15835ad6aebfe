// What device code may call: built-in variables, barriers, and the arithmetic that differs from <cmath>.
#pragma once

#include <time.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "simt/h200.h"
#include "simt/memory_copies.h"
#include "simt/vector_types.h"

// In a .cu simtcc deals with these itself: they tell where a variable lies, and whom a function is for.
#ifndef __CUDACC__
#define __host__
#define __device__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#endif
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))

// The built-in variables are functions without side effects rather than objects, so that reading one
// is not a memory access of the kernel, just as it is not one on the hardware. `const` lets the
// compiler read each once a thread, and drop those nobody asks for: they do not change while a thread lives.
extern "C" {
unsigned simt_thread_x() noexcept __attribute__((const));
unsigned simt_thread_y() noexcept __attribute__((const));
unsigned simt_thread_z() noexcept __attribute__((const));
unsigned simt_block_x() noexcept __attribute__((const));
unsigned simt_block_y() noexcept __attribute__((const));
unsigned simt_block_z() noexcept __attribute__((const));
unsigned simt_block_dim_x() noexcept __attribute__((const));
unsigned simt_block_dim_y() noexcept __attribute__((const));
unsigned simt_block_dim_z() noexcept __attribute__((const));
unsigned simt_grid_dim_x() noexcept __attribute__((const));
unsigned simt_grid_dim_y() noexcept __attribute__((const));
unsigned simt_grid_dim_z() noexcept __attribute__((const));
void simt_barrier() noexcept;
std::uint64_t simt_barrier_votes(int predicate) noexcept;  // how many say yes; in the upper half, of how many
long long simt_clock() noexcept;
}
#ifndef __CUDACC__  // in a .cu simtcc writes out what asks for them; here, as in CUDA's headers, they are only declared
extern "C" {
extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;
}
#endif
constexpr int warpSize = simt::warp_lanes;

inline __attribute__((always_inline)) void __syncthreads() { simt_barrier(); }
inline __attribute__((always_inline)) int __syncthreads_count(int predicate) {
  return int(simt_barrier_votes(predicate) & 0xffffffff);
}
inline __attribute__((always_inline)) int __syncthreads_or(int predicate) {
  return (simt_barrier_votes(predicate) & 0xffffffff) != 0;
}
inline __attribute__((always_inline)) int __syncthreads_and(int predicate) {
  const std::uint64_t votes = simt_barrier_votes(predicate);
  return (votes & 0xffffffff) == votes >> 32;
}
inline __attribute__((always_inline)) long long clock64() { return simt_clock(); }
// clock() is the C library's declaration; in a kernel the simulator answers it (engine/device_functions/clock.cpp).

// CUDA declares min and max for every mix of arithmetic types, in the global namespace.
inline constexpr int min(int a, int b) { return b < a ? b : a; }
inline constexpr int max(int a, int b) { return a < b ? b : a; }
inline constexpr unsigned min(unsigned a, unsigned b) { return b < a ? b : a; }
inline constexpr unsigned max(unsigned a, unsigned b) { return a < b ? b : a; }
inline constexpr unsigned min(int a, unsigned b) { return min(unsigned(a), b); }
inline constexpr unsigned max(int a, unsigned b) { return max(unsigned(a), b); }
inline constexpr unsigned min(unsigned a, int b) { return min(a, unsigned(b)); }
inline constexpr unsigned max(unsigned a, int b) { return max(a, unsigned(b)); }
inline constexpr long min(long a, long b) { return b < a ? b : a; }
inline constexpr long max(long a, long b) { return a < b ? b : a; }
inline constexpr long long min(long long a, long long b) { return b < a ? b : a; }
inline constexpr long long max(long long a, long long b) { return a < b ? b : a; }
inline constexpr unsigned long min(unsigned long a, unsigned long b) { return b < a ? b : a; }
inline constexpr unsigned long max(unsigned long a, unsigned long b) { return a < b ? b : a; }
inline float min(float a, float b) { return fminf(a, b); }
inline float max(float a, float b) { return fmaxf(a, b); }
inline double min(double a, double b) { return fmin(a, b); }
inline double max(double a, double b) { return fmax(a, b); }
