// Work that streams are given is done as late as CUDA allows (SIMT_STREAMS): what is not waited for shows.
// environment: SIMT_STREAMS=deferred
// prints: before 0 after 1
// prints: blocking 2 non-blocking 0
// prints: reversed 7 8 ordered 3 3
// prints: copied 2 2 1
// prints: cudaErrorNotReady then 2, after 1 more
// prints: cudaErrorNotReady 2 cudaSuccess 2 3
// prints: freed 5 4 cudaSuccess
// prints: main returns
// prints: a kernel that nobody waits for
#include <cstdio>
#include <vector>

constexpr int n = 1000, bytes = n * sizeof(int);

__global__ void fill(int* out, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = value;
}
__global__ void add(int* out, const int* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] += in[i];
}
struct Three {
  int values[3];
};
__global__ void put(int* out, Three three) { out[threadIdx.x] = three.values[threadIdx.x]; }
__device__ const char last_word[] = "a kernel that nobody waits for";
__device__ const char* const words = last_word;
__global__ void last() { printf("%s\n", words); }

void raise(void* number) { *static_cast<int*>(number) += 1; }
const char* name(cudaError_t error) { return cudaGetErrorName(error); }

int main() {
  int *managed, *pinned, *device, *other, host[n];
  cudaMallocManaged(&managed, bytes);
  cudaMallocHost(&pinned, bytes);
  cudaMalloc(&device, bytes);
  cudaMalloc(&other, bytes);
  cudaStream_t blocking, apart;
  cudaStreamCreate(&blocking);
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);

  // The host goes on at once.
  managed[0] = 0;
  fill<<<4, 256>>>(managed, 1);
  printf("before %d", managed[0]);
  cudaDeviceSynchronize();
  printf(" after %d\n", managed[0]);

  // cudaMemcpy waits for blocking streams only.
  cudaMemset(device, 0, bytes);
  cudaMemset(other, 0, bytes);
  cudaDeviceSynchronize();
  fill<<<4, 256, 0, blocking>>>(device, 2);
  fill<<<4, 256, 0, apart>>>(other, 2);
  int seen[2];
  cudaMemcpy(&seen[0], device, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&seen[1], other, sizeof(int), cudaMemcpyDeviceToHost);
  printf("blocking %d non-blocking %d\n", seen[0], seen[1]);
  cudaStreamSynchronize(apart);

  // The stream that was made last begins, where no event says otherwise; arguments are those of the call.
  Three three{{7, 8, 9}};
  put<<<1, 3, 0, blocking>>>(device, three);
  three.values[0] = 0;
  fill<<<4, 256, 0, apart>>>(device, 3);
  cudaDeviceSynchronize();
  cudaMemcpy(seen, device, sizeof seen, cudaMemcpyDeviceToHost);
  printf("reversed %d %d", seen[0], seen[1]);
  cudaEvent_t event;
  cudaEventCreate(&event);
  put<<<1, 3, 0, blocking>>>(device, three);
  cudaEventRecord(event, blocking);
  cudaStreamWaitEvent(apart, event);
  fill<<<4, 256, 0, apart>>>(device, 3);
  cudaStreamSynchronize(apart);
  cudaMemcpy(seen, device, sizeof seen, cudaMemcpyDeviceToHost);
  printf(" ordered %d %d\n", seen[0], seen[1]);

  // Page-locked memory is read when the copy comes to it, pageable memory when it is called.
  pinned[0] = host[0] = 1;
  cudaMemcpyAsync(device, pinned, sizeof(int), cudaMemcpyHostToDevice, apart);
  cudaMemcpyAsync(device + 1, host, sizeof(int), cudaMemcpyHostToDevice, apart);
  pinned[0] = host[0] = 2;
  cudaMemcpyAsync(pinned, device, 2 * sizeof(int), cudaMemcpyDeviceToHost, apart);
  printf("copied %d", pinned[0]);
  cudaMemcpyAsync(host, device, 2 * sizeof(int), cudaMemcpyDeviceToHost, apart);
  printf(" %d %d\n", host[0], host[1]);

  // Host functions have their turn; who asks often enough is told that all is done.
  int number = 0;
  cudaLaunchHostFunc(apart, raise, &number);
  cudaLaunchHostFunc(apart, raise, &number);
  int questions = 0;
  const cudaError_t first = cudaStreamQuery(apart);
  while (cudaStreamQuery(apart) == cudaErrorNotReady) ++questions;
  printf("%s then %d, after %d more\n", name(first), number, questions);
  cudaEventRecord(event, apart);
  cudaLaunchHostFunc(apart, raise, &number);
  printf("%s %d", name(cudaEventQuery(event)), number);
  cudaEventSynchronize(event);
  printf(" %s %d", name(cudaEventQuery(event)), number);
  cudaStreamSynchronize(apart);
  printf(" %d\n", number);

  // What is allocated and freed in a stream's order; cudaFree waits; a stream that is destroyed still does its work.
  int* pool;
  cudaMallocAsync(&pool, bytes, apart);
  fill<<<4, 256, 0, apart>>>(pool, 4);
  cudaMemcpyAsync(other, pool, bytes, cudaMemcpyDeviceToDevice, apart);
  cudaFreeAsync(pool, apart);
  cudaStream_t brief;
  cudaStreamCreate(&brief);
  fill<<<4, 256, 0, brief>>>(device, 5);
  cudaStreamDestroy(brief);
  cudaFree(managed);
  cudaMemcpy(&seen[0], device, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(&seen[1], other, sizeof(int), cudaMemcpyDeviceToHost);
  printf("freed %d %d %s\n", seen[0], seen[1], name(cudaGetLastError()));
  last<<<1, 1, 0, apart>>>();
  printf("main returns\n");
}
