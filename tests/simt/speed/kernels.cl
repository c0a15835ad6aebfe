// The five kernels of kernels.cu in OpenCL, access for access.
// Run: oclgrind ./opencl kernels.cl KERNEL SIZE REPEATS   (opencl.cpp is the host's part)
#define TILE 16
#define SQUARE 32
#define ROWS_EACH 8
#define THREADS 256
#define BINS 64

__kernel void transpose(__global float* out, __global const float* in, int n) {
  __local float part[SQUARE][SQUARE + 1];
  int x = get_local_id(0), y = get_local_id(1);
  int col = get_group_id(0) * SQUARE + x, row = get_group_id(1) * SQUARE + y;
  for (int i = 0; i < SQUARE; i += ROWS_EACH) part[y + i][x] = in[(row + i) * n + col];
  barrier(CLK_LOCAL_MEM_FENCE);
  col = get_group_id(1) * SQUARE + x, row = get_group_id(0) * SQUARE + y;
  for (int i = 0; i < SQUARE; i += ROWS_EACH) out[(row + i) * n + col] = part[x][y + i];
}

__kernel void reduction(__global float* out, __global const float* in, int n) {
  __local float sums[THREADS];
  const int lane = get_local_id(0);
  sums[lane] = in[get_group_id(0) * THREADS + lane];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_ = THREADS / 2; half_ > 0; half_ /= 2) {
    if (lane < half_) sums[lane] += sums[lane + half_];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0) out[get_group_id(0)] = sums[0];
}

__kernel void stencil(__global float* out, __global const float* in, int n) {
  const int col = get_global_id(0), row = get_global_id(1);
  if (row == 0 || col == 0 || row >= n - 1 || col >= n - 1) return;
  const int here = row * n + col;
  out[here] = in[here] + in[here - 1] + in[here + 1] + in[here - n] + in[here + n];
}

__kernel void histogram(__global unsigned* out, __global const int* in, int n) {
  __local unsigned counts[BINS];
  const int lane = get_local_id(0);
  if (lane < BINS) counts[lane] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_group_id(0) * THREADS + lane; i < n; i += get_num_groups(0) * THREADS) atomic_add(&counts[in[i]], 1u);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lane < BINS) atomic_add(&out[lane], counts[lane]);
}

__kernel void product(__global float* out, __global const float* a, __global const float* b, int n) {
  __local float part_a[TILE][TILE], part_b[TILE][TILE];
  const int x = get_local_id(0), y = get_local_id(1);
  const int col = get_group_id(0) * TILE + x, row = get_group_id(1) * TILE + y;
  float sum = 0;
  for (int from = 0; from < n; from += TILE) {
    part_a[y][x] = a[row * n + from + x];
    part_b[y][x] = b[(from + y) * n + col];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) sum += part_a[y][k] * part_b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[row * n + col] = sum;
}
