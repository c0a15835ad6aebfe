// Calibration: atomics of every kind whose old value nobody reads. Of most, nvcc makes reductions; of an exchange and of a compare
// and swap there is none, and 16-bit numbers are added in assembly that has a result.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "calibration.cuh"

using Long = unsigned long long;

enum Operation { add, sub, exchange, least, largest, every, any_bit, either, up, down, swap };

template <Operation op, typename T>
__device__ void update(T* at, T value) {
  if constexpr (op == add) atomicAdd(at, value);
  if constexpr (op == sub) atomicSub(at, value);
  if constexpr (op == exchange) atomicExch(at, value);
  if constexpr (op == least) atomicMin(at, value);
  if constexpr (op == largest) atomicMax(at, value);
  if constexpr (op == every) atomicAnd(at, value);
  if constexpr (op == any_bit) atomicOr(at, value);
  if constexpr (op == either) atomicXor(at, value);
  if constexpr (op == up) atomicInc(at, value);
  if constexpr (op == down) atomicDec(at, value);
  if constexpr (op == swap) atomicCAS(at, T(0), value);
}

template <Operation op, typename T>
__global__ void in_global(T* out, const T* in) { update<op>(&out[threadIdx.x * 2], in[threadIdx.x]); }

template <Operation op, typename T>
__global__ void in_shared(T* out, const T* in) {
  __shared__ T s[128];
  const T mine = in[threadIdx.x];
  s[threadIdx.x] = mine, s[threadIdx.x + 64] = mine;
  __syncthreads();
  update<op>(&s[threadIdx.x * 2], mine);
  __syncthreads();
  out[threadIdx.x] = s[127 - threadIdx.x];
}

__global__ void in_every_scope(int* out, const int* in) {
  const int t = threadIdx.x, i = 16 * t;
  atomicExch_system(&out[i], in[t]), atomicCAS_system(&out[i + 1], 0, in[t]), atomicAdd_system(&out[i + 2], in[t]);
  atomicExch_block(&out[i + 3], in[t]), atomicCAS_block(&out[i + 4], 0, in[t]), atomicMax_block(&out[i + 5], in[t]);
}

template <Operation op, typename T>
void both(const char* name, void* out, const void* in) {
  printf("%s, global\n", name), in_global<op><<<1, 64>>>((T*)out, (const T*)in);
  printf("%s, shared\n", name), in_shared<op><<<1, 64>>>((T*)out, (const T*)in);
}

int main() {
  void* out = zeros<int>(1024);
  const void* in = filled<unsigned>(128, [](size_t i) { return unsigned(i % 7) * 0x01010101u; });
  both<exchange, int>("exchange int", out, in), both<exchange, float>("exchange float", out, in);
  both<exchange, Long>("exchange 64 bits", out, in);
  both<swap, int>("swap int", out, in), both<swap, Long>("swap 64 bits", out, in);
  both<swap, unsigned short>("swap 16 bits", out, in);
  both<add, __half>("add half", out, in), both<add, __half2>("add half2", out, in);
  both<add, __nv_bfloat16>("add bfloat16", out, in), both<add, __nv_bfloat162>("add bfloat162", out, in);
  both<sub, int>("sub int", out, in), both<up, unsigned>("inc", out, in), both<down, unsigned>("dec", out, in);
  both<every, int>("and int", out, in), both<either, unsigned>("xor unsigned", out, in);
  both<any_bit, Long>("or 64 bits", out, in), both<every, Long>("and 64 bits", out, in), both<either, Long>("xor 64 bits", out, in);
  both<least, Long>("min 64 bits", out, in), both<largest, long long>("max long long", out, in);
  both<least, unsigned>("min unsigned", out, in), both<add, double>("add double", out, in);
  label("in every scope"), in_every_scope<<<1, 32>>>((int*)out, (const int*)in);
  require(cudaDeviceSynchronize());
}
