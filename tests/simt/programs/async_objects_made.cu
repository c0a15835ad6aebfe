// Barrier objects: one thread makes each, and what comes behind that is behind a barrier. A bulk copy that the same thread begins
// needs a fence or a barrier in front. Right, and with one mistake each.
// environment: SIMT_CHECK=race,uninitialized
// prints: one makes 63 0
// prints: group meets 63 0
// prints: each makes one 63 0
// prints: made again 189 0
// prints: all make 63 0
// prints: all make by init 63 0
// prints: fence of proxies 63 0
// prints: fence of objects 63 0
// prints: barrier alone 63 0
// prints: warp's barrier 63 0
// prints: nothing 63 0
// prints: only a memory fence 63 0
// prints: another copies 63 0
// expect: race shared line 43 says "writes the shared array objects at byte 0, async_objects_made.cu line 43, and block (0,0), thread (0,0) has written it, async_objects_made.cu line 43, with no barrier in between: both initialise an mbarrier"
// expect: race shared line 47 says "writes the shared array other at byte 0, async_objects_made.cu line 47, and block (0,0), thread (0,0) has written it, async_objects_made.cu line 47, with no barrier in between: both initialise an mbarrier"
// expect: race shared line 88 thread (0,0,0) says "and it has initialised the mbarrier that counts it, the shared array full at byte 0, async_objects_made.cu line 96, with neither fence"
// expect: race shared line 88 thread (0,0,0) says "and it has initialised the mbarrier that counts it, the shared array full at byte 0, async_objects_made.cu line 96, with neither fence"
// expect: race shared line 88 thread (1,0,0) says "and block (0,0), thread (0,0) has initialised the mbarrier that counts it, the shared array full at byte 0, async_objects_made.cu line 96, with no barrier"
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int width = 64;

enum Case { one_makes, group_meets, each_makes_one, made_again, all_make, all_make_by_init };

template <Case which>
__global__ void meets(int* out) {
  __shared__ std::uint64_t objects[width];
  __shared__ Barrier other;
  __shared__ int numbers[width];
  const int me = threadIdx.x;
  std::uint64_t* const object = objects + (which == each_makes_one ? 5 : 0);
  if (which == all_make) {
    ptx::mbarrier_init(object, width);
  } else if (which == each_makes_one) {
    ptx::mbarrier_init(objects + me, width);
  } else if (which == all_make_by_init) {
    init(&other, width);
  } else if (me == 0) {
    ptx::mbarrier_init(object, width);
    init(&other, width);
  }
  if (which == group_meets) cg::this_thread_block().sync();
  else __syncthreads();
  numbers[me] = me;
  int sum = 0;
  if (which == all_make_by_init) {
    other.arrive_and_wait();
  } else {
    ptx::mbarrier_arrive(object);
    while (!ptx::mbarrier_try_wait_parity(object, 0)) {
    }
  }
  sum += numbers[width - 1 - me];
  if (which == made_again) {
    __syncthreads();
    if (me == 1) ptx::mbarrier_init(object, width);
    __syncthreads();
    numbers[me] = 2 * me;
    ptx::mbarrier_arrive(object);
    while (!ptx::mbarrier_try_wait_parity(object, 0)) {
    }
    sum += numbers[width - 1 - me];
  }
  out[me] = sum;
}

enum Between {
  fence_of_proxies,
  fence_of_objects,
  barrier_alone,
  warps_barrier,
  nothing,
  only_a_memory_fence,
  another_copies
};

__device__ void fetch(int* tile, const int* in, std::uint64_t* full) {
  ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, width * sizeof(int), full);
}

template <Between between>
__global__ void fetches(const int* in, int* out) {
  __shared__ alignas(16) int tile[width];
  __shared__ std::uint64_t full;
  const int me = threadIdx.x;
  if (me == 0) ptx::mbarrier_init(&full, 1);
  if (between == barrier_alone) __syncthreads();
  if (between == warps_barrier) __syncwarp();
  if (me == 0) {
    if (between == fence_of_proxies) ptx::fence_proxy_async(ptx::space_shared);
    if (between == fence_of_objects) ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    if (between == only_a_memory_fence) __threadfence_block();
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full, sizeof tile);
  }
  if (me == 0 && between != another_copies) fetch(tile, in, &full);
  if (me == 1 && between == another_copies) fetch(tile, in, &full);
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(&full, 0)) {
  }
  out[me] = tile[width - 1 - me];
}

int main() {
  int host[width], *in, *out;
  for (int i = 0; i < width; ++i) host[i] = i;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  const auto told = [&](const char* name) {
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    std::printf("%s %d %d\n", name, host[0], host[width - 1]);
  };
  meets<one_makes><<<1, width>>>(out), told("one makes");
  meets<group_meets><<<1, width>>>(out), told("group meets");
  meets<each_makes_one><<<1, width>>>(out), told("each makes one");
  meets<made_again><<<1, width>>>(out), told("made again");
  meets<all_make><<<1, width>>>(out), told("all make");
  meets<all_make_by_init><<<1, width>>>(out), told("all make by init");
  fetches<fence_of_proxies><<<1, width>>>(in, out), told("fence of proxies");
  fetches<fence_of_objects><<<1, width>>>(in, out), told("fence of objects");
  fetches<barrier_alone><<<1, width>>>(in, out), told("barrier alone");
  fetches<warps_barrier><<<1, width>>>(in, out), told("warp's barrier");
  fetches<nothing><<<1, width>>>(in, out), told("nothing");
  fetches<only_a_memory_fence><<<1, width>>>(in, out), told("only a memory fence");
  fetches<another_copies><<<1, width>>>(in, out), told("another copies");
  cudaFree(in);
  cudaFree(out);
}
