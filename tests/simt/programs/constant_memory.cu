// Constant memory is no global memory: reads of it are no requests, whatever its type, and a copy changes it.
// prints: 42 7 3 2.5 9
// counts: use_all l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 0
// counts: use_all l1tex__t_requests_pipe_lsu_mem_global_op_st.sum 1
// counts: use_lookup l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 1
#include <cstdio>

struct Settings {
  int rows, cols;
  float scale;
};
__constant__ int table[32];
__constant__ const int fixed[4] = {1, 2, 3, 4};
static __constant__ Settings settings = {7, 8, 0.5f};
namespace physics {
__constant__ float gravity = 9.81f, half = 0.5f;
}
__device__ const int lookup[32] = {9, 8, 7};
constexpr int size = 32;

__global__ void use_all(float* out) {
  const int i = threadIdx.x;
  out[i] = table[i % size] + fixed[i % 4] + settings.rows * settings.scale + physics::gravity + physics::half;
}
__global__ void use_lookup(int* out) { out[threadIdx.x] = lookup[threadIdx.x ^ 1]; }

int main() {
  int host[32], sum = 0;
  for (int i = 0; i < 32; ++i) host[i] = i;
  cudaMemcpyToSymbol(table, host, sizeof host);
  const int answer = 42;
  cudaMemcpyToSymbol(table, &answer, sizeof answer, 5 * sizeof(int));
  float *out, results[32];
  cudaMalloc(&out, sizeof results);
  use_all<<<1, 32>>>(out);
  cudaMemcpy(results, out, sizeof results, cudaMemcpyDeviceToHost);
  Settings back;
  cudaMemcpyFromSymbol(&back, settings, sizeof back);
  cudaMemcpyFromSymbol(host, table, sizeof host);
  for (int i = 0; i < 3; ++i) sum += host[i];
  int* integers = reinterpret_cast<int*>(out);
  use_lookup<<<1, 32>>>(integers);
  cudaMemcpy(host + 8, integers, 8, cudaMemcpyDeviceToHost);
  printf("%d %d %d %g %d\n", host[5], back.rows, sum, back.scale * 5, host[9]);
}
