// Held out: interpreters, calls by pointer, recursion, early ends, templates and groups, as people write them. Simulated before a
// GPU counted them.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "results.cuh"

namespace cg = cooperative_groups;

// A small machine: each thread runs the same program on numbers of its own.
__global__ void interpret(const int* code, const int* in, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int stack[8];
  int top = 0, pc = 0;
  bool runs = true;
  while (runs) {
    switch (code[pc++]) {
      case 0:
        stack[top++] = in[i];
        break;
      case 1:
        stack[top++] = code[pc++];
        break;
      case 2:
        --top, stack[top - 1] += stack[top];
        break;
      case 3:
        --top, stack[top - 1] *= stack[top];
        break;
      case 4:
        pc = stack[--top] > 0 ? code[pc] : pc + 1;
        break;
      case 5:
        stack[top] = stack[top - 1], ++top;
        break;
      default:
        runs = false;
    }
  }
  out[i] = stack[top - 1];
}

using Function = float (*)(float);
__device__ float square(float x) { return x * x; }
__device__ float twice(float x) { return 2 * x; }
__device__ float decay(float x) { return 1 / (1 + x); }
__device__ Function functions[3] = {square, twice, decay};

__global__ void by_pointer(const float* in, float* out, const int* which, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = functions[which[i]](in[i]);
}

struct Shape {
  __device__ virtual ~Shape() {}
  __device__ virtual float area() const = 0;
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
struct Circle : Shape {
  float radius;
  __device__ explicit Circle(float r) : radius(r) {}
  __device__ float area() const override { return 3.0f * radius * radius; }
};

__global__ void areas(const float* sizes, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Square square(sizes[i]);
  Circle circle(sizes[i]);
  const Shape* shape = i % 3 ? static_cast<const Shape*>(&square) : &circle;
  out[i] = shape->area();
}

struct Node {
  int key, left, right, value;
};

// Sums of a tree below a bound, by recursion.
__device__ int sum_below(const Node* tree, int at, int bound) {
  if (at < 0) return 0;
  const Node node = tree[at];
  int sum = sum_below(tree, node.left, bound);
  if (node.key < bound) sum += node.value + sum_below(tree, node.right, bound);
  return sum;
}
__global__ void tree_sums(const Node* tree, const int* bounds, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = sum_below(tree, 0, bounds[i]);
}

__global__ void tree_search(const Node* __restrict__ tree, const int* __restrict__ keys, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int key = keys[i];
  int at = 0, found = -1;
  while (at >= 0) {
    const int here = tree[at].key;
    if (here == key) {
      found = tree[at].value;
      break;
    }
    at = key < here ? tree[at].left : tree[at].right;
  }
  out[i] = found;
}

// The first that is large enough: a loop with an early end.
__global__ void first_above(const int* data, const int* bounds, int* out, int n, int length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int found = length;
  for (int j = 0; j < length; ++j)
    if (data[j] >= bounds[i]) {
      found = j;
      break;
    }
  out[i] = found;
}

__global__ void collatz(int* steps, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned value = i + 1;
  int s = 0;
  while (value != 1 && s < 100) {
    value = value & 1 ? 3 * value + 1 : value / 2;
    ++s;
  }
  steps[i] = s;
}

__global__ void primes(const int* candidates, unsigned char* is_prime, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int c = candidates[i];
  bool prime = c > 1;
  for (int d = 2; d * d <= c; ++d)
    if (c % d == 0) {
      prime = false;
      break;
    }
  is_prime[i] = prime;
}

// The usual sum of a block, all sizes by template.
template <typename T, unsigned block_size>
__global__ void reduce6(const T* g_idata, T* g_odata, unsigned n) {
  extern __shared__ int sdata[];
  const unsigned tid = threadIdx.x;
  unsigned i = blockIdx.x * (block_size * 2) + tid;
  const unsigned grid_size = block_size * 2 * gridDim.x;
  T mySum = 0;
  while (i < n) {
    mySum += g_idata[i];
    if (i + block_size < n) mySum += g_idata[i + block_size];
    i += grid_size;
  }
  sdata[tid] = mySum;
  __syncthreads();
  if (block_size >= 512 && tid < 256) sdata[tid] = mySum = mySum + sdata[tid + 256];
  __syncthreads();
  if (block_size >= 256 && tid < 128) sdata[tid] = mySum = mySum + sdata[tid + 128];
  __syncthreads();
  if (block_size >= 128 && tid < 64) sdata[tid] = mySum = mySum + sdata[tid + 64];
  __syncthreads();
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if (tid < 32) {
    if (block_size >= 64) mySum += sdata[tid + 32];
    for (int offset = tile.size() / 2; offset > 0; offset /= 2) mySum += tile.shfl_down(mySum, offset);
  }
  if (tid == 0) g_odata[blockIdx.x] = mySum;
}

// Through a grid's barrier: parts, then their sum.
__global__ void sum_of_grid(const int* in, int* parts, int* out, int n) {
  auto grid = cg::this_grid();
  auto block = cg::this_thread_block();
  __shared__ int s[8];
  int sum = 0;
  for (int i = grid.thread_rank(); i < n; i += grid.size()) sum += in[i];
  auto warp = cg::tiled_partition<32>(block);
  sum = cg::reduce(warp, sum, cg::plus<int>());
  if (warp.thread_rank() == 0) s[warp.meta_group_rank()] = sum;
  block.sync();
  if (block.thread_rank() == 0) {
    int total = 0;
    for (int w = 0; w < warp.meta_group_size(); ++w) total += s[w];
    parts[block.group_index().x] = total;
  }
  grid.sync();
  if (grid.thread_rank() == 0) {
    int total = 0;
    for (int b = 0; b < gridDim.x; ++b) total += parts[b];
    *out = total;
  }
}

struct Particle {
  float x, y, z;
  float vx, vy, vz;
  int kind;
};

// Structures of 28 bytes to arrays, through shared memory.
__global__ void to_arrays(const Particle* in, float* out, int n) {
  __shared__ float s[128 * 7];
  const float* from = reinterpret_cast<const float*>(in + blockIdx.x * 128);
  for (int i = threadIdx.x; i < 128 * 7; i += 128) s[i] = from[i];
  __syncthreads();
  const int i = blockIdx.x * 128 + threadIdx.x;
  for (int field = 0; field < 7; ++field) out[field * n + i] = s[threadIdx.x * 7 + field];
}

// In place, by the structure itself.
__global__ void move(Particle* particles, float dt, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Particle& p = particles[i];
  if (p.kind == 0) return;
  p.x += p.vx * dt;
  p.y += p.vy * dt;
  p.z += p.vz * dt;
  if (p.z < 0) {
    p.z = -p.z;
    p.vz = -p.vz;
  }
}

int main() {
  constexpr int n = 1000;
  int* in = filled<int>(n, [](size_t i) { return int(i * 37 % 83); });
  int* out = zeros<int>(n);
  float* in_f = filled<float>(n, [](size_t i) { return float(i % 29) * 0.5f; });
  float* out_f = zeros<float>(7 * 1024);
  const int program[] = {0, 1, 3, 3, 5, 1, -90, 2, 4, 13, 1, 7, 2, 9};
  int* code = filled<int>(14, [&](size_t i) { return program[i]; });
  measured("interpreter", out, n, [&] { interpret<<<8, 128>>>(code, in, out, n); });
  int* which = filled<int>(n, [](size_t i) { return int(i / 16 % 3); });
  measured_closely("by pointer", out_f, n, [&] { by_pointer<<<8, 128>>>(in_f, out_f, which, n); });
  measured_closely("areas", out_f, n, [&] { areas<<<8, 128>>>(in_f, out_f, n); });
  auto* tree = filled<Node>(127, [](size_t i) {
    int level = 0;
    while ((size_t(2) << level) <= i + 1) ++level;
    const int place = int(i + 1) - (1 << level), key = (2 * place + 1) * (128 >> (level + 1));
    return Node{key, i < 63 ? int(2 * i + 1) : -1, i < 63 ? int(2 * i + 2) : -1, int(i)};
  });
  measured("sums of a tree", out, 200, [&] { tree_sums<<<4, 64>>>(tree, in, out, 200); });
  measured("search in a tree", out, n, [&] { tree_search<<<8, 128>>>(tree, in, out, n); });
  int* climbing = filled<int>(60, [](size_t i) { return int(i * 3 / 2); });
  measured("first above", out, n, [&] { first_above<<<8, 128>>>(climbing, in, out, n, 60); });
  measured("collatz", out, n, [&] { collatz<<<8, 128>>>(out, n); });
  auto* bytes = zeros<unsigned char>(n);
  measured("primes", bytes, n, [&] { primes<<<8, 128>>>(in, bytes, n); });
  measured("sum by template", out, 4, [&] { reduce6<int, 256><<<4, 256, 256 * sizeof(int)>>>(in, out, n); });
  int* parts = zeros<int>(8);
  int length = n;
  int* sum = out;
  void* arguments[] = {&in, &parts, &sum, &length};
  measured(
      "sum of a grid", out, 1, [&] { require(cudaLaunchCooperativeKernel((void*)sum_of_grid, 8, 128, arguments)); });
  auto* particles = filled<Particle>(1024,
      [](size_t i) { return Particle{float(i), 1, float(i % 7), 0.5f, float(i % 3), -float(i % 9), int(i % 5)}; });
  measured_closely("to arrays", out_f, 7 * 1024, [&] { to_arrays<<<8, 128>>>(particles, out_f, 1024); });
  measured("moved", out, 1, [&] { move<<<8, 128>>>(particles, 0.5f, 1000); });
  return finish();
}
