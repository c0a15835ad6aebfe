// Unseen: relaxations, waves, tridiagonal systems, triangular solves, power iterations, Fourier steps.
#include "../caches.cuh"

__global__ void red_black(float* u, int side, int colour) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= side - 1 || y >= side - 1 || (x + y) % 2 != colour) return;
  const int i = y * side + x;
  u[i] = 0.25f * (u[i - 1] + u[i + 1] + u[i - side] + u[i + side]);
}
__global__ void heat_8th_order(float* out, const float* in, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 4, y = blockIdx.y * blockDim.y + threadIdx.y + 4;
  if (x >= nx - 4 || y >= ny - 4) return;
  for (int z = 4; z < nz - 4; ++z) {
    const size_t i = (size_t(z) * ny + y) * nx + x;
    float sum = in[i];
    for (int k = 1; k <= 4; ++k)
      sum += in[i - k] + in[i + k] + in[i - k * nx] + in[i + k * nx] + in[i - size_t(k) * nx * ny] +
             in[i + size_t(k) * nx * ny];
    out[i] = sum;
  }
}
// A thread a system, each system's numbers side by side with the others'.
__global__ void tridiagonal(
    float* x, const float* a, const float* b, const float* c, const float* d, float* work, int n, int systems) {
  const int s = int(index());
  float before = 0, right = 0;
  for (int i = 0; i < n; ++i) {
    const int at = i * systems + s;
    const float m = 1 / (b[at] + 2 - a[at] * before);
    before = c[at] * m, right = (d[at] - a[at] * right) * m;
    work[at] = before, x[at] = right;
  }
  for (int i = n - 2; i >= 0; --i) right = x[i * systems + s] -= work[i * systems + s] * right;
}
// The same, each system's numbers in a row.
__global__ void tridiagonal_in_rows(
    float* x, const float* a, const float* b, const float* c, const float* d, float* work, int n) {
  const int first = int(index()) * n;
  float before = 0, right = 0;
  for (int i = first; i < first + n; ++i) {
    const float m = 1 / (b[i] + 2 - a[i] * before);
    before = c[i] * m, right = (d[i] - a[i] * right) * m;
    work[i] = before, x[i] = right;
  }
  for (int i = first + n - 2; i >= first; --i) right = x[i] -= work[i] * right;
}
__global__ void symmetric_by_vector(float* y, const float* a, const float* x, int n) {
  const int row = int(index());
  if (row >= n) return;
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += (k <= row ? a[row * n + k] : a[k * n + row]) * x[k];
  y[row] = sum;
}
__global__ void fourier_step(float2* out, const float2* in, int n, int half) {
  const int i = int(index()), low = i % half, high = i / half;
  const float2 a = in[i], b = in[i + n / 2];
  out[high * 2 * half + low] = make_float2(a.x + b.x, a.y + b.y);
  out[high * 2 * half + low + half] = make_float2(a.x - b.x, a.y - b.y);
}
__global__ void shallow_water(
    float* h, float* u, float* v, const float* h0, const float* u0, const float* v0, int cols) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  const int i = y * cols + x;
  u[i] = u0[i] - 0.1f * (h0[i + 1] - h0[i - 1]);
  v[i] = v0[i] - 0.1f * (h0[i + cols] - h0[i - cols]);
  h[i] = h0[i] - 0.1f * (u0[i + 1] - u0[i - 1] + v0[i + cols] - v0[i - cols]);
}
__global__ void outer_update(double* a, const double* x, const double* y, int n) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  a[row * n + col] += x[row] * y[col];
}

int main() {
  float *a = zeros<float>(1 << 24), *b = zeros<float>(1 << 24), *c = zeros<float>(1 << 22);
  label("red-black by 16x16");
  red_black<<<dim3(64, 64), dim3(16, 16)>>>(a, 1024, 0);
  label("red-black by 64x4");
  red_black<<<dim3(16, 256), dim3(64, 4)>>>(a, 1024, 1);
  label("heat of the 8th order by 32x8");
  heat_8th_order<<<dim3(6, 16), dim3(32, 8)>>>(a, b, 200, 136, 20);
  label("tridiagonal, 8192 systems of 40");
  tridiagonal<<<64, 128>>>(a, b, b + (1 << 20), b + (2 << 20), b + (3 << 20), c, 40, 8192);
  label("tridiagonal in rows, 8192 systems of 40");
  tridiagonal_in_rows<<<64, 128>>>(a, b, b + (1 << 20), b + (2 << 20), b + (3 << 20), c, 40);
  label("symmetric matrix by a vector, 900");
  symmetric_by_vector<<<8, 128>>>(c, a, b, 900);
  for (const int half : {1, 32, 4096}) {
    label("Fourier step, %ld", half);
    fourier_step<<<1024, 256>>>((float2*)a, (const float2*)b, 1 << 19, half);
  }
  label("shallow water by 32x8");
  shallow_water<<<dim3(16, 64), dim3(32, 8)>>>(a, a + (1 << 20), a + (2 << 20), b, b + (1 << 20), b + (2 << 20), 514);
  label("outer update of doubles by 32x4");
  outer_update<<<dim3(20, 160), dim3(32, 4)>>>((double*)a, (const double*)b, (const double*)b + 4096, 640);
  return finish();
}
