// Legal: addresses of variables of the device that the host was told, by the runtime or by a kernel, and variables of both sides.
// prints: 1 2 3 4 5 6 7 8 9
#include <cstdio>

__device__ int told, left_in_memory, left_in_managed, left_in_variable, in_a_variable, one_of_several[4];
__device__ int* pointer_variable = &in_a_variable;
__managed__ int both;
__managed__ int* pointer_of_both;
namespace host_only {
inline int seventh = 7;
}
template <typename T>
__device__ T of_template;

struct Place {
  int *first, *second;
};
__global__ void leave(Place* memory, Place* managed) {
  *memory = {&left_in_memory, one_of_several + 2};
  managed->second = &left_in_managed;
  pointer_of_both = &left_in_variable;
  of_template<int> = 8;
}
__global__ void set(int* at, int value) { *at = value; }
__global__ void through_pointer(int value) { *pointer_variable = value; }

int main() {
  int result[9] = {};
  void* address;
  cudaGetSymbolAddress(&address, told);
  const int one = 1;
  cudaMemcpy(address, &one, sizeof one, cudaMemcpyHostToDevice);
  cudaMemcpyFromSymbol(result, told, sizeof(int));

  Place *memory, *managed, host;
  cudaMalloc(&memory, sizeof host);
  cudaMallocManaged(&managed, sizeof host);
  leave<<<1, 1>>>(memory, managed);
  cudaMemcpy(&host, memory, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(memory);
  set<<<1, 1>>>(host.first, 2);
  cudaMemcpy(result + 1, host.first, sizeof(int), cudaMemcpyDeviceToHost);
  set<<<1, 1>>>(managed->second, 3);
  cudaMemcpy(result + 2, managed->second, sizeof(int), cudaMemcpyDefault);
  const int four = 4;
  cudaMemcpy(host.second, &four, sizeof four, cudaMemcpyHostToDevice);
  cudaMemcpyFromSymbol(result + 3, one_of_several, sizeof(int), 2 * sizeof(int));

  cudaMemset(&both, 0, sizeof both);
  set<<<1, 1>>>(&both, 5);
  cudaDeviceSynchronize();
  result[4] = both;

  int* in_variable;
  cudaMemcpyFromSymbol(&in_variable, pointer_variable, sizeof in_variable);
  through_pointer<<<1, 1>>>(6);
  cudaMemcpy(result + 5, in_variable, sizeof(int), cudaMemcpyDeviceToHost);

  int* seven;
  cudaMalloc(&seven, sizeof(int));
  cudaMemcpy(seven, &host_only::seventh, sizeof(int), cudaMemcpyHostToDevice);
  host_only::seventh = 0;
  cudaMemcpy(&host_only::seventh, seven, sizeof(int), cudaMemcpyDefault);
  result[6] = host_only::seventh;
  cudaMemcpyFromSymbol(result + 7, of_template<int>, sizeof(int));
  set<<<1, 1>>>(pointer_of_both, 9);
  cudaMemcpyFromSymbol(result + 8, left_in_variable, sizeof(int));
  for (int i = 0; i < 9; ++i) printf(i < 8 ? "%d " : "%d\n", result[i]);
  cudaFree(seven), cudaFree(managed);
}
