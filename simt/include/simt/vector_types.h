// CUDA's built-in vector types with the alignment nvcc gives them, and their make_ functions.
// Source: CUDA C++ Programming Guide, "Built-in Vector Types", table of alignment requirements.
#pragma once

#define SIMT_VECTOR(T, name, align2, align4)                                                     \
  struct name##1 { T x; };                                                                       \
  struct alignas(align2) name##2 { T x, y; };                                                    \
  struct name##3 { T x, y, z; };                                                                 \
  struct alignas(align4) name##4 { T x, y, z, w; };                                              \
  inline constexpr name##1 make_##name##1(T x) { return {x}; }                                   \
  inline constexpr name##2 make_##name##2(T x, T y) { return {x, y}; }                           \
  inline constexpr name##3 make_##name##3(T x, T y, T z) { return {x, y, z}; }                   \
  inline constexpr name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }

SIMT_VECTOR(signed char, char, 2, 4)
SIMT_VECTOR(unsigned char, uchar, 2, 4)
SIMT_VECTOR(short, short, 4, 8)
SIMT_VECTOR(unsigned short, ushort, 4, 8)
SIMT_VECTOR(int, int, 8, 16)
SIMT_VECTOR(unsigned int, uint, 8, 16)
SIMT_VECTOR(long, long, 16, 16)
SIMT_VECTOR(unsigned long, ulong, 16, 16)
SIMT_VECTOR(long long, longlong, 16, 16)
SIMT_VECTOR(unsigned long long, ulonglong, 16, 16)
SIMT_VECTOR(float, float, 8, 16)
SIMT_VECTOR(double, double, 16, 16)
#undef SIMT_VECTOR

struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
