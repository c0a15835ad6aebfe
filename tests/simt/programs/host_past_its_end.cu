// Memory that both sides reach, used by host code behind its end.
// expect: out-of-bounds line 15 says "host code writes 4 bytes past the end of 60 bytes of page-locked memory"
// expect: out-of-bounds line 16 says "host code reads 8 bytes across the end of 60 bytes of managed memory"
// expect: host-pointer line 17 says "host code writes 4 bytes of device memory"

__global__ void work(float* out) { out[threadIdx.x] = 1; }

int main() {
  float *locked, *managed, *device;
  cudaMallocHost(&locked, 60);
  cudaMallocManaged(&managed, 60);
  cudaMalloc(&device, 60);
  work<<<1, 15>>>(managed);
  cudaDeviceSynchronize();
  locked[15] = 1;
  volatile double last = *reinterpret_cast<double*>(managed + 14);
  device[0] = 3;
  cudaFreeHost(locked);
  cudaFree(managed);
  cudaFree(device);
  return last == 0;
}
