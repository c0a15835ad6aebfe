// Every compiler the same: loads and stores around calls, and calls that might be made once, or not at all.
#include "../calibration/calibration.cuh"

struct Pair {
  float x, y;
};
struct Big {
  float v[12];
};

__noinline__ __device__ float reads(const float* a, int i) { return a[i] * 2 + a[i + 32]; }
__noinline__ __device__ float reads_in_a_loop(const float* a, int i, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[i + k];
  return sum;
}
__noinline__ __device__ void writes(float* out, int i, float x) { out[i] = x; }
__noinline__ __device__ float keeps_to_itself(float x) { return x * x + 1; }
__noinline__ __device__ float writes_through(float* x, float y) { return *x = y + 1; }
__noinline__ __device__ Pair two(const float* a, int i) { return {a[i], a[i + 1]}; }
__noinline__ __device__ Big twelve(const float* a, int i) {
  Big big;
  for (int k = 0; k < 12; ++k) big.v[k] = a[i + k];
  return big;
}
__noinline__ __device__ float of_struct(Pair p) { return p.x - p.y; }
__noinline__ __device__ float of_big(Big b, int k) { return b.v[k % 12]; }
__device__ float inlined(const float* a, int i) { return a[i] + a[i + 1]; }
template <int Width>
__device__ float row(const float* a, int i) {
  float sum = 0;
  for (int k = 0; k < Width; ++k) sum += a[i * Width + k];
  return sum;
}
template <typename Op>
__device__ float reduced(const float* a, int i, Op op) {
  return op(a[i], a[i + 64]);
}

__global__ void load_again_behind_a_read(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  float sum = 0;
  if (key[i] & 1) sum += reads(a, i);
  if (key[i] & 2) sum += reads(a, i + 64);
  if (key[i] & 4) sum += reads_in_a_loop(a, i, 3);
  out[i] = sum + key[i];
}
__global__ void load_again_behind_a_write(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  writes(out, i, a[i]);
  if (key[i] & 2) writes(out, i + 64, a[i]);
  out[i + 128] = a[i];
}
__global__ void load_again_behind_arithmetic(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  out[i] = keeps_to_itself(a[i]) + a[i];
  out[i + 64] = keeps_to_itself(a[i]) + key[i];
}
__global__ void same_call_twice(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  out[i] = reads(a, i) + reads(a, i);
  if (key[i] & 1) out[i + 64] = reads(a, i);
  out[i + 128] = keeps_to_itself(a[i]) + keeps_to_itself(a[i]);
}
__global__ void call_in_a_loop(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 4; ++k) sum += reads(a, i) + key[i];
  for (int k = 0; k < key[i] % 4; ++k) sum += keeps_to_itself(a[64]);
  out[i] = sum;
}
__global__ void call_that_writes_a_local(float* out, const float* a) {
  const int i = threadIdx.x;
  float x = a[i];
  out[i] = writes_through(&x, a[i]) + x;
  writes_through(&out[i + 64], a[i]);
  out[i + 128] = out[i + 64];
}
__global__ void structures(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  const Pair p = two(a, i);
  out[i] = of_struct(p);
  out[i + 64] = of_struct({a[i], a[i]});
  const Big big = twelve(a, i);
  out[i + 128] = of_big(big, key[i]) + of_big(twelve(a, i + 1), key[i]);
  reinterpret_cast<Pair*>(out)[i + 128] = two(a, i);
}
__global__ void inline_twice(float* out, const float* a) {
  const int i = threadIdx.x;
  out[i] = inlined(a, i);
  out[i + 64] = inlined(a, i) + inlined(a, i + 1);
}
__global__ void templates(float* out, const float* a) {
  const int i = threadIdx.x;
  out[i] = row<2>(a, i) + row<3>(a, i);
  out[i + 64] = reduced(a, i, [](float x, float y) { return x + y; });
  out[i + 128] = reduced(a, i, [=](float x, float y) { return x > y ? x : a[i + 1]; });
}
__global__ void lambdas(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  const auto at = [=](int k) { return a[k]; };
  const auto put = [&](int k, float x) { out[k] = x + key[i]; };
  put(i, at(i) + at(i));
  for (int k = 1; k < 3; ++k) put(i + 64 * k, at(i + k));
}
using Chosen = float (*)(const float*, int);
__global__ void by_pointer(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  const Chosen choice = key[i] & 1 ? reads : inlined;
  out[i] = choice(a, i) + choice(a, i);
}

int main() {
  float* out = zeros<float>(8192);
  float* a = filled<float>(8192, [](size_t i) { return float(i % 17); });
  int* key = filled<int>(256, [](size_t i) { return int(i * 7 % 11); });
  label("load again behind a read"), load_again_behind_a_read<<<1, 64>>>(out, a, key);
  label("load again behind a write"), load_again_behind_a_write<<<1, 64>>>(out, a, key);
  label("load again behind arithmetic"), load_again_behind_arithmetic<<<1, 64>>>(out, a, key);
  label("same call twice"), same_call_twice<<<1, 64>>>(out, a, key);
  label("call in a loop"), call_in_a_loop<<<1, 64>>>(out, a, key);
  label("call that writes a local"), call_that_writes_a_local<<<1, 64>>>(out, a);
  label("structures"), structures<<<1, 64>>>(out, a, key);
  label("inline twice"), inline_twice<<<1, 64>>>(out, a);
  label("templates"), templates<<<1, 64>>>(out, a);
  label("lambdas"), lambdas<<<1, 64>>>(out, a, key);
  label("by pointer"), by_pointer<<<1, 64>>>(out, a, key);
  return finish();
}
