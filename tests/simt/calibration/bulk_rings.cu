// Held out: bulk copies in rings of buffers, there and back, and between the blocks of a cluster.
#include <cooperative_groups.h>

#include <cuda/barrier>

#include <cstdint>

#include "results.cuh"

namespace cg = cooperative_groups;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__device__ unsigned number_of(const void* p) { return unsigned(__cvta_generic_to_shared(p)); }
__device__ void begin(uint64_t* full, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(number_of(full)), "r"(bytes) : "memory");
}
__device__ void fetch(void* to, const void* from, int bytes, uint64_t* full) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                   number_of(to)),
      "l"(from), "r"(bytes), "r"(number_of(full))
      : "memory");
}
__device__ void init_one(uint64_t* full, int count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(number_of(full)), "r"(count) : "memory");
}
__device__ void await(uint64_t* full, int parity) {
  int done = 0;
  while (!done)
    asm volatile(
        "{\n .reg .pred p;\n mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n selp.b32 %0, 1, 0, p;\n}\n"
        : "=r"(done)
        : "r"(number_of(full)), "r"(parity)
        : "memory");
}

template <int stages>
__global__ void ring(float* out, const float* in, int tiles) {
  __shared__ alignas(128) float s[stages][256];
  __shared__ uint64_t full[stages];
  const int t = threadIdx.x;
  const float* mine = in + blockIdx.x * tiles * 256;
  if (t == 0) {
    for (int k = 0; k < stages; ++k) init_one(&full[k], 1);
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    for (int k = 0; k < stages && k < tiles; ++k) begin(&full[k], 1024), fetch(s[k], mine + k * 256, 1024, &full[k]);
  }
  __syncthreads();
  float sum = 0;
  for (int tile = 0; tile < tiles; ++tile) {
    const int k = tile % stages;
    await(&full[k], tile / stages & 1);
    sum += s[k][t] + s[k][255 - t];
    __syncthreads();
    if (t == 0 && tile + stages < tiles) {
      begin(&full[k], 1024);
      fetch(s[k], mine + (tile + stages) * 256, 1024, &full[k]);
    }
  }
  out[blockIdx.x * blockDim.x + t] = sum;
}

// As NVIDIA's guide has it: by cuda::barrier, there and back.
__global__ void there_and_back(int* data, int n) {
  __shared__ alignas(128) int s[512];
  __shared__ barrier full;
  const int first = blockIdx.x * 512;
  if (threadIdx.x == 0) {
    init(&full, blockDim.x);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::memcpy_async(s, data + first, cuda::aligned_size_t<16>(sizeof s), full);
    token = full.arrive();
  } else {
    token = full.arrive();
  }
  full.wait(std::move(token));
  for (int i = threadIdx.x; i < 512; i += blockDim.x) s[i] += 1;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(data + first), "r"(number_of(s)),
        "r"(int(sizeof s))
        : "memory");
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}

// Rows of a matrix, a bulk copy each by a lane of its own.
__global__ void rows(int* out, const int* in, int pitch, int bytes) {
  __shared__ alignas(128) int s[32][68];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    init_one(&full, 1);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    begin(&full, 32 * bytes);
  }
  __syncthreads();
  if (t < 32) fetch(s[t], in + t * pitch, bytes, &full);
  await(&full, 0);
  int sum = 0;
  for (int k = 0; k < bytes / 4; k += 4) sum += s[t % 32][k + t / 32];
  out[t] = sum;
}

__global__ void __cluster_dims__(4, 1, 1) all_to_all(int* out, const int* in) {
  __shared__ alignas(128) int mine[256];
  __shared__ alignas(128) int theirs[4][64];
  __shared__ uint64_t full;
  const auto cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank();
  const int t = threadIdx.x;
  mine[t] = in[blockIdx.x * 256 + t] * 3;
  if (t == 0) {
    init_one(&full, 1);
    begin(&full, 4 * 256);
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  cluster.sync();
  if (t < 4)
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     number_of(cluster.map_shared_rank(theirs[rank], t))),
        "r"(number_of(mine + 64 * t)), "r"(256), "r"(number_of(cluster.map_shared_rank(&full, t)))
        : "memory");
  await(&full, 0);
  out[blockIdx.x * 256 + t] = theirs[t / 64][t % 64];
  cluster.sync();
}

int main() {
  constexpr int n = 1 << 14;
  float* a = filled<float>(n, [](size_t i) { return float(i * 29 % 41); });
  int* ints = filled<int>(n, [](size_t i) { return int(i * 7 % 1000); });
  float* out = zeros<float>(n);
  measured("ring of 1", out, n, [&] { ring<1><<<2, 256>>>(out, a, 4); });
  measured("ring of 2", out, n, [&] { ring<2><<<2, 256>>>(out, a, 7); });
  measured("ring of 4", out, n, [&] { ring<4><<<2, 128>>>(out, a, 10); });
  measured("there and back", ints, n, [&] { there_and_back<<<4, 128>>>(ints, n); });
  measured("rows of 64 bytes", out, n, [&] { rows<<<1, 128>>>((int*)out, (int*)a, 68, 64); });
  measured("rows of 256 bytes", out, n, [&] { rows<<<1, 128>>>((int*)out, (int*)a, 72, 256); });
  measured("all to all", out, n, [&] { all_to_all<<<8, 256>>>((int*)out, (int*)a); });
  return finish();
}
