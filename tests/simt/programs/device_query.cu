// A program that asks the device what it is, as many begin; clocks are gone from CUDA 13's properties, and the attributes
// say an H200's, which NVIDIA's samples want to know.
// prints: 9.0, 132 multiprocessors, 65536 registers, 32 lanes
// prints: 1024 threads, 49152 + 227 KiB shared, 2048 resident
// prints: 60 MiB L2, cooperative 1, managed 1
// prints: 1024 132 9 0 233472
// prints: 3 1980000 3201000 1 1
// prints: cudaErrorNoKernelImageForDevice: no kernel image is available for execution on the device
#include <cstdio>

int main() {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  printf("%d.%d, %d multiprocessors, %d registers, %d lanes\n", device.major, device.minor, device.multiProcessorCount, device.regsPerMultiprocessor, device.warpSize);
  printf("%d threads, %zu + %zu KiB shared, %d resident\n", device.maxThreadsPerBlock, device.sharedMemPerBlock, device.sharedMemPerBlockOptin / 1024,
         device.maxThreadsPerMultiProcessor);
  printf("%d MiB L2, cooperative %d, managed %d\n", device.l2CacheSize >> 20, device.cooperativeLaunch, device.managedMemory);
  int threads, processors, major, minor, shared, engines, rate;
  cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerBlock, 0);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
  cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, 0);
  cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerMultiprocessor, 0);
  printf("%d %d %d %d %d\n", threads, processors, major, minor, shared);
  cudaDeviceGetAttribute(&engines, cudaDevAttrAsyncEngineCount, 0);
  cudaDeviceGetAttribute(&rate, cudaDevAttrClockRate, 0);
  int unified, memory_rate, mode;
  cudaDeviceGetAttribute(&memory_rate, cudaDevAttrMemoryClockRate, 0);
  cudaDeviceGetAttribute(&mode, cudaDevAttrComputeMode, 0);
  cudaDeviceGetAttribute(&unified, cudaDevAttrUnifiedAddressing, 0);
  printf("%d %d %d %d %d\n", engines, rate, memory_rate, unified, mode != cudaComputeModeProhibited);
  printf("%s: %s\n", cudaGetErrorName(cudaErrorNoKernelImageForDevice), cudaGetErrorString(cudaErrorNoKernelImageForDevice));
}
