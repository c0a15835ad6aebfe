// Lab add_soa: add objects field by field, structure of arrays, on the GPU and on the CPU.
// Run: ./course check add_soa        Stuck: ./course hint add_soa
#include <cuda_runtime.h>

// Structure of arrays: field a of object i is a[i].
struct Arrays {
  int *a, *b, *c, *d;
};

// For each of count objects and each of its four fields: out.field[i] += in.field[i].
// The arrays have count ints each and do not overlap. count is 1 to 2^26. No sum overflows.
__global__ void add_soa_kernel(Arrays out, Arrays in, int count) {
  // TODO: one object a thread. A load or store of a warp may touch 4 sectors.
}

// The arrays are device memory.
void add_soa(Arrays out, Arrays in, int count) {
  // TODO: launch add_soa_kernel.
}

// The arrays are host memory: no kernel here.
void add_soa_cpu(Arrays out, Arrays in, int count) {
  // TODO: a loop.
}
