// Held out, the third time: grids: stencils with a halo, convolutions, dynamic programming, a game, filters.
#include "results.cuh"

__global__ void stencil_1d(int* out, const int* in) {
  __shared__ int temp[256 + 2 * 3];
  const int gindex = threadIdx.x + blockIdx.x * blockDim.x + 3, lindex = threadIdx.x + 3;
  temp[lindex] = in[gindex];
  if (threadIdx.x < 3) {
    temp[lindex - 3] = in[gindex - 3];
    temp[lindex + 256] = in[gindex + 256];
  }
  __syncthreads();
  int result = 0;
  for (int offset = -3; offset <= 3; offset++) result += temp[lindex + offset];
  out[gindex] = result;
}

constexpr int block_size = 16;

// Rodinia's hotspot: several steps on a tile whose valid part shrinks.
__global__ void hotspot(
    int iteration, const float* power, const float* temp_src, float* temp_dst, int cols, int rows, int border) {
  __shared__ float temp_on_cuda[block_size][block_size], power_on_cuda[block_size][block_size];
  __shared__ float temp_t[block_size][block_size];
  const int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  const int small_rows = block_size - iteration * 2, small_cols = block_size - iteration * 2;
  const int y = small_rows * by - border + ty, x = small_cols * bx - border + tx;
  const int index = cols * y + x;
  if (y >= 0 && y <= rows - 1 && x >= 0 && x <= cols - 1) {
    temp_on_cuda[ty][tx] = temp_src[index];
    power_on_cuda[ty][tx] = power[index];
  }
  __syncthreads();
  const int first_y = small_rows * by - border, first_x = small_cols * bx - border;
  const int valid_y_min = first_y < 0 ? -first_y : 0, valid_x_min = first_x < 0 ? -first_x : 0;
  const int valid_y_max = first_y + block_size - 1 > rows - 1 ? rows - 1 - first_y : block_size - 1;
  const int valid_x_max = first_x + block_size - 1 > cols - 1 ? cols - 1 - first_x : block_size - 1;
  int north = ty - 1, south = ty + 1, west = tx - 1, east = tx + 1;
  north = north < valid_y_min ? valid_y_min : north;
  south = south > valid_y_max ? valid_y_max : south;
  west = west < valid_x_min ? valid_x_min : west;
  east = east > valid_x_max ? valid_x_max : east;
  bool computed = false;
  for (int i = 0; i < iteration; i++) {
    computed = false;
    if (tx >= i + 1 && tx <= block_size - i - 2 && ty >= i + 1 && ty <= block_size - i - 2 && tx >= valid_x_min &&
        tx <= valid_x_max && ty >= valid_y_min && ty <= valid_y_max) {
      computed = true;
      temp_t[ty][tx] =
          temp_on_cuda[ty][tx] +
          0.5f * (power_on_cuda[ty][tx] +
                     (temp_on_cuda[south][tx] + temp_on_cuda[north][tx] - 2.0f * temp_on_cuda[ty][tx]) * 0.25f +
                     (temp_on_cuda[ty][east] + temp_on_cuda[ty][west] - 2.0f * temp_on_cuda[ty][tx]) * 0.25f);
    }
    __syncthreads();
    if (i == iteration - 1) break;
    if (computed) temp_on_cuda[ty][tx] = temp_t[ty][tx];
    __syncthreads();
  }
  if (computed) temp_dst[index] = temp_t[ty][tx];
}

// Rodinia's pathfinder.
__global__ void pathfinder(
    int iteration, const int* wall, const int* src, int* results, int cols, int start, int border) {
  __shared__ int prev[256], result[256];
  const int bx = blockIdx.x, tx = threadIdx.x;
  const int small_cols = 256 - iteration * 2;
  const int first = small_cols * bx - border, last = first + 256 - 1;
  const int xidx = first + tx;
  const int valid_min = first < 0 ? -first : 0, valid_max = last > cols - 1 ? 256 - 1 - (last - cols + 1) : 256 - 1;
  int west = tx - 1, east = tx + 1;
  west = west < valid_min ? valid_min : west;
  east = east > valid_max ? valid_max : east;
  const bool is_valid = tx >= valid_min && tx <= valid_max;
  if (xidx >= 0 && xidx <= cols - 1) prev[tx] = src[xidx];
  __syncthreads();
  bool computed = false;
  for (int i = 0; i < iteration; i++) {
    computed = false;
    if (tx >= i + 1 && tx <= 256 - i - 2 && is_valid) {
      computed = true;
      const int left = prev[west], up = prev[tx], right = prev[east];
      int shortest = min(left, up);
      shortest = min(shortest, right);
      result[tx] = shortest + wall[cols * (start + i) + xidx];
    }
    __syncthreads();
    if (i == iteration - 1) break;
    if (computed) prev[tx] = result[tx];
    __syncthreads();
  }
  if (computed) results[xidx] = result[tx];
}

__constant__ float c_kernel[17];

// The separable convolution of the samples, rows and columns.
__global__ void convolution_rows(float* d_dst, const float* d_src, int image_w, int pitch) {
  __shared__ float s_data[4][(8 + 2 * 1) * 16];
  const int base_x = (blockIdx.x * 8 - 1) * 16 + threadIdx.x, base_y = blockIdx.y * 4 + threadIdx.y;
  d_src += base_y * pitch + base_x;
  d_dst += base_y * pitch + base_x;
#pragma unroll
  for (int i = 1; i < 1 + 8; i++) s_data[threadIdx.y][threadIdx.x + i * 16] = d_src[i * 16];
#pragma unroll
  for (int i = 0; i < 1; i++) s_data[threadIdx.y][threadIdx.x + i * 16] = base_x >= -i * 16 ? d_src[i * 16] : 0;
#pragma unroll
  for (int i = 1 + 8; i < 1 + 8 + 1; i++)
    s_data[threadIdx.y][threadIdx.x + i * 16] = image_w - base_x > i * 16 ? d_src[i * 16] : 0;
  __syncthreads();
#pragma unroll
  for (int i = 1; i < 1 + 8; i++) {
    float sum = 0;
#pragma unroll
    for (int j = -8; j <= 8; j++) sum += c_kernel[8 - j] * s_data[threadIdx.y][threadIdx.x + i * 16 + j];
    d_dst[i * 16] = sum;
  }
}

__global__ void convolution_columns(float* d_dst, const float* d_src, int image_h, int pitch) {
  __shared__ float s_data[16][(8 + 2 * 1) * 8 + 1];
  const int base_x = blockIdx.x * 16 + threadIdx.x, base_y = (blockIdx.y * 8 - 1) * 8 + threadIdx.y;
  d_src += base_y * pitch + base_x;
  d_dst += base_y * pitch + base_x;
#pragma unroll
  for (int i = 1; i < 1 + 8; i++) s_data[threadIdx.x][threadIdx.y + i * 8] = d_src[i * 8 * pitch];
#pragma unroll
  for (int i = 0; i < 1; i++) s_data[threadIdx.x][threadIdx.y + i * 8] = base_y >= -i * 8 ? d_src[i * 8 * pitch] : 0;
#pragma unroll
  for (int i = 1 + 8; i < 1 + 8 + 1; i++)
    s_data[threadIdx.x][threadIdx.y + i * 8] = image_h - base_y > i * 8 ? d_src[i * 8 * pitch] : 0;
  __syncthreads();
#pragma unroll
  for (int i = 1; i < 1 + 8; i++) {
    float sum = 0;
#pragma unroll
    for (int j = -8; j <= 8; j++) sum += c_kernel[8 - j] * s_data[threadIdx.x][threadIdx.y + i * 8 + j];
    d_dst[i * 8 * pitch] = sum;
  }
}

constexpr int tile_width = 12, mask_width = 5;

// A textbook's tiled convolution in two dimensions.
__global__ void convolution_2d(float* p, const float* n, int height, int width, const float* __restrict__ m) {
  __shared__ float n_ds[tile_width + mask_width - 1][tile_width + mask_width - 1];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row_o = blockIdx.y * tile_width + ty, col_o = blockIdx.x * tile_width + tx;
  const int row_i = row_o - mask_width / 2, col_i = col_o - mask_width / 2;
  if (row_i >= 0 && row_i < height && col_i >= 0 && col_i < width) n_ds[ty][tx] = n[row_i * width + col_i];
  else n_ds[ty][tx] = 0;
  __syncthreads();
  float output = 0;
  if (ty < tile_width && tx < tile_width) {
    for (int i = 0; i < mask_width; i++)
      for (int j = 0; j < mask_width; j++) output += m[i * mask_width + j] * n_ds[i + ty][j + tx];
    if (row_o < height && col_o < width) p[row_o * width + col_o] = output;
  }
}

__global__ void jacobi(float* next, const float* cur, int nx, int ny) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1)
    next[y * nx + x] =
        0.25f * (cur[y * nx + x - 1] + cur[y * nx + x + 1] + cur[(y - 1) * nx + x] + cur[(y + 1) * nx + x]);
}

__global__ void life(unsigned char* next, const unsigned char* cur, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx || dy) alive += cur[(y + dy + height) % height * width + (x + dx + width) % width];
  next[y * width + x] = alive == 3 || (alive == 2 && cur[y * width + x]);
}

// Seven points, marching in z with two planes in registers.
__global__ void seven_points(float* out, const float* in, int nx, int ny, int nz) {
  __shared__ float plane[10][34];
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const int x = blockIdx.x * 32 + threadIdx.x + 1, y = blockIdx.y * 8 + threadIdx.y + 1, slice = nx * ny;
  int at = y * nx + x;
  float below = in[at], here = in[at + slice];
  for (int z = 1; z < nz - 1; ++z) {
    at += slice;
    const float above = in[at + slice];
    plane[ty][tx] = here;
    if (threadIdx.y == 0) plane[0][tx] = in[at - nx];
    if (threadIdx.y == 7) plane[9][tx] = in[at + nx];
    if (threadIdx.x == 0) plane[ty][0] = in[at - 1];
    if (threadIdx.x == 31) plane[ty][33] = in[at + 1];
    __syncthreads();
    out[at] = above + below + plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx] - 6 * here;
    __syncthreads();
    below = here;
    here = above;
  }
}

// Needleman-Wunsch as Rodinia has it: a tile by its diagonals, 16 threads.
__global__ void needle(const int* reference, int* matrix, int cols, int penalty) {
  __shared__ int temp[17][17], ref[16][16];
  const int tx = threadIdx.x;
  const int index_nw = 0, index_w = cols, index_n = 1 + tx, index = cols + 1 + tx;
  if (tx == 0) temp[tx][0] = matrix[index_nw];
  for (int ty = 0; ty < 16; ty++) ref[ty][tx] = reference[index + cols * ty];
  __syncthreads();
  temp[tx + 1][0] = matrix[index_w + cols * tx];
  __syncthreads();
  temp[0][tx + 1] = matrix[index_n];
  __syncthreads();
  for (int m = 0; m < 16; m++) {
    if (tx <= m) {
      const int t_x = tx + 1, t_y = m - tx + 1;
      temp[t_y][t_x] = max(max(temp[t_y - 1][t_x - 1] + ref[t_y - 1][t_x - 1], temp[t_y][t_x - 1] - penalty),
          temp[t_y - 1][t_x] - penalty);
    }
    __syncthreads();
  }
  for (int m = 16 - 2; m >= 0; m--) {
    if (tx <= m) {
      const int t_x = tx + 16 - m, t_y = 16 - tx;
      temp[t_y][t_x] = max(max(temp[t_y - 1][t_x - 1] + ref[t_y - 1][t_x - 1], temp[t_y][t_x - 1] - penalty),
          temp[t_y - 1][t_x] - penalty);
    }
    __syncthreads();
  }
  for (int ty = 0; ty < 16; ty++) matrix[index + cols * ty] = temp[ty + 1][tx + 1];
}

int main() {
  constexpr int side = 128;
  int* in = filled<int>(16384, [](size_t i) { return int(i * 7 % 23) - 5; });
  float* image = filled<float>(65536, [](size_t i) { return float(i * 11 % 31); });
  float* power = filled<float>(16384, [](size_t i) { return float(i % 3); });
  unsigned char* cells = filled<unsigned char>(16384, [](size_t i) { return (unsigned char)(i * i % 3 == 1); });
  float weights[17];
  for (int i = 0; i < 17; ++i) weights[i] = float(i % 4);
  require(cudaMemcpyToSymbol(c_kernel, weights, sizeof weights));
  float* out = zeros<float>(65536);
  int* iout = reinterpret_cast<int*>(out);
  auto* bytes = reinterpret_cast<unsigned char*>(out);
  const dim3 tile(16, 16);
  measured("stencil in one dimension", iout, 2048, [&] { stencil_1d<<<4, 256>>>(iout, in); });
  measured("hotspot", out, side * side, [&] { hotspot<<<dim3(11, 11), tile>>>(2, power, image, out, side, side, 2); });
  measured("pathfinder", iout, 600, [&] { pathfinder<<<3, 256>>>(5, in, in + 8000, iout, 600, 1, 5); });
  measured("convolution of rows", out, side * 32,
      [&] { convolution_rows<<<dim3(1, 8), dim3(16, 4)>>>(out, image, side, side); });
  measured("convolution of columns", out, side * side,
      [&] { convolution_columns<<<dim3(2, 2), dim3(16, 8)>>>(out, image, side, side); });
  measured("convolution in two dimensions", out, 60 * 50,
      [&] { convolution_2d<<<dim3(5, 5), tile>>>(out, image, 50, 60, power); });
  measured("jacobi", out, side * side, [&] { jacobi<<<dim3(4, 16), dim3(32, 8)>>>(out, image, side, side); });
  measured("life", bytes, 100 * 90, [&] { life<<<dim3(4, 12), dim3(32, 8)>>>(bytes, cells, 100, 90); });
  measured(
      "seven points", out, 66 * 34 * 12, [&] { seven_points<<<dim3(2, 4), dim3(32, 8)>>>(out, image, 66, 34, 12); });
  measured("needle", iout, 17 * 17, [&] { needle<<<1, 16>>>(in, iout, 17, 3); });
  return finish();
}
