// Two blocks of a cluster write to each other by bulk copies: the first sends two letters, the second answers with one. Right,
// and with one mistake each, where another thread has waited already.
// environment: SIMT_CHECK=race,uninitialized
// prints: none 2 65 2
// prints: answer behind both 2 65 2
// prints: other letter waited for 2 65 2
// prints: sent letter overwritten 2 65 2
// prints: ends without meeting 2 65 2
// expect: race shared line 77 says "async_letters.cu line 77, and an asynchronous copy of block (0,0), thread (0,0) has written"
// expect: race shared line 73 says "async_letters.cu line 73, and an asynchronous copy of block (0,0), thread (0,0) has read it,"
// expect: sync shared line 43 says "async_letters.cu line 43, and the block ends while it may still read the shared array draft"
#include <cooperative_groups.h>

#include <cstdint>
#include <cstdio>

namespace cg = cooperative_groups;

enum Mistake { none, answer_behind_both, other_letter_waited_for, sent_letter_overwritten, ends_without_meeting };

constexpr int width = 64;

__device__ unsigned at(const void* p) { return unsigned(__cvta_generic_to_shared(p)); }

__device__ void wait_for(std::uint64_t* full) {
  asm volatile(
      "{\n"
      ".reg .pred P1;\n"
      "LAB_WAIT_%=:\n"
      "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], 0;\n"
      "@P1 bra.uni DONE_%=;\n"
      "bra.uni LAB_WAIT_%=;\n"
      "DONE_%=:\n"
      "}\n" ::"r"(at(full))
      : "memory");
}

__device__ void expect(std::uint64_t* full, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(full)), "r"(bytes) : "memory");
}

__device__ void send(void* to, const void* from, std::uint64_t* full) {
  asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)),
      "r"(at(from)), "n"(width * 4), "r"(at(full))
      : "memory");
}

template <Mistake mistake>
__global__ void __cluster_dims__(2, 1, 1) letters(const int* in, int* out) {
  __shared__ alignas(128) int draft[2][width];
  __shared__ alignas(128) int letter[2][width];
  __shared__ std::uint64_t full[2];
  const auto cluster = cg::this_cluster();
  const int me = threadIdx.x;
  const bool first = cluster.block_rank() == 0;
  int(*const there)[width] = reinterpret_cast<int(*)[width]>(cluster.map_shared_rank(&letter[0][0], first));
  std::uint64_t* const told = cluster.map_shared_rank(full, first);
  draft[0][me] = in[me];
  draft[1][me] = 2 * in[me];
  if (me == 0) {
    for (auto& one : full) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&one)) : "memory");
    expect(&full[0], width * 4);
    if (!first) expect(&full[1], width * 4);
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  cluster.sync();
  if (first) {
    if (me == 0)
      for (int i = 0; i < 2; ++i) send(there[i], draft[i], &told[i]);
    wait_for(&full[0]);
    out[me] = letter[0][width - 1 - me];
    // The answer came behind the first letter; the second one may not have been read.
    draft[mistake == sent_letter_overwritten || mistake == answer_behind_both][me] = 0;
  } else {
    const int mine = me / 32;
    wait_for(&full[mistake == other_letter_waited_for && mine == 1 ? 1 : 0]);
    draft[0][me] = letter[0][width - 1 - me] + 1;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    if (mistake == answer_behind_both) wait_for(&full[1]);
    __syncthreads();
    if (me == 0) send(there[0], draft[0], &told[0]);
    wait_for(&full[1]);
    out[width + me] = letter[1][width - 1 - me];
  }
  // The second letter has been read, and the answer's draft.
  if (mistake != ends_without_meeting) cluster.sync();
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, width * sizeof(int));
  cudaMallocManaged(&out, 2 * width * sizeof(int));
  for (int i = 0; i < width; ++i) in[i] = i + 1;
  const auto run = [&](const char* name, void (*kernel)(const int*, int*)) {
    kernel<<<2, width>>>(in, out);
    const cudaError_t error = cudaDeviceSynchronize();
    printf("%s %d %d %d%s\n", name, out[0], out[width - 1], out[2 * width - 1], error ? " and an error" : "");
  };
  run("none", letters<none>);
  run("answer behind both", letters<answer_behind_both>);
  run("other letter waited for", letters<other_letter_waited_for>);
  run("sent letter overwritten", letters<sent_letter_overwritten>);
  run("ends without meeting", letters<ends_without_meeting>);
}
