// Lab transpose_fast: a transpose at the speed of a copy.
// Run: ./course check transpose_fast        Stuck: ./course hint transpose_fast
#include <cuda_runtime.h>

// in:  rows × cols floats, row-major: element (r, c) is in[r * cols + c]
// out: cols × rows floats, row-major; element (r, c) of in belongs at row c, column r of out
// Both are device memory. rows and cols are 1 to 32,768, in any combination; rows * cols is below 2^31.
//
// Beyond being right: 4 sectors for every 32 floats loaded and stored, no bank conflict, and at least 4 elements a
// thread. On a GPU, at 8192×8192, at least 90 % of the speed of a device-to-device copy. How is up to you.
__global__ void transpose_fast_kernel(float* out, const float* in, int rows, int cols) {
  // TODO: your best tile, and several elements a thread: have many loads under way before you wait for the first.
}

void transpose_fast(float* out, const float* in, int rows, int cols) {
  // TODO: launch it. Sizes that the fast way cannot do may take another one.
}
