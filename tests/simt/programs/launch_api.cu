// Launches by function: typed and by bare address, templates and overloads, with attributes; occupancy and what is known
// of a kernel. What is printed is what an H200 prints.
// expect: invalid-configuration says "a block has at most 1024 threads"
// prints: 300 no error
// prints: 95 no error
// prints: 17
// prints: 6 4
// prints: 32 threads: 32 7
// prints: 64 threads: 32 7
// prints: 96 threads: 21 7
// prints: 256 threads: 8 7
// prints: 512 threads: 4 4
// prints: 768 threads: 2 2
// prints: 1024 threads: 2 2
// prints: 528 x 1024, 512
// prints: 256 shared, 1024 threads, 48896
// prints: 2 no error
// prints: invalid resource handle
// prints: invalid argument
// prints: invalid argument
#include <cstdio>

__global__ void scale(float* data, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= factor;
}
template <typename T, int step>
__global__ void add(T* data, T what, int n) {
  for (int i = (blockIdx.x * blockDim.x + threadIdx.x) * step; i < n; i += gridDim.x * blockDim.x * step) data[i] += what;
}
namespace tools {
static __global__ void sum(const float* data, float* out, int n) {
  __shared__ float parts[64];
  float mine = 0;
  for (int i = threadIdx.x; i < n; i += 64) mine += data[i];
  parts[threadIdx.x] = mine;
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (int(threadIdx.x) < half) parts[threadIdx.x] += parts[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) *out = parts[0];
}
__global__ void sum(int* out) { *out = 17; }
}  // namespace tools
__global__ void dynamic(int* out) {
  extern __shared__ int room[];
  room[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) *out = room[blockDim.x - 1];
}
struct Big {
  double values[4];
};
__global__ void takes(Big big, Big* out, char c) { out[0] = big, out[0].values[0] += c; }

int main() {
  constexpr int n = 100;
  float *data, *total, host = 0;
  int* number;
  cudaMalloc(&data, n * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  cudaMalloc(&number, sizeof(int));
  cudaMemset(data, 0, n * sizeof(float));

  float one = 1, factor = 3;
  int count = n;
  void* to_add[] = {&data, &one, &count};
  cudaError_t error = cudaLaunchKernel((void*)add<float, 1>, dim3(2), dim3(64), to_add, 0, nullptr);
  void* to_scale[] = {&data, &factor, &count};
  if (!error) error = cudaLaunchKernel(scale, 2, 64, to_scale);
  void* to_sum[] = {&data, &total, &count};
  if (!error) error = cudaLaunchKernel((const void*)static_cast<void (*)(const float*, float*, int)>(tools::sum), 1, 64, to_sum, 0, 0);
  cudaMemcpy(&host, total, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g %s\n", host, cudaGetErrorString(error));

  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 96;
  config.dynamicSmemBytes = 96 * sizeof(int);
  error = cudaLaunchKernelEx(&config, dynamic, number);
  int integer = 0;
  cudaMemcpy(&integer, number, sizeof integer, cudaMemcpyDeviceToHost);
  printf("%d %s\n", integer, cudaGetErrorString(error));
  config.blockDim = 1;
  config.dynamicSmemBytes = 0;
  cudaLaunchKernelEx(&config, static_cast<void (*)(int*)>(tools::sum), number);
  cudaMemcpy(&integer, number, sizeof integer, cudaMemcpyDeviceToHost);
  printf("%d\n", integer);

  Big big = {{1, 2, 3, 4}}, *device_big;
  cudaMalloc(&device_big, sizeof big);
  char c = 5;
  void* to_take[] = {&big, &device_big, &c};
  cudaLaunchKernel((void*)takes, 1, 1, to_take, 0, 0);
  cudaMemcpy(&big, device_big, sizeof big, cudaMemcpyDeviceToHost);
  printf("%g %g\n", big.values[0], big.values[3]);

  for (int threads : {32, 64, 96, 256, 512, 768, 1024}) {
    int blocks = 0, more = 0;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, threads, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&more, dynamic, threads, 30000);
    printf("%d threads: %d %d\n", threads, blocks, more);
  }
  int grid = 0, block = 0, most = 0;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, scale, 0, 0);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &most, dynamic, [](int threads) { return threads * 96; });
  printf("%d x %d, %d\n", grid, block, most);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, static_cast<void (*)(const float*, float*, int)>(tools::sum));
  printf("%zu shared, %d threads, %d\n", attributes.sharedSizeBytes, attributes.maxThreadsPerBlock, attributes.maxDynamicSharedSizeBytes);
  cudaFuncSetCacheConfig(scale, cudaFuncCachePreferL1);
  cudaFuncSetAttribute(dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
  error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&most, dynamic, 128, 100000);
  printf("%d %s\n", most, cudaGetErrorString(error));
  error = cudaLaunchKernel((void*)&host, 1, 1, to_take, 0, 0);
  printf("%s\n", cudaGetErrorString(error));
  error = cudaLaunchKernel(scale, 1, 2000, to_scale);
  printf("%s\n", cudaGetErrorString(error));
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
