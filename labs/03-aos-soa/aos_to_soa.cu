// Lab aos_to_soa: take objects apart into one array a field, through shared memory.
// Run: ./course check aos_to_soa        Stuck: ./course hint aos_to_soa
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

// For each of count objects: out.field[i] = in[i].field. count is 1 to 2^26, in is not to be changed.
//
// Every request to global memory, load or store, must use every byte of the sectors it touches, at least wherever
// count is a multiple of 8. And requests to shared memory should need no more wavefronts than without conflicts.
__global__ void aos_to_soa_kernel(Arrays out, const Item* in, int count) {
  // TODO: read the block's objects as plain ints, neighbouring lanes neighbouring ints, into a __shared__ tile.
  // TODO: wait for the other threads.
  // TODO: write each field to its array, neighbouring lanes neighbouring objects.
}

// in and the four arrays of out are device memory and do not overlap.
void aos_to_soa(Arrays out, const Item* in, int count) {
  // TODO: launch aos_to_soa_kernel.
}
