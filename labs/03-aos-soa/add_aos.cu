// Lab add_aos: add objects field by field, array of structures, on the GPU and on the CPU.
// Run: ./course check add_aos        Stuck: ./course hint add_aos
#include <cuda_runtime.h>

// Array of structures: object i is out[i], its four fields side by side.
struct Item {
  int a, b, c, d;
};

// For each of count objects and each of its four fields: out[i].field += in[i].field.
// out and in do not overlap. count is 1 to 2^26. No sum overflows.
__global__ void add_aos_kernel(Item* out, const Item* in, int count) {
  // TODO: one object a thread, one field after the other. How many sectors does a load of a warp touch?
}

// out and in are device memory.
void add_aos(Item* out, const Item* in, int count) {
  // TODO: launch add_aos_kernel.
}

// out and in are host memory: no kernel here.
void add_aos_cpu(Item* out, const Item* in, int count) {
  // TODO: a loop.
}
