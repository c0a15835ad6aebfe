// Held out: sparse matrices in their formats, times a vector, as solvers and courses write them. Simulated before a GPU counted them.
#include "results.cuh"

// A row a thread, compressed rows.
__global__ void csr_scalar(int rows, const int* row_ptr, const int* col, const float* val, const float* x, float* y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float dot = 0.0f;
    int start = row_ptr[row];
    int end = row_ptr[row + 1];
    for (int j = start; j < end; j++) dot += val[j] * x[col[j]];
    y[row] = dot;
  }
}

// A row a warp; the sums meet in shared memory.
__global__ void csr_vector(int rows, const int* row_ptr, const int* col, const float* val, const float* x, float* y) {
  __shared__ volatile float vals[128];
  const int thread_id = blockDim.x * blockIdx.x + threadIdx.x;
  const int warp_id = thread_id / 32, lane = thread_id & 31;
  if (warp_id < rows) {
    const int start = row_ptr[warp_id], end = row_ptr[warp_id + 1];
    float sum = 0;
    for (int jj = start + lane; jj < end; jj += 32) sum += val[jj] * x[col[jj]];
    vals[threadIdx.x] = sum;
    __syncwarp();
    if (lane < 16) vals[threadIdx.x] = sum = sum + vals[threadIdx.x + 16];
    __syncwarp();
    if (lane < 8) vals[threadIdx.x] = sum = sum + vals[threadIdx.x + 8];
    __syncwarp();
    if (lane < 4) vals[threadIdx.x] = sum = sum + vals[threadIdx.x + 4];
    __syncwarp();
    if (lane < 2) vals[threadIdx.x] = sum = sum + vals[threadIdx.x + 2];
    __syncwarp();
    if (lane < 1) y[warp_id] = sum + vals[threadIdx.x + 1];
  }
}

// Four lanes a row, by shuffles.
template <int threads_per_row>
__global__ void csr_sub_warp(int rows, const int* __restrict__ row_ptr, const int* __restrict__ col,
    const double* __restrict__ val, const double* __restrict__ x, double* __restrict__ y) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / threads_per_row;
  const int lane = threadIdx.x % threads_per_row;
  double sum = 0;
  if (row < rows)
    for (int j = row_ptr[row] + lane; j < row_ptr[row + 1]; j += threads_per_row) sum += val[j] * x[col[j]];
#pragma unroll
  for (int delta = threads_per_row / 2; delta > 0; delta /= 2)
    sum += __shfl_down_sync(~0u, sum, delta, threads_per_row);
  if (row < rows && lane == 0) y[row] = sum;
}

// Padded rows, column by column.
__global__ void ell(int rows, int width, const int* col, const float* val, const float* x, float* y) {
  int row = blockDim.x * blockIdx.x + threadIdx.x;
  if (row >= rows) return;
  float dot = 0;
  for (int n = 0; n < width; n++) {
    int c = col[rows * n + row];
    float v = val[rows * n + row];
    if (v != 0) dot += v * x[c];
  }
  y[row] = dot;
}

// Slices of 32 rows, each with a width of its own.
__global__ void sell(int rows, const int* slice_ptr, const int* col, const float* val, const float* x, float* y) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const int slice = row / 32, r = row % 32;
  float sum = 0;
  for (int i = slice_ptr[slice] + r; i < slice_ptr[slice + 1]; i += 32) {
    const int c = col[i];
    if (c >= 0) sum += val[i] * __ldg(&x[c]);
  }
  y[row] = sum;
}

// Coordinates: an atomic addition for each.
__global__ void coo(int entries, const int* row, const int* col, const int* val, const int* x, int* y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < entries; i += blockDim.x * gridDim.x)
    atomicAdd(&y[row[i]], val[i] * x[col[i]]);
}

// Diagonals.
__global__ void dia(int n, int diagonals, const int* offsets, const float* data, const float* x, float* y) {
  __shared__ int offs[16];
  if (threadIdx.x < diagonals) offs[threadIdx.x] = offsets[threadIdx.x];
  __syncthreads();
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    float sum = 0;
    for (int d = 0; d < diagonals; ++d) {
      const int c = row + offs[d];
      if (c >= 0 && c < n) sum += data[d * n + row] * x[c];
    }
    y[row] += sum;
  }
}

struct Block4 {
  float m[4][4];
};

// Blocks of 4 by 4: four lanes a block row.
__global__ void bsr(int block_rows, const int* ptr, const int* col, const Block4* blocks, const float4* x, float* y) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const int block_row = t >> 2, r = t & 3;
  if (block_row >= block_rows) return;
  float sum = 0;
  for (int b = ptr[block_row]; b < ptr[block_row + 1]; ++b) {
    const float4 v = x[col[b]];
    const float* m = blocks[b].m[r];
    sum += m[0] * v.x + m[1] * v.y + m[2] * v.z + m[3] * v.w;
  }
  y[4 * block_row + r] = sum;
}

// Rows that a block has loaded into shared memory as products ("stream").
__global__ void csr_stream(
    const int* first_row, const int* row_ptr, const int* col, const int* val, const int* x, int* y) {
  __shared__ int partial[512];
  const int begin_row = first_row[blockIdx.x], end_row = first_row[blockIdx.x + 1];
  const int base = row_ptr[begin_row], count = row_ptr[end_row] - base;
  for (int i = threadIdx.x; i < count; i += blockDim.x) partial[i] = val[base + i] * x[col[base + i]];
  __syncthreads();
  for (int row = begin_row + threadIdx.x; row < end_row; row += blockDim.x) {
    int sum = 0;
    for (int j = row_ptr[row] - base; j < row_ptr[row + 1] - base; ++j) sum += partial[j];
    y[row] = sum;
  }
}

constexpr int rows = 500;
int length_of(int row) { return (row * 7 + row / 3) % 11; }

int main() {
  int ptr[rows + 1] = {};
  for (int r = 0; r < rows; ++r) ptr[r + 1] = ptr[r] + length_of(r);
  const int entries = ptr[rows];
  auto col_of = [](size_t i) { return int(i * 37 % rows); };
  auto val_of = [](size_t i) { return float(i % 9) * 0.25f + 1; };
  int* row_ptr = filled<int>(rows + 1, [&](size_t i) { return ptr[i]; });
  int* col = filled<int>(entries, col_of);
  float* val = filled<float>(entries, val_of);
  double* val_d = filled<double>(entries, val_of);
  int* val_i = filled<int>(entries, [](size_t i) { return int(i % 13) - 6; });
  auto x_of = [](size_t i) { return float(i % 17) * 0.5f - 2; };
  float* x = filled<float>(rows, x_of);
  double* x_d = filled<double>(rows, x_of);
  int* x_i = filled<int>(rows, [](size_t i) { return int(i % 19); });
  int* y_i = zeros<int>(rows);
  float* y = zeros<float>(512);
  double* y_d = zeros<double>(rows);
  measured_closely("a row a thread", y, rows, [&] { csr_scalar<<<4, 128>>>(rows, row_ptr, col, val, x, y); });
  measured_closely("a row a warp", y, 200, [&] { csr_vector<<<50, 128>>>(200, row_ptr, col, val, x, y); });
  measured("four lanes a row", y_d, rows, [&] { csr_sub_warp<4><<<16, 128>>>(rows, row_ptr, col, val_d, x_d, y_d); });
  constexpr int width = 10;
  int* ell_col = filled<int>(rows * width, [&](size_t i) { return int(i * 11 % rows); });
  float* ell_val =
      filled<float>(rows * width, [&](size_t i) { return int(i / rows) < length_of(int(i % rows)) ? val_of(i) : 0; });
  measured_closely("padded rows", y, rows, [&] { ell<<<4, 128>>>(rows, width, ell_col, ell_val, x, y); });
  constexpr int slices = (rows + 31) / 32;
  int slice[slices + 1] = {};
  for (int s = 0; s < slices; ++s) slice[s + 1] = slice[s] + 32 * (4 + s * 5 % 7);
  int* slice_ptr = filled<int>(slices + 1, [&](size_t i) { return slice[i]; });
  int* sell_col = filled<int>(slice[slices], [](size_t i) { return i % 5 == 3 ? -1 : int(i * 13 % rows); });
  float* sell_val = filled<float>(slice[slices], val_of);
  measured_closely("slices", y, rows, [&] { sell<<<8, 64>>>(rows, slice_ptr, sell_col, sell_val, x, y); });
  int* row_of = filled<int>(entries, [&](size_t i) {
    int r = 0;
    while (ptr[r + 1] <= int(i)) ++r;
    return r;
  });
  measured("coordinates", y_i, rows, [&] { coo<<<4, 128>>>(entries, row_of, col, val_i, x_i, y_i); });
  int* offsets = filled<int>(7, [](size_t i) { return int(i * i) * (i % 2 ? 1 : -1); });
  float* diagonals = filled<float>(7 * rows, val_of);
  measured_closely("diagonals", y, rows, [&] { dia<<<4, 128>>>(rows, 7, offsets, diagonals, x, y); });
  int* block_ptr = filled<int>(126, [](size_t i) { return int(i) * 3 - int(i % 3); });
  int* block_col = filled<int>(400, [](size_t i) { return int(i * 29 % 125); });
  auto* blocks = filled<Block4>(400, [](size_t i) {
    Block4 b;
    for (int k = 0; k < 16; ++k) b.m[k / 4][k % 4] = float((i + k) % 5) * 0.5f;
    return b;
  });
  auto* x4 = filled<float4>(125, [](size_t i) { return make_float4(float(i % 3), 1, float(i % 7), 0.5f); });
  measured_closely("blocks of 4 by 4", y, 500, [&] { bsr<<<4, 128>>>(125, block_ptr, block_col, blocks, x4, y); });
  int* first_row = filled<int>(9, [](size_t i) { return i == 8 ? rows : int(i) * 62; });
  measured(
      "products in shared memory", y_i, rows, [&] { csr_stream<<<8, 64>>>(first_row, row_ptr, col, val_i, x_i, y_i); });
  return finish();
}
