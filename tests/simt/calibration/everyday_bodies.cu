// Held out: particles, lattices, sparse rows and bits, as people write them. Simulated before a GPU counted them.
#include <cuda/pipeline>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include "results.cuh"

namespace cg = cooperative_groups;

struct Body {
  float x, y, z, vx, vy, vz;
};

// The short n-body of the tutorials: structures of six floats.
__global__ void body_force(Body* p, float dt, int n) {
  const int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (i < n) {
    float Fx = 0.0f, Fy = 0.0f, Fz = 0.0f;
    for (int j = 0; j < n; j++) {
      const float dx = p[j].x - p[i].x, dy = p[j].y - p[i].y, dz = p[j].z - p[i].z;
      const float distSqr = dx * dx + dy * dy + dz * dz + 0.5f;
      const float invDist = rsqrtf(distSqr), invDist3 = invDist * invDist * invDist;
      Fx += dx * invDist3;
      Fy += dy * invDist3;
      Fz += dz * invDist3;
    }
    p[i].vx += dt * Fx;
    p[i].vy += dt * Fy;
    p[i].vz += dt * Fz;
  }
}

__global__ void tiled_forces(float* out, const Body* p, float dt, int nBodies) {
  constexpr int size = 64;
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  float Fx = 0, Fy = 0, Fz = 0;
  for (int tile = 0; tile < nBodies / size; tile++) {
    __shared__ float3 spos[size];
    const Body b = p[tile * blockDim.x + threadIdx.x];
    spos[threadIdx.x] = make_float3(b.x, b.y, b.z);
    __syncthreads();
#pragma unroll
    for (int j = 0; j < size; j++) {
      const float dx = spos[j].x - p[i].x, dy = spos[j].y - p[i].y, dz = spos[j].z - p[i].z;
      const float invDist = rsqrtf(dx * dx + dy * dy + dz * dz + 0.5f), invDist3 = invDist * invDist * invDist;
      Fx += dx * invDist3;
      Fy += dy * invDist3;
      Fz += dz * invDist3;
    }
    __syncthreads();
  }
  out[3 * i] = dt * Fx;
  out[3 * i + 1] = dt * Fy;
  out[3 * i + 2] = dt * Fz;
}

// Nine directions of a lattice: pull, collide, write.
__global__ void lattice(float* out, const float* in, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= w) return;
  const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  float f[9], rho = 0;
  for (int k = 0; k < 9; ++k) {
    const int sx = (x - cx[k] + w) % w, sy = (y - cy[k] + h) % h;
    f[k] = in[k * w * h + sy * w + sx];
    rho += f[k];
  }
  for (int k = 0; k < 9; ++k) out[k * w * h + y * w + x] = f[k] + 0.6f * (rho / 9 - f[k]);
}

struct Cell {
  int first, count;
  double energy;
};

__global__ void cell_energy(Cell* cells, const float* charge, int n) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= n) return;
  double e = 0;
  for (int i = 0; i < cells[c].count; ++i) e += charge[cells[c].first + i];
  cells[c].energy = e;
}

// Coordinates first: adds of floats to rows.
__global__ void spmv_coo(float* y, const int* row, const int* col, const float* val, const float* x, int nnz) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nnz) atomicAdd(&y[row[i]], x[col[i]] * val[i]);
}

// A vector times a matrix, four lanes a row.
__global__ void four_a_row(float* y, const int* ptr, const int* col, const float* val, const float* x, int rows) {
  const auto tile = cg::tiled_partition<4>(cg::this_thread_block());
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 4;
  if (row >= rows) return;
  float sum = 0;
  for (int j = ptr[row] + tile.thread_rank(); j < ptr[row + 1]; j += 4) sum += val[j] * x[col[j]];
  sum += tile.shfl_down(sum, 2);
  sum += tile.shfl_down(sum, 1);
  if (tile.thread_rank() == 0) y[row] = sum;
}

__device__ unsigned xorshift(unsigned& state) {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}

__global__ void monte_carlo_pi(unsigned* inside, int tries) {
  __shared__ unsigned counts[128];
  unsigned state = 12345u + (blockIdx.x * blockDim.x + threadIdx.x) * 7919u, hits = 0;
  for (int i = 0; i < tries; ++i) {
    const float x = xorshift(state) * 2.3283064e-10f, y = xorshift(state) * 2.3283064e-10f;
    if (x * x + y * y < 1.0f) ++hits;
  }
  counts[threadIdx.x] = hits;
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned total = 0;
    for (int i = 0; i < blockDim.x; i++) total += counts[i];
    inside[blockIdx.x] = total;
  }
}

__global__ void gray_and_reverse(unsigned* out, const unsigned* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned v = in[i];
    out[__brev(i) >> 22] = (v ^ v >> 1) + __clz(v) + __ffs(v);
  }
}

// Two batches under way: one is computed while the next one comes.
__global__ void with_staging(int* out, const int* in, int batches) {
  extern __shared__ int shared[];
  const auto block = cg::this_thread_block();
  const size_t size = block.size();
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  auto pipeline = cuda::make_pipeline(block, &state);
  pipeline.producer_acquire();
  cuda::memcpy_async(block, shared, in + size * blockIdx.x, sizeof(int) * size, pipeline);
  pipeline.producer_commit();
  for (int batch = 1; batch < batches; ++batch) {
    const size_t to = batch % 2 * size, from = (batch - 1) % 2 * size;
    pipeline.producer_acquire();
    cuda::memcpy_async(block, shared + to, in + size * (blockIdx.x + gridDim.x * batch), sizeof(int) * size, pipeline);
    pipeline.producer_commit();
    pipeline.consumer_wait();
    out[size * (blockIdx.x + gridDim.x * (batch - 1)) + block.thread_rank()] =
        shared[from + (block.thread_rank() ^ 1)] * 2;
    pipeline.consumer_release();
  }
  pipeline.consumer_wait();
  out[size * (blockIdx.x + gridDim.x * (batches - 1)) + block.thread_rank()] =
      shared[(batches - 1) % 2 * size + (block.thread_rank() ^ 1)] * 2;
  pipeline.consumer_release();
}

int main() {
  float* floats = filled<float>(16 * 1024, [](size_t i) { return float(i * 13 % 29) - 9; });
  unsigned* words = filled<unsigned>(8192, [](size_t i) { return unsigned(i * 2654435761u); });
  int* ptr = filled<int>(1024, [](size_t i) { return int(i * 5 + i % 7); });
  int* cols = filled<int>(8192, [](size_t i) { return int(i * 97 % 700); });
  int* rows = filled<int>(8192, [](size_t i) { return int(i / 5); });
  Cell* cells = filled<Cell>(300, [](size_t i) { return Cell{int(i * 20), int(i * 7 % 11), 0}; });
  Body* bodies = filled<Body>(256, [](size_t i) { return Body{i % 7 - 3.f, i % 11 - 5.f, i % 13 - 6.f, 0, 0, 0}; });
  float* out = zeros<float>(16 * 1024);
  measured_nearly("forces, short", out, 1, [&] { body_force<<<4, 64>>>(bodies, 0.01f, 250); });
  measured_nearly("forces by tiles", out, 3 * 128, [&] { tiled_forces<<<2, 64>>>(out, bodies, 0.01f, 128); });
  measured_nearly("lattice", out, 9 * 60 * 10, [&] { lattice<<<dim3(2, 10), 32>>>(out, floats, 60, 10); });
  measured_nearly("energy of cells", out, 1, [&] { cell_energy<<<3, 128>>>(cells, floats, 300); });
  measured_nearly(
      "sparse, by coordinates", out, 600, [&] { spmv_coo<<<12, 256>>>(out, rows, cols, floats, floats + 3000, 3000); });
  measured_nearly("sparse, four lanes a row", out, 700,
      [&] { four_a_row<<<11, 256>>>(out, ptr, cols, floats, floats + 8192, 700); });
  measured("darts", (unsigned*)out, 4, [&] { monte_carlo_pi<<<4, 128>>>((unsigned*)out, 20); });
  measured("bits turned", (unsigned*)out, 1024, [&] { gray_and_reverse<<<4, 256>>>((unsigned*)out, words, 1000); });
  measured("batches under way", (int*)out, 4096, [&] { with_staging<<<4, 128, 1024>>>((int*)out, (int*)words, 8); });
  return finish();
}
