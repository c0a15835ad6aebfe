// The layouts as a kernel sees them: at(i, field) is a field of object i. For this chapter's experiments on the GPU.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <stdexcept>
#include <string>

struct Aos {
  int* ints;
  long count;
  __device__ int& at(long i, int field) const { return ints[4 * i + field]; }
};

struct Soa {
  int* ints;
  long count;
  __device__ int& at(long i, int field) const { return ints[field * count + i]; }
};

// Tiles of `width` objects.
template <int width>
struct Tiled {
  int* ints;
  long count;
  __device__ int& at(long i, int field) const { return ints[i / width * 4 * width + field * width + i % width]; }
};

// Array of structures again, but an object moves with one access of 16 bytes.
struct AosVector {
  int* ints;
  long count;
  __device__ int4& at(long i) const { return reinterpret_cast<int4*>(ints)[i]; }
};

__device__ inline int4 operator+(int4 a, int4 b) { return make_int4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }

// Device memory for `count` objects, all zeros.
class Memory {
 public:
  explicit Memory(long count) {
    must(cudaMalloc(&ints_, std::size_t(count) * 16));
    must(cudaMemset(ints_, 0, std::size_t(count) * 16));
  }
  ~Memory() { cudaFree(ints_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  int* get() const { return ints_; }

  static void must(cudaError_t error) {
    if (error != cudaSuccess) throw std::runtime_error(cudaGetErrorString(error));
  }

 private:
  int* ints_ = nullptr;
};
