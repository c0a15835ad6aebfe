// Bulk copies into shared memory that threads have used before: those that have written it need a fence.proxy.async in between.
// Right, and with one mistake each.
// environment: SIMT_CHECK=race,uninitialized
// prints: only read, or beside it 8829
// prints: writers have a fence 8829
// prints: copier has a fence 8829
// prints: made by init alone 8829
// prints: cleared before 8829
// prints: fence in front 8829
// prints: cleared between copies 8829
// expect: race shared line 56 says "writes the shared array tile at byte 16, async_fences.cu line 56, and block (0,0), thread (4,0) has written it, async_fences.cu line 49, with no fence"
// expect: race shared line 56 says "writes the shared array tile at byte 16, async_fences.cu line 56, and block (0,0), thread (4,0) has written it, async_fences.cu line 49, with no fence"
// expect: race shared line 56 says "writes the shared array tile at byte 16, async_fences.cu line 56, and block (0,0), thread (0,0) has written it, async_fences.cu line 67, with no fence"
#include <cstdio>
#include <cuda/barrier>
#include <cuda/ptx>

enum Case {
  only_read_or_beside_it,
  writers_have_a_fence,
  copier_has_a_fence,
  made_by_init_alone,
  cleared_before,
  fence_in_front,
  cleared_between_copies
};

constexpr int width = 64, halo = 4, rounds = 3;
using Barrier = cuda::barrier<cuda::thread_scope_block>;
namespace ptx = cuda::ptx;

__device__ void fence() { ptx::fence_proxy_async(ptx::space_shared); }

// Each round takes a row in, with zeros at both ends, and adds each element to its neighbours.
template <Case which>
__global__ void smoothed(const int* in, int* out) {
  __shared__ alignas(16) int tile[halo + width + halo];
  __shared__ Barrier full;
  const int me = threadIdx.x;
  constexpr bool clears_all = which == writers_have_a_fence || which == copier_has_a_fence || which == cleared_before ||
                              which == fence_in_front;
  if (me == 0) {
    init(&full, width);
    // libcu++'s own example has none here.
    if (which != made_by_init_alone) fence();
  }
  if (which == fence_in_front) fence();
  for (int i = me; i < halo + width + halo; i += width)
    if (clears_all || i < halo || i >= halo + width) tile[i] = 0;
  if (which == writers_have_a_fence) fence();
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    Barrier::arrival_token token;
    if (me == 0) {
      if (which == copier_has_a_fence) fence();
      cuda::device::memcpy_async_tx(
          tile + halo, in + round * width, cuda::aligned_size_t<16>(width * sizeof(int)), full);
      token = cuda::device::barrier_arrive_tx(full, 1, width * sizeof(int));
    } else {
      token = full.arrive();
    }
    full.wait(std::move(token));
    const int at = halo + me;
    out[round * width + me] = tile[at - 1] + tile[at] + tile[at + 1];
    __syncthreads();
    if (which == cleared_between_copies) {
      tile[halo + me] = 0;
      __syncthreads();
    }
  }
}

template <Case which>
void run(const char* name, int* in, int* out) {
  cudaMemset(out, 0, rounds * width * sizeof(int));
  smoothed<which><<<1, width>>>(in, out);
  int host[rounds * width];
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int one : host) sum += one;
  std::printf("%s %d\n", name, sum);
}

int main() {
  int host[rounds * width], *in, *out;
  for (int i = 0; i < rounds * width; ++i) host[i] = i % 33;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  run<only_read_or_beside_it>("only read, or beside it", in, out);
  run<writers_have_a_fence>("writers have a fence", in, out);
  run<copier_has_a_fence>("copier has a fence", in, out);
  run<made_by_init_alone>("made by init alone", in, out);
  run<cleared_before>("cleared before", in, out);
  run<fence_in_front>("fence in front", in, out);
  run<cleared_between_copies>("cleared between copies", in, out);
  cudaFree(in);
  cudaFree(out);
}
