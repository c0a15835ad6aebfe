// Bulk copies as libcu++ has them: cuda::device::memcpy_async_tx, cuda::device::barrier_arrive_tx and cuda::ptx. Right, and
// with one mistake each.
// environment: SIMT_CHECK=race,uninitialized
// prints: none 128 129
// prints: plain arrival 0 0
// prints: twice as many bytes 0 0 and an error
// prints: no wait 0 0
// prints: no fence 128 129
// prints: left on its way 128 129
// expect: race shared line 48 says "async_libcu.cu line 48, while an asynchronous copy of block (0,0), thread (0,0), async_libcu"
// expect: sync shared line 40 says "async_libcu.cu line 40, and the block ends while it may still write the shared array tile at"
// expect: sync line 47 says "async_libcu.cu line 47, for ever: phase 0 has all its arrivals, but 1024 bytes were announce"
// expect: race shared line 48 says "async_libcu.cu line 48, while its own asynchronous copy, async_libcu.cu line 40 may still wr"
// expect: sync shared line 40 says "async_libcu.cu line 40, and the block ends while it may still write the shared array tile at"
// expect: race shared line 52 says "async_libcu.cu line 52, and block (0,0), thread (0,0) has written it, async_libcu.cu line 48"
// expect: sync shared line 52 says "async_libcu.cu line 52, and the block ends while it may still read the shared array turned a"
#include <cstdio>
#include <cuda/barrier>
#include <cuda/ptx>

enum Mistake { none, plain_arrival, twice_as_many_bytes, no_wait, no_fence, left_on_its_way };

constexpr int width = 128;
using Barrier = cuda::barrier<cuda::thread_scope_block>;
namespace ptx = cuda::ptx;

template <Mistake mistake>
__global__ void reversed(const int* in, int* out) {
  __shared__ alignas(128) int tile[width];
  __shared__ alignas(128) int turned[width];
  __shared__ Barrier full;
  const int me = threadIdx.x;
  if (me == 0) {
    init(&full, width);
    ptx::fence_proxy_async(ptx::space_shared);
  }
  __syncthreads();
  Barrier::arrival_token token;
  if (me == 0) {
    cuda::device::memcpy_async_tx(tile, in + blockIdx.x * width, cuda::aligned_size_t<16>(sizeof tile), full);
    token = mistake == plain_arrival
                ? full.arrive()
                : cuda::device::barrier_arrive_tx(full, 1, sizeof tile * (mistake == twice_as_many_bytes ? 2 : 1));
  } else {
    token = full.arrive();
  }
  if (mistake != no_wait) full.wait(std::move(token));
  turned[me] = tile[width - 1 - me];
  if (mistake != no_fence) ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (me) return;
  ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + blockIdx.x * width, turned, sizeof turned);
  ptx::cp_async_bulk_commit_group();
  if (mistake != left_on_its_way) ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
}

int main() {
  // Each with a device that has seen no error.
  const auto run = [&](const char* name, void (*kernel)(const int*, int*)) {
    int *in, *out;
    cudaMallocManaged(&in, 2 * width * sizeof(int));
    cudaMallocManaged(&out, 2 * width * sizeof(int));
    for (int i = 0; i < 2 * width; ++i) in[i] = i + 1;
    kernel<<<2, width>>>(in, out);
    const cudaError_t error = cudaDeviceSynchronize();
    printf("%s %d %d%s\n", name, out[0], out[2 * width - 1], error ? " and an error" : "");
    cudaDeviceReset();
  };
  run("none", reversed<none>);
  run("plain arrival", reversed<plain_arrival>);
  run("twice as many bytes", reversed<twice_as_many_bytes>);
  run("no wait", reversed<no_wait>);
  run("no fence", reversed<no_fence>);
  run("left on its way", reversed<left_on_its_way>);
}
