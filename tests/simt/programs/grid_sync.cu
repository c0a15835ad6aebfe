// A cooperative launch: blocks hand results to each other over grid.sync(), keep their shared memory meanwhile, and nothing
// of it is a race. Works by runtime, by attribute and with as many blocks as fit.
// environment: SIMT_CHECK=all
// prints: cooperative 1, blocks that fit 528
// prints: sum 8386560 in every block, no error
// prints: diffused 1.000000 at most, 1024.000000 in all
// prints: by attribute 8386560
// prints: 528 blocks of 512: 36540641280
// prints: 529 blocks: cudaErrorCooperativeLaunchTooLarge too many blocks in cooperative launch
// expect: invalid-configuration says "528 of these fit (4 on each of 132 multiprocessors), this grid has 529"
// counts: total l1tex__t_requests_pipe_lsu_mem_global_op_st.sum 32
#include <cooperative_groups.h>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

// Every block sums its part, then every block sums the parts.
__global__ void total(const int* in, int n, long long* parts, long long* sums) {
  __shared__ long long cache[256];
  const cg::grid_group grid = cg::this_grid();
  long long sum = 0;
  for (int i = int(grid.thread_rank()); i < n; i += int(grid.size())) sum += in[i];
  cache[threadIdx.x] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) cache[threadIdx.x] += cache[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) parts[blockIdx.x] = cache[0];
  grid.sync();
  // Still this block's own.
  if (threadIdx.x == 0) {
    long long all = parts[blockIdx.x] == cache[0] ? 0 : -1;
    for (unsigned block = 0; block < gridDim.x; ++block) all += parts[block];
    sums[blockIdx.x] = all;
  }
}

// Many rounds over two arrays; each round reads what other blocks wrote in the last.
__global__ void diffuse(float* from, float* to, int n, int rounds) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
    if (i < n) to[i] = (from[(i + n - 1) % n] + 2 * from[i] + from[(i + 1) % n]) / 4;
    cg::sync(cg::this_grid());
    float* swap = from;
    from = to;
    to = swap;
  }
}

__global__ void many(unsigned long long* sum, unsigned long long* copies) {
  auto grid = cg::this_grid();
  atomicAdd(sum, grid.thread_rank() % 512 + grid.block_rank() * 512 + (grid.is_valid() ? 0 : 1));
  grid.sync();
  if (threadIdx.x == 0) copies[blockIdx.x] = *sum;
}

int main() {
  int cooperative = 0, per_sm = 0;
  cudaDeviceGetAttribute(&cooperative, cudaDevAttrCooperativeLaunch, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, many, 512, 0);
  printf("cooperative %d, blocks that fit %d\n", cooperative, per_sm * 132);

  int n = 4096, rounds = 9;
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i) host[i] = i;
  int* in;
  long long *parts, *sums, result[16];
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&parts, sizeof result);
  cudaMalloc(&sums, sizeof result);
  cudaMemcpy(in, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  void* arguments[] = {&in, &n, &parts, &sums};
  const cudaError_t error = cudaLaunchCooperativeKernel(total, 16, 256, arguments, 0, nullptr);
  cudaMemcpy(result, sums, sizeof result, cudaMemcpyDeviceToHost);
  bool same = true;
  for (long long sum : result) same &= sum == result[0];
  printf("sum %lld %s, %s\n", result[0], same ? "in every block" : "DIFFERS", cudaGetErrorString(error));

  float *a, *b;
  std::vector<float> values(1024, 1.0f);
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  cudaMemcpy(a, values.data(), 4096, cudaMemcpyHostToDevice);
  int count = 1024;
  void* diffusion[] = {&a, &b, &count, &rounds};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(diffuse), dim3(8), dim3(128), diffusion);
  cudaMemcpy(values.data(), b, 4096, cudaMemcpyDeviceToHost);
  float most = 0, all = 0;
  for (float value : values) most = value > most ? value : most, all += value;
  printf("diffused %f at most, %f in all\n", most, all);

  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(16);
  config.blockDim = dim3(256);
  config.attrs = &attribute;
  config.numAttrs = 1;
  cudaMemset(sums, 0, sizeof result);
  cudaLaunchKernelEx(&config, total, (const int*)in, n, parts, sums);
  cudaMemcpy(result, sums, sizeof result, cudaMemcpyDeviceToHost);
  printf("by attribute %lld\n", result[15]);

  unsigned long long *sum, *copies, last;
  cudaMalloc(&sum, 8);
  cudaMemset(sum, 0, 8);
  cudaMalloc(&copies, 529 * 8);
  void* of_many[] = {&sum, &copies};
  cudaLaunchCooperativeKernel(many, 528, 512, of_many);
  cudaMemcpy(&last, copies + 527, 8, cudaMemcpyDeviceToHost);
  printf("528 blocks of 512: %llu\n", last);
  const cudaError_t too_many = cudaLaunchCooperativeKernel(many, 529, 512, of_many);
  printf("529 blocks: %s %s\n", cudaGetErrorName(too_many), cudaGetErrorString(too_many));
}
