// A launch in which the order of lanes matters only in its last block: whatever the blocks before it have done is done once.
// prints: said by block 0
// prints: said by block 299
// prints: device 300 of 300, variable 300, registered 300, managed 300, atomics 9600, surface 300
// prints: last block 1 0 31 30
// prints: index 1 0 31 30
// prints: heap 2016
// prints: asserted 0
// prints: again 600
#include <cassert>
#include <cstdio>
#include <cstdlib>

constexpr int blocks = 300;  // 300 of 32 threads: on several workers
__device__ int counted[blocks];
__device__ int atomics;

__global__ void all_once(int* device, int* registered, int* managed, cudaSurfaceObject_t surface, int* out) {
  const int block = blockIdx.x, t = threadIdx.x;
  if (t == 0) {
    ++device[block * 1000];
    ++counted[block];
    ++registered[block];
    ++managed[block];
    int value;
    surf2Dread(&value, surface, block * 4, 0);
    surf2Dwrite(value + 1, surface, block * 4, 0);
    if (block == 0 || block == blocks - 1) printf("said by block %d\n", block);
  }
  atomicAdd(&atomics, 1);
  if (block < blocks - 1) return;
  __shared__ int s[32];
  s[t] = t;
  out[t] = s[t ^ 1];
}

// In lane order, lane 0 reads an index that its neighbour has not yet written: far outside of the table.
__global__ void index_of_neighbour(int* out, const int* table) {
  __shared__ int s[32];
  const int t = threadIdx.x;
  s[t] = 1 << 30;
  __syncthreads();
  s[t] = t;
  out[t] = table[s[t ^ 1]];
}

__global__ void on_the_heap(int* out) {
  int* mine = static_cast<int*>(malloc(2 * sizeof(int)));
  mine[0] = threadIdx.x, mine[1] = threadIdx.x + 32;
  atomicAdd(out, mine[0] + mine[1]);
  free(mine);
}

// In lane order the assertion fails.
__global__ void asserted(int* out) {
  __shared__ int s;
  if (threadIdx.x == 31) s = 1;
  __syncwarp();
  if (threadIdx.x == 31) s = 0;
  assert(*(volatile int*)&s == 0);
  if (threadIdx.x == 0) *out = s;
}

int main() {
  int *device, *managed, *out, *table;
  cudaMalloc(&device, blocks * 4000);
  cudaMemset(device, 0, blocks * 4000);
  cudaMallocManaged(&managed, blocks * 4);
  cudaMallocManaged(&out, 4096);
  cudaMalloc(&table, 128);
  int* registered = static_cast<int*>(calloc(blocks, 4));
  cudaHostRegister(registered, blocks * 4, cudaHostRegisterDefault);
  cudaArray_t array;
  const cudaChannelFormatDesc element = cudaCreateChannelDesc<int>();
  cudaMallocArray(&array, &element, blocks, 1, cudaArraySurfaceLoadStore);
  int host[blocks] = {};
  cudaMemcpy2DToArray(array, 0, 0, host, sizeof host, sizeof host, 1, cudaMemcpyHostToDevice);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);

  all_once<<<blocks, 32>>>(device, registered, managed, surface, out);
  cudaDeviceSynchronize();
  int once[6] = {}, words[blocks], last = 0;
  for (int i = 0; i < blocks; ++i) {
    cudaMemcpy(&last, device + i * 1000, 4, cudaMemcpyDeviceToHost);
    once[0] += last == 1;
    once[2] += registered[i] == 1;
    once[3] += managed[i] == 1;
  }
  cudaMemcpyFromSymbol(words, counted, sizeof words);
  for (int word : words) once[1] += word == 1;
  cudaMemcpyFromSymbol(&once[4], atomics, 4);
  cudaMemcpy2DFromArray(words, sizeof words, array, 0, 0, sizeof words, 1, cudaMemcpyDeviceToHost);
  for (int word : words) once[5] += word == 1;
  std::printf("device %d of %d, variable %d, registered %d, managed %d, atomics %d, surface %d\n", once[0], blocks, once[1],
      once[2], once[3], once[4], once[5]);
  std::printf("last block %d %d %d %d\n", out[0], out[1], out[30], out[31]);

  int squares[32];
  for (int i = 0; i < 32; ++i) squares[i] = i;
  cudaMemcpy(table, squares, sizeof squares, cudaMemcpyHostToDevice);
  index_of_neighbour<<<1, 32>>>(out, table);
  std::printf("index %s", cudaDeviceSynchronize() == cudaSuccess ? "" : "failed ");
  std::printf("%d %d %d %d\n", out[0], out[1], out[30], out[31]);
  *out = 0;
  on_the_heap<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  std::printf("heap %d\n", *out);
  *out = 1;
  asserted<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  std::printf("asserted %d\n", *out);

  // The kernel is known by now.
  all_once<<<blocks, 32>>>(device, registered, managed, surface, out);
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < blocks; ++i) sum += registered[i];
  std::printf("again %d\n", sum);
  cudaHostUnregister(registered);
}
