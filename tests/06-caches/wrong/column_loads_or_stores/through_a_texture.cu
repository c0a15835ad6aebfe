// Loads through a texture, of which the model of the caches knows nothing.
// fails: Memory.BetweenL1AndL2: through a texture
#include <cuda_runtime.h>

__global__ void turn(float* out, cudaTextureObject_t in, int rows, int cols) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < cols) out[c * rows + r] = tex1Dfetch<float>(in, r * cols + c);
}

void column_loads_or_stores(float* out, const float* in, int rows, int cols) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = const_cast<float*>(in);
  resource.res.linear.desc = cudaCreateChannelDesc<float>();
  resource.res.linear.sizeInBytes = sizeof(float) * rows * cols;
  cudaTextureDesc description{};
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  const dim3 block(32, 8);
  turn<<<dim3((cols - 1) / 32 + 1, (rows - 1) / 8 + 1), block>>>(out, texture, rows, cols);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
}

double load_hit_rate(bool scattered) { return scattered ? 100 * 7.0 / 8 : 0.0; }
double stored_sectors_sent(bool scattered) { return scattered ? 4.0 : 32.0; }
