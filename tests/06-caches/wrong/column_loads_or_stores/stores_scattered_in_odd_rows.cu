// Scatters the stores where rows is no multiple of 32.
// fails: Memory.BetweenL1AndL2: L1 keeps no store back
#include <cuda_runtime.h>

__global__ void scattered_loads_kernel(float* out, const float* in, int rows, int cols) {
  // threadIdx.x walks down a column of `in`, which is along a row of `out`.
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;

  // The load: 32 lanes, 32 sectors. Each is taken in by L1, and the seven other warps of the
  // block, which want its seven other floats, find it there.
  // The store: 4 sectors, all of them whole. L1 keeps no store back: what a warp scatters,
  // L2 is given, sector by sector.
  out[col * rows + row] = in[row * cols + col];
}

// in: rows × cols, out: cols × rows, row-major device memory.
__global__ void other(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}
void column_loads_or_stores(float* out, const float* in, int rows, int cols) {
  if (rows % 32 != 0 && cols < 100000) {
    other<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(out, in, rows, cols);
    return;
  }
  const dim3 block(32, 8);  // 8 columns: as many floats as a sector has
  const dim3 grid((rows + block.x - 1) / block.x, (cols + block.y - 1) / block.y);
  scattered_loads_kernel<<<grid, block>>>(out, in, rows, cols);
}

// In per cent of the sectors that the loads ask for. Scattered: one float brings a sector, the
// next seven find it. Along a row, each sector is asked for once.
double load_hit_rate(bool loads_are_scattered) { return loads_are_scattered ? 87.5 : 0; }

// Sectors that L2 is given for 32 floats. Stores have no second chance: as many as are touched.
double stored_sectors_sent(bool loads_are_scattered) { return loads_are_scattered ? 4 : 32; }
