// Destroys the texture while the kernel may still be to come.
// fails: Correctness.AnyOrderOfStreams: in another order that CUDA allows
#include <cuda_runtime.h>

__global__ void turn(float* out, cudaTextureObject_t in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = tex1Dfetch<float>(in, row * cols + col);
}

void transpose_naive(float* out, const float* in, int rows, int cols) {

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = const_cast<float*>(in);
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = size_t(rows) * cols * sizeof(float);
  cudaTextureDesc how = {};
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  const dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
  turn<<<grid, block>>>(out, texture, rows, cols);
  cudaDestroyTextureObject(texture);
}
