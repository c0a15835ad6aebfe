// Calibration: memcpy and memset of a known size, between every two kinds of memory: when it is bytes, and when it is words.
#include <cstring>

#include "calibration.cuh"

struct P {
  int a;
  float b;
  double c;
};
__global__ void int_to_float(float* o, const int* a) {
  float f;
  memcpy(&f, a + threadIdx.x, 4);
  o[threadIdx.x] = f;
}
__global__ void float_of_loaded(int* o, const float* a) {
  float f = a[threadIdx.x];
  int i;
  memcpy(&i, &f, 4);
  o[threadIdx.x] = i;
}
__global__ void same_type(int* o, const int* a) { memcpy(o + threadIdx.x, a + threadIdx.x, 4); }
__global__ void structs(P* o, const P* a) { memcpy(&o[threadIdx.x], &a[threadIdx.x], sizeof(P)); }
__global__ void struct_local(P* o, const P* a) {
  P p;
  memcpy(&p, &a[threadIdx.x], sizeof(P));
  o[threadIdx.x] = p;
}
__global__ void float4_local(float4* o, const float4* a) {
  float4 p;
  memcpy(&p, &a[threadIdx.x], 16);
  o[threadIdx.x] = p;
}
__global__ void to_shared(float* o, const float* a) {
  __shared__ float s[64];
  memcpy(&s[threadIdx.x], a + threadIdx.x, 4);
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void from_shared(float* o, const float* a) {
  __shared__ float s[64];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  memcpy(o + threadIdx.x, &s[63 - threadIdx.x], 4);
}
__global__ void in_shared(float* o, const float* a) {
  __shared__ float s[64], t[64];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  memcpy(&t[threadIdx.x], &s[63 - threadIdx.x], 4);
  __syncthreads();
  o[threadIdx.x] = t[63 - threadIdx.x];
}
__global__ void shared_bits(int* o, const float* a) {
  __shared__ float s[64];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  int i;
  memcpy(&i, &s[63 - threadIdx.x], 4);
  o[threadIdx.x] = i;
}
__global__ void shared_structs(P* o, const P* a) {
  __shared__ P s[64];
  memcpy(&s[threadIdx.x], &a[threadIdx.x], sizeof(P));
  __syncthreads();
  memcpy(&o[threadIdx.x], &s[63 - threadIdx.x], sizeof(P));
}
__global__ void dyn_shared(float* o, const float* a) {
  extern __shared__ float d[];
  memcpy(&d[threadIdx.x], a + threadIdx.x, 4);
  __syncthreads();
  o[threadIdx.x] = d[63 - threadIdx.x];
}
__global__ void shared_loop(float4* o, const float* a) {
  __shared__ float s[256];
  for (int i = 0; i < 4; ++i) s[threadIdx.x + 64 * i] = a[threadIdx.x + 64 * i];
  __syncthreads();
  float4 f;
  memcpy(&f, &s[4 * threadIdx.x], 16);
  o[threadIdx.x] = f;
}
__device__ float g[1024];
__constant__ float c[64];
__global__ void from_device(float* o) {
  float f;
  memcpy(&f, &g[threadIdx.x], 4);
  o[threadIdx.x] = f;
}
__global__ void to_device(float* a) { memcpy(&g[threadIdx.x], a + threadIdx.x, 4); }
__global__ void from_constant(float* o) {
  float f;
  memcpy(&f, &c[threadIdx.x], 4);
  o[threadIdx.x] = f;
}
__global__ void builtin(int* o, const int* a) { __builtin_memcpy(o + threadIdx.x, a + threadIdx.x, 4); }
__global__ void set(int* o) { memset(o + threadIdx.x, 0, 4); }
__global__ void set_shared(int* o) {
  __shared__ int s[64];
  memset(&s[threadIdx.x], 1, 4);
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void set_struct(P* o) {
  P p;
  memset(&p, 0, sizeof p);
  p.a = 3;
  o[threadIdx.x] = p;
}
__global__ void local_array(int* o, const int* a) {
  int l[4];
  memcpy(l, a + 4 * threadIdx.x, 16);
  o[threadIdx.x] = l[0] + l[1] + l[2] + l[3];
}
__global__ void half_of(unsigned short* o, const float* a) {
  unsigned short h;
  memcpy(&h, reinterpret_cast<const char*>(a + threadIdx.x) + 2, 2);
  o[threadIdx.x] = h;
}
__global__ void double_bits(long long* o, const double* a) {
  long long b;
  memcpy(&b, &a[threadIdx.x], 8);
  o[threadIdx.x] = b;
}
__global__ void later_used(int* o, int* a) {
  memcpy(o + threadIdx.x, a + threadIdx.x, 4);
  o[threadIdx.x] += 1;
}
struct T3 {
  float x, y, z;
};
__global__ void shared3(T3* o, const T3* a) {
  __shared__ T3 s[64];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  T3 t;
  memcpy(&t, &s[63 - threadIdx.x], 12);
  o[threadIdx.x] = t;
}
__global__ void shared3_out(T3* o, const T3* a) {
  __shared__ T3 s[64];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  memcpy(&o[threadIdx.x], &s[63 - threadIdx.x], 12);
}
__global__ void sharedchars(int* o, const int* a, int k) {
  __shared__ char s[256];
  for (int i = 0; i < 4; ++i) s[threadIdx.x + 64 * i] = a[threadIdx.x + 64 * i];
  __syncthreads();
  int i;
  memcpy(&i, s + k, 4);
  o[threadIdx.x] = i;
}
__global__ void sharedchars4(int* o, const int* a, int k) {
  __shared__ char s[256];
  for (int i = 0; i < 4; ++i) s[threadIdx.x + 64 * i] = a[threadIdx.x + 64 * i];
  __syncthreads();
  int i;
  memcpy(&i, s + 4 * threadIdx.x, 4);
  o[threadIdx.x] = i;
}
__global__ void sharedshorts(int* o, const int* a, int k) {
  __shared__ short s[256];
  for (int i = 0; i < 4; ++i) s[threadIdx.x + 64 * i] = a[threadIdx.x + 64 * i];
  __syncthreads();
  int i;
  memcpy(&i, s + k, 4);
  o[threadIdx.x] = i;
}
__global__ void shareddouble(double* o, const float* a, int k) {
  __shared__ float s[256];
  for (int i = 0; i < 4; ++i) s[threadIdx.x + 64 * i] = a[threadIdx.x + 64 * i];
  __syncthreads();
  double i;
  memcpy(&i, s + k + threadIdx.x, 8);
  o[threadIdx.x] = i;
}
__global__ void tile_row(float* o, const float* a) {
  __shared__ float s[32][33];
  memcpy(&s[threadIdx.x][0], a + 32 * threadIdx.x, 32);
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x / 8][threadIdx.x % 8];
}
__device__ __noinline__ float far(const float* p) {
  float f;
  memcpy(&f, p, 4);
  return f;
}
__global__ void called_shared(float* o, const float* a) {
  __shared__ float s[64];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = far(s + 63 - threadIdx.x);
}
__global__ void memcpy_big_shared(float* o, const float* a) {
  __shared__ float s[64];
  if (threadIdx.x == 0) memcpy(s, a, 256);
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void unknown_shared(float* o, const float* a, int n) {
  __shared__ float s[64];
  if (threadIdx.x == 0) memcpy(s, a, n);
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void of_uint4(uint4* o, const uint4* a) {
  uint4 v = a[threadIdx.x];
  float f[4];
  memcpy(f, &v, 16);
  f[0] += 1;
  memcpy(&o[threadIdx.x], f, 16);
}
__global__ void in_loop(float* o, const float* a) {
  float s = 0;
  for (int i = 0; i < 16; ++i) {
    float f;
    memcpy(&f, a + i * 64 + threadIdx.x, 4);
    s += f;
  }
  o[threadIdx.x] = s;
}
__global__ void member_array(float* o) {
  __shared__ struct {
    char pad;
    float v[64];
  } s;
  s.v[threadIdx.x] = 1;
  __syncthreads();
  float f;
  memcpy(&f, &s.v[63 - threadIdx.x], 4);
  o[threadIdx.x] = f;
}
__global__ void ms4(float* o) {
  __shared__ int s[64];
  memset(&s[threadIdx.x], 0, 4);
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void ms12(float* o) {
  __shared__ int s[192];
  memset(&s[3 * threadIdx.x], 0, 12);
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void ms16(float* o) {
  __shared__ int s[256];
  memset(&s[4 * threadIdx.x], 0, 16);
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void ms256(float* o) {
  __shared__ int s[64];
  if (threadIdx.x == 0) memset(s, 0, 256);
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void row4(float* o, const float* a) {
  __shared__ float s[128];
  memcpy(&s[4 * threadIdx.x], a + 4 * threadIdx.x, 16);
  __syncthreads();
  o[threadIdx.x] = s[32 - threadIdx.x];
}
__global__ void f2(float2* o, const float2* a) {
  __shared__ float2 s[64];
  memcpy(&s[threadIdx.x], a + threadIdx.x, 8);
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}
__global__ void row12(float* o, const float* a) {
  __shared__ float s[96];
  memcpy(&s[3 * threadIdx.x], a + 3 * threadIdx.x, 12);
  __syncthreads();
  o[threadIdx.x] = s[32 - threadIdx.x];
}
__global__ void inshared12(float* o, const float* a) {
  __shared__ float s[96], t[96];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  memcpy(&t[3 * threadIdx.x], &s[93 - 3 * threadIdx.x], 12);
  __syncthreads();
  o[threadIdx.x] = t[threadIdx.x];
}

int main() {
  static char* const to = zeros<char>(1 << 16);
  static char* const from = zeros<char>(1 << 16);
  label("int to float");
  int_to_float<<<1, 32, 512>>>((float*)to, (const int*)from);
  label("float of loaded");
  float_of_loaded<<<1, 32, 512>>>((int*)to, (const float*)from);
  label("same type");
  same_type<<<1, 32, 512>>>((int*)to, (const int*)from);
  label("structs");
  structs<<<1, 32, 512>>>((P*)to, (const P*)from);
  label("struct local");
  struct_local<<<1, 32, 512>>>((P*)to, (const P*)from);
  label("float4 local");
  float4_local<<<1, 32, 512>>>((float4*)to, (const float4*)from);
  label("to shared");
  to_shared<<<1, 32, 512>>>((float*)to, (const float*)from);
  label("from shared");
  from_shared<<<1, 32, 512>>>((float*)to, (const float*)from);
  label("in shared");
  in_shared<<<1, 32, 512>>>((float*)to, (const float*)from);
  label("shared bits");
  shared_bits<<<1, 32, 512>>>((int*)to, (const float*)from);
  label("shared structs");
  shared_structs<<<1, 32, 512>>>((P*)to, (const P*)from);
  label("dyn shared");
  dyn_shared<<<1, 32, 512>>>((float*)to, (const float*)from);
  label("shared loop");
  shared_loop<<<1, 32, 512>>>((float4*)to, (const float*)from);
  label("from device");
  from_device<<<1, 32, 512>>>((float*)to);
  label("to device");
  to_device<<<1, 32, 512>>>((float*)to);
  label("from constant");
  from_constant<<<1, 32, 512>>>((float*)to);
  label("builtin");
  builtin<<<1, 32, 512>>>((int*)to, (const int*)from);
  label("set");
  set<<<1, 32, 512>>>((int*)to);
  label("set shared");
  set_shared<<<1, 32, 512>>>((int*)to);
  label("set struct");
  set_struct<<<1, 32, 512>>>((P*)to);
  label("local array");
  local_array<<<1, 32, 512>>>((int*)to, (const int*)from);
  label("half of");
  half_of<<<1, 32, 512>>>((unsigned short*)to, (const float*)from);
  label("double bits");
  double_bits<<<1, 32, 512>>>((long long*)to, (const double*)from);
  label("later used");
  later_used<<<1, 32, 512>>>((int*)to, (int*)from);
  label("shared3");
  shared3<<<1, 32, 512>>>((T3*)to, (const T3*)from);
  label("shared3 out");
  shared3_out<<<1, 32, 512>>>((T3*)to, (const T3*)from);
  label("sharedchars");
  sharedchars<<<1, 32, 512>>>((int*)to, (const int*)from, 4);
  label("sharedchars4");
  sharedchars4<<<1, 32, 512>>>((int*)to, (const int*)from, 4);
  label("sharedshorts");
  sharedshorts<<<1, 32, 512>>>((int*)to, (const int*)from, 4);
  label("shareddouble");
  shareddouble<<<1, 32, 512>>>((double*)to, (const float*)from, 4);
  label("tile row");
  tile_row<<<1, 32, 512>>>((float*)to, (const float*)from);
  label("called shared");
  called_shared<<<1, 32, 512>>>((float*)to, (const float*)from);
  label("memcpy big shared");
  memcpy_big_shared<<<1, 32, 512>>>((float*)to, (const float*)from);
  label("unknown shared");
  unknown_shared<<<1, 32, 512>>>((float*)to, (const float*)from, 4);
  label("of uint4");
  of_uint4<<<1, 32, 512>>>((uint4*)to, (const uint4*)from);
  label("in loop");
  in_loop<<<1, 32, 512>>>((float*)to, (const float*)from);
  label("member array");
  member_array<<<1, 32, 512>>>((float*)to);
  label("ms4");
  ms4<<<1, 32, 512>>>((float*)to);
  label("ms12");
  ms12<<<1, 32, 512>>>((float*)to);
  label("ms16");
  ms16<<<1, 32, 512>>>((float*)to);
  label("ms256");
  ms256<<<1, 32, 512>>>((float*)to);
  label("row4");
  row4<<<1, 32, 512>>>((float*)to, (const float*)from);
  label("f2");
  f2<<<1, 32, 512>>>((float2*)to, (const float2*)from);
  label("row12");
  row12<<<1, 32, 512>>>((float*)to, (const float*)from);
  label("inshared12");
  inshared12<<<1, 32, 512>>>((float*)to, (const float*)from);
  return finish();
}
