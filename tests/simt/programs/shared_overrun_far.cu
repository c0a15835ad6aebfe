// A tile's row too many: a whole row past the end of one array of a template, in front of another.
// expect: out-of-bounds shared line 9 block (0,0,0) thread (0,7,0) says "just past the end of the shared array tile, which has 256 bytes"
template <typename T>
__global__ void fill(T* out) {
  __shared__ T tile[8][8];
  __shared__ T sums[64];
  const unsigned column = threadIdx.x, row = threadIdx.y + 1;
  sums[threadIdx.y * 8 + column] = T(row);
  tile[row][column] = T(column);
  __syncthreads();
  out[threadIdx.y * 8 + column] = tile[threadIdx.y][column] + sums[threadIdx.y * 8 + column];
}

int main() {
  float* out = nullptr;
  cudaMalloc(&out, 256);
  fill<<<1, dim3(8, 8)>>>(out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
