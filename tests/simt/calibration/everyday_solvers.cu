// Held out: solvers, chains and tables, as people write them. Simulated before a GPU counted them.
#include "results.cuh"

// Red and black cells in turn, in place.
__global__ void red_black(float* u, const float* f, int n, int colour) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= n - 1 || y >= n - 1 || (x + y) % 2 != colour) return;
  u[y * n + x] = 0.25f * (u[y * n + x - 1] + u[y * n + x + 1] + u[(y - 1) * n + x] + u[(y + 1) * n + x] + f[y * n + x]);
}

// A tridiagonal system a thread, by Thomas.
__global__ void thomas(
    float* x, const float* a, const float* b, const float* c, const float* d, float* work, int n, int systems) {
  const int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= systems) return;
  float cp = c[s] / b[s], dp = d[s] / b[s];
  work[s] = cp;
  x[s] = dp;
  for (int i = 1; i < n; ++i) {
    const int at = i * systems + s;
    const float m = 1.0f / (b[at] - a[at] * cp);
    cp = c[at] * m;
    dp = (d[at] - a[at] * dp) * m;
    work[at] = cp;
    x[at] = dp;
  }
  for (int i = n - 2; i >= 0; --i) {
    const int at = i * systems + s;
    dp = x[at] - work[at] * dp;
    x[at] = dp;
  }
}

// Cyclic reduction's cousin: all equations in parallel, in shared memory.
__global__ void parallel_cyclic(float* x, const float* d, int steps) {
  __shared__ float a[128], b[128], c[128], r[128];
  const int t = threadIdx.x;
  a[t] = t == 0 ? 0.0f : -1.0f;
  b[t] = 4.0f;
  c[t] = t == 127 ? 0.0f : -1.0f;
  r[t] = d[blockIdx.x * 128 + t];
  __syncthreads();
  for (int s = 1, k = 0; k < steps; ++k, s *= 2) {
    float na = 0, nb = b[t], nc = 0, nr = r[t];
    if (t - s >= 0) {
      const float m = a[t] / b[t - s];
      nb -= c[t - s] * m;
      nr -= r[t - s] * m;
      na = -a[t - s] * m;
    }
    if (t + s < 128) {
      const float m = c[t] / b[t + s];
      nb -= a[t + s] * m;
      nr -= r[t + s] * m;
      nc = -c[t + s] * m;
    }
    __syncthreads();
    a[t] = na;
    b[t] = nb;
    c[t] = nc;
    r[t] = nr;
    __syncthreads();
  }
  x[blockIdx.x * 128 + t] = r[t] / b[t];
}

// Gauss's step of Rodinia: multipliers, then the rest of the matrix.
__global__ void fan1(float* m, const float* a, int size, int t) {
  if (threadIdx.x + blockIdx.x * blockDim.x >= size - 1 - t) return;
  *(m + size * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t) =
      *(a + size * (blockDim.x * blockIdx.x + threadIdx.x + t + 1) + t) / *(a + size * t + t);
}

__global__ void fan2(const float* m, float* a, float* b, int size, int t) {
  if (threadIdx.x + blockIdx.x * blockDim.x >= size - 1 - t) return;
  if (threadIdx.y + blockIdx.y * blockDim.y >= size - t) return;
  const int xidx = blockIdx.x * blockDim.x + threadIdx.x, yidx = blockIdx.y * blockDim.y + threadIdx.y;
  a[size * (xidx + 1 + t) + (yidx + t)] -= m[size * (xidx + 1 + t) + t] * a[size * t + (yidx + t)];
  if (yidx == 0) b[xidx + 1 + t] -= m[size * (xidx + 1 + t) + (yidx + t)] * b[t];
}

// Floyd and Warshall, a round with the row of k kept by the block.
__global__ void all_paths(int* dist, int n, int k) {
  __shared__ int from_k;
  const int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
  if (threadIdx.x == 0) from_k = dist[i * n + k];
  __syncthreads();
  if (j >= n) return;
  const int through = from_k + dist[k * n + j];
  if (through < dist[i * n + j]) dist[i * n + j] = through;
}

__constant__ float coefficients[8];

__global__ void polynomial(float* out, const float* x, int n, int degree) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float y = 0;
  for (int k = degree; k >= 0; --k) y = y * x[i] + coefficients[k];
  out[i] = y;
}

// Options priced: one structure of arrays, two results.
__global__ void black_scholes(float2* call, float2* put, const float2* price, const float2* strike, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 2) return;
  const float2 s = price[i], k = strike[i];
  const float d0 = logf(s.x / k.x) + 0.1f, d1 = logf(s.y / k.y) + 0.1f;
  const float c0 = 1.0f / (1.0f + expf(-1.6f * d0)), c1 = 1.0f / (1.0f + expf(-1.6f * d1));
  call[i] = make_float2(s.x * c0, s.y * c1);
  put[i] = make_float2(k.x * (1 - c0), k.y * (1 - c1));
}

// Binomial tree of one option a block.
__global__ void binomial(float* out, const float* start, int steps) {
  __shared__ float v[129];
  const int t = threadIdx.x;
  v[t] = fmaxf(start[blockIdx.x] + t - 60.0f, 0.0f);
  if (t == 0) v[128] = start[blockIdx.x] + 68.0f;
  __syncthreads();
  for (int i = steps; i > 0; --i) {
    const float up = t < i ? v[t + 1] : 0, down = v[t];
    __syncthreads();
    if (t < i) v[t] = 0.5f * up + 0.5f * down;
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = v[0];
}

int main() {
  float* a = filled<float>(16 * 1024, [](size_t i) { return float(i * 7 % 5) * 0.25f; });
  float* b = filled<float>(16 * 1024, [](size_t i) { return float(i * 3 % 7) + 4.0f; });
  int* far = filled<int>(10000, [](size_t i) { return int(i * 7919 % 1009) + 1; });
  float* out = zeros<float>(16 * 1024);
  float* work = zeros<float>(16 * 1024);
  const float host[8] = {1, 0.5f, 0.25f, 2, 1, 0.125f, 1, 0.5f};
  require(cudaMemcpyToSymbol(coefficients, host, sizeof host));
  measured_nearly("red and black", out, 66 * 66, [&] { red_black<<<dim3(2, 8), dim3(32, 8)>>>(out, a, 66, 1); });
  measured_nearly("systems, one a thread", out, 20 * 200,
      [&] { thomas<<<2, 128>>>(out, a, b, a + 4096, b + 4096, work, 20, 200); });
  measured_nearly("systems, one a block", out, 384, [&] { parallel_cyclic<<<3, 128>>>(out, a, 7); });
  measured_nearly("multipliers", out, 50 * 50, [&] { fan1<<<2, 32>>>(out, b, 50, 3); });
  measured_nearly(
      "rows subtracted", work, 50 * 50, [&] { fan2<<<dim3(4, 4), dim3(16, 16)>>>(b, work, work + 4096, 50, 3); });
  measured("all paths", (int*)out, 10000, [&] {
    require(cudaMemcpy(out, far, 40000, cudaMemcpyDeviceToDevice));
    all_paths<<<dim3(1, 100), 128>>>((int*)out, 100, 41);
  });
  measured_nearly("polynomial", out, 1000, [&] { polynomial<<<4, 256>>>(out, a, 1000, 6); });
  measured_nearly("options", out, 4000,
      [&] { black_scholes<<<8, 128>>>((float2*)out, (float2*)(out + 2000), (float2*)b, (float2*)(b + 4096), 2000); });
  measured_nearly("tree of an option", out, 5, [&] { binomial<<<5, 128>>>(out, b, 100); });
  return finish();
}
