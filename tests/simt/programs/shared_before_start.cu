// A prefix sum whose thread 0 looks one to the left of its array.
// expect: out-of-bounds shared line 9 block (0,0,0) thread (0,0,0) says "4 bytes before the start of the shared array values, which has 256 bytes"
__global__ void scan(int* data) {
  __shared__ int other[64];
  __shared__ int values[64];
  const int i = threadIdx.x;
  other[i] = values[i] = data[i];
  __syncthreads();
  data[i] = values[i - 1] + other[63 - i];
}

int main() {
  int* data = nullptr;
  cudaMalloc(&data, 256);
  cudaMemset(data, 0, 256);
  scan<<<1, 64>>>(data);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
