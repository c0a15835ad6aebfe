// Dynamic shared memory that is declared in a namespace without a name: g++ 14 and newer take it for the file's own, and nothing is linked.
// expect: clean
namespace {
extern __shared__ float tile[];

__global__ void turn(float* out) {
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
}  // namespace

int main() {
  float *out = nullptr, first = 0;
  cudaMalloc(&out, 256);
  turn<<<1, 64, 256>>>(out);
  cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
  return first == 63 ? 0 : 1;
}
