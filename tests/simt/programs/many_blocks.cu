// Enough blocks for several workers: atomics whose order shows, printf, a race, memory of the device's heap, streams.
// prints: order 0 1 2, heap 1024, sum 130816
// environment: SIMT_WORKERS=2
#include <cstdio>

__global__ void order(int* next, int* taken) {
  const int ticket = atomicAdd(next, 1);
  if (threadIdx.x == 0) taken[blockIdx.x] = ticket;
  if (threadIdx.x == 0 && blockIdx.x % 100 == 7) printf("block %d has ticket %d\n", blockIdx.x, ticket);
}
__global__ void heap(int* count) {
  int* mine = new int(int(threadIdx.x));
  if (mine) atomicAdd(count, 1);
  delete mine;
}
__global__ void floats(float* sum) { atomicAdd(sum, 1.0f / float(1 + blockIdx.x)); }
__global__ void unordered(int* cell, int* out) {
  *cell = int(blockIdx.x);
  out[blockIdx.x] = *cell >= 0;
}

int main() {
  int *data, first[512], counted = 0;
  float *sum, total = 0;
  cudaStream_t streams[2];
  cudaMalloc(&data, 8192), cudaMalloc(&sum, sizeof(float));
  cudaMemset(data, 0, 8192), cudaMemset(sum, 0, sizeof(float));
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  order<<<512, 32, 0, streams[0]>>>(data, data + 1);
  cudaMemcpyAsync(first, data + 1, sizeof first, cudaMemcpyDeviceToHost, streams[0]);
  heap<<<32, 32, 0, streams[1]>>>(data + 600);
  floats<<<512, 64, 0, streams[1]>>>(sum);
  unordered<<<512, 32>>>(data + 700, data + 800);
  for (cudaStream_t& stream : streams) cudaStreamSynchronize(stream), cudaStreamDestroy(stream);
  cudaMemcpy(&counted, data + 600, sizeof counted, cudaMemcpyDeviceToHost);
  cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
  int tickets = 0;
  for (int i = 0; i < 512; ++i) tickets += first[i] / 32;
  printf("order %d %d %d, heap %d, sum %d\n", first[0] / 32, first[1] / 32, first[2] / 32, counted, tickets);
  printf("%a\n", total);
  cudaFree(data), cudaFree(sum);
}
