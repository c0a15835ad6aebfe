// Blind: steps of larger programs: sorting, factorising, waves, particles, trees, tables, batches.
#include "../caches.cuh"

__global__ void bitonic_step(float* all, unsigned apart, unsigned length) {
  const unsigned i = unsigned(index()), other = i ^ apart;
  if (other < i) return;
  const float a = all[i], b = all[other];
  if ((a > b) == ((i & length) == 0)) all[i] = b, all[other] = a;
  else all[i] = a, all[other] = b;
}
__global__ void merge_by_threads(float* out, const float* a, const float* b, int each) {
  const std::size_t first = index() * each;
  for (int i = 0; i < each; ++i) {
    const float x = a[first + i], y = b[first + i];
    out[2 * (first + i)] = fminf(x, y), out[2 * (first + i) + 1] = fmaxf(x, y);
  }
}
__global__ void eliminate(float* a, int side, int step) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x + step + 1,
            row = blockIdx.y * blockDim.y + threadIdx.y + step + 1;
  if (row < side && col < side) a[row * side + col] -= a[row * side + step] * a[step * side + col];
}
__global__ void outer(float* out, const float* x, const float* y, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  out[row * cols + col] = x[row] * y[col];
}
__global__ void vector_matrix(float* y, const float* x, const float* a, int rows, int cols) {
  float sum = 0;
  for (int row = 0; row < rows; ++row) sum += x[row] * a[row * cols + index()];
  y[index()] = sum;
}
// A thread a small matrix: each element of the product by 4 + 4 of the factors.
__global__ void small_products(float* c, const float* a, const float* b) {
  const std::size_t at = index() * 16;
  for (int row = 0; row < 4; ++row)
    for (int col = 0; col < 4; ++col) {
      float sum = 0;
      for (int k = 0; k < 4; ++k) sum += a[at + row * 4 + k] * b[at + k * 4 + col];
      c[at + row * 4 + col] = sum;
    }
}
// The same with the element of all matrices side by side.
__global__ void small_products_side_by_side(float* c, const float* a, const float* b, std::size_t count) {
  for (int row = 0; row < 4; ++row)
    for (int col = 0; col < 4; ++col) {
      float sum = 0;
      for (int k = 0; k < 4; ++k) sum += a[(row * 4 + k) * count + index()] * b[(k * 4 + col) * count + index()];
      c[(row * 4 + col) * count + index()] = sum;
    }
}
__global__ void wave(float* next, const float* now, const float* before, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 2, y = blockIdx.y * blockDim.y + threadIdx.y + 2;
  if (x >= side - 2 || y >= side - 2) return;
  const int i = y * side + x;
  next[i] = 2 * now[i] - before[i] + now[i - 2] + now[i - 1] + now[i + 1] + now[i + 2] + now[i - 2 * side] +
            now[i - side] + now[i + side] + now[i + 2 * side];
}
__global__ void forces(float4* out, const float4* all, int count) {
  float x = 0, y = 0, z = 0;
  for (int i = 0; i < count; ++i) {
    const float4 other = all[i];
    x += other.x * other.w, y += other.y * other.w, z += other.z * other.w;
  }
  out[index()] = make_float4(x, y, z, 0);
}
__global__ void search(int* out, const int* sorted, unsigned count) {
  const unsigned wanted = unsigned(index()) * 2654435761u % count;
  unsigned low = 0, high = count;
  while (low + 1 < high) {
    const unsigned middle = (low + high) / 2;
    if (unsigned(sorted[middle]) + middle <= wanted) low = middle;  // all are 0
    else high = middle;
  }
  out[index()] = int(low);
}
struct Cell {
  unsigned key, value;
};
__global__ void look_up(unsigned* out, const Cell* table, unsigned mask) {
  const unsigned key = unsigned(index()) * 0x9e3779b1u;
  unsigned at = key >> 7 & mask, steps = key >> 29;
  while (steps--) {
    if (table[at].key == key + 1) break;  // none is
    at = (at + 1) & mask;
  }
  out[index()] = table[at].value;
}
__global__ void pack(float* out, const float* in, int each) {
  const std::size_t warp = index() / 32;
  for (int i = 0; i < each; ++i)
    if (threadIdx.x % 32 < 20)
      out[(warp * each + i) * 20 + threadIdx.x % 32] = in[(warp * each + i) * 32 + threadIdx.x % 32];
}
__global__ void butterfly(float2* all, unsigned apart) {
  const unsigned i = unsigned(index()) / apart * 2 * apart + unsigned(index()) % apart;
  const float2 a = all[i], b = all[i + apart];
  all[i] = make_float2(a.x + b.x, a.y + b.y), all[i + apart] = make_float2(a.x - b.x, a.y - b.y);
}
__global__ void columns_of_two(double* out, const float* in, int rows, int cols) {
  const int col = int(index());
  double low = 0, high = 0;
  for (int row = 0; row < rows; row += 2) low += in[row * cols + col], high += in[(row + 1) * cols + col];
  out[2 * col] = low, out[2 * col + 1] = high;
}

int main() {
  float *in = zeros<float>(1 << 24), *out = zeros<float>(1 << 24);
  for (const unsigned apart : {1u, 16u, 4096u}) {
    label("bitonic step, %ld apart", apart);
    bitonic_step<<<4096, 256>>>(out, apart, apart * 2);
  }
  for (const int each : {4, 16}) {
    label("merged by threads, %ld each", each);
    merge_by_threads<<<264, 128>>>(out, in, in + (1 << 22), each);
  }
  label("elimination, first step by 16x16");
  eliminate<<<dim3(48, 48), dim3(16, 16)>>>(out, 768, 0);
  label("elimination, 300th step by 32x8");
  eliminate<<<dim3(24, 96), dim3(32, 8)>>>(out, 768, 299);
  label("outer product by 64x8");
  outer<<<dim3(16, 128), dim3(64, 8)>>>(out, in, in + 4096, 1024);
  label("vector by matrix, 500 rows");
  vector_matrix<<<66, 64>>>(out, in, in + 4096, 500, 66 * 64);
  label("small products");
  small_products<<<512, 128>>>(out, in, in + (1 << 22));
  label("small products side by side");
  small_products_side_by_side<<<512, 128>>>(out, in, in + (1 << 22), 512 * 128);
  for (const dim3 block : {dim3(32, 4), dim3(128, 2), dim3(16, 32)}) {
    label("wave by %ldx%ld", block.x, block.y);
    wave<<<dim3(1024 / block.x, 512 / block.y), block>>>(out, in, in + (1 << 22), 1024);
  }
  label("forces of 1500");
  forces<<<12, 128>>>(reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(in), 1500);
  label("searched in 1 MiB");
  search<<<528, 256>>>(reinterpret_cast<int*>(out), reinterpret_cast<const int*>(in), 1 << 18);
  label("searched in 64 KiB");
  search<<<528, 256>>>(reinterpret_cast<int*>(out), reinterpret_cast<const int*>(in), 1 << 14);
  label("looked up in 4 MiB");
  look_up<<<1056, 256>>>(reinterpret_cast<unsigned*>(out), reinterpret_cast<const Cell*>(in), (1 << 19) - 1);
  label("looked up in 128 KiB");
  look_up<<<1056, 256>>>(reinterpret_cast<unsigned*>(out), reinterpret_cast<const Cell*>(in), (1 << 14) - 1);
  label("20 of 32 packed");
  pack<<<512, 256>>>(out, in, 6);
  for (const unsigned apart : {2u, 64u, 1u << 15}) {
    label("butterfly, %ld apart", apart);
    butterfly<<<2048, 256>>>(reinterpret_cast<float2*>(out), apart);
  }
  label("columns in pairs");
  columns_of_two<<<33, 128>>>(reinterpret_cast<double*>(out), in, 256, 33 * 128);
  return finish();
}
