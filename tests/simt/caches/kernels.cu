// Calibration: kernels as programs have them, with their reuse in L1 and L2, and working sets about as large as L2.
#include "caches.cuh"

template <int tile>
__global__ void transpose(float* out, const float* in, int side) {
  __shared__ float part[tile][tile + 1];
  int col = blockIdx.x * tile + threadIdx.x, row = blockIdx.y * tile + threadIdx.y;
  part[threadIdx.y][threadIdx.x] = in[row * side + col];
  __syncthreads();
  col = blockIdx.y * tile + threadIdx.x, row = blockIdx.x * tile + threadIdx.y;
  out[row * side + col] = part[threadIdx.x][threadIdx.y];
}
__global__ void transpose_naive(float* out, const float* in, int side) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  out[col * side + row] = in[row * side + col];
}
__global__ void product(float* out, const float* a, const float* b, int side) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < side; ++k) sum += a[row * side + k] * b[k * side + col];
  out[row * side + col] = sum;
}
template <int tile>
__global__ void product_in_tiles(float* out, const float* a, const float* b, int side) {
  __shared__ float of_a[tile][tile], of_b[tile][tile];
  const int col = blockIdx.x * tile + threadIdx.x, row = blockIdx.y * tile + threadIdx.y;
  float sum = 0;
  for (int from = 0; from < side; from += tile) {
    of_a[threadIdx.y][threadIdx.x] = a[row * side + from + threadIdx.x];
    of_b[threadIdx.y][threadIdx.x] = b[(from + threadIdx.y) * side + col];
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += of_a[threadIdx.y][k] * of_b[k][threadIdx.x];
    __syncthreads();
  }
  out[row * side + col] = sum;
}
__global__ void row_sums(float* out, const float* in, int side) {
  float sum = 0;
  for (int col = 0; col < side; ++col) sum += in[index() * side + col];
  out[index()] = sum;
}
__global__ void column_sums(float* out, const float* in, int side) {
  float sum = 0;
  for (int row = 0; row < side; ++row) sum += in[std::size_t(row) * side + index()];
  out[index()] = sum;
}
__global__ void histogram(unsigned* bins, const int* in, int count, int how_many) {
  for (int i = int(index()); i < count; i += int(all_threads())) atomicAdd(&bins[unsigned(in[i]) % how_many], 1u);
}
__global__ void sparse_rows(float* out, const int* columns, const float* values, const float* vector, int each) {
  float sum = 0;
  for (int i = 0; i < each; ++i) sum += values[index() * each + i] * vector[columns[index() * each + i]];
  out[index()] = sum;
}
__global__ void search(int* out, const int* sorted, int count) {
  int low = 0, high = count;
  const int wanted = int(index() * 40503u % unsigned(count));
  while (low < high) {
    const int middle = (low + high) / 2;
    if (sorted[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  out[index()] = low;
}
__global__ void pass(float4* out, const float4* in, std::size_t count, int times, bool stores) {
  float sum = 0;
  for (int time = 0; time < times; ++time)
    for (std::size_t i = index(); i < count; i += all_threads()) {
      const float4 value = in[i];
      if (stores) out[i] = value;
      else sum += value.x;
    }
  keep(&out->x, sum);
}

int main() {
  constexpr std::size_t most = std::size_t(1) << 25;  // 128 MiB
  float *in = zeros<float>(most), *out = zeros<float>(most);
  for (const int side : {512, 1024}) {
    label("tiles of 16, side %ld", side);
    transpose<16><<<dim3(side / 16, side / 16), dim3(16, 16)>>>(out, in, side);
    label("tiles of 32, side %ld", side);
    transpose<32><<<dim3(side / 32, side / 32), dim3(32, 32)>>>(out, in, side);
    for (const dim3 block : {dim3(32, 8), dim3(16, 16), dim3(8, 32)}) {
      label("naive %ldx%ld, side %ld", block.x, block.y, side);
      transpose_naive<<<dim3(side / block.x, side / block.y), block>>>(out, in, side);
    }
  }
  for (const dim3 block : {dim3(16, 16), dim3(32, 8), dim3(32, 32), dim3(8, 8), dim3(64, 2)}) {
    label("product by %ldx%ld", block.x, block.y);
    product<<<dim3(128 / block.x, 128 / block.y), block>>>(out, in, in, 128);
  }
  label("product in tiles of 8");
  product_in_tiles<8><<<dim3(16, 16), dim3(8, 8)>>>(out, in, in, 128);
  label("product in tiles of 16");
  product_in_tiles<16><<<dim3(16, 16), dim3(16, 16)>>>(out, in, in, 256);
  for (const int side : {64, 256, 1024}) {
    label("sums of rows of %ld", side);
    row_sums<<<8, 256>>>(out, in, side);
    label("sums of columns of %ld", side);
    column_sums<<<8, 256>>>(out, in, 2048);
  }
  int *numbers = filled<int>(1 << 20, [](std::size_t i) { return int(unsigned(i) * 2654435761u >> 12); }),
      *sorted = filled<int>(1 << 20, [](std::size_t i) { return int(i); }),
      *near = filled<int>(1 << 18, [](std::size_t i) { return int(i / 8 + i * 2654435761u % 64); });
  for (const int bins : {16, 1024, 65536}) {
    label("histogram of %ld", bins);
    histogram<<<264, 256>>>(reinterpret_cast<unsigned*>(out), numbers, 1 << 18, bins);
  }
  for (const int each : {2, 4, 8}) {
    label("sparse, near, %ld a row", each);
    sparse_rows<<<(1 << 18) / each / 256, 256>>>(out, near, in, in, each);
    label("sparse, far, %ld a row", each);
    sparse_rows<<<(1 << 18) / each / 256, 256>>>(out, numbers, in, in, each);
  }
  for (const int count : {1 << 12, 1 << 16, 1 << 20}) {
    label("search among %ld", count);
    search<<<256, 256>>>(reinterpret_cast<int*>(out), sorted, count);
  }
  for (const int mib : {4, 24, 40, 48, 56, 64}) {
    label("two passes over %ld MiB", mib);
    pass<<<1056, 256>>>(
        reinterpret_cast<float4*>(out), reinterpret_cast<float4*>(in), std::size_t(mib) << 16, 2, false);
  }
  for (const int mib : {4, 12, 24, 32}) {
    label("copied twice, %ld MiB", mib);
    pass<<<1056, 256>>>(reinterpret_cast<float4*>(out), reinterpret_cast<float4*>(in), std::size_t(mib) << 16, 2, true);
  }
  return finish();
}
