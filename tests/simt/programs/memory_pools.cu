// Memory pools: the device's own and one that is made, what they say of themselves, and what is taken from them in a stream.
// environment: SIMT_CHECK=all,leak
// prints: default 1, current 1
// prints: used 4096, most 12288; threshold 0 then 1048576; reuse 1 then 0
// prints: from the pool 7, from the one that was made 9, in its place 1
// prints: access 3 0; errors 1 1 101 1
// expect: use-after-free line 62 says "cudaMemPoolTrimTo is given a memory pool that has been destroyed, memory_pools.cu line 62"
#include <cstdio>

__global__ void set(int* p, int value) { *p = value; }

int code(cudaError_t error) {
  cudaGetLastError();
  return error;
}

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMemPool_t pool, current, made;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaDeviceGetMemPool(&current, 0);
  printf("default %d, current %d\n", pool != nullptr, pool == current);

  int *a, *b, *c;
  cudaMallocAsync(&a, 4096, stream);
  cudaMallocAsync(&b, 8192, stream);
  set<<<1, 1, 0, stream>>>(a, 7);
  int seven = 0, nine = 0;
  cudaMemcpyAsync(&seven, a, 4, cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(b, stream);
  cudaStreamSynchronize(stream);
  size_t used = 0, most = 0, before = 1, after = 1048576;
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &most);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &before);
  cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &after);
  cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &after);
  int reuse = 0, no = 0;
  cudaMemPoolGetAttribute(pool, cudaMemPoolReuseFollowEventDependencies, &reuse);
  cudaMemPoolSetAttribute(pool, cudaMemPoolReuseFollowEventDependencies, &no);
  cudaMemPoolGetAttribute(pool, cudaMemPoolReuseFollowEventDependencies, &no);
  printf("used %zu, most %zu; threshold %zu then %zu; reuse %d then %d\n", used, most, before, after, reuse, no);
  cudaFreeAsync(a, stream);

  cudaMemPoolProps how{};
  how.allocType = cudaMemAllocationTypePinned;
  how.location.type = cudaMemLocationTypeDevice;
  cudaMemPoolCreate(&made, &how);
  cudaDeviceSetMemPool(0, made);
  cudaDeviceGetMemPool(&current, 0);
  cudaMallocFromPoolAsync(&c, 4, made, stream);
  set<<<1, 1, 0, stream>>>(c, 9);
  cudaMemcpyAsync(&nine, c, 4, cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(c, stream);
  cudaStreamSynchronize(stream);
  printf("from the pool %d, from the one that was made %d, in its place %d\n", seven, nine, current == made);
  cudaMemLocation here{cudaMemLocationTypeDevice, 0}, there{cudaMemLocationTypeDevice, 1};
  cudaMemAccessFlags own, others;
  cudaMemPoolGetAccess(&own, made, &here), cudaMemPoolGetAccess(&others, made, &there);
  printf("access %d %d; errors %d", own, others, code(cudaMemPoolDestroy(pool)));
  cudaMemPoolDestroy(made), printf(" %d", code(cudaMemPoolTrimTo(made, 0)));
  printf(" %d", code(cudaDeviceGetDefaultMemPool(&pool, 1)));
  printf(" %d\n", code(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used)));
  cudaStreamDestroy(stream);
}
