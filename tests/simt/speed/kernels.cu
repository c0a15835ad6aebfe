// The five kernels whose simulation is timed; kernels.cl and cuda_sim.py have the same ones, access for access.
// Run: simtcc kernels.cu -o kernels && ./kernels KERNEL SIZE REPEATS     prints: threads, seconds, right or wrong
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

constexpr int tile = 16;    // of the matrix product
constexpr int square = 32;  // of the transpose
constexpr int rows_each = 8;
constexpr int threads = 256;  // of a block of the reduction and the histogram
constexpr int bins = 64;
constexpr int items_each = 16;  // of a thread of the histogram

__global__ void transpose(float* out, const float* in, int n) {
  __shared__ float part[square][square + 1];
  int col = blockIdx.x * square + threadIdx.x, row = blockIdx.y * square + threadIdx.y;
  for (int i = 0; i < square; i += rows_each) part[threadIdx.y + i][threadIdx.x] = in[(row + i) * n + col];
  __syncthreads();
  col = blockIdx.y * square + threadIdx.x, row = blockIdx.x * square + threadIdx.y;
  for (int i = 0; i < square; i += rows_each) out[(row + i) * n + col] = part[threadIdx.x][threadIdx.y + i];
}

__global__ void reduction(float* out, const float* in, int) {
  __shared__ float sums[threads];
  const int lane = threadIdx.x;
  sums[lane] = in[blockIdx.x * threads + lane];
  __syncthreads();
  for (int half = threads / 2; half > 0; half /= 2) {
    if (lane < half) sums[lane] += sums[lane + half];
    __syncthreads();
  }
  if (lane == 0) out[blockIdx.x] = sums[0];
}

__global__ void stencil(float* out, const float* in, int n) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row == 0 || col == 0 || row >= n - 1 || col >= n - 1) return;
  const int here = row * n + col;
  out[here] = in[here] + in[here - 1] + in[here + 1] + in[here - n] + in[here + n];
}

__global__ void histogram(unsigned* out, const int* in, int n) {
  __shared__ unsigned counts[bins];
  if (threadIdx.x < bins) counts[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * threads + threadIdx.x; i < n; i += gridDim.x * threads) atomicAdd(&counts[in[i]], 1u);
  __syncthreads();
  if (threadIdx.x < bins) atomicAdd(&out[threadIdx.x], counts[threadIdx.x]);
}

__global__ void product(float* out, const float* a, const float* b, int n) {
  __shared__ float part_a[tile][tile], part_b[tile][tile];
  const int col = blockIdx.x * tile + threadIdx.x, row = blockIdx.y * tile + threadIdx.y;
  float sum = 0;
  for (int from = 0; from < n; from += tile) {
    part_a[threadIdx.y][threadIdx.x] = a[row * n + from + threadIdx.x];
    part_b[threadIdx.y][threadIdx.x] = b[(from + threadIdx.y) * n + col];
    __syncthreads();
    for (int k = 0; k < tile; ++k) sum += part_a[threadIdx.y][k] * part_b[k][threadIdx.x];
    __syncthreads();
  }
  out[row * n + col] = sum;
}

// Whole numbers so small that every sum of them is exact, in whatever order.
static int input_at(long long i) { return int((i * 1103515245ll + 12345) >> 8 & 7); }

static std::vector<float> floats(long long count) {
  std::vector<float> all(count);
  for (long long i = 0; i < count; ++i) all[i] = float(input_at(i));
  return all;
}

template <typename T>
static T* to_device(const std::vector<T>& host) {
  T* device = nullptr;
  cudaMalloc(&device, host.size() * sizeof(T));
  cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
  return device;
}

// What a result must be, cell by cell.
template <typename T, typename Launch, typename Expected>
static int measure(long long run_threads, int repeats, std::vector<T> out, Launch launch, Expected expected) {
  T* device = to_device(out);
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < repeats; ++i) launch(device);
  const cudaError_t error = cudaDeviceSynchronize();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  cudaMemcpy(out.data(), device, out.size() * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(device);
  bool right = error == cudaSuccess;
  for (long long i = 0; i < (long long)out.size() && right; ++i) right = out[i] == expected(i);
  std::printf("%lld %.9f %s\n", run_threads * repeats, seconds.count(), right ? "right" : "wrong");
  return right ? 0 : 1;
}

static int run(const char* kernel, int n, int repeats) {
  const long long cells = (long long)n * n;
  if (!std::strcmp(kernel, "transpose")) {
    float* in = to_device(floats(cells));
    return measure(
        cells / (square / rows_each), repeats, std::vector<float>(cells),
        [=](float* out) { transpose<<<dim3(n / square, n / square), dim3(square, rows_each)>>>(out, in, n); },
        [=](long long i) { return float(input_at(i % n * n + i / n)); });
  }
  if (!std::strcmp(kernel, "reduction")) {
    float* in = to_device(floats(cells));
    return measure(
        cells, repeats, std::vector<float>(cells / threads),
        [=](float* out) { reduction<<<int(cells / threads), threads>>>(out, in, n); },
        [](long long i) {
          int sum = 0;
          for (int k = 0; k < threads; ++k) sum += input_at(i * threads + k);
          return float(sum);
        });
  }
  if (!std::strcmp(kernel, "stencil")) {
    float* in = to_device(floats(cells));
    return measure(
        cells, repeats, std::vector<float>(cells),
        [=](float* out) { stencil<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(out, in, n); },
        [=](long long i) {
          const long long row = i / n, col = i % n;
          if (row == 0 || col == 0 || row == n - 1 || col == n - 1) return 0.0f;
          return float(input_at(i) + input_at(i - 1) + input_at(i + 1) + input_at(i - n) + input_at(i + n));
        });
  }
  if (!std::strcmp(kernel, "histogram")) {
    std::vector<int> values(cells);
    std::vector<unsigned> counts(bins);
    for (long long i = 0; i < cells; ++i) counts[values[i] = input_at(i) * 8 + input_at(i + 5)] += unsigned(repeats);
    int* in = to_device(values);
    const int blocks = int(cells / (threads * items_each));
    return measure((long long)blocks * threads, repeats, std::vector<unsigned>(bins),
        [=](unsigned* out) { histogram<<<blocks, threads>>>(out, in, int(cells)); },
        [&](long long i) { return counts[i]; });
  }
  if (!std::strcmp(kernel, "product")) {
    const std::vector<float> a = floats(cells);
    float *left = to_device(a), *right = to_device(a);
    return measure(
        cells, repeats, std::vector<float>(cells),
        [=](float* out) { product<<<dim3(n / tile, n / tile), dim3(tile, tile)>>>(out, left, right, n); },
        [&](long long i) {
          int sum = 0;
          for (int k = 0; k < n; ++k) sum += input_at(i / n * n + k) * input_at((long long)k * n + i % n);
          return float(sum);
        });
  }
  std::fprintf(stderr, "there is no kernel %s\n", kernel);
  return 2;
}

int main(int argc, char** argv) {
  if (argc != 4) return std::fprintf(stderr, "usage: %s KERNEL SIZE REPEATS\n", argv[0]), 2;
  return run(argv[1], std::atoi(argv[2]), std::atoi(argv[3]));
}
