// Work that comes too late for what it needs, in the order of SIMT_STREAMS=deferred.
// environment: SIMT_STREAMS=deferred
// expect: use-after-free global line 22 says "cudaMemcpyAsync in stream 1 (non-blocking) writes an allocation of 256 bytes, stream_deferred_freed.cu line 22, which was freed before the stream came to it"
// expect: use-after-free global line 13 says "writes 4 bytes of an allocation of 256 bytes after it was freed, stream_deferred_freed.cu line 13"
// expect: use-after-free global line 14 says "reads a texture object that has been destroyed, stream_deferred_freed.cu line 14"
// prints: cudaSuccess
// prints: cudaErrorIllegalAddress
// prints: cudaErrorIllegalAddress
#include <cstdio>

constexpr int n = 64, bytes = n * sizeof(float);

__global__ void fill(float* out) { out[threadIdx.x] = 1; }
__global__ void fetch(cudaTextureObject_t texture, float* out) { out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x); }

int main() {
  float *device, *pinned;
  cudaMalloc(&device, bytes);
  cudaMallocHost(&pinned, bytes);
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, stream);
  cudaFreeHost(pinned);
  printf("%s\n", cudaGetErrorName(cudaStreamSynchronize(stream)));
  cudaMallocHost(&pinned, bytes);
  fill<<<1, n, 0, stream>>>(pinned);
  cudaFreeHost(pinned);
  printf("%s\n", cudaGetErrorName(cudaStreamSynchronize(stream)));
  cudaDeviceReset();
  cudaMalloc(&device, bytes);
  cudaStreamCreate(&stream);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = device;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = bytes;
  const cudaTextureDesc how{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  fetch<<<1, n, 0, stream>>>(texture, device);
  cudaDestroyTextureObject(texture);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
