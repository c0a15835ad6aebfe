// A grid that grows up to 4,096 blocks; beyond that, threads have several objects.
// legal: every object has a thread, whatever count is
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

__global__ void join(Item* out, const Item* in, int count) {
  for (int mine = int(blockIdx.x * 128 + threadIdx.x); mine < count; mine += int(gridDim.x * 128))
    for (int Item::* field : {&Item::a, &Item::b, &Item::c, &Item::d}) out[mine].*field += in[mine].*field;
}

void add_aos(Item* out, const Item* in, int count) {
  const int needed = (count - 1) / 128 + 1, blocks = needed > 4096 ? 4096 : needed;
  join<<<blocks, 128>>>(out, in, count);
}

void add_aos_cpu(Item* out, const Item* in, int count) {
  while (count-- > 0) {
    out[count].a += in[count].a, out[count].b += in[count].b;
    out[count].c += in[count].c, out[count].d += in[count].d;
  }
}
