// Roles in the first block alone; in all others every warp copies and adds up.
// fails: Roles.EachWarpHasOne: both copies and stores sums
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int width = 256, band = 32;
constexpr int stages = 4, producers = 32;

__device__ void wait_for(__mbarrier_t* object, int phase) {
  while (!__mbarrier_try_wait_parity(object, phase % 2, 1000)) continue;
}

__global__ void producer_consumer_kernel(int* out, const int* in, int rows, int cols) {
  __shared__ int stage[stages][width + 2];
  __shared__ __mbarrier_t full[stages], empty[stages];
  const int first = blockIdx.x * width, begin = blockIdx.y * band, turns = min(rows - begin, band);
  if (threadIdx.x == 0)
    for (int i = 0; i < stages; ++i) {
      __mbarrier_init(&full[i], producers);
      __mbarrier_init(&empty[i], width);
    }
  __syncthreads();

  if (blockIdx.x + blockIdx.y > 0) {
    if (threadIdx.x >= width) return;
    for (int turn = 0; turn < turns; ++turn) {
      for (int i = threadIdx.x; i < width + 2; i += width) {
        const int col = first + i - 1;
        const bool inside = col >= 0 && col < cols;
        __pipeline_memcpy_async(&stage[turn % 2][i], &in[inside ? (begin + turn) * cols + col : 0], 4, inside ? 0 : 4);
      }
      __pipeline_arrive_on(&empty[turn % 2]);
      __mbarrier_arrive(&empty[turn % 2]);
      wait_for(&empty[turn % 2], turn / 2);
      const int* const line = &stage[turn % 2][threadIdx.x];
      if (first + threadIdx.x < cols)
        out[(begin + turn) * cols + first + threadIdx.x] = line[0] + 2 * line[1] + line[2];
    }
    return;
  }
  if (threadIdx.x < producers) {
    for (int turn = 0; turn < turns; ++turn) {
      const int at = turn % stages, round = turn / stages;
      if (round > 0) wait_for(&empty[at], round - 1);
      for (int i = threadIdx.x; i < width + 2; i += producers) {
        const int col = first + i - 1;
        const bool inside = col >= 0 && col < cols;
        const int* const from = &in[inside ? (begin + turn) * cols + col : 0];
        __pipeline_memcpy_async(&stage[at][i], from, 4, inside ? 0 : 4);
      }
      __pipeline_arrive_on(&full[at]);
      __mbarrier_arrive(&full[at]);
    }
  } else {
    const int me = threadIdx.x - producers;
    for (int turn = 0; turn < turns; ++turn) {
      const int at = turn % stages, round = turn / stages;
      wait_for(&full[at], round);
      const int* const line = &stage[at][me];
      const int sum = line[0] + 2 * line[1] + line[2];
      __mbarrier_arrive(&empty[at]);
      if (first + me < cols) out[(begin + turn) * cols + first + me] = sum;
    }
  }
}

// in, out: rows × cols, row-major device memory.
void producer_consumer(int* out, const int* in, int rows, int cols) {
  const dim3 grid((cols + width - 1) / width, (rows + band - 1) / band);
  producer_consumer_kernel<<<grid, producers + width>>>(out, in, rows, cols);
}
