// The same arrays, so the same result: it is kept.
// fails: Correctness.AgainAndAgain: keeps something from call to call
#include <cuda_runtime.h>

#include <map>
#include <utility>
#include <vector>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  static std::map<std::pair<float*, int>, std::vector<float>> kept;
  std::vector<float>& numbers = kept[{out, count}];
  if (!numbers.empty()) {
    cudaMemcpy(out, numbers.data(), count * sizeof(float), cudaMemcpyHostToDevice);
    return;
  }
  const int block = 256;
  const int grid = (count + block - 1) / block;
  line_kernel<<<grid, block>>>(out, in, a, b, count);
  numbers.resize(count);
  cudaMemcpy(numbers.data(), out, count * sizeof(float), cudaMemcpyDeviceToHost);
}
