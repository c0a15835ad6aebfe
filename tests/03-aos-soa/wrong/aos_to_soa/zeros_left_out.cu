// Zeros are not stored, as if out held them already.
// fails: Correctness.Zeros: where some fields are 0 the result is wrong
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

constexpr int block = 256;  // threads, and objects, of a block
// A field's place in the tile; the 8 ints at its end are never used.
constexpr int row = block + 8;

__global__ void aos_to_soa_kernel(Arrays out, const Item* in, int count) {
  __shared__ int tile[4 * row];
  const int first = blockIdx.x * block;  // the block's first object
  const int objects = min(block, count - first);

  // In: the block's objects as a row of plain ints. Neighbouring lanes, neighbouring ints: 4
  // whole sectors. Int number `place` is field place % 4 of object place / 4. A warp has 8
  // objects and all 4 fields, and a field's row begins 8 banks after the one before it: 32
  // lanes, 32 banks.
  const int* ints = reinterpret_cast<const int*>(in + first);
  for (int place = threadIdx.x; place < 4 * objects; place += block) tile[place % 4 * row + place / 4] = ints[place];
  __syncthreads();

  // Out: a warp has 32 objects and one field, in the tile as in memory.
  const int i = threadIdx.x;
  if (i >= objects) return;
  if (tile[0 * row + i] != 0) out.a[first + i] = tile[0 * row + i];
  out.b[first + i] = tile[1 * row + i];
  out.c[first + i] = tile[2 * row + i];
  out.d[first + i] = tile[3 * row + i];
}

// in: count objects, out: four arrays of count ints, all device memory.
void aos_to_soa(Arrays out, const Item* in, int count) {
  aos_to_soa_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}
