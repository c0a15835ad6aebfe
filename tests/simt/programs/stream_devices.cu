// Streams of several devices.
// environment: SIMT_CHECK=stream
// environment: SIMT_DEVICES=2
// expect: race global line 60 says "host code reads an allocation of 1024 bytes at byte 12, stream_devices.cu line 60, and fill in stream 2 (launched in line 57) may still write it, line 13: the host has not waited for it (cudaStreamSynchronize, cudaEventSynchronize)"
// expect: race global line 14 says "add in the default stream of device 1 (launched in line 50) reads an allocation of 1024 bytes at byte 0, stream_devices.cu line 14, and fill in the default stream of device 0 (launched in line 48) may still write it, line 13: nothing orders the two streams (cudaStreamWaitEvent does)"
// expect: race global line 13 says "fill in stream 2 (launched in line 66) writes an allocation of 1024 bytes at byte 0, stream_devices.cu line 13, and cudaMemcpyPeerAsync in stream 1 may still write it, line 65: nothing orders the two streams (cudaStreamWaitEvent does)"
// prints: 3
// prints: 1
#include <cstdio>

constexpr int n = 256, bytes = n * sizeof(int);

__global__ void fill(int* out, int value) { out[threadIdx.x] = value; }
__global__ void add(int* out, const int* in) { out[threadIdx.x] += in[threadIdx.x]; }

int main() {
  int *here, *there, *managed, host[n];
  cudaStream_t of_first, of_second;
  cudaEvent_t event;
  cudaMallocManaged(&managed, bytes);
  cudaMalloc(&here, bytes);
  cudaMemset(here, 0, bytes);
  cudaStreamCreate(&of_first);
  cudaDeviceEnablePeerAccess(1, 0);
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  cudaMalloc(&there, bytes);
  cudaMemset(there, 0, bytes);
  cudaStreamCreate(&of_second);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaDeviceSynchronize();

  // In order: cudaMemcpyPeer is, on both devices; an event orders their streams; to wait for one device is enough for its work.
  fill<<<1, n, 0, of_first>>>(here, 1);
  cudaMemcpyPeer(there, 1, here, 0, bytes);
  cudaSetDevice(1);
  add<<<1, n, 0, of_second>>>(there, there);
  cudaEventCreate(&event);
  cudaEventRecord(event, of_second);
  cudaSetDevice(0);
  cudaStreamWaitEvent(of_first, event);
  add<<<1, n, 0, of_first>>>(here, there);
  cudaMemcpy(host, here, bytes, cudaMemcpyDeviceToHost);
  printf("%d\n", host[0]);

  // The default streams of two devices are two.
  fill<<<1, n>>>(here, 1);
  cudaSetDevice(1);
  add<<<1, n>>>(there, here);
  cudaSetDevice(0);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  cudaDeviceSynchronize();

  // To wait for one device is not to wait for the other.
  fill<<<1, n, 0, of_second>>>(managed, 1);
  cudaSetDevice(0);
  cudaDeviceSynchronize();
  const int early = managed[3];
  cudaSetDevice(1);
  cudaDeviceSynchronize();

  // A copy between devices in one stream, a kernel in another.
  cudaMemcpyPeerAsync(there, 1, here, 0, bytes, of_first);
  fill<<<1, n, 0, of_second>>>(there, 3);
  cudaDeviceSynchronize();
  printf("%d\n", early);
}
