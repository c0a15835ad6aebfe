// Lab staged_product: a tiled product with as many stages as the caller asks for.
// Run: ./course check staged_product        Stuck: ./course hint staged_product
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

// c = a · b. a is rows × inner, b is inner × cols, c is rows × cols; row-major floats in device memory that begin at multiples
// of 16 bytes. Each of the three is 1 to 8,192; inner and cols are multiples of 4. stages is 2, 3 or 4.
//
// Beyond being right: tiles of a and b come into shared memory by asynchronous copies of 16 bytes, for at least 32 × 32 elements
// of c a block, and while a thread works on one tile, its own copies for the next stages - 1 are on their way.
__global__ void staged_product_kernel(
    float* c, const float* a, const float* b, int rows, int cols, int inner, int stages) {
  // TODO: a ring of `stages` stages in shared memory, each for a tile of a and a tile of b.
  // TODO: begin the copies of the first stages - 1 tiles, with a commit behind each.
  // TODO: for each tile: wait until its copies are done and those of later tiles need not be; begin those of one more; add up.
  // TODO: how many barriers does a turn need? What lies beyond the matrices must count as zero.
}

void staged_product(float* c, const float* a, const float* b, int rows, int cols, int inner, int stages) {
  // TODO: launch it, with so much dynamic shared memory as the stages take.
}
