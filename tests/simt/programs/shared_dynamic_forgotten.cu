// A launch without its third value: there is no dynamic shared memory at all.
// expect: out-of-bounds shared line 5 block (0,0,0) thread (0,0,0) says "but the launch gave the block none"
__global__ void stage(float* out) {
  extern __shared__ float tile[];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

int main() {
  float* out = nullptr;
  cudaMalloc(&out, 256);
  stage<<<1, 64>>>(out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
