// Calibration: what a cluster's barrier does to L1. Foretold: where a launch has clusters it empties it, as a fence of the device;
// where it has none (later/orders.cu), nvcc's code takes the way of the block's barrier, and L1 keeps all.
#include <cooperative_groups.h>

#include "../caches.cuh"

template <bool apart>
__device__ void again(float* out, const float* in) {
  const auto cluster = cooperative_groups::this_cluster();
  const float* own = in + size_t(blockIdx.x) * (32 << 8);
  float sum = 0;
  for (int t = 0; t < 2; ++t) {
    for (int i = threadIdx.x; i < 32 << 8; i += blockDim.x) sum += own[i];
    if constexpr (apart) {
      cluster.barrier_arrive();
      cluster.barrier_wait();
    } else {
      cluster.sync();
    }
  }
  keep(out, sum);
}
__global__ void __cluster_dims__(2) of_two(float* out, const float* in) { again<false>(out, in); }
__global__ void __cluster_dims__(1) of_one(float* out, const float* in) { again<false>(out, in); }
__global__ void __cluster_dims__(2) in_two_steps(float* out, const float* in) { again<true>(out, in); }

int main() {
  float *in = zeros<float>(132 * (32 << 8)), *out = zeros<float>(1);
  label("clusters of two");
  of_two<<<132, 256>>>(out, in);
  label("clusters of one");
  of_one<<<132, 256>>>(out, in);
  label("clusters of two, in two steps");
  in_two_steps<<<132, 256>>>(out, in);
  return finish();
}
