// The tile keeps objects as they were; a field is read with a stride of 4 ints.
// fails: Memory.BankConflicts: neighbouring lanes are 16 bytes apart in the tile
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

constexpr int block = 256;
constexpr int row = block + 8;

__global__ void aos_to_soa_kernel(Arrays out, const Item* in, int count) {
  __shared__ int tile[4 * row];
  const int first = blockIdx.x * block;
  const int objects = min(block, count - first);

  const int* ints = reinterpret_cast<const int*>(in + first);
  for (int place = threadIdx.x; place < 4 * objects; place += block)
    tile[place] = ints[place];
  __syncthreads();

  const int i = threadIdx.x;
  if (i >= objects) return;
  out.a[first + i] = tile[4 * i];
  out.b[first + i] = tile[4 * i + 1];
  out.c[first + i] = tile[4 * i + 2];
  out.d[first + i] = tile[4 * i + 3];
}

void aos_to_soa(Arrays out, const Item* in, int count) {
  aos_to_soa_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}
