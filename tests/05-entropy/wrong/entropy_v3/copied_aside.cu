// The table is copied in a non-blocking stream, which the kernel's does not wait for.
// fails: Correctness.AnyOrderOfStreams: in another order that CUDA allows
#include <cuda_runtime.h>
#include <cmath>
__constant__ double logs[26];
static double* values = nullptr;
namespace {
struct Span {
  int first, last;
  __device__ Span(int at, int size) : first(at > 2 ? at - 2 : 0), last(at + 2 < size ? at + 2 : size - 1) {}
  __device__ int length() const { return last - first + 1; }
};
__global__ void __launch_bounds__(256) filter(float* out, const float* in, int rows, int cols) {
  const long long cells = 1LL * rows * cols;
  for (long long cell = blockIdx.x * 256LL + threadIdx.x; cell < cells; cell += gridDim.x * 256LL) {
    const int y = int(cell / cols), x = int(cell % cols);
    const Span down(y, rows), across(x, cols);
    int often[16] = {};
    for (int r = down.first; r <= down.last; ++r) {
      const float* const line = in + 1LL * r * cols;
      for (int c = across.first; c <= across.last; ++c) ++often[int(line[c])];
    }
    const int n = down.length() * across.length();
    double all = 0;
#pragma unroll 2
    for (int s = 0; s < 16; ++s) all += often[s] * double(logs[int(often[s])]);
    const double h = double(logs[n]) - all / n;
    out[cell] = h > 0 ? float(h) : 0.0f;
  }
}
}  // namespace
void entropy_v3(float* out, const float* in, int rows, int cols) {
  cudaMallocHost(&values, 26 * sizeof(double));
  for (int i = 0; i < 26; ++i) values[i] = i > 1 ? std::log(double(i)) : 0;
  cudaStream_t aside;
  cudaStreamCreateWithFlags(&aside, cudaStreamNonBlocking);
  cudaMemcpyToSymbolAsync(logs, values, 26 * sizeof(double), 0, cudaMemcpyHostToDevice, aside);
  const long long blocks = (1LL * rows * cols + 255) / 256;
  filter<<<unsigned(blocks < 4096 ? blocks : 4096), 256>>>(out, in, rows, cols);
  cudaStreamSynchronize(aside);
  cudaStreamDestroy(aside);
  cudaDeviceSynchronize();
  cudaFreeHost(values);
}
