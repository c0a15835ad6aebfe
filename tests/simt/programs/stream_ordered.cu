// Work of several streams and of the host that is in order by CUDA's rules, each next to one that is not: nothing is found.
// environment: SIMT_CHECK=stream
// prints: 4 4 4
// prints: 10 frames, sum 450
// prints: 4096 7 done
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <vector>

constexpr int n = 1000, bytes = n * sizeof(float);

__global__ void fill(float* out, float value, int first = 0, int count = n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[first + i] = value;
}
__global__ void twice(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = 2 * in[i];
}
__global__ void letters(char* out, int first) { out[first + threadIdx.x] = 'x'; }
__global__ void count(unsigned* counter) { atomicAdd(counter, 1); }
__global__ void publish(int* data, volatile int* flag) {
  *data = 7;
  __threadfence_system();
  *flag = 1;
}
__global__ void follow(const int* data, volatile int* flag, int* out) {
  while (!*flag) {
  }
  __threadfence();
  *out = *data;
}
__global__ void fetch(cudaTextureObject_t texture, float* out) { out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x); }

void add(void* sum) { *static_cast<float*>(sum) += 1; }

// All streams at once, on what each has for itself; and one that reads what others read.
void apart(cudaStream_t first, cudaStream_t second, cudaStream_t alone, float* in, float* out, float* other, char* text) {
  fill<<<2, 256, 0, first>>>(in, 1, 0, 500);
  fill<<<2, 256, 0, second>>>(in, 2, 500, 500);
  letters<<<1, 51, 0, first>>>(text, 0);
  letters<<<1, 49, 0, alone>>>(text, 51);
  cudaMemset2DAsync(out, 8, 0, 4, n / 2, first);
  cudaMemset2DAsync(out + 1, 8, 0, 4, n / 2, alone);
  cudaDeviceSynchronize();
  twice<<<4, 256, 0, first>>>(out, in);
  twice<<<4, 256, 0, alone>>>(other, in);
  cudaDeviceSynchronize();
}

// Events, one stream and back; recorded again; one that the host has waited for; one that was never recorded orders nothing
// and is not waited for.
void by_events(cudaStream_t first, cudaStream_t second, cudaStream_t alone, float* in, float* out, float* host) {
  cudaEvent_t written, read;
  cudaEventCreate(&written);
  cudaEventCreateWithFlags(&read, cudaEventDisableTiming);
  for (int round = 0; round < 3; ++round) {
    cudaStreamWaitEvent(first, read);
    fill<<<4, 256, 0, first>>>(in, 2);
    cudaEventRecord(written, first);
    cudaStreamWaitEvent(alone, written);
    twice<<<4, 256, 0, alone>>>(out, in);
    cudaMemcpyAsync(host, out, bytes, cudaMemcpyDeviceToHost, alone);
    cudaEventRecord(read, alone);
  }
  cudaEventSynchronize(read);
  printf("%g %g", host[0], host[n - 1]);
  fill<<<4, 256, 0, second>>>(in, 3);  // the host knows, and so does everything it gives to a stream from now on
  cudaEventRecord(written, second);
  while (cudaEventQuery(written) == cudaErrorNotReady) {
  }
  twice<<<4, 256, 0, alone>>>(in, in);
  while (cudaStreamQuery(alone) != cudaSuccess) {
  }
  cudaMemcpy(host, out, bytes, cudaMemcpyDeviceToHost);
  printf(" %g\n", host[1]);
  // "An event may be destroyed before it is complete", and a stream with work in it.
  fill<<<4, 256, 0, first>>>(in, 2);
  cudaEventRecord(written, first);
  cudaStreamWaitEvent(second, written);
  cudaEventDestroy(written);
  twice<<<4, 256, 0, second>>>(out, in);
  cudaStream_t brief;
  cudaStreamCreateWithFlags(&brief, cudaStreamNonBlocking);
  cudaStreamWaitEvent(brief, read);
  cudaStreamDestroy(brief);
  cudaEventDestroy(read);
  cudaDeviceSynchronize();
}

// The legacy default stream waits for all blocking streams, and they for it; each thread's own is one of those.
void by_default(cudaStream_t first, cudaStream_t second, float* in, float* out, float* host) {
  fill<<<4, 256, 0, first>>>(in, 1);
  twice<<<4, 256>>>(out, in);
  twice<<<4, 256, 0, second>>>(in, out);
  cudaMemset(out, 0, bytes);
  twice<<<4, 256, 0, first>>>(out, in);
  cudaMemcpy(host, out, bytes, cudaMemcpyDeviceToHost);
  host[0] = 1;
  cudaMemcpy(in, host, bytes, cudaMemcpyHostToDevice);
  twice<<<4, 256, 0, second>>>(out, in);
  fill<<<4, 256, 0, cudaStreamLegacy>>>(out, 1);
  twice<<<4, 256, 0, cudaStreamPerThread>>>(in, out);
  cudaDeviceSynchronize();
  // An event in the default stream stands for all of them.
  cudaEvent_t all;
  cudaEventCreate(&all);
  fill<<<4, 256, 0, first>>>(in, 1);
  cudaEventRecord(all);
  cudaEventSynchronize(all);
  cudaMemcpyAsync(host, in, bytes, cudaMemcpyDeviceToHost, second);
  cudaStreamSynchronize(nullptr);
  host[1] = 2;
  cudaEventDestroy(all);
}

// cudaFree waits for the device, cudaMalloc keeps what is in front of it from what is behind it.
void by_allocation(cudaStream_t first, cudaStream_t second, cudaStream_t alone, float* out) {
  float *memory, *more;
  cudaMalloc(&memory, bytes);
  fill<<<4, 256, 0, alone>>>(memory, 1);
  cudaFree(memory);
  cudaMalloc(&memory, bytes);
  fill<<<4, 256, 0, first>>>(memory, 1);
  cudaMalloc(&more, bytes);
  twice<<<4, 256, 0, second>>>(out, memory);
  cudaFree(more);
  cudaFree(memory);
  cudaMallocAsync(&memory, bytes, alone);
  fill<<<4, 256, 0, alone>>>(memory, 1);
  cudaFreeAsync(memory, alone);
  cudaMallocAsync(&memory, bytes, first);
  fill<<<4, 256, 0, first>>>(memory, 1);
  cudaStreamSynchronize(first);
  cudaFree(memory);
  cudaDeviceSynchronize();
}

// Two page-locked buffers, each filled while the other is copied.
void double_buffered(cudaStream_t first, cudaStream_t second, float* in) {
  float* buffer[2];
  cudaEvent_t copied[2];
  const cudaStream_t stream[2] = {first, second};
  for (int i = 0; i < 2; ++i) {
    cudaMallocHost(&buffer[i], bytes / 2);
    cudaEventCreateWithFlags(&copied[i], cudaEventDisableTiming);
  }
  float sum = 0;
  for (int frame = 0; frame < 10; ++frame) {
    const int at = frame % 2;
    if (frame >= 2) cudaEventSynchronize(copied[at]);
    for (int i = 0; i < n / 2; ++i) buffer[at][i] = float(frame);
    for (int i = 0; i < 10; ++i) sum += buffer[at][i];
    cudaMemcpyAsync(in + at * n / 2, buffer[at], bytes / 2, cudaMemcpyHostToDevice, stream[at]);
    cudaEventRecord(copied[at], stream[at]);
  }
  printf("10 frames, sum %g\n", sum);
  cudaDeviceSynchronize();
  for (int i = 0; i < 2; ++i) cudaFreeHost(buffer[i]), cudaEventDestroy(copied[i]);
}

// Kernels and the host at once, on memory of both sides, where each has bytes of its own, or only atomics, or a flag.
void on_both_sides(cudaStream_t first, cudaStream_t second, float* out) {
  float* shared;
  unsigned* counter;
  int *data, *flag;
  cudaMallocManaged(&shared, bytes);
  cudaMallocManaged(&counter, sizeof *counter);
  cudaHostAlloc(&data, 2 * sizeof *data, cudaHostAllocMapped);
  cudaHostAlloc(&flag, sizeof *flag, cudaHostAllocMapped);
  *counter = 0, *flag = 0;
  for (int i = 0; i < n; ++i) shared[i] = 0;
  fill<<<2, 256, 0, first>>>(shared, 1, 0, 500);
  for (int i = 500; i < n; ++i) shared[i] = 2;
  twice<<<4, 256, 0, second>>>(out, out);
  count<<<64, 32, 0, first>>>(counter);
  count<<<64, 32, 0, second>>>(counter);
  cudaMemPrefetchAsync(shared, bytes, {cudaMemLocationTypeDevice, 0}, 0, second);
  publish<<<1, 1, 0, first>>>(data, flag);
  follow<<<1, 1, 0, second>>>(data, flag, data + 1);
  while (!*static_cast<volatile int*>(flag)) {
  }
  cudaDeviceSynchronize();
  printf("%u %d", *counter, data[1]);
  // A host function has its turn in the stream.
  fill<<<4, 256, 0, first>>>(shared, 1);
  cudaLaunchHostFunc(first, add, shared);
  twice<<<4, 256, 0, first>>>(shared, shared);
  cudaStreamSynchronize(first);
  shared[0] = 0;
  cudaFree(shared), cudaFree(counter), cudaFreeHost(data), cudaFreeHost(flag);
}

// A host function tells the host that its stream has come so far: by an atomic, by a lock, by a volatile variable.
std::atomic<bool> told = false;
std::mutex lock;
bool is_ready = false;
volatile bool is_seen = false;
void tell(void*) { told = true; }
void make_ready(void*) {
  const std::lock_guard guard(lock);
  is_ready = true;
}
void show(void*) { is_seen = true; }

void by_host_functions(cudaStream_t first, float* in, float* host) {
  cudaMemcpyAsync(host, in, bytes, cudaMemcpyDeviceToHost, first);
  cudaLaunchHostFunc(first, tell, nullptr);
  while (!told) {
  }
  host[0] = 1;
  cudaMemcpyAsync(host, in, bytes, cudaMemcpyDeviceToHost, first);
  cudaLaunchHostFunc(first, make_ready, nullptr);
  for (bool done = false; !done;) {
    const std::lock_guard guard(lock);
    done = is_ready;
  }
  host[1] = 2;
  cudaMemcpyAsync(host, in, bytes, cudaMemcpyDeviceToHost, first);
  cudaLaunchHostFunc(first, show, nullptr);
  while (!is_seen) {
  }
  host[2] = 3;
}

// Registered memory, a texture and pageable memory are given back when they are no longer used.
void given_back(cudaStream_t first, float* in, float* out) {
  std::vector<float> values(n, 1.0f);
  cudaHostRegister(values.data(), bytes, cudaHostRegisterDefault);
  cudaMemcpyAsync(in, values.data(), bytes, cudaMemcpyHostToDevice, first);
  cudaStreamSynchronize(first);
  values[0] = 2;
  cudaHostUnregister(values.data());
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = in;
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = bytes;
  const cudaTextureDesc how{};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  fetch<<<1, 256, 0, first>>>(texture, out);
  {
    std::vector<float> result(n);
    cudaMemcpyAsync(result.data(), out, bytes, cudaMemcpyDeviceToHost, first);
    cudaStreamSynchronize(first);
  }
  cudaDestroyTextureObject(texture);
}

int main() {
  float *in, *out, *other, *host;
  char* text;
  cudaMalloc(&in, bytes), cudaMalloc(&out, bytes), cudaMalloc(&other, bytes), cudaMalloc(&text, 100);
  cudaMallocHost(&host, bytes);
  cudaStream_t first, second, alone;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaStreamCreateWithFlags(&alone, cudaStreamNonBlocking);
  apart(first, second, alone, in, out, other, text);
  by_events(first, second, alone, in, out, host);
  by_default(first, second, in, out, host);
  by_allocation(first, second, alone, out);
  double_buffered(first, second, in);
  on_both_sides(first, second, out);
  by_host_functions(first, in, host);
  given_back(first, in, out);
  cudaFree(in), cudaFree(out), cudaFree(other), cudaFree(text), cudaFreeHost(host);
  cudaStreamDestroy(first), cudaStreamDestroy(second), cudaStreamDestroy(alone);
  printf(" done\n");
}
