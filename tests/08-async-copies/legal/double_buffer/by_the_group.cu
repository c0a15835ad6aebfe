// The block copies together (cooperative_groups::memcpy_async), and its waits are barriers, too.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

namespace cg = cooperative_groups;

__global__ void sums(int* out, const int* in, int rows, int cols) {
  __shared__ int buffer[2][130];
  auto block = cg::this_thread_block();
  const int left = blockIdx.x * 128, t = threadIdx.x, top = blockIdx.y * 32;
  const int bottom = min(top + 32, rows), before = left > 0, behind = left + 128 < cols;
  const int count = min(128, cols - left) + before + behind;
  if (t < 2) {
    if (!before) buffer[t][0] = 0;
    if (!behind) buffer[t][count + 1 - before] = 0;
  }
  auto bring = [&](int r) {
    cg::memcpy_async(block, &buffer[r & 1][1 - before], in + r * cols + left - before, count * sizeof(int));
  };
  bring(top);
  for (int r = top; r < bottom; ++r) {
    if (r + 1 < bottom) {
      bring(r + 1);
      cg::wait_prior<1>(block);
    } else {
      cg::wait(block);
    }
    int* b = buffer[r & 1] + t;
    if (left + t < cols) out[r * cols + left + t] = b[0] + 2 * b[1] + b[2];
    block.sync();
  }
}

void double_buffer(int* out, const int* in, int rows, int cols) {
  sums<<<dim3((cols + 127) / 128, (rows + 31) / 32), 128>>>(out, in, rows, cols);
}
