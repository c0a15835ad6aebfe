// CUB's collectives of a block and a warp, its scan and sort of a device, Thrust's vectors, libcu++'s atomics: as NVIDIA's
// headers have them.
// environment: SIMT_CHECK=all
// prints: block 8128, scan 1 101 512, warps 8128
// prints: device scan 3001 12497500, sorted 0 1 4999
// prints: squares 328350, sorted 0 1 9801
// prints: no error
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <cstdio>
#include <cub/cub.cuh>
#include <cuda/atomic>
#include <cuda/std/array>

__global__ void collectives(const int* in, int* out, int* total, int* warps) {
  using Reduce = cub::BlockReduce<int, 128>;
  using Scan = cub::BlockScan<int, 128>;
  using Warp = cub::WarpReduce<float>;
  using Load = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, 128, 4, cub::BLOCK_STORE_TRANSPOSE>;
  __shared__ union {
    Reduce::TempStorage reduce;
    Scan::TempStorage scan;
    Load::TempStorage load;
    Store::TempStorage store;
  } shared;
  __shared__ Warp::TempStorage of_warp[4];
  const int sum = Reduce(shared.reduce).Sum(int(threadIdx.x));
  if (threadIdx.x == 0) *total = sum;
  __syncthreads();
  int items[4];
  Load(shared.load).Load(in, items);
  __syncthreads();
  Scan(shared.scan).InclusiveSum(items, items);
  __syncthreads();
  Store(shared.store).Store(out, items);
  const cuda::std::array<float, 2> numbers{0.0f, float(threadIdx.x)};
  const float mine = Warp(of_warp[threadIdx.x / 32]).Sum(numbers[1]);
  if (threadIdx.x % 32 == 0) cuda::atomic_ref<int, cuda::thread_scope_device>(*warps).fetch_add(int(mine));
}

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};

int main() {
  int *in, *out, *sums;
  cudaMallocManaged(&in, 512 * sizeof(int));
  cudaMallocManaged(&out, 512 * sizeof(int));
  cudaMallocManaged(&sums, 2 * sizeof(int));
  for (int i = 0; i < 512; ++i) in[i] = 1;
  sums[0] = sums[1] = 0;
  collectives<<<1, 128>>>(in, out, sums, sums + 1);
  cudaDeviceSynchronize();
  printf("block %d, scan %d %d %d, warps %d\n", sums[0], out[0], out[100], out[511], sums[1]);
  cudaFree(in), cudaFree(out), cudaFree(sums);

  const int n = 5000;
  int *from, *to;
  cudaMallocManaged(&from, n * sizeof(int));
  cudaMallocManaged(&to, n * sizeof(int));
  for (int i = 0; i < n; ++i) from[i] = i * 3001 % n;
  size_t scan_bytes = 0, sort_bytes = 0;
  cub::DeviceScan::InclusiveSum(nullptr, scan_bytes, from, to, n);
  cub::DeviceRadixSort::SortKeys(nullptr, sort_bytes, from, to, n);
  void* scratch;
  cudaMalloc(&scratch, scan_bytes > sort_bytes ? scan_bytes : sort_bytes);
  cub::DeviceScan::InclusiveSum(scratch, scan_bytes, from, to, n);
  cudaDeviceSynchronize();
  printf("device scan %d %d, ", to[1], to[n - 1]);
  cub::DeviceRadixSort::SortKeys(scratch, sort_bytes, from, to, n);
  cudaDeviceSynchronize();
  printf("sorted %d %d %d\n", to[0], to[1], to[n - 1]);
  cudaFree(from), cudaFree(to), cudaFree(scratch);

  thrust::host_vector<int> host(100);
  for (int i = 0; i < 100; ++i) host[i] = i * 37 % 100;
  {
    thrust::device_vector<int> device = host;
    thrust::transform(device.begin(), device.end(), device.begin(), Square());
    printf("squares %d, ", thrust::reduce(device.begin(), device.end()));
    thrust::sort(device.begin(), device.end());
    host = device;
  }
  printf("sorted %d %d %d\n%s\n", host[0], host[1], host[99], cudaGetErrorString(cudaGetLastError()));
}
