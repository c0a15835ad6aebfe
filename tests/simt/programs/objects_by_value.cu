// An object in memory that is handed to a function by value, or comes back from one into memory, is read and written.
// counts: sums l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 1
// counts: makes l1tex__t_requests_pipe_lsu_mem_global_op_st.sum 1
// expect: out-of-bounds global line 24 block (0,0,0) thread (31,0,0)
#include <cstdio>

struct alignas(16) Four {
  int x, y, z, w;
};

__device__ __noinline__ int sum(Four a) { return a.x + a.y + a.z + a.w; }
__device__ __noinline__ Four make(int i) { return {i, i, i, i}; }

__global__ void sums(int* out, const Four* in) {
  const int value = sum(in[threadIdx.x]);
  out[threadIdx.x] = value;
}

__global__ void makes(Four* out) {
  out[threadIdx.x] = make(threadIdx.x);
}

__global__ void sums_too_far(int* out, const Four* in) {
  out[threadIdx.x] = sum(in[threadIdx.x + 1]);
}

int main() {
  Four* in;
  int* out;
  cudaMalloc(&in, 32 * sizeof(Four));
  cudaMalloc(&out, 32 * sizeof(int));
  makes<<<1, 32>>>(in);
  sums<<<1, 32>>>(out, in);
  sums_too_far<<<1, 32>>>(out, in);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
