// Kernels that are right, in ways that a checker might take for wrong.
// environment: SIMT_CHECK=all
// expect: clean
// prints: all right
#include <cstdio>
#include <cstring>

// Double-buffered tile: one barrier a round is enough.
__global__ void double_buffer(const int* in, int* out, int rounds) {
  __shared__ int tile[2][64];
  int t = threadIdx.x, sum = 0;
  tile[0][t] = in[t];
  __syncthreads();
  for (int i = 0; i < rounds; ++i) {
    if (i + 1 < rounds) tile[(i + 1) & 1][t] = in[(i + 1) * 64 + t];
    sum += tile[i & 1][63 - t];
    __syncthreads();
  }
  out[t] = sum;
}
// Within a warp, __syncwarp is enough; other warps have memory of their own.
__global__ void warp_private(int* out) {
  __shared__ volatile int slot[4][32];
  int w = threadIdx.x / 32, l = threadIdx.x % 32;
  slot[w][l] = l;
  __syncwarp();
  for (int d = 16; d; d /= 2) {
    int v = slot[w][l ^ d];
    __syncwarp();
    slot[w][l] += v;
    __syncwarp();
  }
  out[threadIdx.x] = slot[w][l];
}
// A shuffle, a ballot or a match orders its lanes' memory too? No: only __syncwarp does; but a value needs none.
__global__ void by_value(int* out) {
  int v = threadIdx.x;
  for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
  unsigned odd = __ballot_sync(~0u, threadIdx.x & 1);
  if (threadIdx.x % 32 == 0) out[blockIdx.x * 2 + threadIdx.x / 32] = v + __popc(odd);
}
// Threads that have left no longer take part in a barrier... of those that remain: whole warps leave.
__global__ void early_warps(int* out) {
  if (threadIdx.x >= 64) return;
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
// Barriers in a loop whose count is the same for all, and in a branch that all take.
__global__ void uniform(int* out, int n) {
  __shared__ int s;
  for (int i = 0; i < n; ++i) {
    if (threadIdx.x == i) s = i;
    __syncthreads();
    if (n > 3) {
      out[threadIdx.x] += s;
      __syncthreads();
    }
  }
}
// Bytes that are neighbours in one word.
__global__ void bytes(unsigned char* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = (unsigned char)threadIdx.x; }
struct __attribute__((packed)) Packed { char tag; int value; short more; };
struct Bits { unsigned a : 4, b : 12, c : 16; };
union Either { int i; float f; unsigned char b[4]; };
__global__ void layouts(Packed* p, Bits* b, Either* e, int* out) {
  int t = threadIdx.x;
  p[t].tag = 'x', p[t].value = t, p[t].more = 7;
  b[t].a = 3, b[t].b = unsigned(t), b[t].c = 9;
  e[t].f = 1.0f;
  out[t] = p[t].value + int(b[t].b) + e[t].b[3];
}
// 3D block and grid, odd shapes.
__global__ void odd(int* out) {
  int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  __shared__ int s[3 * 5 * 7];
  s[t] = t;
  __syncthreads();
  out[b * 105 + t] = s[104 - t];
}
// Dynamic shared memory holding several arrays.
__global__ void several(double* out, int n) {
  extern __shared__ __align__(8) unsigned char raw[];
  double* d = reinterpret_cast<double*>(raw);
  float* f = reinterpret_cast<float*>(d + n);
  short* h = reinterpret_cast<short*>(f + n);
  d[threadIdx.x] = threadIdx.x, f[threadIdx.x] = 2, h[threadIdx.x] = 3;
  __syncthreads();
  int o = n - 1 - threadIdx.x;
  out[threadIdx.x] = d[o] + f[o] + h[o];
}
// A tree of calls, by pointer, by recursion, by virtual function, by lambda.
struct Shape { __device__ virtual float area() const = 0; __device__ virtual ~Shape() {} };
struct Square : Shape { float a; __device__ Square(float a) : a(a) {} __device__ float area() const override { return a * a; } };
struct Circle : Shape { float r; __device__ Circle(float r) : r(r) {} __device__ float area() const override { return 3 * r * r; } };
typedef int (*Function)(int);
__device__ int twice(int x) { return 2 * x; }
__device__ int thrice(int x) { return 3 * x; }
__device__ Function table[2] = {twice, thrice};
__device__ int depth(int n) { return n ? 1 + depth(n - 1) : 0; }
template <typename F> __device__ int apply(F f, int x) { return f(x); }
__global__ void calls(int* out) {
  int t = threadIdx.x;
  Square s(2);
  Circle c(1);
  const Shape* shape = t & 1 ? static_cast<const Shape*>(&s) : &c;
  int local[8];
  for (int i = 0; i < 8; ++i) local[i] = i;
  out[t] = table[t & 1](t) + depth(t) + int(shape->area()) + apply([&](int x) { return x + local[t & 7]; }, 1);
}
// memset, memcpy and assignment of whole structures.
struct Big { int v[20]; };
__global__ void whole(Big* in, Big* out) {
  __shared__ Big s[4];
  memset(&s[threadIdx.x], 0, sizeof(Big));
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  memcpy(&out[threadIdx.x], &s[3 - threadIdx.x], sizeof(Big));
}
// A flag with volatile and fences, the block that waits starts later.
__global__ void handover(volatile int* flag, int* data) {
  if (threadIdx.x) return;
  if (blockIdx.x == 0) {
    *data = 5;
    __threadfence();
    *flag = 1;
  } else {
    while (!*flag) {}
    __threadfence();
    *data += 1;
  }
}
// Different elements of one array by different blocks; the same element read by all.
__global__ void split(const int* one, int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = *one; }
// Atomics on shared memory and a read after the barrier.
__global__ void shared_atomics(int* out) {
  __shared__ int bins[8], most;
  if (threadIdx.x < 8) bins[threadIdx.x] = 0;
  if (threadIdx.x == 8) most = 0;
  __syncthreads();
  atomicAdd(&bins[threadIdx.x & 7], 1);
  atomicMax(&most, int(threadIdx.x));
  __syncthreads();
  if (threadIdx.x < 8) out[threadIdx.x] = bins[threadIdx.x] + most;
}
// Masks of those who are there.
__global__ void masks(int* out) {
  int t = threadIdx.x;
  if (t < 20) {
    unsigned m = __activemask();
    out[t] = __shfl_sync(m, t, 3) + __popc(__ballot_sync(m, t & 1));
    if (t & 1) out[t] += __reduce_add_sync(0xaaaaau, 1);
    __syncwarp(0xfffff);
  }
}
// What is only half there: a row's tail of a pitched allocation is never read.
__global__ void pitched(float* base, size_t pitch, int w, int h, float* out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) out[y * w + x] = reinterpret_cast<float*>(reinterpret_cast<char*>(base) + y * pitch)[x];
}

int main() {
  int* i;
  unsigned char* b;
  double* d;
  cudaMalloc(&i, 65536), cudaMalloc(&b, 65536), cudaMalloc(&d, 65536);
  cudaMemset(i, 0, 65536), cudaMemset(b, 0, 65536), cudaMemset(d, 0, 65536);
  double_buffer<<<1, 64>>>(i, i + 8192, 5);
  warp_private<<<1, 128>>>(i), cudaMemset(i, 0, 65536);
  by_value<<<3, 64>>>(i);
  early_warps<<<1, 64>>>(i);
  uniform<<<1, 32>>>(i, 5);
  bytes<<<3, 33>>>(b);
  layouts<<<1, 32>>>((Packed*)b, (Bits*)d, (Either*)(d + 512), i);
  odd<<<dim3(2, 3, 1), dim3(3, 5, 7)>>>(i);
  several<<<1, 50, 50 * 14>>>(d, 50);
  calls<<<1, 40>>>(i);
  whole<<<1, 4>>>((Big*)i, (Big*)d);
  cudaMemset(i, 0, 64);
  handover<<<2, 32>>>(i, i + 8);
  split<<<3, 32>>>(i, i + 32);
  shared_atomics<<<1, 64>>>(i);
  masks<<<1, 32>>>(i);
  float host[6][10] = {}, *p;
  size_t pitch;
  cudaMallocPitch(&p, &pitch, 40, 6);
  cudaMemcpy2D(p, pitch, host, 40, 40, 6, cudaMemcpyHostToDevice);
  pitched<<<dim3(1, 1), dim3(16, 8)>>>(p, pitch, 10, 6, (float*)d);
  cudaFree(p), cudaFree(i), cudaFree(b), cudaFree(d);
  if (cudaDeviceSynchronize() == cudaSuccess) printf("all right\n");
}
