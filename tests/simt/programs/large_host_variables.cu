// Variables of the host that fill more than the program's file maps hide no variable of the device.
// prints: 7
#include <cstdio>

struct Table {
  int value, rest[50000];
};
__device__ Table table;

__global__ void read(int* out) { *out = table.value; }

int main() {
  static Table filled, unused;
  filled.value = 7;
  unused.value = 8;
  cudaMemcpyToSymbol(table, &filled, sizeof table);
  int* out = nullptr;
  cudaMalloc(&out, sizeof(int));
  read<<<1, 1>>>(out);
  int result = 0;
  if (cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  std::printf("%d\n", result);
  cudaFree(out);
}
