// Lab aosoa: a layout in between, tiles of 32 objects: an object near itself and 4 sectors a request.
// Run: ./course check aosoa        Stuck: ./course hint aosoa
#include <cuda_runtime.h>

// Where field 0, 1, 2 or 3 of object i lies: its distance from the start of the array, in ints.
//
// An array for count objects has (count + 31) / 32 tiles of 32 objects, 128 ints each. Every field of every object
// needs a place of its own in it. All four fields of an object must lie within 512 bytes, and when the 32 lanes of a
// warp ask for one field of 32 neighbouring objects, that must touch 4 sectors. The order is yours.
__host__ __device__ int aosoa_place(int i, int field) {
  // TODO
  return 0;
}

// For each of count objects and each of its four fields: out[…] += in[…] at that field's place.
// out and in do not overlap. count is 1 to 2^26. No sum overflows. What lies where no object has a place, behind the last
// one in its tile, does not matter, before or afterwards.
__global__ void add_aosoa_kernel(int* out, const int* in, int count) {
  // TODO: one object a thread.
}

// out and in are device memory.
void add_aosoa(int* out, const int* in, int count) {
  // TODO: launch add_aosoa_kernel.
}
