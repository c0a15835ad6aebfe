// Reads down the columns of a texture over an array, whose sectors nobody can count.
// fails: Memory.Loads: a texture over an array
#include <cuda_runtime.h>

__global__ void transpose_block_shape_kernel(float* out, cudaTextureObject_t in, int rows, int cols) {
  const int row = blockIdx.x * 32 + threadIdx.x, col = blockIdx.y * 8 + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = tex2D<float>(in, col, row);
}

void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &floats, cols, rows);
  cudaMemcpy2DToArray(array, 0, 0, in, cols * sizeof(float), cols * sizeof(float), rows, cudaMemcpyDeviceToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  const cudaTextureDesc how = {};
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  transpose_block_shape_kernel<<<dim3((rows + 31) / 32, (cols + 7) / 8), dim3(32, 8)>>>(out, texture, rows, cols);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
}
