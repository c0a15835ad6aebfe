// Cycles from an instruction to the next one that needs its result: arithmetic, shared memory, atomics, shuffles, barriers.
// Run: ./course bench latency --experiment waits

#include "tests/07-latency/ring.cuh"

namespace {

constexpr int rounds = 512;

// What is timed. `value` is what the next one needs; `address` is of a word that holds what it should.
enum class Op {
  add,
  multiply_add,
  multiply_add_double,
  square_root,
  integer_multiply_add,
  shuffle,
  vote,
  reduce_add,
  barrier,
  warp_barrier,
  shared_load,
  shared_atomic_add,
  shared_atomic_cas,
  global_atomic_add,
  global_atomic_cas,
  fence
};

template <Op op>
__device__ inline void step(unsigned& value, double& real, unsigned long long address, unsigned zero) {
  float single = __uint_as_float(value);
  if (op == Op::add) single = single + 1.5f;
  if (op == Op::multiply_add) single = fmaf(single, single, single);
  if (op == Op::add || op == Op::multiply_add) value = __float_as_uint(single);
  if (op == Op::multiply_add_double) real = fma(real, real, real);
  if (op == Op::integer_multiply_add) value = value * value + value;
  if (op == Op::shuffle) value = __shfl_sync(~0u, value, int(value));
  if (op == Op::vote) value = __ballot_sync(~0u, value & 1);
  if (op == Op::reduce_add) value = __reduce_add_sync(~0u, value);
  if (op == Op::barrier) __syncthreads();
  if (op == Op::warp_barrier) __syncwarp();
  if (op == Op::fence) __threadfence();
#ifndef __SIMTCC__  // the simulator only rehearses
  if (op == Op::square_root) asm volatile("sqrt.approx.ftz.f32 %0, %0;" : "+f"(single));
  if (op == Op::square_root) value = __float_as_uint(single);
  if (op == Op::shared_load) asm volatile("ld.volatile.shared.u32 %0, [%0];" : "+r"(value));
  if (op == Op::shared_atomic_add) asm volatile("atom.shared.add.u32 %0, [%0], %1;" : "+r"(value) : "r"(zero));
  if (op == Op::shared_atomic_cas) asm volatile("atom.shared.cas.b32 %0, [%0], %1, %1;" : "+r"(value) : "r"(zero));
  if (op == Op::global_atomic_add || op == Op::global_atomic_cas) {
    // The result is 0 and becomes a part of the next address.
    unsigned found;
    if (op == Op::global_atomic_add)
      asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(found) : "l"(address + value), "r"(zero));
    else asm volatile("atom.global.cas.b32 %0, [%1], %2, %2;" : "=r"(found) : "l"(address + value), "r"(zero));
    value = found;
  }
#endif
}

// Lane i has word i * apart of its own, or (apart 0) all have one.
template <Op op>
__global__ void wait_kernel(long long* cycles, unsigned* sink, unsigned* words, int apart, unsigned zero) {
  extern __shared__ unsigned shared[];
  const int lane = int(threadIdx.x % 32);
  unsigned value = threadIdx.x % 32;
  double real = lane;
  if (op == Op::shared_load || op == Op::shared_atomic_add || op == Op::shared_atomic_cas) {
#ifndef __SIMTCC__
    value = unsigned(__cvta_generic_to_shared(&shared[lane * apart]));
#endif
    shared[lane * apart] = value;  // its own address: the load is of where the next load is from
  }
  if (op == Op::global_atomic_add || op == Op::global_atomic_cas) value = 0;
  const auto address = reinterpret_cast<unsigned long long>(words + lane * apart);
  __syncthreads();
  step<op>(value, real, address, zero);
  const long long begin = clock64();
#pragma unroll 16
  for (int round = 0; round < rounds; ++round) step<op>(value, real, address, zero);
  const bool back = value != 0xFFFFFFFEu && real != -1.0;  // needs the last result, so the clock is read behind it
  const long long end = back ? clock64() : 0;
  if (threadIdx.x == 0) *cycles = end - begin;
  sink[threadIdx.x] = value + unsigned(real);
}

struct Waits {
  harness::Rows& rows;
  harness::DeviceBuffer<long long> cycles{1, "cycles"};
  harness::DeviceBuffer<unsigned> sink{1024, "sink"}, words{32 * 64, "words"};

  template <Op op>
  void measure(const char* name, int threads = 1, int apart = 1) {
    std::vector<double> samples;
    words.upload(std::vector<unsigned>(words.size(), 0u));
    for (int i = 0; i < (harness::dry_run() ? 1 : 21); ++i) {
      wait_kernel<op><<<1, threads, 32 * 33 * 4>>>(cycles.get(), sink.get(), words.get(), apart, 0);
      samples.push_back(double(cycles.download()[0]) / rounds);
    }
    std::sort(samples.begin(), samples.end());
    rows.add({{"what", name}, {"threads", threads}, {"apart", apart}, {"cycles", samples[samples.size() / 2]},
        {"q1", samples[samples.size() / 4]}, {"q3", samples[samples.size() * 3 / 4]}});
  }
};

}  // namespace

int main(int argc, char** argv) {
  const char* method =
      "one block; clock64() around 512 in a chain, each needs the result of the one before (barriers: comes behind it);"
      " median and quartiles of 21 launches; apart: words from lane to lane";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows) {
    Waits waits{rows};
    waits.measure<Op::add>("float add");
    waits.measure<Op::multiply_add>("float multiply-add");
    waits.measure<Op::multiply_add_double>("double multiply-add");
    waits.measure<Op::integer_multiply_add>("integer multiply-add");
    waits.measure<Op::square_root>("approximate square root");
    waits.measure<Op::shuffle>("shuffle", 32);
    waits.measure<Op::vote>("ballot", 32);
    waits.measure<Op::reduce_add>("reduce-add over a warp", 32);
    waits.measure<Op::warp_barrier>("barrier of a warp", 32);
    for (int warps = 1; warps <= 32; warps *= 2) waits.measure<Op::barrier>("barrier of a block", warps * 32);
    waits.measure<Op::shared_load>("shared load");
    for (const int apart : {0, 1, 2, 4, 8, 16, 32, 33}) waits.measure<Op::shared_load>("shared load", 32, apart);
    waits.measure<Op::shared_atomic_add>("shared atomic add");
    for (const int apart : {0, 1, 2, 32}) waits.measure<Op::shared_atomic_add>("shared atomic add", 32, apart);
    waits.measure<Op::shared_atomic_cas>("shared compare-and-swap");
    waits.measure<Op::shared_atomic_cas>("shared compare-and-swap", 32, 0);
    waits.measure<Op::global_atomic_add>("global atomic add");
    for (const int apart : {0, 1, 8, 32}) waits.measure<Op::global_atomic_add>("global atomic add", 32, apart);
    waits.measure<Op::global_atomic_cas>("global compare-and-swap");
    waits.measure<Op::fence>("fence of the device");
  });
}
