// Takes the stores' side for the loads' in both predictions.
// fails: Prediction.HitRateOfScatteredLoads: returned 0 %
// fails: Prediction.SectorsSentByScatteredStores: does L1 keep a store back
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x, c = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < cols) out[c * rows + r] = in[r * cols + c];
}

void column_loads_or_stores(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8);
  turn<<<dim3((rows - 1) / block.x + 1, (cols - 1) / block.y + 1), block>>>(out, in, rows, cols);
}

double load_hit_rate(bool scattered) { return scattered ? 0 : 87.5; }
double stored_sectors_sent(bool scattered) { return scattered ? 32 : 4; }
