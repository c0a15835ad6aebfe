// Inline PTX that jumps: back and forward, out of a loop, in a function that is inlined twice. Each lane goes its own way, and all
// meet behind it.
// prints: steps 0 1 7 2 5 8 16 111
// prints: twice 118 118, sum 552
// counts: collatz l1tex__t_requests_pipe_lsu_mem_global_op_st.sum 1
#include <cstdio>
#include <cuda_runtime.h>

__device__ unsigned steps_to_one(unsigned n) {
  unsigned steps = 0;
  asm volatile(
      "{\n"
      ".reg .pred p;\n"
      "$again_%=: setp.le.u32 p, %1, 1;\n"
      "@p bra $done_%=;\n"
      "{\n"
      ".reg .u32 half;\n"
      "and.b32 half, %1, 1;\n"
      "setp.ne.u32 p, half, 0;\n"
      "}\n"
      "@p bra.uni $odd_%=;\n"
      "shr.u32 %1, %1, 1;\n"
      "bra $next_%=;\n"
      "$odd_%=:\n"
      "mad.lo.u32 %1, %1, 3, 1;\n"
      "$next_%=:\n"
      "add.u32 %0, %0, 1;\n"
      "bra $again_%=;\n"
      "$done_%=:\n"
      "}\n"
      : "+r"(steps), "+r"(n));
  return steps;
}

__global__ void collatz(unsigned* out) { out[threadIdx.x] = steps_to_one(threadIdx.x + 1); }

__global__ void twice(unsigned* out) { out[threadIdx.x] = steps_to_one(27) + steps_to_one(threadIdx.x % 2 ? 3 : 20); }

int main() {
  unsigned* out;
  cudaMallocManaged(&out, 32 * sizeof(unsigned));
  collatz<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  unsigned sum = 0;
  for (int i = 0; i < 32; ++i) sum += out[i];
  printf("steps %u %u %u %u %u %u %u %u\n", out[0], out[1], out[2], out[3], out[4], out[5], out[6], out[26]);
  twice<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  printf("twice %u %u, sum %u\n", out[0], out[1], sum);
}
