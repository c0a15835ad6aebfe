// Work of different streams touches the same bytes, and nothing orders it: found whichever comes first here, with both places.
// environment: SIMT_CHECK=stream
// expect: race global line 78 says "cudaMemcpyAsync in stream 2 reads an allocation of 4000 bytes at byte 0, stream_race.cu line 78, and fill in stream 1 (launched in line 76) may still write it, line 27: nothing orders the two streams (cudaStreamWaitEvent does)"
// expect: race global line 84 says "cudaMemcpy in the default stream reads an allocation of 4000 bytes at byte 0, stream_race.cu line 84, and twice in stream 3 (non-blocking) (launched in line 83) may still write it, line 31: a non-blocking stream and the default stream do not wait for each other"
// expect: race global line 106 says "cudaMemcpyToSymbolAsync in stream 2 writes the variable total at byte 0, stream_race.cu line 106, and tick in stream 1 (launched in line 104) may still write it, line 36: nothing orders the two streams (cudaStreamWaitEvent does)"
// expect: use-after-free global line 129 says "cudaFreeAsync in stream 1 frees an allocation of 4000 bytes, stream_race.cu line 129, and fill in stream 2 (launched in line 128) may still write it, line 27: nothing orders the two streams (cudaStreamWaitEvent does)"
// expect: race global line 31 says "twice in stream 2 (launched in line 58) reads an allocation of 4000 bytes at byte 0, stream_race.cu line 31, and fill in stream 1 (launched in line 57) may still write it, line 27: nothing orders the two streams (cudaStreamWaitEvent does)"
// expect: race global line 27 says "fill in stream 2 (launched in line 61) writes an allocation of 4000 bytes at byte 0, stream_race.cu line 27, and twice in stream 1 (launched in line 60) may still read it, line 31: nothing orders the two streams (cudaStreamWaitEvent does)"
// expect: race global line 27 says "fill in stream 2 (launched in line 64) writes an allocation of 4000 bytes at byte 0, stream_race.cu line 27, and cudaMemsetAsync in stream 1 may still write it, line 63: nothing orders the two streams (cudaStreamWaitEvent does)"
// expect: race global line 33 says "letters in stream 2 (launched in line 69) writes an allocation of 100 bytes at byte 50, stream_race.cu line 33, and letters in stream 1 (launched in line 68) may still write it, line 33: nothing orders the two streams (cudaStreamWaitEvent does)"
// expect: race global line 31 says "twice in stream 3 (non-blocking) (launched in line 83) reads an allocation of 4000 bytes at byte 0, stream_race.cu line 31, and cudaMemset in the default stream may still write it, line 82: a non-blocking stream and the default stream do not wait for each other"
// expect: race global line 27 says "fill in stream 3 (non-blocking) (launched in line 87) writes an allocation of 4000 bytes at byte 0, stream_race.cu line 27, and cudaMemcpy in the default stream may still write it, line 86: a non-blocking stream and the default stream do not wait for each other"
// expect: race global line 31 says "twice in stream 3 (non-blocking) (launched in line 96) reads an allocation of 4000 bytes at byte 0, stream_race.cu line 31, and fill in stream 1 (launched in line 94) may still write it, line 27: nothing orders the two streams (cudaStreamWaitEvent does)"
// expect: race global line 35 says "set in stream 2 (launched in line 102) writes an allocation of 4 bytes at byte 0, stream_race.cu line 35, and count in stream 1 (launched in line 101) may still write it, line 34: nothing orders the two streams (cudaStreamWaitEvent does)"
// expect: race global line 37 says "fetch in stream 2 (launched in line 117) reads an array at byte 0, stream_race.cu line 37, and cudaMemcpy2DToArrayAsync in stream 1 may still write it, line 115: nothing orders the two streams (cudaStreamWaitEvent does)"
// expect: race global line 31 says "twice in the thread's default stream (launched in line 122) reads an allocation of 4000 bytes at byte 0, stream_race.cu line 31, and fill in stream 1 (launched in line 121) may still write it, line 27: nothing orders the two streams (cudaStreamWaitEvent does)"
// expect: race global line 27 says "fill in stream 2 (launched in line 128) writes an allocation of 4000 bytes at byte 0, stream_race.cu line 27, and cudaMallocAsync in stream 1 may not yet have allocated it, line 127: nothing orders the two streams (cudaStreamWaitEvent does)"
// notes: race global line 31 says "twice in stream 3 (non-blocking) (launched in line 91) reads an allocation of 4000 bytes at byte 0, stream_race.cu line 31, and cudaMemcpy in the default stream may still write it, line 90: a non-blocking stream and the default stream do not wait for each other. As a rule such a copy from or to pageable memory is done when the call returns; CUDA does not promise it"
// prints: done
#include <cstdio>

constexpr int n = 1000;
__device__ int total;

__global__ void fill(float* out, float value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = value;
}
__global__ void twice(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}
__global__ void letters(char* out, int first) { out[first + threadIdx.x] = 'x'; }
__global__ void count(unsigned* counter) { atomicAdd(counter, 1); }
__global__ void set(unsigned* counter) { *counter = 0; }
__global__ void tick() { total = 1; }
__global__ void fetch(cudaTextureObject_t texture, float* out) { out[threadIdx.x] = tex2D<float>(texture, threadIdx.x, 0); }

// Everything is done before the next case.
void next() { cudaDeviceSynchronize(); }

int main() {
  float *in, *out, *other, host[n];
  char* text;
  unsigned* counter;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMalloc(&other, n * sizeof(float));
  cudaMalloc(&text, 100);
  cudaMalloc(&counter, sizeof(unsigned));
  cudaStream_t first, second, apart;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);

  // Written, then read; read, then written; two writes.
  fill<<<4, 256, 0, first>>>(in, 1);
  twice<<<4, 256, 0, second>>>(out, in);
  next();
  twice<<<4, 256, 0, first>>>(out, in);
  fill<<<4, 256, 0, second>>>(in, 2);
  next();
  cudaMemsetAsync(in, 0, n * sizeof(float), first);
  fill<<<4, 256, 0, second>>>(in, 2);
  next();

  // One byte is enough.
  letters<<<1, 51, 0, first>>>(text, 0);
  letters<<<1, 50, 0, second>>>(text, 50);
  next();

  // An event that is recorded too early, one that nobody waits for, one that the host has waited for before.
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventRecord(event, first);
  fill<<<4, 256, 0, first>>>(in, 1);
  cudaStreamWaitEvent(second, event);
  cudaMemcpyAsync(out, in, n * sizeof(float), cudaMemcpyDeviceToDevice, second);
  next();

  // The default stream and one that does not wait for it, either way; memset and a copy on the device go on by themselves.
  cudaMemset(in, 0, n * sizeof(float));
  twice<<<4, 256, 0, apart>>>(out, in);
  cudaMemcpy(host, out, n * sizeof(float), cudaMemcpyDeviceToHost);
  next();
  cudaMemcpy(out, in, n * sizeof(float), cudaMemcpyDeviceToDevice);
  fill<<<4, 256, 0, apart>>>(out, 1);
  next();
  // As a rule this copy has arrived when the call returns: a note.
  cudaMemcpy(in, host, n * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<4, 256, 0, apart>>>(out, in);
  next();
  // What the one has waited for, a third one has not.
  fill<<<4, 256, 0, first>>>(in, 1);
  cudaStreamSynchronize(second);
  twice<<<4, 256, 0, apart>>>(other, in);
  next();
  cudaEventDestroy(event);

  // An atomic and a plain access; variables; an array behind a texture.
  count<<<1, 32, 0, first>>>(counter);
  set<<<1, 1, 0, second>>>(counter);
  next();
  tick<<<1, 1, 0, first>>>();
  const int zero = 0;
  cudaMemcpyToSymbolAsync(total, &zero, sizeof zero, 0, cudaMemcpyHostToDevice, second);
  next();
  const cudaChannelFormatDesc element = cudaCreateChannelDesc<float>();
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  cudaMallocArray(&resource.res.array.array, &element, 32, 4);
  const cudaTextureDesc how{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  cudaMemcpy2DToArrayAsync(
      resource.res.array.array, 0, 0, in, 128, 128, 4, cudaMemcpyDeviceToDevice, first);
  fetch<<<1, 32, 0, second>>>(texture, other);
  next();

  // Each thread's own default stream waits for the legacy one only. A copy between streams of the driver's kind.
  fill<<<4, 256, 0, first>>>(in, 1);
  twice<<<4, 256, 0, cudaStreamPerThread>>>(out, in);
  next();

  // Memory of a stream's allocation, used before the stream comes to it; and freed while another one is at it.
  float* pool;
  cudaMallocAsync(&pool, n * sizeof(float), first);
  fill<<<4, 256, 0, second>>>(pool, 1);
  cudaFreeAsync(pool, first);
  next();
  cudaDestroyTextureObject(texture);
  cudaFreeArray(resource.res.array.array);
  printf("done\n");
}
