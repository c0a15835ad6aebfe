// A kernel copies with memcpy: byte by byte, as nvcc compiles it, and checked.
// expect: out-of-bounds global line 12 block (0,0,0) thread (3,0,0) says "reads 1 bytes just past the end of an allocation of 400 bytes"
// counts: copy l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 100
// counts: copy l1tex__t_requests_pipe_lsu_mem_global_op_st.sum 100
// counts: assign l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 25
#include <cstring>

struct Large {
  int values[25];
};

__global__ void copy(int* out, const int* in, int bytes) { memcpy(out + threadIdx.x * 25, in + threadIdx.x * 25, bytes); }
__global__ void assign(Large* out, const Large* in) { out[threadIdx.x] = in[threadIdx.x]; }

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 400);
  cudaMalloc(&out, 800);
  cudaMemset(in, 1, 400);
  copy<<<1, 4>>>(out, in, 100);
  assign<<<1, 4>>>(reinterpret_cast<Large*>(out), reinterpret_cast<const Large*>(in));
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  copy<<<1, 4>>>(out, in, 104);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
