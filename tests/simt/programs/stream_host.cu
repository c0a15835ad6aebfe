// The host touches memory of both sides before it has waited for the work that touches it, too.
// environment: SIMT_CHECK=stream
// expect: race global line 46 says "host code reads an allocation of 4000 bytes at byte 20, stream_host.cu line 46, and fill in the default stream (launched in line 45) may still write it, line 24: the host has not waited for it (cudaStreamSynchronize, cudaEventSynchronize)"
// expect: race global line 49 says "host code writes an allocation of 4000 bytes at byte 28, stream_host.cu line 49, and sum in the default stream (launched in line 48) may still read it, line 27: the host has not waited for it (cudaStreamSynchronize, cudaEventSynchronize)"
// expect: race host line 52 says "host code reads an allocation of 12000 bytes at byte 12, stream_host.cu line 52, and fill in stream 1 (launched in line 51) may still write it, line 24: the host has not waited for it (cudaStreamSynchronize, cudaEventSynchronize)"
// expect: race global line 55 says "host code reads the variable together at byte 16, stream_host.cu line 55, and mark in stream 1 (launched in line 54) may still write it, line 29: the host has not waited for it (cudaStreamSynchronize, cudaEventSynchronize)"
// expect: race host line 60 says "host code writes an allocation of 8000 bytes at byte 0, stream_host.cu line 60, and cudaMemcpyAsync in stream 1 may still read it, line 59: the host has not waited for it (cudaStreamSynchronize, cudaEventSynchronize)"
// expect: race host line 64 says "host code reads an allocation of 8000 bytes at byte 12, stream_host.cu line 64, and cudaMemcpyAsync in stream 1 may still write it, line 62: the host has not waited for it (cudaStreamSynchronize, cudaEventSynchronize)"
// expect: race host line 74 says "host code reads an allocation of 8000 bytes at byte 16, stream_host.cu line 74, and cudaMemcpyAsync in stream 1 may still write it, line 71: the host has not waited for it (cudaStreamSynchronize, cudaEventSynchronize)"
// expect: race host line 79 says "host code reads an allocation of 8000 bytes at byte 0, stream_host.cu line 79, and cudaLaunchHostFunc in stream 1 may still write it, line 30: the host has not waited for it (cudaStreamSynchronize, cudaEventSynchronize)"
// expect: race host line 89 says "host code writes host memory, stream_host.cu line 89, and cudaMemcpyAsync in stream 1 may still write it, line 88: the host has not waited for it (cudaStreamSynchronize, cudaEventSynchronize)"
// expect: race global line 27 says "sum in stream 2 (launched in line 82) reads an allocation of 4000 bytes at byte 0, stream_host.cu line 27, and cudaLaunchHostFunc in stream 1 may still write it, line 30: nothing orders the two streams (cudaStreamWaitEvent does)"
// notes: race host line 96 says "host code reads host memory, stream_host.cu line 96, and cudaMemcpyAsync in stream 1 may still write it, line 95: the host has not waited for it (cudaStreamSynchronize, cudaEventSynchronize). As a rule such a copy from or to pageable memory is done when the call returns; CUDA does not promise it"
// notes: race host line 99 says "host code writes host memory, stream_host.cu line 99, and cudaMemcpyAsync in stream 1 may still read it, line 98: the host has not waited for it (cudaStreamSynchronize, cudaEventSynchronize). As a rule such a copy from or to pageable memory is done when the call returns; CUDA does not promise it"
// prints: 1 2 4
#include <cstdio>
#include <vector>

constexpr int n = 1000, bytes = n * sizeof(int);
__managed__ int together[10];

__global__ void fill(int* out, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = value;
}
__global__ void sum(const int* in, int* out) {
  for (int i = 0; i < n; ++i) *out += in[i];
}
__global__ void mark() { together[threadIdx.x] = 1; }
void put(void* number) { *static_cast<int*>(number) = 3; }
void next() { cudaDeviceSynchronize(); }

int main() {
  int *managed, *pinned, *mapped, *device, result;
  cudaMallocManaged(&managed, bytes);
  cudaMallocHost(&pinned, 2 * bytes);
  cudaHostAlloc(&mapped, 3 * bytes, cudaHostAllocMapped);
  cudaMalloc(&device, bytes);
  cudaMemset(device, 0, bytes);
  cudaStream_t stream, other;
  cudaStreamCreate(&stream);
  cudaStreamCreate(&other);

  // Read, and written, before the kernel is waited for: managed and mapped memory.
  fill<<<4, 256>>>(managed, 1);
  const int early = managed[5];
  next();
  sum<<<1, 1>>>(managed, device);
  managed[7] = 1;
  next();
  fill<<<4, 256, 0, stream>>>(mapped, 2);
  const int copy = mapped[3];
  next();
  mark<<<1, 10, 0, stream>>>();
  result = together[4];
  next();

  // A copy from memory that is written again, and one into memory that is read, too early.
  cudaMemcpyAsync(device, pinned, bytes, cudaMemcpyHostToDevice, stream);
  for (int i = 0; i < n; ++i) pinned[i] = 2;
  next();
  cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(other);  // the wrong one
  result += pinned[3];
  next();

  // The event is recorded in front of the copy; the answer to a question is not looked at.
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventRecord(event, stream);
  cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, stream);
  cudaEventSynchronize(event);
  cudaStreamQuery(stream);
  result += pinned[4];
  next();

  // A host function is work of its stream.
  cudaLaunchHostFunc(stream, put, pinned);
  result += pinned[0];
  next();
  cudaLaunchHostFunc(stream, put, managed);
  sum<<<1, 1, 0, other>>>(managed, device);
  next();

  // Registered memory.
  std::vector<int> values(n);
  cudaHostRegister(values.data(), bytes, cudaHostRegisterDefault);
  cudaMemcpyAsync(values.data(), device, bytes, cudaMemcpyDeviceToHost, stream);
  values[9] = 1;
  next();
  cudaHostUnregister(values.data());

  // Pageable memory: CUDA leaves it open whether such a copy is done when the call returns. As a rule it is: notes.
  std::vector<int> plain(n);
  cudaMemcpyAsync(plain.data(), device, bytes, cudaMemcpyDeviceToHost, stream);
  result += plain[2];
  next();
  cudaMemcpyAsync(device, plain.data(), bytes, cudaMemcpyHostToDevice, stream);
  plain[3] = 5;
  next();
  printf("%d %d %d\n", early, copy, result);
}
