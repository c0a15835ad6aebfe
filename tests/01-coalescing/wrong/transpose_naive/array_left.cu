// Reads through a texture over an array, destroys the texture and forgets the array.
// fails: Correctness.NothingIsLeftBehind: an array (made in array_left.cu line
#include <cuda_runtime.h>

__global__ void turn(float* out, cudaTextureObject_t in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = tex2D<float>(in, col, row);
}

void transpose_naive(float* out, const float* in, int rows, int cols) {

  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, cols, rows);
  cudaMemcpy2DToArray(array, 0, 0, in, cols * sizeof(float), cols * sizeof(float), rows, cudaMemcpyDeviceToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  const dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
  turn<<<grid, block>>>(out, texture, rows, cols);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
}
