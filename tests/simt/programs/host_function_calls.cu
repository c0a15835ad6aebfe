// What the runtime says to a function in a stream that calls it: CUDA says that it "may" refuse.
// prints: cudaLaunchHostFunc
// prints: kernel: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMemcpy: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMemcpyAsync: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMemcpyToSymbol: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMemset: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMemsetAsync: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaLaunchHostFunc: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaEventRecord: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaEventQuery: cudaSuccess, and then cudaSuccess
// prints: cudaEventSynchronize: cudaSuccess, and then cudaSuccess
// prints: cudaStreamWaitEvent: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaStreamQuery: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaStreamSynchronize: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaDeviceSynchronize: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMalloc: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMallocPitch: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMallocManaged: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMallocHost: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaHostAlloc: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMallocAsync: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaFree: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaFreeHost: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaFreeAsync: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaStreamCreate: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaStreamDestroy: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaEventCreate: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaEventDestroy: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaGetDevice: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaSetDevice: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaGetDeviceCount: cudaSuccess, and then cudaSuccess
// prints: cudaGetDeviceProperties: cudaSuccess, and then cudaSuccess
// prints: cudaDeviceGetAttribute: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaFuncGetAttributes: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaPointerGetAttributes: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMemGetInfo: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: the stream afterwards: cudaSuccess, and then cudaSuccess
// prints: the number is 0
// prints: cudaStreamAddCallback
// prints: kernel: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMemcpy: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMemcpyAsync: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMemcpyToSymbol: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMemset: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMemsetAsync: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaLaunchHostFunc: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaEventRecord: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaEventQuery: cudaSuccess, and then cudaSuccess
// prints: cudaEventSynchronize: cudaSuccess, and then cudaSuccess
// prints: cudaStreamWaitEvent: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaStreamQuery: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaStreamSynchronize: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaDeviceSynchronize: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMalloc: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMallocPitch: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMallocManaged: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMallocHost: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaHostAlloc: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMallocAsync: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaFree: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaFreeHost: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaFreeAsync: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaStreamCreate: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaStreamDestroy: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaEventCreate: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaEventDestroy: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaGetDevice: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaSetDevice: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaGetDeviceCount: cudaSuccess, and then cudaSuccess
// prints: cudaGetDeviceProperties: cudaSuccess, and then cudaSuccess
// prints: cudaDeviceGetAttribute: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaFuncGetAttributes: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaPointerGetAttributes: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: cudaMemGetInfo: cudaErrorNotPermitted, and then cudaErrorNotPermitted
// prints: the stream afterwards: cudaSuccess, and then cudaSuccess
// prints: the number is 0
#include <cuda_runtime.h>

#include <cstdio>

__global__ void add_one(int* number) { *number += 1; }
__device__ int of_device;

struct Given {
  int *device, *host, *to_free, *host_to_free, *later_free;
  cudaStream_t other, unused;
  cudaEvent_t event, unused_event;
};

static void said(const char* call, cudaError_t error) {
  const cudaError_t last = cudaGetLastError();
  std::printf("%s: %s, and then %s\n", call, cudaGetErrorName(error), cudaGetErrorName(last));
}

static void calls(void* given) {
  const Given& our = *static_cast<Given*>(given);
  const int five = 5;
  int *more = nullptr, number = 0;
  std::size_t pitch = 0, free_bytes = 0, all_bytes = 0;
  cudaStream_t stream = nullptr;
  cudaEvent_t event = nullptr;
  cudaDeviceProp properties;
  cudaFuncAttributes of_kernel;
  cudaPointerAttributes of_pointer;
  add_one<<<1, 1, 0, our.other>>>(our.device);
  said("kernel", cudaPeekAtLastError());
  said("cudaMemcpy", cudaMemcpy(our.device, &five, sizeof five, cudaMemcpyHostToDevice));
  said("cudaMemcpyAsync", cudaMemcpyAsync(our.device, our.host, sizeof five, cudaMemcpyHostToDevice, our.other));
  said("cudaMemcpyToSymbol", cudaMemcpyToSymbol(of_device, &five, sizeof five));
  said("cudaMemset", cudaMemset(our.device, 1, sizeof five));
  said("cudaMemsetAsync", cudaMemsetAsync(our.device, 1, sizeof five, our.other));
  said("cudaLaunchHostFunc", cudaLaunchHostFunc(our.other, [](void*) {}, nullptr));
  said("cudaEventRecord", cudaEventRecord(our.event, our.other));
  said("cudaEventQuery", cudaEventQuery(our.event));
  said("cudaEventSynchronize", cudaEventSynchronize(our.event));
  said("cudaStreamWaitEvent", cudaStreamWaitEvent(our.other, our.event, 0));
  said("cudaStreamQuery", cudaStreamQuery(our.other));
  said("cudaStreamSynchronize", cudaStreamSynchronize(our.other));
  said("cudaDeviceSynchronize", cudaDeviceSynchronize());
  said("cudaMalloc", cudaMalloc(&more, 4));
  said("cudaMallocPitch", cudaMallocPitch(&more, &pitch, 4, 4));
  said("cudaMallocManaged", cudaMallocManaged(&more, 4));
  said("cudaMallocHost", cudaMallocHost(&more, 4));
  said("cudaHostAlloc", cudaHostAlloc(&more, 4, cudaHostAllocDefault));
  said("cudaMallocAsync", cudaMallocAsync(&more, 4, our.other));
  said("cudaFree", cudaFree(our.to_free));
  said("cudaFreeHost", cudaFreeHost(our.host_to_free));
  said("cudaFreeAsync", cudaFreeAsync(our.later_free, our.other));
  said("cudaStreamCreate", cudaStreamCreate(&stream));
  said("cudaStreamDestroy", cudaStreamDestroy(our.unused));
  said("cudaEventCreate", cudaEventCreate(&event));
  said("cudaEventDestroy", cudaEventDestroy(our.unused_event));
  said("cudaGetDevice", cudaGetDevice(&number));
  said("cudaSetDevice", cudaSetDevice(0));
  said("cudaGetDeviceCount", cudaGetDeviceCount(&number));
  said("cudaGetDeviceProperties", cudaGetDeviceProperties(&properties, 0));
  said("cudaDeviceGetAttribute", cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 0));
  said("cudaFuncGetAttributes", cudaFuncGetAttributes(&of_kernel, add_one));
  said("cudaPointerGetAttributes", cudaPointerGetAttributes(&of_pointer, our.device));
  said("cudaMemGetInfo", cudaMemGetInfo(&free_bytes, &all_bytes));
}

int main() {
  for (const bool as_callback : {false, true}) {
    std::printf("%s\n", as_callback ? "cudaStreamAddCallback" : "cudaLaunchHostFunc");
    Given our{};
    cudaMalloc(&our.device, sizeof(int));
    cudaMemset(our.device, 0, sizeof(int));
    cudaMallocHost(&our.host, sizeof(int));
    *our.host = 7;
    cudaMalloc(&our.to_free, sizeof(int));
    cudaMallocHost(&our.host_to_free, sizeof(int));
    cudaMallocAsync(&our.later_free, sizeof(int), nullptr);
    cudaStream_t stream = nullptr;
    for (cudaStream_t* each : {&stream, &our.other, &our.unused})
      cudaStreamCreateWithFlags(each, cudaStreamNonBlocking);
    cudaEventCreate(&our.event);
    cudaEventCreate(&our.unused_event);
    cudaEventRecord(our.event, our.other);
    cudaDeviceSynchronize();
    if (as_callback)
      cudaStreamAddCallback(stream, [](cudaStream_t, cudaError_t, void* given) { calls(given); }, &our, 0);
    else cudaLaunchHostFunc(stream, calls, &our);
    said("the stream afterwards", cudaStreamSynchronize(stream));
    int now = -1;
    cudaMemcpy(&now, our.device, sizeof now, cudaMemcpyDeviceToHost);
    std::printf("the number is %d\n", now);
    for (void* memory : {our.device, our.to_free, our.later_free}) cudaFree(memory);
    for (void* memory : {our.host, our.host_to_free}) cudaFreeHost(memory);
    for (cudaStream_t each : {stream, our.other, our.unused}) cudaStreamDestroy(each);
    cudaEventDestroy(our.event);
    cudaEventDestroy(our.unused_event);
  }
}
