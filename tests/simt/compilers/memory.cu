// Every compiler the same: loads and stores that one may make once instead of twice, wider, elsewhere, or not at all.
#include <cstring>

#include "../calibration/calibration.cuh"

struct Three {
  float x, y, z;
};
struct alignas(16) Four {
  float x, y, z, w;
};
struct Mixed {
  char c;
  short s;
  int i;
  double d;
};
struct Nested {
  Three at;
  Three to[2];
  int kind;
};

__device__ float table[64];
__constant__ float few[8] = {1, 2, 3, 4, 5, 6, 7, 8};

__global__ void same_element_twice(float* out, const float* a) {
  const int i = threadIdx.x;
  out[i] = a[i] + a[i] * a[i];
  out[i + 64] = a[i];
  out[i + 128] = a[i] + 1;
}
__global__ void restricted(float* __restrict__ out, const float* __restrict__ a) {
  const int i = threadIdx.x;
  out[i] = a[i] + a[i + 1];
  out[i + 64] = a[i];
  out[i + 128] = a[i + 1] + a[i];
}
__global__ void dead_and_redundant_stores(float* out, const float* a) {
  const int i = threadIdx.x;
  out[i] = 1;
  out[i] = 2;
  out[i] = a[i];
  out[i + 64] = a[i + 64];
  a[i + 64] > 3 ? out[i + 64] = a[i + 64] : out[i + 128] = 0;
  out[i + 192] = out[i + 192];
}
__global__ void stored_then_loaded(float* out, const float* a) {
  const int i = threadIdx.x;
  out[i] = a[i] * 2;
  out[i + 64] = out[i] + 1;
  out[i + 64] += out[i];
  out[i + 64] += 1;
}
__global__ void neighbouring_stores(char* out, int* words, short* halves) {
  const int i = threadIdx.x;
  for (int k = 0; k < 4; ++k) out[4 * i + k] = char(k);
  out[256 + 4 * i] = 1, out[257 + 4 * i] = 2, out[258 + 4 * i] = 3, out[259 + 4 * i] = 4;
  words[2 * i] = 0, words[2 * i + 1] = 0;
  halves[2 * i] = 5, halves[2 * i + 1] = 6;
  words[128 + 4 * i] = 1, words[129 + 4 * i] = 1, words[130 + 4 * i] = 1, words[131 + 4 * i] = 1;
}
__global__ void neighbouring_loads(int* out, const unsigned char* a) {
  const int i = threadIdx.x;
  out[i] = a[4 * i] | a[4 * i + 1] << 8 | a[4 * i + 2] << 16 | a[4 * i + 3] << 24;
  out[i + 64] = a[4 * i + 3] | a[4 * i + 2] << 8 | a[4 * i + 1] << 16 | a[4 * i] << 24;
  int same = 1;
  for (int k = 0; k < 8; ++k) same &= a[8 * i + k] == a[8 * i + 512 + k];
  out[i + 128] = same;
}
__global__ void swapped_and_copied(float* out, int* words, const int* from) {
  const int i = threadIdx.x;
  const float x = out[2 * i], y = out[2 * i + 1];
  out[2 * i] = y, out[2 * i + 1] = x;
  words[2 * i] = from[2 * i], words[2 * i + 1] = from[2 * i + 1];
}
__global__ void loops_that_set_and_copy(float* out, const float* a, int n) {
  const int i = threadIdx.x;
  for (int k = 0; k < 16; ++k) out[i * 16 + k] = 0;
  for (int k = 0; k < n; ++k) out[1024 + i * 8 + k] = 0;
  for (int k = 0; k < n; ++k) out[2048 + i * 8 + k] = a[i * 8 + k];
  for (int k = 0; k < 4; ++k) out[4096 + i * 4 + k] = a[i * 4 + k];
}
__global__ void builtins(float* out, const float* a, int n) {
  const int i = threadIdx.x;
  memset(out + 4 * i, 0, 16);
  memcpy(out + 1024 + 4 * i, a + 4 * i, 16);
  memcpy(out + 2048 + i, a + i, 4);
  memset(out + 3072 + 8 * i, 1, n * 4);
  memcpy(out + 4096 + 8 * i, a + 8 * i, n * 4);
  int bits;
  memcpy(&bits, a + i, 4);
  out[8000 + i] = bits;
}
__global__ void copied_structures(Three* threes, Four* fours, Mixed* mixed, Nested* nested) {
  const int i = threadIdx.x;
  threes[i] = threes[i + 64];
  fours[i] = fours[i + 64];
  mixed[i] = mixed[i + 64];
  nested[i] = nested[i + 64];
  const Three t = threes[i + 128];
  threes[i + 192] = {t.x, t.y, t.z};
  const Four f = fours[i + 128];
  fours[i + 192].x = f.w;
  nested[i + 128].at = nested[i].to[1];
  const Nested n = nested[i + 64];
  nested[i + 192] = n;
}
__global__ void initialised(Three* threes, Four* fours, Mixed* mixed, Nested* nested) {
  const int i = threadIdx.x;
  threes[i] = {};
  threes[i + 64] = {1, 2};
  fours[i] = {};
  fours[i + 64] = Four{1, 2, 3, float(i)};
  mixed[i] = {};
  mixed[i + 64] = {1, 2, i, 4};
  nested[i] = {};
  nested[i + 64] = {{1}, {{2}, {3, 4, 5}}, i};
}
__global__ void vectors(float4* quads, float2* pairs, float3* threes, int4* ints, double2* doubles) {
  const int i = threadIdx.x;
  quads[i] = quads[i + 64];
  const float4 q = quads[i + 128];
  pairs[i] = make_float2(q.x + q.y, q.z);
  pairs[i + 64] = pairs[i];
  threes[i] = make_float3(q.w, 0, 1);
  threes[i + 64] = threes[i + 128];
  ints[i] = make_int4(0, 0, 0, 0);
  ints[i + 64].y = ints[i + 128].z + ints[i + 128].x;
  doubles[i] = doubles[i + 64];
  doubles[i + 128] = {doubles[i].y, doubles[i].x};
  quads[i + 192].x += 1;
}
__global__ void local_arrays(float* out, const float* a, const int* key) {
  const int i = threadIdx.x;
  float few_of[4];
  for (int k = 0; k < 4; ++k) few_of[k] = a[i * 4 + k];
  out[i] = few_of[0] + few_of[3];
  float found = 0;
  for (int k = 0; k < 4; ++k) found += few_of[(key[i] + k) % 4];
  out[i + 64] = found;
  const float constants[] = {1, 2, 4, 8};
  out[i + 128] = constants[key[i] % 4];
  Three one = {a[i], a[i + 1], 0};
  Three other = one;
  other.z = one.x;
  out[i + 192] = other.x + other.y + other.z;
}
__global__ void volatiles(volatile float* out, volatile int* flag, const float* a) {
  const int i = threadIdx.x;
  out[i] = 1;
  out[i] = 2;
  out[i + 64] = out[i] + out[i];
  while (flag[i] < 3) flag[i] = flag[i] + 1;
  *(volatile float*)(out + i + 128) = a[i];
}
__global__ void variables(float* out) {
  const int i = threadIdx.x;
  table[i] = few[i % 8];
  out[i] = table[i] + table[(i + 1) % 64] + few[3];
  table[0] = out[i];
  static __device__ int count = 3;
  out[i + 64] = count + few[i & 1] + few[i & 1];
}
__global__ void shared_arrays(float* out, const float* a, const int* key) {
  __shared__ float tile[33 * 32];
  __shared__ Four fours[64];
  __shared__ int total;
  extern __shared__ float rest[];
  const int i = threadIdx.x;
  if (i == 0) total = 0;
  tile[i * 16] = a[i];
  tile[i * 16] = a[i + 64];
  fours[i] = {a[i], 0, 0, 1};
  rest[i] = tile[i * 16] + tile[i * 16];
  __syncthreads();
  out[i] = tile[key[i] * 16] + fours[(i + 1) % 64].x;
  out[i + 64] = rest[63 - i] + total;
  const Four f = fours[i];
  out[i + 128] = f.x + f.w;
  __syncthreads();
  fours[63 - i] = f;
  for (int k = 0; k < 4; ++k) rest[4 * i + k] = 0;
}
__global__ void narrow_types(char* bytes, short* halves, long long* longs, double* doubles, bool* flags) {
  const int i = threadIdx.x;
  bytes[i] = bytes[i + 64] + bytes[i + 128];
  bytes[i] += 1;
  halves[i] = halves[i + 64] >> 3;
  longs[i] = longs[i + 64] & 0xff;
  longs[i + 128] = int(longs[i + 64] >> 32);
  doubles[i] = float(doubles[i + 64]);
  flags[i] = !flags[i + 64];
  flags[i + 128] = flags[i] && flags[i + 64];
}
struct Bits {
  unsigned a : 3, b : 13, c : 16;
};
__global__ void bit_fields(Bits* bits, int* out) {
  const int i = threadIdx.x;
  out[i] = bits[i].a + bits[i].c;
  bits[i].b = i;
  bits[i].c = i;
  bits[i + 64].a = bits[i].b;
}

struct Shape {
  int sides;
  __device__ explicit Shape(int sides) : sides(sides) {}
  __device__ virtual ~Shape() { sides = 0; }
  __device__ virtual int corners() const { return sides; }
};
struct Solid : Shape {
  int* faces;
  __device__ explicit Solid(int n) : Shape(n), faces(new int[n]) {}
  __device__ ~Solid() override { delete[] faces; }
  __device__ int corners() const override { return faces[0]; }
};
__global__ void made_and_deleted(Shape** shapes, int* out) {
  const int i = threadIdx.x;
  shapes[i] = i % 2 ? new Shape(3) : new Solid(4);
  if (i % 2 == 0) static_cast<Solid*>(shapes[i])->faces[0] = i;
  __syncthreads();
  out[i] = shapes[i]->corners();
  delete shapes[i];
}

int main() {
  float* out = zeros<float>(16384);
  float* a = filled<float>(16384, [](size_t i) { return float(i % 17); });
  int* words = filled<int>(4096, [](size_t i) { return int(i); });
  int* key = filled<int>(256, [](size_t i) { return int(i * 7 % 11); });
  char* bytes = filled<char>(4096, [](size_t i) { return char(i % 5); });
  void* things = zeros<char>(1 << 18);
  label("same element twice"), same_element_twice<<<1, 64>>>(out, a);
  label("restricted"), restricted<<<1, 64>>>(out, a);
  label("dead and redundant stores"), dead_and_redundant_stores<<<1, 64>>>(out, a);
  label("stored then loaded"), stored_then_loaded<<<1, 64>>>(out, a);
  label("neighbouring stores"), neighbouring_stores<<<1, 64>>>(bytes, words, (short*)things);
  label("neighbouring loads"), neighbouring_loads<<<1, 64>>>(words, (unsigned char*)bytes);
  label("swapped and copied"), swapped_and_copied<<<1, 64>>>(out, words, words + 2048);
  for (long n : {0, 3, 8}) label("loops that set and copy %ld", n), loops_that_set_and_copy<<<1, 64>>>(out, a, int(n));
  for (long n : {2, 7}) label("builtins %ld", n), builtins<<<1, 64>>>(out, a, int(n));
  label("copied structures"),
      copied_structures<<<1, 64>>>((Three*)things, (Four*)things + 1024, (Mixed*)things + 2048, (Nested*)things + 2048);
  label("initialised"),
      initialised<<<1, 64>>>((Three*)things, (Four*)things + 1024, (Mixed*)things + 2048, (Nested*)things + 2048);
  label("vectors"), vectors<<<1, 64>>>((float4*)things, (float2*)things + 1024, (float3*)things + 2048,
                        (int4*)things + 4096, (double2*)things + 8192);
  label("local arrays"), local_arrays<<<1, 64>>>(out, a, key);
  label("volatiles"), volatiles<<<1, 64>>>(out, (int*)things, a);
  label("variables"), variables<<<1, 64>>>(out);
  label("shared arrays"), shared_arrays<<<1, 64, 1024>>>(out, a, key);
  label("narrow types"), narrow_types<<<1, 64>>>(bytes, (short*)things, (long long*)things + 1024,
                             (double*)things + 2048, (bool*)things + 65536);
  label("bit fields"), bit_fields<<<1, 64>>>((Bits*)things, words);
  label("made and deleted"), made_and_deleted<<<1, 64>>>((Shape**)things, words);
  return finish();
}
