// Rows that come by bulk copies into a ring of three stages, are changed, and go by bulk copies, in PTX: right, and with one
// mistake each.
// environment: SIMT_CHECK=race,uninitialized
// prints: none 768
// prints: wrong parity 0
// prints: too few bytes 0 and an error
// prints: no fence 768
// prints: no read wait 288
// prints: no barrier in front of out 768
// prints: no wait for in 0
// prints: misaligned 0 and an error
// expect: race shared line 75 says "async_bulk_ring.cu line 75, while its own asynchronous copy, async_bulk_ring.cu line 65 may"
// expect: race shared line 79 says "async_bulk_ring.cu line 79, while its own asynchronous copy, async_bulk_ring.cu line 65 may"
// expect: race shared line 65 says "async_bulk_ring.cu line 65, and an asynchronous copy of block (0,0), thread (0,0) has writte"
// expect: sync shared line 65 says "async_bulk_ring.cu line 65, and the block ends while it may still write the shared array rin"
// expect: sync line 38 says "async_bulk_ring.cu line 38, for ever: phase 0 has all its arrivals, but 368 bytes were annou"
// expect: race shared line 79 says "async_bulk_ring.cu line 79, and block (0,0), thread (0,0) has written it, async_bulk_ring.cu"
// expect: race shared line 65 says "async_bulk_ring.cu line 65, and block (0,0), thread (0,0) has written it, async_bulk_ring."
// expect: race shared line 65 says "async_bulk_ring.cu line 65, while its own asynchronous copy, async_bulk_ring.cu line 79 may"
// expect: race shared line 75 says "async_bulk_ring.cu line 75, while its own asynchronous copy, async_bulk_ring.cu line 79 may"
// expect: race shared line 75 says "async_bulk_ring.cu line 75, while an asynchronous copy of block (0,0), thread (0,0), async_b"
// expect: race shared line 75 says "async_bulk_ring.cu line 75, while its own asynchronous copy, async_bulk_ring.cu line 65 may"
// expect: race shared line 79 says "async_bulk_ring.cu line 79, while its own asynchronous copy, async_bulk_ring.cu line 65 may"
// expect: race shared line 65 says "async_bulk_ring.cu line 65, and an asynchronous copy of block (0,0), thread (0,0) has writte"
// expect: sync shared line 65 says "async_bulk_ring.cu line 65, and the block ends while it may still write the shared array rin"
// expect: misaligned shared line 65 says "async_bulk_ring.cu line 65: the hardware moves a value only from an address that is a multip"
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

enum Mistake { none, wrong_parity, too_few_bytes, no_fence, no_read_wait, no_barrier_in_front_of_out, no_wait_for_in, misaligned };

constexpr int width = 96, rows = 8, stages = 3, threads = 32;

__device__ unsigned at(const void* p) { return unsigned(__cvta_generic_to_shared(p)); }

__device__ void wait_for(std::uint64_t* full, unsigned parity) {
  asm volatile(
      "{\n"
      ".reg .pred p;\n"
      "again:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
      "@!p bra again;\n"
      "}\n" ::"r"(at(full)),
      "r"(parity)
      : "memory");
}

template <Mistake mistake>
__global__ void doubled(int* in, int* out) {
  __shared__ alignas(128) int ring[stages][width + 4];
  __shared__ std::uint64_t full[stages];
  const int me = threadIdx.x;
  if (me == 0) {
    for (auto& one : full) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&one)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  const auto fetch = [&](int row) {
    const unsigned bytes = width * sizeof(int);
    std::uint64_t* const barrier = &full[row % stages];
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(barrier)),
        "r"(mistake == too_few_bytes ? bytes - 16 : bytes)
        : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     at(ring[row % stages]) + (mistake == misaligned ? 8 : 0)),
        "l"(in + row * width), "r"(bytes), "r"(at(barrier))
        : "memory");
  };
  if (me == 0)
    for (int row = 0; row < stages - 1; ++row) fetch(row);
  for (int row = 0; row < rows; ++row) {
    int* const stage = ring[row % stages];
    if (mistake != no_wait_for_in) wait_for(&full[row % stages], (row / stages + (mistake == wrong_parity)) % 2);
    for (int i = me; i < width; i += threads) stage[i] *= 2;
    if (mistake != no_fence) asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    if (mistake != no_barrier_in_front_of_out) __syncthreads();
    if (me == 0) {
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out + row * width), "r"(at(stage)),
          "n"(width * 4)
          : "memory");
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      if (row + stages - 1 < rows) {
        // The stage of the row before this one must have been read.
        if (mistake != no_read_wait) asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
        fetch(row + stages - 1);
      }
    }
    if (mistake == no_barrier_in_front_of_out) __syncthreads();
  }
  if (me == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

int main() {
  // Each with a device that has seen no error.
  const auto run = [&](const char* name, void (*kernel)(int*, int*)) {
    int *in, *out;
    cudaMallocManaged(&in, rows * width * sizeof(int));
    cudaMallocManaged(&out, rows * width * sizeof(int));
    for (int i = 0; i < rows * width; ++i) in[i] = i + 1, out[i] = 0;
    kernel<<<1, threads>>>(in, out);
    const cudaError_t error = cudaDeviceSynchronize();
    int right = 0;
    for (int i = 0; i < rows * width; ++i) right += out[i] == 2 * (i + 1);
    printf("%s %d%s\n", name, right, error ? " and an error" : "");
    cudaDeviceReset();
  };
  run("none", doubled<none>);
  run("wrong parity", doubled<wrong_parity>);
  run("too few bytes", doubled<too_few_bytes>);
  run("no fence", doubled<no_fence>);
  run("no read wait", doubled<no_read_wait>);
  run("no barrier in front of out", doubled<no_barrier_in_front_of_out>);
  run("no wait for in", doubled<no_wait_for_in>);
  run("misaligned", doubled<misaligned>);
}
