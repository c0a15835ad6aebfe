// Everyday: sparse matrices and graphs: CSR by threads and by warps, ELL, COO, breadth-first search.
#include "../caches.cuh"

__global__ void csr_by_threads(
    float* y, const int* begin, const int* col, const float* value, const float* x, int rows) {
  const int row = int(index());
  if (row >= rows) return;
  float sum = 0;
  for (int k = begin[row]; k < begin[row + 1]; ++k) sum += value[k] * x[col[k]];
  y[row] = sum;
}
__global__ void csr_by_warps(float* y, const int* begin, const int* col, const float* value, const float* x, int rows) {
  const int row = int(index()) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  float sum = 0;
  for (int k = begin[row] + lane; k < begin[row + 1]; k += 32) sum += value[k] * x[col[k]];
  for (int s = 16; s; s /= 2) sum += __shfl_down_sync(~0u, sum, s);
  if (lane == 0) y[row] = sum;
}
__global__ void ell(float* y, const int* col, const float* value, const float* x, int rows, int width) {
  const int row = int(index());
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < width; ++k) sum += value[k * rows + row] * x[col[k * rows + row]];
  y[row] = sum;
}
__global__ void coo(float* y, const int* row, const int* col, const float* value, const float* x, int count) {
  const int k = int(index());
  if (k < count) atomicAdd(&y[row[k]], value[k] * x[col[k]]);
}
// One level of a search: vertices of this level mark their neighbours.
__global__ void level(int* depth, const int* begin, const int* col, int vertices, int now) {
  const int v = int(index());
  if (v >= vertices || depth[v] != now) return;
  for (int k = begin[v]; k < begin[v + 1]; ++k)
    if (depth[col[k]] < 0) depth[col[k]] = now + 1;
}
__global__ void page_rank(
    float* next, const float* rank, const int* begin, const int* from, const int* degree, int vertices) {
  const int v = int(index());
  if (v >= vertices) return;
  float sum = 0;
  for (int k = begin[v]; k < begin[v + 1]; ++k) sum += rank[from[k]] / degree[from[k]];
  next[v] = 0.15f + 0.85f * sum;
}

static unsigned hashed(unsigned x) {
  x = (x ^ x >> 16) * 0x45d9f3bu;
  x = (x ^ x >> 16) * 0x45d9f3bu;
  return x ^ x >> 16;
}

int main() {
  const int rows = 1 << 16, each = 12, count = rows * each;
  int* begin = filled<int>(rows + 1, [=](size_t i) { return int(i) * each; });
  int* uneven =
      filled<int>(rows + 1, [=](size_t i) { return int(i / 8) * 96 + int(i % 8) * int(i % 8 + 1); });  // 0 to 56
  int* anywhere = filled<int>(count, [=](size_t k) { return int(hashed(unsigned(k)) % rows); });
  int* band = filled<int>(count, [=](size_t k) { return int((k / each + hashed(unsigned(k)) % 512) % rows); });
  int* mesh = filled<int>(count, [=](size_t k) {
    const int shift[12] = {-257, -256, -255, -2, -1, 0, 1, 2, 255, 256, 257, 512};
    return (int(k / each) + shift[k % each] + rows) % rows;
  });
  int* by_column = filled<int>(count, [=](size_t k) { return int(hashed(unsigned(k)) % rows); });
  int* row_of = filled<int>(count, [=](size_t k) { return int(k / each); });
  float *value = zeros<float>(count), *x = zeros<float>(rows), *y = zeros<float>(rows);
  int* depth = filled<int>(rows, [](size_t v) { return v % 4 ? -1 : 0; });
  int* degree = filled<int>(rows, [=](size_t) { return each; });

  label("CSR by threads, columns anywhere");
  csr_by_threads<<<rows / 256, 256>>>(y, begin, anywhere, value, x, rows);
  label("CSR by threads, in a band");
  csr_by_threads<<<rows / 128, 128>>>(y, begin, band, value, x, rows);
  label("CSR by threads, a mesh");
  csr_by_threads<<<rows / 256, 256>>>(y, begin, mesh, value, x, rows);
  label("CSR by threads, uneven rows");
  csr_by_threads<<<rows / 256, 256>>>(y, uneven, anywhere, value, x, rows);
  label("CSR by warps, columns anywhere");
  csr_by_warps<<<rows / 8, 256>>>(y, begin, anywhere, value, x, rows);
  label("CSR by warps, a mesh");
  csr_by_warps<<<rows / 4, 128>>>(y, begin, mesh, value, x, rows);
  label("ELL, columns anywhere");
  ell<<<rows / 256, 256>>>(y, by_column, value, x, rows, each);
  label("COO, columns anywhere");
  coo<<<count / 256, 256>>>(y, row_of, anywhere, value, x, count);
  label("COO, in a band");
  coo<<<count / 512, 512>>>(y, row_of, band, value, x, count);
  label("breadth-first level");
  level<<<rows / 256, 256>>>(depth, begin, anywhere, rows, 0);
  label("page rank, anywhere");
  page_rank<<<rows / 128, 128>>>(y, x, begin, anywhere, degree, rows);
  label("page rank, a mesh");
  page_rank<<<rows / 128, 128>>>(y, x, begin, mesh, degree, rows);
  return finish();
}
