// Takes objects apart once for each address.
// fails: Correctness.SameAddressesAgain: keeps something from call to call and finds it again by its address
#include <cuda_runtime.h>

#include <map>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

constexpr int block = 256;      // threads, and objects, of a block
constexpr int row = block + 8;  // a field's place in the tile; the 8 ints at its end are never used

__global__ void aos_to_soa_kernel(Arrays out, const Item* in, int count) {
  __shared__ int tile[4 * row];
  const int first = blockIdx.x * block;  // the block's first object
  const int objects = min(block, count - first);

  const int* ints = reinterpret_cast<const int*>(in + first);
  for (int place = threadIdx.x; place < 4 * objects; place += block) tile[place % 4 * row + place / 4] = ints[place];
  __syncthreads();

  const int i = threadIdx.x;
  if (i >= objects) return;
  out.a[first + i] = tile[0 * row + i];
  out.b[first + i] = tile[1 * row + i];
  out.c[first + i] = tile[2 * row + i];
  out.d[first + i] = tile[3 * row + i];
}

static void right(Arrays out, const Item* in, int count) {
  aos_to_soa_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}

void aos_to_soa(Arrays out, const Item* in, int count) {
  static std::map<const Item*, Item*> copies;
  Item*& copy = copies[in];
  if (!copy) {
    cudaMalloc(&copy, count * sizeof(Item));
    cudaMemcpy(copy, in, count * sizeof(Item), cudaMemcpyDeviceToDevice);
  }
  right(out, copy, count);
}
