// A warp's accesses take effect request by request: what it computes where no __syncwarp orders its lanes.
// Beside the simulator, on a GPU:  nvcc -O3 -arch=sm_90 warp_order.cu -o warp_order && ./warp_order
// An H200 prints the same where the code is as it stands here (-O0 -G), and with -O3 but for what nvcc then keeps in a register
// or unrolls (`optimised`): data/simt/printed/nvidia-h200.csv.
// prints: volatile_increment: 1 1
// prints: increments_in_a_loop: 10
// prints: volatile_reduction: 2016
// prints: volatile_reduction_half_warp: 496 of 3: 1488
// prints: reduction_branch: 2016
// prints: neighbours: 1 0 3 2 31 30
// prints: neighbours_behind: 31 0 1 29 30
// prints: shift_left: 1 2 31 32 32
// prints: shift_right: 0 0 1 29 30
// prints: shift_structs: 1 2 31 32 32
// prints: shift_pairs: 2 4 62 64 64
// prints: prefix_in_place: 1 2 4 466 497
// prints: prefix_volatile: 1 2 4 466 497
// prints: one_writes: 7 7 7 7
// prints: branches: 100 100 100 100
// prints: half_warps: 16 17 31 0 1 15
// prints: two_half_warps: 1 1
// prints: loop_lengths: 31 31 31
// prints: loop_leaves_behind: 10 10 10
// prints: atomics_between: 32 32 64 64
// prints: tickets: 0 31 32 63
// prints: shuffle_between: 2 3 32 32
// prints: lanes_store: 0
// prints: active_lanes_store: 0
// prints: global_shift: 1 2 31 32 32
// prints: histogram_lost: 1 1 1 1
// prints: bytes: 1 2 31 32 32
// prints: copied: 1 2 31 32 32
// prints: several_warps: 2016 6112 10208 14304
// prints: called: 1 2 31 32 32
// optimised: prefix_in_place: 1 1 3 149 155
// optimised: loop_lengths: 2 2 2
// optimised: loop_leaves_behind: 1 1 1
#include <cstdio>
#include <cstring>

constexpr int lanes = 32;

// The plain kernels have no volatile, so that what a compiler may keep in a register is one access in each source line.
__global__ void volatile_increment(int* out) {
  volatile int* v = out;
  *v = *v + 1;
  __shared__ int s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  volatile int* w = &s;
  *w = *w + 1;
  __syncthreads();
  out[1] = s;
}

__global__ void increments_in_a_loop(int* out) {
  volatile int* v = out;
  for (int i = 0; i < 10; ++i) *v = *v + 1;
}

__global__ void volatile_reduction(int* out, const int* in) {
  __shared__ volatile int s[2 * lanes];
  const int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
  s[t] = s[t] + s[t + 32];
  s[t] = s[t] + s[t + 16];
  s[t] = s[t] + s[t + 8];
  s[t] = s[t] + s[t + 4];
  s[t] = s[t] + s[t + 2];
  s[t] = s[t] + s[t + 1];
  if (t == 0) *out = s[0];
}

// Only lanes 0 … 15 take part, of each of three warps of a block.
__global__ void volatile_reduction_half_warp(int* out, const int* in) {
  __shared__ volatile int all[3][lanes];
  volatile int* s = all[threadIdx.x / lanes];
  const int t = threadIdx.x % lanes;
  s[t] = in[t];
  if (t < 16) {
    s[t] = s[t] + s[t + 16];
    s[t] = s[t] + s[t ^ 8];
    s[t] = s[t] + s[t ^ 4];
    s[t] = s[t] + s[t ^ 2];
    s[t] = s[t] + s[t ^ 1];
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = all[0][0], out[1] = all[0][0] + all[1][0] + all[2][15];
}

// The last warp's part of a reduction, as it stands in many old programs.
__device__ void reduce_warp(volatile int* s, int t) {
  s[t] += s[t + 32];
  s[t] += s[t + 16];
  s[t] += s[t + 8];
  s[t] += s[t + 4];
  s[t] += s[t + 2];
  s[t] += s[t + 1];
}
__global__ void reduction_branch(int* out, const int* in) {
  __shared__ int s[2 * lanes];
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 32) reduce_warp(s, threadIdx.x);
  if (threadIdx.x == 0) *out = s[0];
}

__global__ void neighbours(int* out) {
  __shared__ int s[lanes];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void neighbours_behind(int* out) {
  __shared__ int s[lanes];
  s[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = s[(threadIdx.x + 31) % 32];
}

__global__ void shift_left(int* a) { a[threadIdx.x] = a[threadIdx.x + 1]; }
__global__ void shift_right(int* a) { a[threadIdx.x + 1] = a[threadIdx.x]; }
struct Three {
  int x, y, z;
};
__global__ void shift_structs(Three* a) { a[threadIdx.x] = a[threadIdx.x + 1]; }
__global__ void shift_pairs(int2* a) {
  const int2 next = a[threadIdx.x + 1];
  a[threadIdx.x] = make_int2(next.x + next.x, next.y);
}

__global__ void prefix_in_place(int* a) {
  __shared__ int s[lanes];
  const int t = threadIdx.x;
  s[t] = a[t];
  for (int d = 1; d < lanes; d *= 2) {
    if (t >= d) s[t] += s[t - d];
  }
  a[t] = s[t];
}
__global__ void prefix_volatile(int* a) {
  __shared__ volatile int s[2 * lanes];
  const int t = threadIdx.x;
  s[t] = 0;
  s[t + 32] = a[t];
  for (int d = 1; d < lanes; d *= 2) s[t + 32] = s[t + 32] + s[t + 32 - d];
  a[t] = s[t + 32];
}

__global__ void one_writes(int* out) {
  __shared__ int s;
  if (threadIdx.x == 5) s = 7;
  out[threadIdx.x] = s;
}

// The branch's stores are there when the lanes come together behind it.
__global__ void branches(int* out, int odd) {
  __shared__ int s[lanes];
  const int t = threadIdx.x;
  s[t] = 0;
  if (t % 2 == odd) s[t ^ 1] = 100;
  else s[t ^ 1] = 100;
  out[t] = s[t];
}

__global__ void half_warps(int* out) {
  __shared__ int s[lanes];
  const int t = threadIdx.x;
  s[t] = t;
  int other = -1;
  if (t < 16) other = s[t + 16];
  else other = s[t - 16];
  out[t] = other;
}
__global__ void two_half_warps(int* out) {
  volatile int* v = out + threadIdx.x / 16;
  *v = *v + 1;
}

// A lane with a longer loop: the others wait for it behind the loop, and see what it has left.
__global__ void loop_lengths(int* out) {
  __shared__ int s;
  for (int i = 0; i <= (int)threadIdx.x; ++i) *(volatile int*)&s = i;
  out[threadIdx.x] = s;
}
__global__ void loop_leaves_behind(int* out) {
  __shared__ int s;
  s = 0;
  const int rounds = threadIdx.x == 0 ? 10 : 1;
  for (int i = 0; i < rounds; ++i) *(volatile int*)&s = s + 1;
  out[threadIdx.x] = *(volatile int*)&s;
}

__global__ void atomics_between(int* out) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  atomicAdd(&s, 1);
  out[threadIdx.x] = *(volatile int*)&s;
  atomicAdd(&s, 1);
  out[32 + threadIdx.x] = *(volatile int*)&s;
}
// open: which lane takes which ticket; that all of the first come before all of the second is not
__global__ void tickets(int* out) {
  __shared__ int s;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  const int a = atomicAdd(&s, 1), b = atomicAdd(&s, 1);
  atomicMin(&out[0], a), atomicMax(&out[1], a), atomicMin(&out[2], b), atomicMax(&out[3], b);
}

__global__ void shuffle_between(int* a) {
  const int t = threadIdx.x;
  int mine = a[t + 1];
  mine = __shfl_down_sync(0xffffffff, mine, 1);
  a[t] = mine;
}

// open: the last lane to store wins
__global__ void lanes_store(int* out) { *out = threadIdx.x; }
__global__ void active_lanes_store(int* out) {
  if (threadIdx.x % 7 == 0 && threadIdx.x < 28) *out = threadIdx.x;
}

__global__ void histogram_lost(int* bins, const int* in) {
  volatile int* b = &bins[in[threadIdx.x] % 4];
  *b = *b + 1;
}

__global__ void bytes(unsigned char* a) { a[threadIdx.x] = a[threadIdx.x + 1]; }
__global__ void copied(int* a) { memcpy(a + threadIdx.x, a + threadIdx.x + 1, sizeof *a); }

__global__ void several_warps(int* out, const int* in) {
  __shared__ int s[4][2 * lanes];
  const int warp = threadIdx.x / 32, t = threadIdx.x % 32;
  s[warp][t] = in[warp * 64 + t];
  s[warp][t + 32] = in[warp * 64 + t + 32];
  reduce_warp(s[warp], t);
  if (t == 0) out[warp] = s[warp][0];
}

__device__ __noinline__ int load(const int* from) { return *from; }
__device__ __noinline__ void store(int* to, int value) { *to = value; }
__global__ void called(int* a) { store(a + threadIdx.x, load(a + threadIdx.x + 1)); }

int* data;

template <typename T, typename Launch, typename... Index>
void show(const char* name, T first, Launch launch, Index... index) {
  T* const all = reinterpret_cast<T*>(data);
  for (int i = 0; i < 256; ++i) all[i] = T(first * T(i));
  launch(all);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::printf("%s: %s\n", name, cudaGetErrorString(error));
  std::printf("%s:", name);
  for (const int i : {index...}) std::printf(" %d", int(all[i]));
  std::printf("\n");
}
#define SHOW(kernel, ...) \
  show(#kernel, 1, [](int* a) { kernel<<<1, lanes>>>(a); }, __VA_ARGS__)

int main() {
  cudaMallocManaged(&data, 4096);
  int* in;
  cudaMallocManaged(&in, 4096);
  for (int i = 0; i < 1024; ++i) in[i] = i;
  const auto zeroed = [](auto kernel) { return [=](int* a) { std::memset(a, 0, 1024), kernel<<<1, lanes>>>(a); }; };
  show("volatile_increment", 1, zeroed(volatile_increment), 0, 1);
  show("increments_in_a_loop", 1, zeroed(increments_in_a_loop), 0);
  show("volatile_reduction", 1, [=](int* a) { volatile_reduction<<<1, lanes>>>(a, in); }, 0);
  volatile_reduction_half_warp<<<1, 3 * lanes>>>(data, in);
  cudaDeviceSynchronize();
  std::printf("volatile_reduction_half_warp: %d of 3: %d\n", data[0], data[1]);
  show("reduction_branch", 1, [=](int* a) { reduction_branch<<<1, 2 * lanes>>>(a, in); }, 0);
  SHOW(neighbours, 0, 1, 2, 3, 30, 31);
  SHOW(neighbours_behind, 0, 1, 2, 30, 31);
  SHOW(shift_left, 0, 1, 30, 31, 32);
  SHOW(shift_right, 0, 1, 2, 30, 31);
  for (int i = 0; i < 99; ++i) data[i] = i / 3;
  shift_structs<<<1, lanes>>>(reinterpret_cast<Three*>(data));
  cudaDeviceSynchronize();
  std::printf("shift_structs: %d %d %d %d %d\n", data[0], data[4], data[92], data[93], data[96]);
  for (int i = 0; i < 66; ++i) data[i] = i / 2;
  shift_pairs<<<1, lanes>>>(reinterpret_cast<int2*>(data));
  cudaDeviceSynchronize();
  std::printf("shift_pairs: %d %d %d %d %d\n", data[0], data[2], data[60], data[62], data[62]);
  show("prefix_in_place", 1, [](int* a) { ++*a, prefix_in_place<<<1, lanes>>>(a); }, 0, 1, 2, 30, 31);
  show("prefix_volatile", 1, [](int* a) { ++*a, prefix_volatile<<<1, lanes>>>(a); }, 0, 1, 2, 30, 31);
  SHOW(one_writes, 0, 5, 6, 31);
  show("branches", 1, [](int* a) { branches<<<1, lanes>>>(a, 1); }, 0, 1, 30, 31);
  SHOW(half_warps, 0, 1, 15, 16, 17, 31);
  show("two_half_warps", 1, zeroed(two_half_warps), 0, 1);
  SHOW(loop_lengths, 0, 1, 31);
  SHOW(loop_leaves_behind, 0, 1, 31);
  SHOW(atomics_between, 0, 31, 32, 63);
  show("tickets", 1, [](int* a) { a[0] = a[2] = 99, a[1] = a[3] = 0, tickets<<<1, lanes>>>(a); }, 0, 1, 2, 3);
  SHOW(shuffle_between, 0, 1, 30, 31);
  SHOW(lanes_store, 0);
  SHOW(active_lanes_store, 0);
  int* device;
  cudaMalloc(&device, 4096);
  cudaMemcpy(device, in, 4096, cudaMemcpyHostToDevice);
  shift_left<<<1, lanes>>>(device);
  cudaMemcpy(data, device, 4096, cudaMemcpyDeviceToHost);
  std::printf("global_shift: %d %d %d %d %d\n", data[0], data[1], data[30], data[31], data[32]);
  show("histogram_lost", 1, [=](int* a) { std::memset(a, 0, 64), histogram_lost<<<1, lanes>>>(a, in); }, 0, 1, 2, 3);
  show("bytes", (unsigned char)1, [](unsigned char* a) { bytes<<<1, lanes>>>(a); }, 0, 1, 30, 31, 32);
  SHOW(copied, 0, 1, 30, 31, 32);
  show("several_warps", 1, [=](int* a) { several_warps<<<1, 4 * lanes>>>(a, in); }, 0, 1, 2, 3);
  SHOW(called, 0, 1, 30, 31, 32);
}
