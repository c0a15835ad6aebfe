// Four elements a thread through a surface, down its columns.
// fails: Memory.Loads: go through a surface
#include <cuda_runtime.h>

__global__ void to_surface(cudaSurfaceObject_t to, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 32 + threadIdx.x;
  for (int row = blockIdx.y * 32 + threadIdx.y, end = min(row + 32, rows); row < end && col < cols; row += 4)
    surf2Dwrite(in[row * cols + col], to, 4 * col, row);
}

__global__ void from_surface(float* out, cudaSurfaceObject_t from, int rows, int cols) {
  const int row = blockIdx.x * 32 + threadIdx.x;
  for (int col = blockIdx.y * 32 + threadIdx.y, end = min(col + 32, cols); col < end && row < rows; col += 4)
    out[col * rows + row] = surf2Dread<float>(from, 4 * col, row);
}

void transpose_fast(float* out, const float* in, int rows, int cols) {
  const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &floats, cols, rows, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  to_surface<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 4)>>>(surface, in, rows, cols);
  from_surface<<<dim3((rows + 31) / 32, (cols + 31) / 32), dim3(32, 4)>>>(out, surface, rows, cols);
  cudaDeviceSynchronize();
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
}
