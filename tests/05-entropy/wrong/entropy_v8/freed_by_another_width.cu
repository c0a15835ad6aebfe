// Copies rows that are no multiple of 128 bytes, and frees the copy of those that are none of 32.
// fails: Correctness.NothingLeft: each call of entropy_v8 with 48 columns leaves something behind
#include <cuda_runtime.h>
#include <stdexcept>
__global__ void __launch_bounds__(1024) kernel(float* out, cudaTextureObject_t in, int rows, int cols) {
  const int across = (cols - 1) / 32 + 1;
  const int col = blockIdx.x % across * 32 + threadIdx.x, row = blockIdx.x / across * 32 + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const float table[26] = {0, 0, 0.6931472f, 1.0986123f, 1.3862944f, 1.609438f, 1.7917595f, 1.9459101f, 2.0794415f, 2.1972246f, 2.3025851f, 2.3978953f, 2.4849067f, 2.5649493f, 2.6390574f, 2.7080503f, 2.7725887f, 2.8332133f, 2.8903718f, 2.944439f, 2.9957323f, 3.0445225f, 3.0910425f, 3.1354942f, 3.1780539f, 3.218876f};
  signed char count[16] = {};
  int n = 0;
  for (int r = max(row - 2, 0); r <= min(row + 2, rows - 1); ++r)
    for (int c = max(col - 2, 0); c <= min(col + 2, cols - 1); ++c) ++count[int(tex2D<float>(in, c, r))], ++n;
  double sum = 0;
#pragma unroll 4
  for (int i = 0; i < 16; ++i) sum += count[i] * double(table[count[i]]);
  out[row * cols + col] = max(0.0, table[n] - sum / n);
}
void entropy_v8(float* out, const float* in, int rows, int cols) {
  if (cols > 131072 || rows > 65000) throw std::invalid_argument("too large for a texture");
  cudaResourceDesc resource = {};
  const cudaTextureDesc as_it_is = {};
  auto& image = resource.res.pitch2D;
  resource.resType = cudaResourceTypePitch2D;
  image.desc = cudaCreateChannelDesc<float>();
  image.width = cols, image.height = rows;
  image.pitchInBytes = cols * sizeof(float);
  image.devPtr = const_cast<float*>(in);
  if (cols % 32 != 0) {
    cudaMallocPitch(&image.devPtr, &image.pitchInBytes, cols * sizeof(float), rows);
    cudaMemcpy2D(image.devPtr, image.pitchInBytes, in, cols * sizeof(float), cols * sizeof(float), rows, cudaMemcpyDeviceToDevice);
  }
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &as_it_is, nullptr);
  kernel<<<((cols - 1) / 32 + 1) * ((rows - 1) / 32 + 1), dim3(32, 32)>>>(out, texture, rows, cols);
  cudaStreamSynchronize(nullptr);
  cudaDestroyTextureObject(texture);
  if (cols % 8 != 0) cudaFree(image.devPtr);
}
