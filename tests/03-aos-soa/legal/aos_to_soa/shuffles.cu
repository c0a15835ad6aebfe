// Legal: four lanes read an object each field, and shuffles take the objects apart.
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

// A warp has 32 objects, 128 ints: four rounds of 32 neighbouring ints. Then field f of object i is in round i / 8, lane
// i % 8 * 4 + f.
__global__ void aos_to_soa_kernel(Arrays out, const int* in, int count) {
  const int lane = threadIdx.x % 32, first = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * 32;
  int round[4];
  for (int r = 0; r < 4; ++r) {
    const int at = first * 4 + r * 32 + lane;
    round[r] = at < 4 * count ? in[at] : 0;
  }
  int* const fields[4] = {out.a, out.b, out.c, out.d};
  for (int f = 0; f < 4; ++f) {
    int value = 0;
    for (int r = 0; r < 4; ++r) {
      const int got = __shfl_sync(0xFFFFFFFF, round[r], lane % 8 * 4 + f);
      if (lane / 8 == r) value = got;
    }
    if (first + lane < count) fields[f][first + lane] = value;
  }
}

void aos_to_soa(Arrays out, const Item* in, int count) {
  aos_to_soa_kernel<<<(count + 127) / 128, 128>>>(out, reinterpret_cast<const int*>(in), count);
}
