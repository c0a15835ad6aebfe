// Held out: particles, fluids, waves and rays, as people write them. Simulated before a GPU counted them.
#include "results.cuh"

// Nine directions of a lattice, each in an array of its own: pulled from the neighbours, then relaxed.
__constant__ int ex[9], ey[9];
__constant__ float weight[9];
__global__ void lattice(const float* f, float* next, int w, int h, float omega) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float v[9], rho = 0, ux = 0, uy = 0;
#pragma unroll
  for (int d = 0; d < 9; ++d) {
    const int sx = (x - ex[d] + w) % w, sy = (y - ey[d] + h) % h;
    v[d] = f[d * w * h + sy * w + sx];
    rho += v[d], ux += v[d] * ex[d], uy += v[d] * ey[d];
  }
  ux /= rho, uy /= rho;
#pragma unroll
  for (int d = 0; d < 9; ++d) {
    const float eu = ex[d] * ux + ey[d] * uy;
    const float equal = weight[d] * rho * (1 + 3 * eu + 4.5f * eu * eu - 1.5f * (ux * ux + uy * uy));
    next[d * w * h + y * w + x] = v[d] + omega * (equal - v[d]);
  }
}

// Jacobi for a pressure, borders kept.
__global__ void jacobi(const float* p, const float* div, float* next, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= w - 1 || y >= h - 1) return;
  const int i = y * w + x;
  next[i] = 0.25f * (p[i - 1] + p[i + 1] + p[i - w] + p[i + w] - div[i]);
}

// Red and black points in turn, in place.
__global__ void red_black(float* u, int n, int color) {
  const int y = blockIdx.y * blockDim.y + threadIdx.y + 1, half = blockIdx.x * blockDim.x + threadIdx.x;
  const int x = 2 * half + 1 + ((y + color) & 1);
  if (x >= n - 1 || y >= n - 1) return;
  u[y * n + x] = 0.25f * (u[y * n + x - 1] + u[y * n + x + 1] + u[(y - 1) * n + x] + u[(y + 1) * n + x]);
}

// What flows is carried along, by the four nearest of where it came from.
__global__ void advect(const float2* v, const float* q, float* next, int w, int h, float dt) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  const float2 u = v[y * w + x];
  const float px = fminf(fmaxf(x - dt * u.x, 0.0f), w - 1.001f), py = fminf(fmaxf(y - dt * u.y, 0.0f), h - 1.001f);
  const int ix = int(px), iy = int(py);
  const float ax = px - ix, ay = py - iy;
  const float* at = q + iy * w + ix;
  next[y * w + x] = (at[0] * (1 - ax) + at[1] * ax) * (1 - ay) + (at[w] * (1 - ax) + at[w + 1] * ax) * ay;
}

struct Ball {
  float3 at, v;
  float radius;
};

__global__ void bounce(Ball* balls, int n, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Ball b = balls[i];
  b.at.x += b.v.x * dt, b.at.y += b.v.y * dt, b.at.z += b.v.z * dt;
  if (b.at.y < b.radius) b.at.y = b.radius, b.v.y = -0.9f * b.v.y;
  balls[i] = b;
}

// Particles in cells: how many each has.
__global__ void count_cells(const float3* at, int* cells, int n, float size, int side) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float3 p = at[i];
  atomicAdd(&cells[(int(p.z / size) * side + int(p.y / size)) * side + int(p.x / size)], 1);
}

// Forces of neighbours by lists of a fixed length.
__global__ void lennard_jones(const float4* at, const int* neighbours, float4* force, int n, int most) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float4 me = at[i];
  float4 f = make_float4(0, 0, 0, 0);
  for (int k = 0; k < most; ++k) {
    const float4 other = at[neighbours[k * n + i]];
    const float dx = me.x - other.x, dy = me.y - other.y, dz = me.z - other.z;
    const float r2 = dx * dx + dy * dy + dz * dz;
    if (r2 < 16.0f && r2 > 0) {
      const float inv2 = 1 / r2, inv6 = inv2 * inv2 * inv2, s = inv2 * inv6 * (inv6 - 0.5f);
      f.x += dx * s, f.y += dy * s, f.z += dz * s;
    }
  }
  force[i] = f;
}

// Charges on a grid in shared memory: each thread's part of a potential.
__global__ void potential(const float4* atoms, float* out, int n) {
  __shared__ float4 s[64];
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, t = threadIdx.y * 16 + threadIdx.x;
  float sum = 0;
  for (int base = 0; base < n; base += 64) {
    s[t] = atoms[base + t];
    __syncthreads();
#pragma unroll 4
    for (int a = 0; a < 64; ++a) {
      const float dx = x - s[a].x, dy = y - s[a].y;
      sum += s[a].w * rsqrtf(dx * dx + dy * dy + s[a].z * s[a].z + 0.1f);
    }
    __syncthreads();
  }
  out[y * gridDim.x * 16 + x] = sum;
}

// Rays against spheres that constant memory has: the nearest.
struct Sphere {
  float x, y, z, r;
};
__constant__ Sphere spheres[8];
__global__ void cast(int* hit, int w, int h, int count) {
  const int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
  if (px >= w || py >= h) return;
  float nearest = 1e30f;
  int which = -1;
  for (int i = 0; i < count; ++i) {
    const float dx = px - spheres[i].x, dy = py - spheres[i].y, rr = spheres[i].r * spheres[i].r - dx * dx - dy * dy;
    if (rr > 0 && spheres[i].z - sqrtf(rr) < nearest) nearest = spheres[i].z - sqrtf(rr), which = i;
  }
  hit[py * w + px] = which;
}

// A wave in three dimensions, second order.
__global__ void wave3(const float* now, const float* before, float* next, int nx, int ny, int nz) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || x >= nx - 1 || y < 1 || y >= ny - 1) return;
  const int plane = nx * ny;
  for (int z = 1; z < nz - 1; ++z) {
    const int i = z * plane + y * nx + x;
    next[i] =
        2 * now[i] - before[i] +
        0.1f * (now[i - 1] + now[i + 1] + now[i - nx] + now[i + nx] + now[i - plane] + now[i + plane] - 6 * now[i]);
  }
}

// Random numbers by a congruence, summed in a block.
__global__ void option_price(float* out, float s0, float strike, int paths) {
  __shared__ float sums[128];
  unsigned state = blockIdx.x * blockDim.x + threadIdx.x + 1;
  float sum = 0;
  for (int p = 0; p < paths; ++p) {
    float s = s0;
    for (int step = 0; step < 4; ++step) {
      state = state * 1664525u + 1013904223u;
      s *= 1 + 0.01f * (float(state >> 16) / 65536.0f - 0.5f);
    }
    sum += fmaxf(s - strike, 0.0f);
  }
  sums[threadIdx.x] = sum;
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

int main() {
  constexpr int w = 64, h = 48;
  const int hx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, hy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  const float hw[9] = {4 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};
  require(cudaMemcpyToSymbol(ex, hx, sizeof hx));
  require(cudaMemcpyToSymbol(ey, hy, sizeof hy));
  require(cudaMemcpyToSymbol(weight, hw, sizeof hw));
  Sphere hs[8];
  for (int i = 0; i < 8; ++i) hs[i] = {float(i * 13 % 60), float(i * 7 % 40), float(20 + i * 5 % 7), float(4 + i)};
  require(cudaMemcpyToSymbol(spheres, hs, sizeof hs));
  float* in = filled<float>(w * h * 9, [](size_t i) { return 1 + float(i * 17 % 64) * 0.25f; });
  float* out = zeros<float>(w * h * 9);
  const dim3 block(16, 8), grid(w / 16, h / 8);
  measured_closely("lattice", out, w * h * 9, [&] { lattice<<<grid, block>>>(in, out, w, h, 0.6f); });
  measured_closely("pressure", out, w * h, [&] { jacobi<<<grid, block>>>(in, in + 4000, out, w, h); });
  require(cudaMemcpy(out, in, w * h * sizeof(float), cudaMemcpyDeviceToDevice));
  int* ints = zeros<int>(w * h);
  measured("red points", ints, 1, [&] { red_black<<<dim3(2, 6), block>>>(out, 48, 0); });
  auto* flow = filled<float2>(w * h, [](size_t i) { return make_float2(float(i % 5) - 2, float(i % 3) - 1); });
  measured_closely("carried along", out, w * h, [&] { advect<<<grid, block>>>(flow, in, out, w, h, 0.75f); });
  auto* balls = filled<Ball>(500,
      [](size_t i) { return Ball{make_float3(float(i), float(i % 4), 1), make_float3(1, -2, float(i % 3)), 0.5f}; });
  measured("balls", ints, 1, [&] { bounce<<<4, 128>>>(balls, 500, 0.1f); });
  auto* places =
      filled<float3>(1000, [](size_t i) { return make_float3(i * 7 % 80 * 0.1f, i * 11 % 80 * 0.1f, i % 80 * 0.1f); });
  measured("cells", ints, 512, [&] { count_cells<<<8, 128>>>(places, ints, 1000, 1.0f, 8); });
  auto* atoms = filled<float4>(512, [](size_t i) { return make_float4(i % 8, i / 8 % 8, i / 64, 1 + i % 3); });
  int* neighbours = filled<int>(500 * 9, [](size_t i) { return int((i * 31 + i / 500) % 500); });
  measured_closely(
      "neighbours' forces", out, 2000, [&] { lennard_jones<<<4, 128>>>(atoms, neighbours, (float4*)out, 500, 9); });
  measured_closely("potential", out, 64 * 16, [&] { potential<<<dim3(4, 4), dim3(16, 4)>>>(atoms, out, 256); });
  measured("rays", ints, w * h, [&] { cast<<<grid, block>>>(ints, w, h, 8); });
  measured_closely(
      "wave in space", out, 32 * 24 * 8, [&] { wave3<<<dim3(2, 3), block>>>(in, in + 7000, out, 32, 24, 8); });
  measured_closely("price of an option", out, 4, [&] { option_price<<<4, 128>>>(out, 100, 99, 10); });
  return finish();
}
