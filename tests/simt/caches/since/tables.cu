// Since: tables that are asked for again and again beside what is asked for once; written, and said by the model and by a
// version of it in which L1 keeps what is asked for again, before an H100 counted them.
#include "../caches.cuh"

// Each block multiplies rows of a matrix, a warp a row, by one vector.
__global__ void matrix_times_vector(float* out, const float* matrix, const float* vector, int rows, int cols) {
  const int warps = gridDim.x * (blockDim.x / 32), lane = threadIdx.x % 32;
  for (int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32; row < rows; row += warps) {
    float sum = 0;
    for (int i = lane; i < cols; i += 32) sum += matrix[std::size_t(row) * cols + i] * vector[i];
    for (int apart = 16; apart; apart /= 2) sum += __shfl_xor_sync(~0u, sum, apart);
    if (lane == 0) out[row] = sum;
  }
}
// Each point looks up a place of a table that hangs on it.
__global__ void looked_up(float* out, const unsigned* points, const float* table, unsigned places, int rounds) {
  float sum = 0;
  for (int r = 0; r < rounds; ++r) {
    const unsigned point = points[r * all_threads() + index()] + unsigned(r * all_threads() + index());
    sum += table[point * 2654435761u % places];
  }
  out[index()] = sum;
}
// A part of a block's own is asked for in every round, beside something new.
__global__ void own_part_again(float* out, const float* in, int part, int rounds) {
  const std::size_t own = std::size_t(blockIdx.x) * part * (rounds + 1);
  float sum = 0;
  for (int r = 0; r < rounds; ++r) {
    for (int i = threadIdx.x; i < part; i += blockDim.x) sum += in[own + i];
    for (int i = threadIdx.x; i < part; i += blockDim.x) sum += in[own + std::size_t(r + 1) * part + i];
    __syncthreads();
  }
  keep(out, sum);
}
// The same places three times, then the next.
__global__ void three_times(float* out, const float* in, int part, int parts) {
  float sum = 0;
  for (int p = 0; p < parts; ++p)
    for (int t = 0; t < 3; ++t) {
      for (int i = threadIdx.x; i < part; i += blockDim.x) sum += in[(std::size_t(blockIdx.x) * parts + p) * part + i];
      __syncthreads();
    }
  keep(out, sum);
}

int main() {
  constexpr int elements = 1 << 24;
  float *in = zeros<float>(elements), *out = zeros<float>(elements / 4), *table = zeros<float>(1 << 16);
  for (const int cols : {8192, 24576, 49152}) {
    label("a matrix times a vector of %ld KiB", long(cols / 256));
    matrix_times_vector<<<132, 256>>>(out, in, table, elements / cols, cols);
  }
  for (const int kib : {32, 128, 192}) {
    label("looked up in %ld KiB", long(kib));
    looked_up<<<264, 256>>>(out, (const unsigned*)in, table, unsigned(kib) * 256, 32);
  }
  for (const int kib : {32, 64, 96, 120}) {
    label("own %ld KiB again beside new ones", long(kib));
    own_part_again<<<66, 256>>>(out, in, kib * 256, 6);
  }
  for (const int kib : {64, 112, 144}) {
    label("%ld KiB three times, four of them", long(kib));
    three_times<<<100, 512>>>(out, in, kib * 256, 4);
  }
  return finish();
}
