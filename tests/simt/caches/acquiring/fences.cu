// Calibration: what stands between two passes of a block over the same 32 KiB, and whether L1 has them still.
#include <cooperative_groups.h>
#include <cuda/atomic>

#include "../caches.cuh"

enum class Between { nothing, barrier, fence_of_block, fence, acquire, atomic, ordered_atomic, grid };

template <Between between>
__global__ void again(float* out, const float* in, int* flag) {
  const float* own = in + size_t(blockIdx.x) * (32 << 8);
  float sum = 0;
  for (int t = 0; t < 2; ++t) {
    for (int i = threadIdx.x; i < 32 << 8; i += blockDim.x) sum += own[i];
    if constexpr (between == Between::barrier) __syncthreads();
    if constexpr (between == Between::fence_of_block) __threadfence_block();
    if constexpr (between == Between::fence) __threadfence();
    if constexpr (between == Between::acquire)
      sum += float(cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).load(cuda::memory_order_acquire));
    if constexpr (between == Between::atomic) atomicAdd(flag, 1);
    if constexpr (between == Between::ordered_atomic)
      cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).fetch_add(1, cuda::memory_order_acq_rel);
    if constexpr (between == Between::grid) cooperative_groups::this_grid().sync();
  }
  keep(out, sum);
}

int main() {
  float *in = zeros<float>(132 * (32 << 8)), *out = zeros<float>(1);
  int* flag = zeros<int>(1);
  label("nothing between");
  again<Between::nothing><<<132, 256>>>(out, in, flag);
  label("__syncthreads between");
  again<Between::barrier><<<132, 256>>>(out, in, flag);
  label("__threadfence_block between");
  again<Between::fence_of_block><<<132, 256>>>(out, in, flag);
  label("__threadfence between");
  again<Between::fence><<<132, 256>>>(out, in, flag);
  label("an acquiring load between");
  again<Between::acquire><<<132, 256>>>(out, in, flag);
  label("atomicAdd between");
  again<Between::atomic><<<132, 256>>>(out, in, flag);
  label("an acquiring and releasing atomic between");
  again<Between::ordered_atomic><<<132, 256>>>(out, in, flag);
  label("grid.sync between");
  void* arguments[] = {&out, &in, &flag};
  require(cudaLaunchCooperativeKernel((void*)again<Between::grid>, dim3(132), dim3(256), arguments, 0, nullptr));
  return finish();
}
