// Later: transposes of several shapes, said by the model before an H100 counted them.
#include "../caches.cuh"

// A warp reads 8 columns of 4 rows.
__global__ void by_patches(float* out, const float* in, int rows, int cols) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int row = blockIdx.y * 32 + warp * 4 + lane / 8, col = blockIdx.x * 8 + lane % 8;
  out[size_t(col) * rows + row] = in[size_t(row) * cols + col];
}
// A tile and the one at its mirror's place change places, in the same array.
__global__ void in_place(float* a, int side) {
  if (blockIdx.x > blockIdx.y) return;
  __shared__ float upper[16][17], lower[16][17];
  const int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  const int mirror_row = blockIdx.x * 16 + threadIdx.y, mirror_col = blockIdx.y * 16 + threadIdx.x;
  lower[threadIdx.y][threadIdx.x] = a[size_t(row) * side + col];
  upper[threadIdx.y][threadIdx.x] = a[size_t(mirror_row) * side + mirror_col];
  __syncthreads();
  a[size_t(mirror_row) * side + mirror_col] = lower[threadIdx.x][threadIdx.y];
  a[size_t(row) * side + col] = upper[threadIdx.x][threadIdx.y];
}
// Axes x, y, z become y, z, x.
__global__ void axes_turned(float* out, const float* in, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
  if (x < nx && y < ny) out[(size_t(x) * nz + z) * ny + y] = in[(size_t(z) * ny + y) * nx + x];
}
// Each thread loads four rows of a column and stores them as a float4.
__global__ void four_rows_a_thread(float4* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = (blockIdx.y * blockDim.y + threadIdx.y) * 4;
  const float* from = in + size_t(row) * cols + col;
  out[(size_t(col) * rows + row) / 4] = {from[0], from[cols], from[2 * cols], from[3 * cols]};
}

int main() {
  float *in = zeros<float>(1 << 22), *out = zeros<float>(1 << 22);
  label("patches of 4 x 8, 1024x1536");
  by_patches<<<dim3(1536 / 8, 1024 / 32), 256>>>(out, in, 1024, 1536);
  label("in place, 1536x1536");
  in_place<<<dim3(96, 96), dim3(16, 16)>>>(in, 1536);
  label("axes of 128x96x80 turned by 32x4");
  axes_turned<<<dim3(4, 24, 80), dim3(32, 4)>>>(out, in, 128, 96, 80);
  label("axes of 128x96x80 turned by 8x32");
  axes_turned<<<dim3(16, 3, 80), dim3(8, 32)>>>(out, in, 128, 96, 80);
  label("four rows a thread by 32x8, 2048x1024");
  four_rows_a_thread<<<dim3(32, 64), dim3(32, 8)>>>((float4*)out, in, 2048, 1024);
  label("four rows a thread by 8x32, 2048x1024");
  four_rows_a_thread<<<dim3(128, 16), dim3(8, 32)>>>((float4*)out, in, 2048, 1024);
  return finish();
}
