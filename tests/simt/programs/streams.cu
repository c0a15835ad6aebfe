// Streams, priorities, events, callbacks and host functions, in the order in which they were put there.
// prints: host function sees 3
// prints: callback with no error
// prints: 0 -5 -2 1
// prints: 24
// prints: invalid resource handle
#include <cstdio>

__global__ void add(int* p, int what) { *p += what; }

struct State {
  int* seen;
};
void CUDART_CB look(void* data) { printf("host function sees %d\n", *static_cast<State*>(data)->seen); }
void CUDART_CB done(cudaStream_t, cudaError_t status, void*) { printf("callback with %s\n", cudaGetErrorString(status)); }

int main() {
  int *device, *pinned;
  cudaMalloc(&device, sizeof(int));
  cudaMallocHost(&pinned, sizeof(int));
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithPriority(&second, cudaStreamDefault, -2);
  cudaMemsetAsync(device, 0, sizeof(int), first);
  add<<<1, 1, 0, first>>>(device, 3);
  cudaMemcpyAsync(pinned, device, sizeof(int), cudaMemcpyDeviceToHost, first);
  State state{pinned};
  cudaLaunchHostFunc(first, look, &state);
  cudaStreamAddCallback(first, done, nullptr, 0);
  cudaEvent_t event, start;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaEventCreate(&start);
  cudaEventRecord(start);
  cudaEventRecord(event, first);
  cudaStreamWaitEvent(second, event, 0);
  add<<<1, 1, 0, second>>>(device, 21);
  cudaStreamSynchronize(first);
  cudaStreamSynchronize(second);
  int least, greatest, priority;
  unsigned flags;
  cudaDeviceGetStreamPriorityRange(&least, &greatest);
  cudaStreamGetPriority(second, &priority);
  cudaStreamGetFlags(first, &flags);
  printf("%d %d %d %u\n", least, greatest, priority, flags);
  int* async;
  cudaMallocAsync(&async, sizeof(int), second);
  cudaMemcpyAsync(async, device, sizeof(int), cudaMemcpyDeviceToDevice, second);
  cudaMemcpyAsync(pinned, async, sizeof(int), cudaMemcpyDeviceToHost, second);
  cudaFreeAsync(async, second);
  cudaDeviceSynchronize();
  printf("%d\n", *pinned);
  float milliseconds;
  printf("%s\n", cudaGetErrorString(cudaEventElapsedTime(&milliseconds, start, event)));
  cudaEventDestroy(event);
  cudaEventDestroy(start);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}
