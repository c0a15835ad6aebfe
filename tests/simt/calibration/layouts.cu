// Calibration: structures, pitched rows, odd block shapes, and what compilers do to repeated accesses.
#include "calibration.cuh"

struct Four { int a, b, c, d; };
struct alignas(16) AlignedFour { int a, b, c, d; };
struct Five { int v[5]; };
struct Pair { float x; double y; };

__global__ void one_field(int* out, const Four* in) { out[threadIdx.x] = in[threadIdx.x].b; }
__global__ void all_fields(Four* out, const Four* in) {
  const int i = threadIdx.x;
  out[i].a = in[i].a + 1, out[i].b = in[i].b + 2, out[i].c = in[i].c + 3, out[i].d = in[i].d + 4;
}
__global__ void whole_four(Four* out, const Four* in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void whole_aligned_four(AlignedFour* out, const AlignedFour* in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void whole_five(Five* out, const Five* in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void whole_pair(Pair* out, const Pair* in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void copy_then_use(Four* out, const Four* in) {
  Four f = in[threadIdx.x];
  f.a += f.d;
  out[threadIdx.x] = f;
}
__global__ void copy_then_use_one(int* out, const Four* in) {
  const Four f = in[threadIdx.x];
  out[threadIdx.x] = f.c;
}
__global__ void copy_float3(float3* out, const float3* in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void scale_float4(float4* out, const float4* in) {
  float4 v = in[threadIdx.x];
  v.x *= 2, v.y *= 3, v.z *= 4, v.w *= 5;
  out[threadIdx.x] = v;
}
__global__ void one_of_float4(float* out, const float4* in) { out[threadIdx.x] = in[threadIdx.x].z; }

__global__ void pitched(float* out, const float* in, int width, int height, size_t pitch) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float* row = (const float*)((const char*)in + y * pitch);
  out[y * width + x] = row[x];
}

__global__ void shape(float* out, const float* in) {
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  const int i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x + blockIdx.x * threads;
  out[i] = in[i];
}

__global__ void row_major(float* out, const float* in, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

__global__ void twice_the_same(float* out, const float* in) {
  const int i = threadIdx.x;
  out[i] = in[i] + in[i];
}
__global__ void load_store_load(float* out, const float* in) {
  const int i = threadIdx.x;
  const float before = in[i];
  out[i] = before;
  out[i + 64] = in[i];
}
__global__ void accumulate_in_memory(float* out, const float* in, int n) {
  for (int k = 0; k < n; ++k) out[threadIdx.x] += in[k * 64 + threadIdx.x];
}
__global__ void accumulate_restrict(float* __restrict__ out, const float* __restrict__ in, int n) {
  for (int k = 0; k < n; ++k) out[threadIdx.x] += in[k * 64 + threadIdx.x];
}
__global__ void store_twice(float* out) {
  out[threadIdx.x] = 1;
  out[threadIdx.x] = 2;
}
__global__ void stencil(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1) out[i] = 0.25f * in[i - 1] + 0.5f * in[i] + 0.25f * in[i + 1];
}
__global__ void fixed_unroll(float* out, const float* in) {
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k) sum += in[k * 64 + threadIdx.x];
  out[threadIdx.x] = sum;
}
__global__ void bytes_as_words(unsigned* out, const unsigned char* in) {
  const int i = threadIdx.x;
  out[i] = in[4 * i] | in[4 * i + 1] << 8 | in[4 * i + 2] << 16 | in[4 * i + 3] << 24;
}
__global__ void volatile_twice(volatile int* value) {
  value[threadIdx.x] = value[threadIdx.x] + value[threadIdx.x];
}
__global__ void local_array(float* out, const float* in, int shift) {
  float mine[8];
  for (int k = 0; k < 8; ++k) mine[k] = in[k * 64 + threadIdx.x];
  out[threadIdx.x] = mine[shift & 7];
}

int main() {
  char* to = zeros<char>(1 << 20);
  char* from = zeros<char>(1 << 20);
  float* out = (float*)to;
  float* in = (float*)from;
  label("one field of four"), one_field<<<1, 64>>>((int*)to, (Four*)from);
  label("all fields of four"), all_fields<<<1, 64>>>((Four*)to, (Four*)from);
  label("whole four"), whole_four<<<1, 64>>>((Four*)to, (Four*)from);
  label("whole aligned four"), whole_aligned_four<<<1, 64>>>((AlignedFour*)to, (AlignedFour*)from);
  label("whole five"), whole_five<<<1, 64>>>((Five*)to, (Five*)from);
  label("whole pair"), whole_pair<<<1, 64>>>((Pair*)to, (Pair*)from);
  label("copy then use"), copy_then_use<<<1, 64>>>((Four*)to, (Four*)from);
  label("copy then use one"), copy_then_use_one<<<1, 64>>>((int*)to, (Four*)from);
  label("float3"), copy_float3<<<1, 64>>>((float3*)to, (float3*)from);
  label("scale float4"), scale_float4<<<1, 64>>>((float4*)to, (float4*)from);
  label("one of float4"), one_of_float4<<<1, 64>>>(out, (float4*)from);
  for (int pitch : {404, 512, 608}) label("pitch %ld", pitch), pitched<<<dim3(4, 5), dim3(32, 4)>>>(out, in, 100, 20, pitch);
  const dim3 blocks[] = {dim3(5, 7), dim3(33), dim3(1, 64), dim3(3, 3, 3), dim3(16, 2, 3), dim3(31, 2), dim3(2, 2, 8)};
  for (dim3 block : blocks) label("shape %ld %ld %ld", block.x, block.y, block.z), shape<<<3, block>>>(out, in);
  const dim3 transposed[] = {dim3(32, 8), dim3(8, 32), dim3(16, 16), dim3(4, 64), dim3(10, 10), dim3(7, 9)};
  for (dim3 block : transposed)
    label("transpose %ld %ld", block.x, block.y), row_major<<<dim3((129 + block.x - 1) / block.x, (67 + block.y - 1) / block.y), block>>>(out, in, 129, 67);
  label("twice the same"), twice_the_same<<<1, 64>>>(out, in);
  label("load store load"), load_store_load<<<1, 64>>>(out, in);
  label("accumulate in memory"), accumulate_in_memory<<<1, 64>>>(out, in, 5);
  label("accumulate restrict"), accumulate_restrict<<<1, 64>>>(out, in, 5);
  label("store twice"), store_twice<<<1, 64>>>(out);
  label("stencil"), stencil<<<3, 64>>>(out, in, 150);
  label("fixed unroll"), fixed_unroll<<<1, 64>>>(out, in);
  label("bytes as words"), bytes_as_words<<<1, 64>>>((unsigned*)to, (unsigned char*)from);
  label("volatile twice"), volatile_twice<<<1, 64>>>((int*)to);
  label("local array"), local_array<<<1, 64>>>(out, in, 3);
  return finish();
}
