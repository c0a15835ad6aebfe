// A copy to a symbol that is longer than the symbol, and one that begins too late.
// expect: out-of-bounds global says "cudaMemcpyToSymbol was given 128 bytes from byte 0 of the variable weights, which has 100"
// expect: out-of-bounds global says "cudaMemcpyFromSymbol was given 8 bytes from byte 96 of the variable weights, which has 100"
// prints: invalid argument
#include <cstdio>

__constant__ float weights[25];
__global__ void use(float* out) { out[threadIdx.x] = weights[threadIdx.x % 25]; }

int main() {
  float host[32] = {};
  printf("%s\n", cudaGetErrorString(cudaMemcpyToSymbol(weights, host, sizeof host)));
  cudaMemcpyFromSymbol(host, weights, 8, 96);
  cudaMemcpyFromSymbol(host, weights, 4, 96);
}
