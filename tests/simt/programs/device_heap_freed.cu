// A kernel uses memory after it has freed it.
// expect: use-after-free global line 8 block (0,0,0) thread (0,0,0)
#include <cstdlib>

__global__ void late(int* out) {
  int* mine = new int[4]{1, 2, 3, 4};
  delete[] mine;
  *out = mine[threadIdx.x + 2];
}

int main() {
  int* out;
  cudaMalloc(&out, 4);
  late<<<1, 1>>>(out);
  cudaDeviceSynchronize();
}
