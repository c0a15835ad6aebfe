// Memory, textures and arrays are given back while work may still use them.
// environment: SIMT_CHECK=stream
// expect: use-after-free host line 53 says "cudaFreeHost frees an allocation of 4000 bytes, stream_freed.cu line 53, and cudaMemcpyAsync in stream 1 may still read it, line 52: the host has not waited for it, and the call does not"
// expect: use-after-free host line 58 says "cudaFreeHost frees an allocation of 8000 bytes, stream_freed.cu line 58, and fill in stream 2 (non-blocking) (launched in line 56) may still write it, line 22: the host has not waited for it, and the call does not"
// expect: use-after-free host line 63 says "cudaHostUnregister takes back host memory, stream_freed.cu line 63, and fill in stream 2 (non-blocking) (launched in line 62) may still write it, line 22: the host has not waited for it, and the call does not"
// expect: use-after-free global line 70 says "cudaFreeAsync in stream 2 (non-blocking) frees an allocation of 12000 bytes, stream_freed.cu line 70, and fill in stream 1 (launched in line 69) may still write it, line 22: nothing orders the two streams (cudaStreamWaitEvent does)"
// expect: use-after-free global line 74 says "cudaFree frees an allocation of 16000 bytes, stream_freed.cu line 74, and fill in stream 1 (launched in line 73) may still write it, line 22: the host has not waited for it, and the call does not"
// expect: use-after-free global line 88 says "cudaDestroySurfaceObject destroys a surface object, stream_freed.cu line 88, and draw in stream 1 (launched in line 87) may still read it, line 25: the host has not waited for it, and the call does not"
// expect: use-after-free global line 91 says "cudaDestroyTextureObject destroys a texture object, stream_freed.cu line 91, and fetch in stream 2 (non-blocking) (launched in line 90) may still read it, line 24: the host has not waited for it, and the call does not"
// expect: use-after-free global line 92 says "cudaFreeArray frees an array, stream_freed.cu line 92, and fetch in stream 2 (non-blocking) (launched in line 90) may still read it, line 24: the host has not waited for it, and the call does not"
// notes: use-after-free host line 99 says "delete frees host memory, stream_freed.cu line 99, and cudaMemcpyAsync in stream 1 may still write it, line 98: the host has not waited for it, and the call does not. As a rule such a copy from or to pageable memory is done when the call returns; CUDA does not promise it"
// notes: race host line 34 says "host code writes host memory, stream_freed.cu line 34, and cudaMemcpyAsync in stream 1 may still write it, line 31: the host has not waited for it (cudaStreamSynchronize, cudaEventSynchronize). As a rule such a copy from or to pageable memory is done when the call returns; CUDA does not promise it"
// prints: 1
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int n = 1000, bytes = n * sizeof(float), in_a_frame = 4 * n;

__global__ void fill(float* out, float value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = value;
}
__global__ void fetch(cudaTextureObject_t texture, float* out) { out[threadIdx.x] = tex2D<float>(texture, threadIdx.x, 0); }
__global__ void draw(cudaSurfaceObject_t surface) { surf2Dwrite(1.0f, surface, threadIdx.x * 4, 0); }
void next() { cudaDeviceSynchronize(); }

// in_a_frame is more than g++ fills in line unasked: that it fills an array without a value is nobody's write.
__attribute__((noinline)) void copy_into_a_frame_that_ends(const float* from, cudaStream_t stream) {
  float values[in_a_frame];
  cudaMemcpyAsync(values, from, bytes, cudaMemcpyDeviceToHost, stream);
}
__attribute__((noinline)) void count_up(float* values) {
  for (int i = 0; i < n; ++i) values[i] = float(i);
}
__attribute__((noinline)) float use_the_stack() {
  float values[in_a_frame];
  count_up(values);
  return values[rand() % n];
}

int main() {
  float *device, *pinned, *pool;
  cudaMalloc(&device, bytes);
  cudaMemset(device, 0, bytes);
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);

  // Page-locked memory, of a copy, of a kernel and of one's own.
  cudaMallocHost(&pinned, bytes);
  cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, first);
  cudaFreeHost(pinned);
  next();
  cudaMallocHost(&pinned, 2 * bytes);
  fill<<<4, 256, 0, second>>>(pinned, 1);
  cudaStreamSynchronize(first);
  cudaFreeHost(pinned);
  next();
  float* own = static_cast<float*>(aligned_alloc(4096, 4096));
  cudaHostRegister(own, bytes, cudaHostRegisterDefault);
  fill<<<4, 256, 0, second>>>(own, 1);
  cudaHostUnregister(own);
  next();
  free(own);

  // Memory in a stream's order: freed by another stream; by cudaFree, which does not wait for such memory.
  cudaMallocAsync(&pool, 3 * bytes, first);
  fill<<<4, 256, 0, first>>>(pool, 1);
  cudaFreeAsync(pool, second);
  next();
  cudaMallocAsync(&pool, 4 * bytes, first);
  fill<<<4, 256, 0, first>>>(pool, 1);
  cudaFree(pool);
  next();

  // A texture and its array, a surface.
  const cudaChannelFormatDesc element = cudaCreateChannelDesc<float>();
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  cudaMallocArray(&resource.res.array.array, &element, 32, 4, cudaArraySurfaceLoadStore);
  const cudaTextureDesc how{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  draw<<<1, 32, 0, first>>>(surface);
  cudaDestroySurfaceObject(surface);
  next();
  fetch<<<1, 32, 0, second>>>(texture, device);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(resource.res.array.array);
  next();

  // The host's own memory, of a copy that as a rule is done by then: notes.
  {
    std::vector<float> values(n);
    cudaMemcpyAsync(values.data(), device, bytes, cudaMemcpyDeviceToHost, first);
  }
  next();
  copy_into_a_frame_that_ends(device, first);
  const float last = use_the_stack();
  next();
  printf("%d\n", last >= 0);
  cudaFree(device);
}
