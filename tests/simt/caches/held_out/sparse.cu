// Held out: what is gathered and scattered by an index: sparse products, tables, histograms, permutations, chases.
#include "../caches.cuh"

__host__ __device__ inline unsigned mixed(unsigned value) {
  value = (value ^ value >> 16) * 0x7feb352du;
  value = (value ^ value >> 15) * 0x846ca68bu;
  return value ^ value >> 16;
}

__global__ void csr_by_threads(
    float* y, const int* starts, const int* cols, const float* values, const float* x, int rows) {
  const int row = int(index());
  if (row >= rows) return;
  float sum = 0;
  for (int i = starts[row]; i < starts[row + 1]; ++i) sum += values[i] * x[cols[i]];
  y[row] = sum;
}
__global__ void csr_by_warps(
    float* y, const int* starts, const int* cols, const float* values, const float* x, int rows) {
  const int row = int(index() / 32);
  if (row >= rows) return;
  float sum = 0;
  for (int i = starts[row] + int(threadIdx.x % 32); i < starts[row + 1]; i += 32) sum += values[i] * x[cols[i]];
  for (int apart = 16; apart; apart /= 2) sum += __shfl_down_sync(~0u, sum, apart);
  if (threadIdx.x % 32 == 0) y[row] = sum;
}
// The entries of all rows side by side.
__global__ void ell(float* y, const int* cols, const float* values, const float* x, int rows, int each) {
  const int row = int(index());
  float sum = 0;
  for (int i = 0; i < each; ++i) sum += values[i * rows + row] * x[cols[i * rows + row]];
  y[row] = sum;
}
template <typename T>
__global__ void gather(T* out, const T* table, unsigned entries, int times) {
  T sum{};
  for (int i = 0; i < times; ++i) sum += table[mixed(unsigned(index()) * times + i) % entries];
  out[index()] = sum;
}
__global__ void scatter(float* out, unsigned places) { out[mixed(unsigned(index())) % places] = 1; }
__global__ void permute(float* out, const float* in, const int* to) { out[to[index()]] = in[index()]; }
__global__ void histogram_of_bytes(unsigned* bins, const uchar4* in, int count) {
  __shared__ unsigned own[256];
  own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = int(index()); i < count; i += int(all_threads())) {
    const uchar4 four = in[i];
    atomicAdd(&own[four.x], 1u), atomicAdd(&own[four.y], 1u), atomicAdd(&own[four.z], 1u), atomicAdd(&own[four.w], 1u);
  }
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
__global__ void insert(unsigned* table, unsigned places) {
  const unsigned key = unsigned(index()) + 1;
  for (unsigned at = mixed(key) % places;; at = (at + 1) % places) {
    const unsigned before = atomicCAS(&table[at], 0u, key);
    if (before == 0 || before == key) return;
  }
}
__global__ void look_up(unsigned* out, const unsigned* table, unsigned places) {
  const unsigned key = unsigned(index()) + 1;
  unsigned at = mixed(key) % places;
  while (table[at] && table[at] != key) at = (at + 1) % places;
  out[index()] = at;
}
__global__ void chase(int* out, const int* next, int steps) {
  int at = int(index() * 37 % 65536);
  for (int i = 0; i < steps; ++i) at = next[at];
  out[index()] = at;
}

int main() {
  constexpr int rows = 1 << 16;
  float *x = zeros<float>(1 << 24), *y = zeros<float>(1 << 24), *values = zeros<float>(1 << 21);
  const auto starts_of = [](int each, int more) {  // so many entries a row, in every 16th row more
    return filled<int>(rows + 1, [=](std::size_t i) { return int(i) * each + int((i + 15) / 16) * more; });
  };
  int *even = starts_of(8, 0), *uneven = starts_of(4, 64);
  int* band = filled<int>(1 << 20, [](std::size_t i) { return int((i / 8 + i % 8 * 5) % (1 << 16)); });
  int* anywhere = filled<int>(1 << 20, [](std::size_t i) { return int(mixed(unsigned(i)) % (1 << 20)); });
  int* halfway =
      filled<int>(1 << 20, [](std::size_t i) { return int((i / 8 + mixed(unsigned(i)) % 2048) % (1 << 16)); });
  label("csr by threads, a band");
  csr_by_threads<<<rows / 256, 256>>>(y, even, band, values, x, rows);
  label("csr by threads, anywhere");
  csr_by_threads<<<rows / 128, 128>>>(y, even, anywhere, values, x, rows);
  label("csr by threads, uneven rows");
  csr_by_threads<<<rows / 256, 256>>>(y, uneven, halfway, values, x, rows / 2);
  label("csr by warps, uneven rows");
  csr_by_warps<<<rows / 16, 256>>>(y, uneven, halfway, values, x, rows / 2);
  label("csr by warps, a band");
  csr_by_warps<<<rows / 8, 256>>>(y, even, band, values, x, rows);
  label("ell, a band");
  ell<<<rows / 256, 256>>>(y, band, values, x, rows, 8);
  label("ell, anywhere");
  ell<<<rows / 256, 256>>>(y, anywhere, values, x, rows, 8);
  for (const int kib : {32, 128, 1024, 16384, 65536}) {
    label("gathered from %ld KiB", kib);
    gather<float><<<1024, 256>>>(y, x, kib * 256u, 4);
  }
  label("doubles gathered from 256 KiB");
  gather<double><<<512, 256>>>(reinterpret_cast<double*>(y), reinterpret_cast<double*>(x), 32768, 4);
  label("bytes gathered from 64 KiB");
  gather<unsigned char>
      <<<1024, 256>>>(reinterpret_cast<unsigned char*>(y), reinterpret_cast<unsigned char*>(x), 65536, 4);
  for (const int mib : {1, 16, 64}) {
    label("scattered over %ld MiB", mib);
    scatter<<<2048, 256>>>(x, unsigned(mib) << 18);
  }
  int* shuffled = filled<int>(1 << 19, [](std::size_t i) { return int(i * 2654435761u % (1u << 19)); });
  int* nearly = filled<int>(1 << 19, [](std::size_t i) { return int(i / 512 * 512 + (i % 512) * 37 % 512); });
  label("permuted");
  permute<<<2048, 256>>>(y, x, shuffled);
  label("permuted in blocks of 512");
  permute<<<2048, 256>>>(y, x, nearly);
  label("histogram of bytes");
  histogram_of_bytes<<<264, 256>>>(reinterpret_cast<unsigned*>(y), reinterpret_cast<uchar4*>(x), 1 << 20);
  unsigned* table = zeros<unsigned>(1 << 20);
  label("inserted");
  insert<<<1024, 256>>>(table, 1 << 20);
  label("looked up");
  look_up<<<1024, 256>>>(reinterpret_cast<unsigned*>(y), table, 1 << 20);
  int* next = filled<int>(65536, [](std::size_t i) { return int(mixed(unsigned(i)) % 65536); });
  label("chased");
  chase<<<132, 128>>>(reinterpret_cast<int*>(y), next, 64);
  return finish();
}
