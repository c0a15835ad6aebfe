// No read of a constexpr table is seen, nor of a const structure: g++ puts their values into the code. nvcc loads from them
// where it does not know the index (tests/tools/pages/test_gpu_loops.py), so a GPU counts one load more in each kernel.
// counts: of_constexpr l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 1
// counts: of_structure l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 1
// counts: of_constant_constexpr l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 1
// counts: of_constant_structure l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 1
// prints: 2.5 2.5 2.5 2.5
#include <cstdio>

struct Two {
  float a[2], b[2];
};
__device__ constexpr float numbers[2] = {1.5f, 2.5f};
__device__ const Two pairs = {{0, 0}, {1.5f, 2.5f}};
__constant__ constexpr float constant_numbers[2] = {1.5f, 2.5f};
__constant__ const Two constant_pairs = {{0, 0}, {1.5f, 2.5f}};

__global__ void of_constexpr(float* out, const int* in) { out[threadIdx.x] = numbers[in[threadIdx.x]]; }
__global__ void of_structure(float* out, const int* in) { out[threadIdx.x] = pairs.b[in[threadIdx.x]]; }
__global__ void of_constant_constexpr(float* out, const int* in) {
  out[threadIdx.x] = constant_numbers[in[threadIdx.x]];
}
__global__ void of_constant_structure(float* out, const int* in) {
  out[threadIdx.x] = constant_pairs.b[in[threadIdx.x]];
}

int main() {
  int host[32], *in;
  float back[32], *out;
  for (int& one : host) one = 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof back);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  for (auto kernel : {of_constexpr, of_structure, of_constant_constexpr, of_constant_structure}) {
    kernel<<<1, 32>>>(out, in);
    cudaMemcpy(back, out, sizeof back, cudaMemcpyDeviceToHost);
    std::printf("%g%c", back[31], kernel == of_constant_structure ? '\n' : ' ');
  }
  cudaFree(in);
  cudaFree(out);
}
