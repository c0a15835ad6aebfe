// Neighbouring lanes take objects that are 32 apart where count is no multiple of 32.
// fails: Memory.Sectors: your loads touch
#include <cuda_runtime.h>

// Where field 0, 1, 2 or 3 of object i lies: its distance from the start of the array, in
// ints.
__host__ __device__ int aosoa_place(int i, int field) {
  // A tile is 32 a, 32 b, 32 c, 32 d: 512 bytes. Inside it an object's fields are 128 bytes
  // apart; outside it nothing of the object is to be found.
  return i / 32 * 128 + field * 32 + i % 32;
}

__global__ void add_aosoa_kernel(int* out, const int* in, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (count % 32 != 0) i = blockIdx.x * blockDim.x + threadIdx.x % 8 * 32 + threadIdx.x / 8;
  if (i >= count) return;
  // A warp is one tile: i % 32 is its lane, so each field is 128 neighbouring bytes, 4 whole
  // sectors.
  for (int field = 0; field < 4; ++field) out[aosoa_place(i, field)] += in[aosoa_place(i, field)];
}

// out, in: (count + 31) / 32 tiles of 128 ints each, device memory. Adds every field of in to
// that of out.
void add_aosoa(int* out, const int* in, int count) {
  const int block = 256;
  add_aosoa_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}
