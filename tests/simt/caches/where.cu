// Which multiprocessor each block of a launch runs on, and when: only a GPU says. A line a block: kernel, block, %smid, begin and
// end in ns of %globaltimer.
#include "caches.cuh"

struct Seen {
  int multiprocessor;
  unsigned long long begun, ended;
};

__device__ unsigned long long now() {
  unsigned long long time;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  return time;
}
__device__ void note_begin(Seen* seen) {
  if (threadIdx.x || threadIdx.y) return;
  Seen& own = seen[blockIdx.y * gridDim.x + blockIdx.x];
  asm volatile("mov.u32 %0, %%smid;" : "=r"(own.multiprocessor));
  own.begun = now();
}
__device__ void note_end(Seen* seen) {
  if (threadIdx.x == 0 && threadIdx.y == 0) seen[blockIdx.y * gridDim.x + blockIdx.x].ended = now();
}
__global__ void copied(Seen* seen, float* out, const float* in) {
  note_begin(seen);
  out[index()] = in[index()];
  note_end(seen);
}
__global__ void five_points(Seen* seen, float* out, const float* in, int width, int height) {
  note_begin(seen);
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const size_t i = size_t(y) * width + x;
  if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
    out[i] = in[i] + in[i - 1] + in[i + 1] + in[i - width] + in[i + width];
  note_end(seen);
}
template <int tile>
__global__ void by_squares(Seen* seen, float* c, const float* a, const float* b, int inner, int cols) {
  note_begin(seen);
  __shared__ float of_a[tile][tile], of_b[tile][tile + 1];
  const int row = blockIdx.y * tile + threadIdx.y, col = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < inner; k += tile) {
    of_a[threadIdx.y][threadIdx.x] = a[size_t(row) * inner + k + threadIdx.x];
    of_b[threadIdx.y][threadIdx.x] = b[size_t(k + threadIdx.y) * cols + col];
    __syncthreads();
    for (int i = 0; i < tile; ++i) sum += of_a[threadIdx.y][i] * of_b[i][threadIdx.x];
    __syncthreads();
  }
  c[size_t(row) * cols + col] = sum;
  note_end(seen);
}

template <typename... Parameters, typename... Arguments>
void run(const char* name, void (*kernel)(Seen*, Parameters...), dim3 grid, dim3 block, Arguments... arguments) {
  const size_t blocks = size_t(grid.x) * grid.y;
  Seen* seen = zeros<Seen>(blocks);
  for (int i = 0; i < 2; ++i) kernel<<<grid, block>>>(seen, arguments...);
  require(cudaDeviceSynchronize());
  Seen* here = new Seen[blocks];
  require(cudaMemcpy(here, seen, sizeof(Seen) * blocks, cudaMemcpyDeviceToHost));
  unsigned long long first = here[0].begun;
  for (size_t i = 0; i < blocks; ++i) first = here[i].begun < first ? here[i].begun : first;
  for (size_t i = 0; i < blocks; ++i)
    printf("%s,%zu,%d,%llu,%llu\n", name, i, here[i].multiprocessor, here[i].begun - first, here[i].ended - first);
}

int main() {
  float *a = zeros<float>(1 << 22), *b = zeros<float>(1 << 22), *c = zeros<float>(1 << 22);
  printf("kernel,block,multiprocessor,begun,ended\n");
  run("copied by 256", copied, dim3(4096), dim3(256), a, b);
  run("five points by 16x16", five_points, dim3(128, 64), dim3(16, 16), a, b, 2048, 1024);
  run("five points by 32x32", five_points, dim3(64, 32), dim3(32, 32), a, b, 2048, 1024);
  run("tiles of 32", by_squares<32>, dim3(24, 24), dim3(32, 32), c, a, b, 256, 768);
  run("tiles of 16", by_squares<16>, dim3(40, 32), dim3(16, 16), c, a, b, 512, 640);
  return finish();
}
