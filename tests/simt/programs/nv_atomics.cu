// nvcc's own atomic functions: each with an order, and a scope or none.
// prints: 42 44 42 7 1 5 31 0 63 32 9
// counts: all l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 1
// counts: all l1tex__t_requests_pipe_lsu_mem_global_op_st.sum 2
#include <cuda_runtime.h>

#include <cstdio>

__global__ void all(unsigned* p) {
  const unsigned a = __nv_atomic_load_n(p, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_max(p + 6, threadIdx.x, __NV_ATOMIC_RELAXED);
  __nv_atomic_min(p + 7, threadIdx.x, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_fetch_or(p + 8, threadIdx.x + 32, __NV_ATOMIC_CONSUME);
  __nv_atomic_add(p + 9, 1, __NV_ATOMIC_RELAXED);
  if (threadIdx.x) return;
  const unsigned b = __nv_atomic_fetch_add(p + 1, 2, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_store_n(p + 2, a, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
  __nv_atomic_exchange_n(p + 3, 7, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_SYSTEM);
  unsigned expected = 9;
  if (!__nv_atomic_compare_exchange_n(p + 4, &expected, 5, false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED)) {
    // What is there is 42, and now known.
    p[10] = expected == b ? 9 : 0;
    __nv_atomic_exchange_n(p + 4, 1, __NV_ATOMIC_RELAXED);
  }
  __nv_atomic_compare_exchange_n(p + 5, &expected, 5, false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_RELAXED);
}

int main() {
  unsigned* p;
  cudaMallocManaged(&p, 11 * sizeof *p);
  for (int i = 0; i < 11; ++i) p[i] = i < 6 || i == 7 ? 42 : 0;
  all<<<1, 32>>>(p);
  cudaDeviceSynchronize();
  for (int i = 0; i < 11; ++i) printf(i < 10 ? "%u " : "%u\n", p[i]);
}
