// Races that one reader, or one whole-warp barrier, would hide.
// environment: SIMT_CHECK=race
// expect: race shared line 13 says "thread (0,0) has written it, race_hidden.cu line 14"
// expect: race shared line 21 says "has written it, race_hidden.cu line 19"
// expect: race global line 27 says "has read it, race_hidden.cu line 26"
// expect: race shared line 46 says "volatile orders nothing, __syncwarp() does"
#include <cstdio>

__global__ void everyone_reads_then_one_writes(int* out) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 1;
  __syncthreads();
  int sum = s + __shfl_xor_sync(~0u, 1, 1);  // a shuffle exchanges values, it does not order memory
  if (threadIdx.x == 0) s = sum;
  out[threadIdx.x] = sum;
}
__global__ void halves_wait_for_themselves(int* out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp(threadIdx.x < 16 ? 0xffff : 0xffff0000);
  out[threadIdx.x] = s[threadIdx.x ^ 16];
}
// Thread 0 has read it itself; other warps have, too, and nothing orders those.
__global__ void another_warp_read(int* out) {
  const unsigned mask = ~0u;
  int v = out[64];
  if (__any_sync(mask, v == 0) && threadIdx.x == 32) out[64] = 1;
  out[threadIdx.x] = v;
}
// Right: what one half has seen it hands on to the other, group by group.
__global__ void handed_on(int* out) {
  __shared__ int s[32];
  const unsigned l = threadIdx.x;
  s[l] = l;
  __syncwarp(l < 16 ? 0xffff : 0xffff0000);
  const unsigned middle = (l & 8) ? 0x00ffff00 : 0xff0000ff;
  __syncwarp((middle >> l & 1) ? middle : ~middle);
  out[l] = s[31 - l];
}
// What every lecture showed before Volta: the last warp adds up without a barrier.
__global__ void warp_synchronous(int* out) {
  __shared__ volatile int s[64];
  s[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x < 32)
    for (int d = 32; d; d /= 2) s[threadIdx.x] += s[threadIdx.x + d];
  if (threadIdx.x == 0) *out = s[0];
}

int main() {
  int* out;
  cudaMalloc(&out, 1024);
  cudaMemset(out, 0, 1024);
  everyone_reads_then_one_writes<<<1, 32>>>(out);
  halves_wait_for_themselves<<<1, 32>>>(out);
  another_warp_read<<<1, 64>>>(out);
  handed_on<<<1, 32>>>(out);
  warp_synchronous<<<1, 64>>>(out);
  cudaFree(out);
  return cudaDeviceSynchronize();
}
