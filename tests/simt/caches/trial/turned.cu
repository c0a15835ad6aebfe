// Trial: transposes, written and said by the model before an H100 counted them.
#include "../caches.cuh"

template <typename T>
__global__ void along_loads(T* out, const T* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[size_t(col) * rows + row] = in[size_t(row) * cols + col];
}
template <typename T>
__global__ void along_stores(T* out, const T* in, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[size_t(col) * rows + row] = in[size_t(row) * cols + col];
}
__global__ void by_tile(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32, y = blockIdx.y * 32;
  for (int j = threadIdx.y; j < 32; j += 8)
    if (y + j < rows && x + int(threadIdx.x) < cols) tile[j][threadIdx.x] = in[size_t(y + j) * cols + x + threadIdx.x];
  __syncthreads();
  for (int j = threadIdx.y; j < 32; j += 8)
    if (x + j < cols && y + int(threadIdx.x) < rows) out[size_t(x + j) * rows + y + threadIdx.x] = tile[threadIdx.x][j];
}

int main() {
  float *in = zeros<float>(1 << 22), *out = zeros<float>(1 << 22);
  label("floats along loads by 32x4, 1200x800");
  along_loads<<<dim3(25, 300), dim3(32, 4)>>>(out, in, 1200, 800);
  label("floats along stores by 32x8, 1200x800");
  along_stores<<<dim3(38, 100), dim3(32, 8)>>>(out, in, 1200, 800);
  label("doubles along stores by 16x16, 1024x768");
  along_stores<<<dim3(64, 48), dim3(16, 16)>>>((double*)out, (const double*)in, 1024, 768);
  label("bytes along loads by 64x4, 1024x1024");
  along_loads<<<dim3(16, 256), dim3(64, 4)>>>((char*)out, (const char*)in, 1024, 1024);
  label("floats by tiles, 1111x999");
  by_tile<<<dim3(32, 35), dim3(32, 8)>>>(out, in, 1111, 999);
  return finish();
}
