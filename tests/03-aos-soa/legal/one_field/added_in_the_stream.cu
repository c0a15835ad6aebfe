// A partial sum for each block goes to page-locked memory; a function of the host's, put into the stream, adds those few.
// Legal: such a function may work on the host's memory. It calls nothing of CUDA's.
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};
constexpr int block = 256, most_blocks = 48;
struct Sums {
  int of_block[most_blocks], total;
};

__global__ void sums_kernel(int* sums, const int* c, int step, int count) {
  __shared__ int values[block];
  int sum = 0;
  for (int i = blockIdx.x * block + threadIdx.x; i < count; i += gridDim.x * block) sum += c[(size_t)i * step];
  values[threadIdx.x] = sum;
  for (int half = block / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = values[0];
}

static void add(void* at) {
  Sums& sums = *static_cast<Sums*>(at);
  sums.total = 0;
  for (const int sum : sums.of_block) sums.total += sum;
}

static void add_up(int* sum, const int* c, int step, int count) {
  const int blocks = min(most_blocks, (count + block - 1) / block);
  Sums* sums = nullptr;
  cudaMallocHost(&sums, sizeof *sums);
  *sums = {};
  sums_kernel<<<blocks, block>>>(sums->of_block, c, step, count);
  cudaLaunchHostFunc(nullptr, add, sums);
  cudaMemcpyAsync(sum, &sums->total, sizeof(int), cudaMemcpyHostToDevice, nullptr);
  cudaDeviceSynchronize();
  cudaFreeHost(sums);
}

void one_field_soa(int* sum, Arrays in, int count) { add_up(sum, in.c, 1, count); }
void one_field_aos(int* sum, const Item* in, int count) { add_up(sum, &in->c, 4, count); }
