// Later: what takes away what L1 has, and of whom: said by the model, from what nvcc makes of it, before an H100 counted it.
#include <cooperative_groups.h>
#include <cuda/atomic>

#include "../caches.cuh"

enum class Order {
  system_fence,
  load_of_block,
  add_of_block,
  adding_release,
  storing_release,
  adding_same_for_all,
  storing_same_for_all,
  fence_object,
  cluster,
  first_thread,
  relaxed
};

template <Order order>
__device__ void order_now(int* flag, float& sum) {
  using OfDevice = cuda::atomic_ref<int, cuda::thread_scope_device>;
  using OfBlock = cuda::atomic_ref<int, cuda::thread_scope_block>;
  if constexpr (order == Order::system_fence) __threadfence_system();
  if constexpr (order == Order::load_of_block) sum += float(OfBlock(*flag).load(cuda::memory_order_acquire));
  if constexpr (order == Order::add_of_block) sum += float(OfBlock(*flag).fetch_add(1, cuda::memory_order_acq_rel));
  if constexpr (order == Order::adding_release) OfDevice(*flag).fetch_add(1, cuda::memory_order_release);
  if constexpr (order == Order::storing_release) OfDevice(*flag).store(1, cuda::memory_order_release);
  if constexpr (order == Order::adding_same_for_all) sum += float(OfDevice(*flag).fetch_add(1));
  if constexpr (order == Order::storing_same_for_all) OfDevice(*flag).store(1);
  if constexpr (order == Order::fence_object)
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
  if constexpr (order == Order::cluster) cooperative_groups::this_cluster().sync();
  if constexpr (order == Order::first_thread)
    if (threadIdx.x == 0) __threadfence();
  if constexpr (order == Order::relaxed) sum += float(OfDevice(*flag).load(cuda::memory_order_relaxed));
}
template <Order order>
__global__ void twice(float* out, const float* in, int* flag) {
  const float* own = in + size_t(blockIdx.x) * (32 << 8);
  float sum = 0;
  for (int t = 0; t < 2; ++t) {
    for (int i = threadIdx.x; i < 32 << 8; i += blockDim.x) sum += own[i];
    __syncthreads();
    order_now<order>(flag, sum);
    __syncthreads();
  }
  keep(out, sum);
}
// Whoever ends last sums what all have left, as in CUDA's sample.
__global__ void last_one_sums(float* out, float* parts, const float* in, int each, unsigned* ended) {
  __shared__ bool last;
  float sum = 0;
  for (int t = 0; t < 2; ++t)
    for (int i = threadIdx.x; i < each; i += blockDim.x) sum += in[size_t(blockIdx.x) * each + i];
  parts[index()] = sum;
  __threadfence();
  if (threadIdx.x == 0) last = atomicAdd(ended, 1) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  sum = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x * blockDim.x; i += blockDim.x) sum += __ldcg(&parts[i]);
  out[threadIdx.x] = sum;
}

int main() {
  float *in = zeros<float>(1 << 24), *out = zeros<float>(1 << 20), *parts = zeros<float>(1 << 20);
  int* flag = zeros<int>(1 << 14);
  label("__threadfence_system between");
  twice<Order::system_fence><<<132, 256>>>(out, in, flag);
  label("a load that acquires for the block");
  twice<Order::load_of_block><<<132, 256>>>(out, in, flag);
  label("an atomic that acquires for the block");
  twice<Order::add_of_block><<<132, 256>>>(out, in, flag);
  label("an atomic that releases");
  twice<Order::adding_release><<<132, 256>>>(out, in, flag);
  label("a store that releases");
  twice<Order::storing_release><<<132, 256>>>(out, in, flag);
  label("an atomic of sequential consistency");
  twice<Order::adding_same_for_all><<<132, 256>>>(out, in, flag);
  label("a store of sequential consistency");
  twice<Order::storing_same_for_all><<<132, 256>>>(out, in, flag);
  label("atomic_thread_fence that acquires");
  twice<Order::fence_object><<<132, 256>>>(out, in, flag);
  label("a cluster's barrier");
  twice<Order::cluster><<<132, 256>>>(out, in, flag);
  label("__threadfence of one thread");
  twice<Order::first_thread><<<132, 256>>>(out, in, flag);
  label("a relaxed load");
  twice<Order::relaxed><<<132, 256>>>(out, in, flag);
  label("the last block sums, 600 blocks");
  last_one_sums<<<600, 256>>>(out, parts, in, 4096, (unsigned*)flag + 13000);
  return finish();
}
