// Device and managed variables: copies by symbol, by address, statics of functions, and what of it counts as global memory.
// prints: 10 64 3 5
// prints: 132 33
// prints: invalid device symbol
// counts: use l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 2
// counts: use l1tex__t_requests_pipe_lsu_mem_global_op_st.sum 2
#include <cstdio>

__device__ int cells[16];
__device__ float4 whole = {1, 2, 3, 4};
__managed__ int shared_by_both = 30;
static __device__ unsigned int visits;

__global__ void use() {
  cells[threadIdx.x % 16] += 10;
  if (threadIdx.x == 0) shared_by_both += 3;
}
__global__ void count_visits() {
  static int calls;
  if (threadIdx.x == 0) ++calls;
  atomicInc(&visits, 100);
  if (threadIdx.x == 0) cells[15] = calls + 4;
}
__global__ void through_pointer(int* p) { p[0] += 100; }

int main() {
  int host[16], zero[16] = {};
  void* address;
  size_t bytes;
  cudaMemcpyToSymbol(cells, zero, sizeof zero);
  use<<<1, 16>>>();
  cudaMemcpyFromSymbol(host, cells, sizeof host);
  cudaGetSymbolSize(&bytes, cells);
  float4 moved;
  cudaMemcpyFromSymbol(&moved, whole, sizeof moved);
  count_visits<<<1, 32>>>();
  int fifth;
  cudaMemcpyFromSymbol(&fifth, cells, sizeof fifth, 15 * sizeof(int));
  printf("%d %zu %g %d\n", host[3], bytes, moved.z, fifth);
  cudaGetSymbolAddress(&address, visits);
  through_pointer<<<1, 1>>>(static_cast<int*>(address));
  unsigned now;
  cudaMemcpy(&now, address, sizeof now, cudaMemcpyDeviceToHost);
  cudaDeviceSynchronize();
  printf("%u %d\n", now, shared_by_both);
  int on_the_host = 0;
  printf("%s\n", cudaGetErrorString(cudaMemcpyToSymbol(on_the_host, zero, 4)));
}
