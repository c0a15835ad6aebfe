// A callback begins a thread by code that simtcc has not built (here the C library's own pthread_create): what the callback
// waits for is done when that thread reads it.
// environment: SIMT_CHECK=stream
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>

#include <cstdio>

__global__ void count(int* out) { out[threadIdx.x] = threadIdx.x; }

int* host;
sem_t done;

void* add_up(void*) {
  int sum = 0;
  for (int i = 0; i < 64; ++i) sum += host[i];
  printf("%d\n", sum);
  sem_post(&done);
  return nullptr;
}

void begin_thread(void*) {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  pthread_t thread;
  ((Create)dlsym(RTLD_DEFAULT, "pthread_create"))(&thread, nullptr, add_up, nullptr);
}

int main() {
  int* device;
  cudaStream_t stream;
  sem_init(&done, 0, 0);
  cudaStreamCreate(&stream);
  cudaMalloc(&device, 64 * sizeof(int));
  cudaMallocHost(&host, 64 * sizeof(int));
  count<<<1, 64, 0, stream>>>(device);
  cudaMemcpyAsync(host, device, 64 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaLaunchHostFunc(stream, begin_thread, nullptr);
  sem_wait(&done);
  // prints: 2016
  return 0;
}
