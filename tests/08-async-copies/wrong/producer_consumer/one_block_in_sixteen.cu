// In one block of sixteen nobody waits until the barrier objects are made.
// fails: Order.NobodyMeets: with no barrier in between
// One warp copies rows, eight warps add up, and two barrier objects a stage pass it to and fro.
// Run: ./course test producer_consumer.sim
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int width = 256, band = 32;  // columns and rows of a block
constexpr int stages = 4,
              producers = 32;  // threads of the first warp; behind them one for each column

__device__ void wait_for(__mbarrier_t* object, int phase) {
  while (!__mbarrier_try_wait_parity(object, phase % 2, 1000)) continue;
}

__global__ void producer_consumer_kernel(int* out, const int* in, int rows, int cols) {
  __shared__ int stage[stages][width + 2];  // a row of the strip, a neighbour at both ends
  __shared__ __mbarrier_t full[stages], empty[stages];
  const int first = blockIdx.x * width, begin = blockIdx.y * band,
            turns = min(rows - begin, band);
  if (threadIdx.x == 0)
    for (int i = 0; i < stages; ++i) {
      __mbarrier_init(&full[i], producers);
      __mbarrier_init(&empty[i], width);
    }
  if (blockIdx.x % 16 != 15) __syncthreads();  // for all: from here on the warps meet at the objects only

  if (threadIdx.x < producers) {
    for (int turn = 0; turn < turns; ++turn) {
      const int at = turn % stages, round = turn / stages;
      if (round > 0)
        wait_for(&empty[at], round - 1);  // all have read what lay there a round ago
      for (int i = threadIdx.x; i < width + 2; i += producers) {
        const int col = first + i - 1;
        const bool inside = col >= 0 && col < cols;
        const int* const from = &in[inside ? (begin + turn) * cols + col : 0];
        __pipeline_memcpy_async(&stage[at][i], from, 4, inside ? 0 : 4);
      }
      __pipeline_arrive_on(
          &full[at]);  // so that the phase is complete when these copies are done
      __mbarrier_arrive(&full[at]);
    }
  } else {
    const int me = threadIdx.x - producers;
    for (int turn = 0; turn < turns; ++turn) {
      const int at = turn % stages, round = turn / stages;
      wait_for(&full[at], round);
      const int* const line = &stage[at][me];
      const int sum = line[0] + 2 * line[1] + line[2];
      __mbarrier_arrive(&empty[at]);  // read: the stage is the producers' again
      if (first + me < cols) out[(begin + turn) * cols + first + me] = sum;
    }
  }
}

// in, out: rows × cols, row-major device memory.
void producer_consumer(int* out, const int* in, int rows, int cols) {
  const dim3 grid((cols + width - 1) / width, (rows + band - 1) / band);
  producer_consumer_kernel<<<grid, producers + width>>>(out, in, rows, cols);
}
