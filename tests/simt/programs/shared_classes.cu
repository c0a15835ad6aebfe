// Shared variables of classes with constructors: what their threads read and write is what the program says.
// prints: 40 96
// counts: k memory_l1_wavefronts_shared 18
#include <cstdio>
#include <cuda_fp16.h>
template <class T, int N> struct Pair { T a[N]; Pair() = default; __device__ Pair(T x) { a[0] = x; } };
struct Plain { int x; float y; };
template <class T>
__global__ void k(T* out) {
  __shared__ half2 s[64], one;
  __shared__ Pair<float, 3> pairs[2], (single);
  __shared__ T generic[32];
  __shared__ Plain plain[2];
  __shared__ struct { int a; } unnamed;
  __shared__ union { int i; float f; } mixed[2];
  __shared__ T *pointer;
  const int i = threadIdx.x;
  s[i] = __floats2half2_rn(i, 1);
  generic[i] = T(i);
  if (i == 0) one = __floats2half2_rn(2, 2), pairs[0].a[1] = 5, single.a[2] = 6, plain[1].y = 7, unnamed.a = 8, mixed[1].i = 9, pointer = out;
  __syncthreads();
  half2 sum = __hadd2(s[i ^ 1], one);
  pointer[i] = T(float(sum.x) + pairs[0].a[1] + single.a[2] + plain[1].y + unnamed.a + mixed[1].i) + generic[i ^ 2];
}
int main() {
  float* out; cudaMalloc(&out, 32 * sizeof(float)); k<<<1, 32>>>(out);
  float h[32]; cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost); printf("%g %g\n", h[1], h[31]); cudaFree(out);
}
