// Templates of variables: constant ones are read through the constant cache, others from global memory.
// prints: 18 80
// counts: read_all l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 1
#include <cstdio>
template <class T> __constant__ T w[32];
template <> __constant__ int w<int>[32] = {7};
namespace units {
template <class T>
__constant__ T scales[4] = {1, 2, 3, 4};
}
template <class T, int N> struct Box { T a[N]; };
template <class T> __constant__ Box<T, 4> boxes;
template <class T> __device__ T g[32];
template <class T> __device__ T twice(T x) { return x + x; }
__constant__ float c[32];
__global__ void read_all(float* out) {
  out[threadIdx.x] = w<float>[threadIdx.x] + twice(c[3]) + g<float>[threadIdx.x] + w<int>[0] + units::scales<float>[threadIdx.x & 3] + boxes<float>.a[1];
}
int main() {
  float h[32]; for (int i = 0; i < 32; ++i) h[i] = i;
  cudaMemcpyToSymbol(w<float>, h, sizeof h); cudaMemcpyToSymbol(c, h, sizeof h); cudaMemcpyToSymbol(g<float>, h, sizeof h);
  cudaMemcpyToSymbol(boxes<float>, h, 16);
  float* out; cudaMalloc(&out, sizeof h);
  read_all<<<1, 32>>>(out);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost); printf("%g %g\n", h[1], h[31]); cudaFree(out);
}
