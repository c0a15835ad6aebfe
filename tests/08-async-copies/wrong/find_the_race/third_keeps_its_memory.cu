// The third one reads a copy of in, whose memory stays.
// fails: Third.Right: bytes of device memory
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

constexpr int width = 256, band = 16;  // columns and rows of a block
// Begins the copies of a row of the strip, with a neighbour at both ends; zeros beyond it.
__device__ void fetch(int* stage, const int* in, int row, int cols) {
  for (int i = threadIdx.x; i < width + 2; i += width) {
    const int col = blockIdx.x * width + i - 1;
    const bool inside = col >= 0 && col < cols;
    __pipeline_memcpy_async(&stage[i], &in[inside ? row * cols + col : 0], 4, inside ? 0 : 4);
  }
}
__device__ void put(int* out, const int* stage, int row, int cols) {
  const int me = threadIdx.x, col = blockIdx.x * width + me;
  if (col < cols) out[row * cols + col] = stage[me] + 2 * stage[me + 1] + stage[me + 2];
}

__global__ void first_kernel(int* out, const int* in, int rows, int cols) {
  __shared__ int stage[2][width + 2];
  const int begin = blockIdx.y * band, end = min(begin + band, rows);
  fetch(stage[begin % 2], in, begin, cols);
  __pipeline_commit();
  for (int row = begin; row < end; ++row) {
    if (row + 1 < end) fetch(stage[(row + 1) % 2], in, row + 1, cols);
    __pipeline_commit();  // an empty group at the end
    __pipeline_wait_prior(1);
    __syncthreads();
    put(out, stage[row % 2], row, cols);
    __syncthreads();
  }
}

__global__ void second_kernel(int* out, const int* in, int rows, int cols) {
  __shared__ int stage[2][width + 2];
  const int begin = blockIdx.y * band, end = min(begin + band, rows);
  fetch(stage[begin % 2], in, begin, cols);
  __pipeline_commit();
  for (int row = begin; row < end; ++row) {
    if (row + 1 < end) fetch(stage[(row + 1) % 2], in, row + 1, cols);
    __pipeline_commit();
    __pipeline_wait_prior(1);  // each thread for its own copies …
    __syncthreads();           // … and then for each other: now all of the row is there
    put(out, stage[row % 2], row, cols);
    __syncthreads();
  }
}

__global__ void third_kernel(int* out, const int* in, int rows, int cols) {
  __shared__ int stage[3][width + 2];
  const int begin = blockIdx.y * band, end = min(begin + band, rows);
  for (int row = begin; row < begin + 2; ++row) {
    if (row < end) fetch(stage[row % 3], in, row, cols);
    __pipeline_commit();
  }
  for (int row = begin; row < end; ++row) {
    __pipeline_wait_prior(1);
    __syncthreads();  // all have read the row before: its stage may be written again
    if (row + 2 < end) fetch(stage[(row + 2) % 3], in, row + 2, cols);
    __pipeline_commit();
    put(out, stage[row % 3], row, cols);
  }
}

// A barrier object for each stage: its phase is complete when the copies of all are done.
__global__ void fourth_kernel(int* out, const int* in, int rows, int cols) {
  __shared__ int stage[2][width + 2];
  __shared__ __mbarrier_t full[2];
  const int begin = blockIdx.y * band, turns = min(begin + band, rows) - begin;
  if (threadIdx.x < 2) __mbarrier_init(&full[threadIdx.x], width);
  __syncthreads();
  const auto bring = [&](int turn) {
    if (turn >= turns) return;
    fetch(stage[turn % 2], in, begin + turn, cols);
    __pipeline_arrive_on(&full[turn % 2]);
    __mbarrier_arrive(&full[turn % 2]);
  };
  bring(0);
  for (int turn = 0; turn < turns; ++turn) {
    bring(turn + 1);
    // A stage is filled, and its object goes on by a phase, every second turn.
    while (!__mbarrier_test_wait_parity(&full[turn % 2], turn / 2 % 2)) continue;
    put(out, stage[turn % 2], begin + turn, cols);
    __syncthreads();
  }
}

__global__ void fifth_kernel(int* out, const int* in, int rows, int cols) {
  __shared__ int stage[2][width + 2];
  const int begin = blockIdx.y * band, end = min(begin + band, rows);
  fetch(stage[begin % 2], in, begin, cols);
  __pipeline_commit();
  for (int row = begin; row < end; ++row) {
    if (row + 1 < end) fetch(stage[(row + 1) % 2], in, row + 1, cols);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    put(out, stage[row % 2], row, cols);
    __syncthreads();  // of the block: the next turn's copies come from all warps
  }
}
dim3 grid(int rows, int cols) {
  return dim3((cols + width - 1) / width, (rows + band - 1) / band);
}
void first_sums(int* out, const int* in, int rows, int cols) {
  first_kernel<<<grid(rows, cols), width>>>(out, in, rows, cols);
}
void second_sums(int* out, const int* in, int rows, int cols) {
  second_kernel<<<grid(rows, cols), width>>>(out, in, rows, cols);
}
void third_sums(int* out, const int* in, int rows, int cols) {
  int* copy = nullptr;
  const std::size_t bytes = std::size_t(rows) * cols * sizeof(int);
  cudaMalloc(&copy, bytes);
  cudaMemcpy(copy, in, bytes, cudaMemcpyDeviceToDevice);
  third_kernel<<<grid(rows, cols), width>>>(out, copy, rows, cols);
}
void fourth_sums(int* out, const int* in, int rows, int cols) {
  fourth_kernel<<<grid(rows, cols), width>>>(out, in, rows, cols);
}
void fifth_sums(int* out, const int* in, int rows, int cols) {
  fifth_kernel<<<grid(rows, cols), width>>>(out, in, rows, cols);
}
