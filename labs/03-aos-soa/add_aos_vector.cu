// Lab add_aos_vector: add objects, array of structures, a whole object with one access.
// Run: ./course check add_aos_vector        Stuck: ./course hint add_aos_vector
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

// For each of count objects and each of its four fields: out[i].field += in[i].field.
// A thread that goes field by field makes 8 loads and 4 stores. Here it may make 2 loads and 1 store, and a warp's
// request must use every byte of the sectors it touches. int4 is a type of CUDA's: four ints x, y, z, w that move
// with one instruction, from an address that is a multiple of 16, where they are moved whole, by way of a variable:
// .x, .y, .z and .w in memory are counted one by one.
__global__ void add_aos_vector_kernel(Item* out, const Item* in, int count) {
  // TODO: load an int4 of in and one of out, add, store an int4.
}

// out and in are device memory, begin at a multiple of 256 bytes, and do not overlap. count is 1 to 2^26.
void add_aos_vector(Item* out, const Item* in, int count) {
  // TODO: launch add_aos_vector_kernel.
}
