// Bulk copies of one dimension, both ways, by PTX: right, and with one mistake each.
// environment: SIMT_CHECK=race,uninitialized
// prints: none 2 384
// prints: no wait 0 256
// prints: wrong parity 0 256
// prints: none announced 0 0
// prints: source overwritten 0 384
// prints: tile overwritten 2 384
// prints: reused too early 2 384
// prints: no proxy fence 2 384
// prints: no commit 258 384
// prints: written while read 258 384
// prints: block ends -1 -1
// expect: race shared line 110 says "async_bulk.cu line 73 may still write it: it belongs to phase 0 of the barrier in the shared array"
// expect: race shared line 110 says "async_bulk.cu line 78 may still read it: it is in its thread's bulk group 0 (the first is 0), and that"
// expect: race shared line 73 says "async_bulk.cu line 73, in phase 0 of the barrier in the shared array barrier at byte 0, for which this"
// expect: sync shared line 73 says "async_bulk.cu line 73, and the block ends while it may still write the shared array tile at byte 0: it"
// expect: race shared line 110 says "async_bulk.cu line 73 may still write it: it belongs to phase 0 of the barrier in the shared array"
// expect: race shared line 110 says "async_bulk.cu line 78 may still read it: it is in its thread's bulk group 0 (the first is 0), and that"
// expect: race shared line 73 says "async_bulk.cu line 73, in phase 0 of the barrier in the shared array barrier at byte 0, for which this"
// expect: sync shared line 73 says "async_bulk.cu line 73, and the block ends while it may still write the shared array tile at byte 0: it"
// expect: sync line 63 says "async_bulk.cu line 63, for ever: phase 0 has all its arrivals, but 128 bytes were announced for it, and"
// expect: sync line 63 says "async_bulk.cu line 63, for ever: phase 0 has all its arrivals, but 512 bytes were announced for it, and"
// expect: race shared line 110 says "async_bulk.cu line 73 may still write it: it belongs to phase 1 of the barrier in the shared array"
// expect: race shared line 73 says "async_bulk.cu line 73 may still write it: it belongs to phase 1 of the barrier in the shared array"
// expect: sync shared line 73 says "async_bulk.cu line 73, and the block ends while it may still write the shared array tile at byte 0: it"
// expect: sync line 63 says "async_bulk.cu line 63, for ever: phase 0 lacks 1 of its 1 arrivals"
// expect: race global line 103 says "async_bulk.cu line 73 may still read it: it belongs to phase 0 of the barrier in the shared array"
// expect: race shared line 105 says "async_bulk.cu line 73 may still write it: it belongs to phase 0 of the barrier in the shared array"
// expect: race shared line 110 says "async_bulk.cu line 73 may still write it: it belongs to phase 1 of the barrier in the shared array"
// expect: race shared line 110 says "async_bulk.cu line 78 may still read it: it is in its thread's bulk group 0 (the first is 0), and that"
// expect: race shared line 78 says "async_bulk.cu line 110, with no fence.proxy.async in between: the copy may read what was there before"
// expect: race shared line 110 says "async_bulk.cu line 78 may still read it: no commit has come behind it and no barrier counts it, so no"
// expect: sync shared line 78 says "async_bulk.cu line 78, and the block ends while it may still read the shared array doubled at byte 0: no"
// expect: race shared line 110 says "async_bulk.cu line 78 may still read it: it is in its thread's bulk group 0 (the first is 0), and that"
// expect: sync shared line 78 says "async_bulk.cu line 78, and the block ends while it may still read the shared array doubled at byte 0:"
// expect: sync shared line 73 says "async_bulk.cu line 73, and the block ends while it may still write the shared array tile at byte 0: it"
#include <cstdint>
#include <cstdio>

enum Mistake {
  none,
  no_wait,
  wrong_parity,
  fewer_bytes_announced,
  more_bytes_announced,
  none_announced,
  never_arrives,
  source_overwritten,
  tile_overwritten,
  reused_too_early,
  no_proxy_fence,
  no_commit,
  written_while_read,
  block_ends
};

constexpr int width = 64, bytes = width * sizeof(int), rounds = 3;

__device__ uint32_t number_of(const void* p) { return uint32_t(__cvta_generic_to_shared(p)); }
__device__ bool is_complete(uint32_t barrier, uint32_t parity) {
  int complete;
  asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.s32 %0, 1, 0, p; }"
               : "=r"(complete)
               : "r"(barrier), "r"(parity)
               : "memory");
  return complete;
}
__device__ void expect(uint32_t barrier, uint32_t count) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(count) : "memory");
}
__device__ void fetch(uint32_t to, const void* from, uint32_t barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
      "l"(from), "r"(bytes), "r"(barrier)
      : "memory");
}
__device__ void put(void* to, uint32_t from) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(from), "r"(bytes)
               : "memory");
}

// Each round takes a row in, doubles it, and puts it back.
template <Mistake mistake>
__global__ void rows(int* in, int* out) {
  __shared__ __align__(128) int tile[width];
  __shared__ __align__(128) int doubled[width];
  __shared__ uint64_t barrier;
  const uint32_t at = number_of(&barrier);
  const int me = threadIdx.x;
  if (me == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    if (me == 0 && (mistake != reused_too_early || round == 0)) {
      if (mistake != never_arrives)
        expect(at, mistake == fewer_bytes_announced  ? bytes / 2
                   : mistake == more_bytes_announced ? bytes * 2
                   : mistake == none_announced       ? 0
                                                     : bytes);
      fetch(number_of(tile), in + round * width, at);
    }
    if (mistake == source_overwritten && round == 0)
      in[me] = 0;
    if (mistake == tile_overwritten && round == 0)
      tile[me] = 0;
    if (mistake != no_wait && mistake != block_ends)
      while (!is_complete(at, mistake == wrong_parity ? (round + 1) % 2 : round % 2)) {
      }
    if (mistake == block_ends) return;
    doubled[me] = 2 * tile[me];
    if (mistake != no_proxy_fence) asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    if (mistake == reused_too_early && me == 0 && round + 1 < rounds) {
      expect(at, bytes);
      fetch(number_of(tile), in + (round + 1) * width, at);
    }
    __syncthreads();
    if (me == 0) {
      put(out + round * width, number_of(doubled));
      if (mistake != no_commit) asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      if (mistake != written_while_read) asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
    // The next round's copy is begun by the thread that has waited for this one, so its phase is all that others need.
  }
}

int main() {
  int *in, *out;
  const auto run = [&](const char* name, void (*kernel)(int*, int*)) {
    cudaMallocManaged(&in, rounds * bytes);
    cudaMallocManaged(&out, rounds * bytes);
    for (int i = 0; i < rounds * width; ++i) in[i] = i + 1, out[i] = -1;
    kernel<<<1, width>>>(in, out);
    if (cudaDeviceSynchronize() == cudaSuccess) printf("%s %d %d\n", name, out[0], out[rounds * width - 1]);
    else cudaDeviceReset();
  };
  run("none", rows<none>);
  run("no wait", rows<no_wait>);
  run("wrong parity", rows<wrong_parity>);
  run("fewer bytes announced", rows<fewer_bytes_announced>);
  run("more bytes announced", rows<more_bytes_announced>);
  run("none announced", rows<none_announced>);
  run("never arrives", rows<never_arrives>);
  run("source overwritten", rows<source_overwritten>);
  run("tile overwritten", rows<tile_overwritten>);
  run("reused too early", rows<reused_too_early>);
  run("no proxy fence", rows<no_proxy_fence>);
  run("no commit", rows<no_commit>);
  run("written while read", rows<written_while_read>);
  run("block ends", rows<block_ends>);
}
