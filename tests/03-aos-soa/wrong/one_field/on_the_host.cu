// Copies the field to the host and adds there; a kernel only stores the result.
// fails: Memory.Soa: bytes were copied to the host
#include <cuda_runtime.h>

#include <vector>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void set(int* sum, int value) { *sum = value; }

void one_field_soa(int* sum, Arrays in, int count) {
  std::vector<int> c(count);
  cudaMemcpy(c.data(), in.c, count * sizeof(int), cudaMemcpyDeviceToHost);
  int total = 0;
  for (int value : c) total += value;
  set<<<1, 1>>>(sum, total);
}

void one_field_aos(int* sum, const Item* in, int count) {
  std::vector<Item> items(count);
  cudaMemcpy(items.data(), in, count * sizeof(Item), cudaMemcpyDeviceToHost);
  int total = 0;
  for (const Item& item : items) total += item.c;
  set<<<1, 1>>>(sum, total);
}
