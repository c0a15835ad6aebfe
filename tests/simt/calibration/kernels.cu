// Calibration: kernels people write: reduction, matrix product, scan, stencil through a tile, bitonic sort.
#include "calibration.cuh"

__global__ void block_sum(float* out, const float* in, int n) {
  __shared__ float partial[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[threadIdx.x] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

__global__ void interleaved_sum(float* out, const float* in) {
  __shared__ float partial[256];
  partial[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  for (int stride = 1; stride < blockDim.x; stride *= 2) {
    const int index = 2 * stride * threadIdx.x;
    if (index < blockDim.x) partial[index] += partial[index + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = partial[0];
}

__global__ void naive_product(float* c, const float* a, const float* b, int n) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n || col >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + col];
  c[row * n + col] = sum;
}

__global__ void tiled_product(float* c, const float* a, const float* b, int n) {
  __shared__ float left[16][16], right[16][16];
  const int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int t = 0; t < n / 16; ++t) {
    left[threadIdx.y][threadIdx.x] = a[row * n + t * 16 + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(t * 16 + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < 16; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}

__global__ void scan(int* out, const int* in) {
  __shared__ int values[2][128];
  const int i = threadIdx.x;
  int from = 0;
  values[0][i] = in[i];
  __syncthreads();
  for (int step = 1; step < 128; step *= 2) {
    values[1 - from][i] = values[from][i] + (i >= step ? values[from][i - step] : 0);
    from = 1 - from;
    __syncthreads();
  }
  out[i] = values[from][i];
}

__global__ void blur(float* out, const float* in, int width, int height) {
  __shared__ float tile[18][34];
  const int x0 = blockIdx.x * 32 - 1, y0 = blockIdx.y * 16 - 1;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 18 * 34; i += 512) {
    const int x = x0 + i % 34, y = y0 + i / 34;
    tile[i / 34][i % 34] = x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0;
  }
  __syncthreads();
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx) sum += tile[threadIdx.y + dy][threadIdx.x + dx];
  out[y * width + x] = sum / 9;
}

__global__ void bitonic(int* data) {
  __shared__ int keys[128];
  const int i = threadIdx.x;
  keys[i] = data[i];
  __syncthreads();
  for (int k = 2; k <= 128; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      const int other = i ^ j;
      if (other > i && (keys[i] > keys[other]) == ((i & k) == 0)) {
        const int held = keys[i];
        keys[i] = keys[other];
        keys[other] = held;
      }
      __syncthreads();
    }
  data[i] = keys[i];
}

__global__ void tile_transpose(float* out, const float* in, int n) {
  __shared__ float tile[32][33];
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
  __syncthreads();
  const int tx = blockIdx.y * 32 + threadIdx.x, ty = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) out[(ty + k) * n + tx] = tile[threadIdx.x][threadIdx.y + k];
}

int main() {
  float* a = zeros<float>(1 << 16);
  float* b = zeros<float>(1 << 16);
  float* c = zeros<float>(1 << 16);
  label("block sum"), block_sum<<<4, 256>>>(c, a, 1000);
  label("interleaved sum"), interleaved_sum<<<4, 256>>>(c, a);
  label("naive product"), naive_product<<<dim3(4, 7), dim3(16, 8)>>>(c, a, b, 50);
  label("tiled product"), tiled_product<<<dim3(4, 4), dim3(16, 16)>>>(c, a, b, 64);
  label("scan"), scan<<<1, 128>>>((int*)c, (int*)a);
  label("blur"), blur<<<dim3(4, 5), dim3(32, 16)>>>(c, a, 100, 70);
  int* keys = filled<int>(128, [](size_t i) { return int(i * 89 % 131); });
  label("bitonic sort"), bitonic<<<1, 128>>>(keys);
  label("tile transpose"), tile_transpose<<<dim3(4, 4), dim3(32, 8)>>>(c, a, 128);
  return finish();
}
