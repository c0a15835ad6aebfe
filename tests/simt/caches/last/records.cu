// Last: records, indices, tables and what L1 has room for, written when the model had registers and carve-outs.
#include "../caches.cuh"

struct Body {
  float4 place, speed;
  float mass, charge;
  int kind, flags;
};
extern __shared__ float shared[];

__global__ void options_priced(float* call, float* put, const float* price, const float* strike, const float* years) {
  const size_t i = index();
  const float s = price[i], k = strike[i], t = years[i];
  const float d = (s - k) / (t + 1);
  call[i] = fmaxf(d, 0);
  put[i] = fmaxf(-d, 0);
}
__global__ void pushed(Body* bodies, float step) {
  Body& body = bodies[index()];
  const float4 v = body.speed;
  float4 p = body.place;
  p.x += step * v.x, p.y += step * v.y, p.z += step * v.z;
  body.place = p;
}
__global__ void masses(float* out, const Body* bodies) { out[index()] = bodies[index()].mass; }
__global__ void nearest_centre(int* out, const float* points, const float* centres, int count) {
  const float* mine = points + index() * 8;
  float best = 1e30f;
  int which = 0;
  for (int c = 0; c < count; ++c) {
    float distance = 0;
    for (int d = 0; d < 8; ++d) {
      const float by = mine[d] - centres[c * 8 + d];
      distance += by * by;
    }
    if (distance < best) best = distance, which = c;
  }
  out[index()] = which;
}
__global__ void permuted(double* out, const double* in, unsigned by, unsigned n) {
  out[index()] = in[unsigned(index()) * by % n];
}
__global__ void digits(unsigned* counts, const unsigned* keys, unsigned per_block) {
  __shared__ unsigned own[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) own[i] = 0;
  __syncthreads();
  for (unsigned i = threadIdx.x; i < per_block; i += blockDim.x)
    atomicAdd(&own[keys[blockIdx.x * per_block + i] >> 8 & 255], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) counts[i * gridDim.x + blockIdx.x] = own[i];
}
__global__ void largest(float* out, int* where, const float* in, int n) {
  float best = -1;
  int at = 0;
  for (int i = int(index()); i < n; i += int(all_threads()))
    if (in[i] > best) best = in[i], at = i;
  out[index()] = best;
  where[index()] = at;
}
__global__ void rows_scaled(float* out, const float* in, int cols) {
  const float* row = in + size_t(blockIdx.x) * cols;
  float most = 0;
  for (int i = threadIdx.x; i < cols; i += blockDim.x) most = fmaxf(most, row[i]);
  shared[threadIdx.x] = most;
  __syncthreads();
  for (int s = blockDim.x / 2; s; s /= 2) {
    if (threadIdx.x < s) shared[threadIdx.x] = fmaxf(shared[threadIdx.x], shared[threadIdx.x + s]);
    __syncthreads();
  }
  const float by = 1 / (shared[0] + 1);
  for (int i = threadIdx.x; i < cols; i += blockDim.x) out[size_t(blockIdx.x) * cols + i] = row[i] * by;
}
// A part of its own that each block reads several times, beside shared memory.
template <int times>
__global__ void own_part(float* out, const float* in, int floats) {
  if (threadIdx.x == 0) shared[0] = 0;
  __syncthreads();
  const float* own = in + size_t(blockIdx.x) * floats;
  float sum = shared[0];
  for (int t = 0; t < times; ++t)
    for (int i = threadIdx.x; i < floats; i += blockDim.x) sum += own[i];
  keep(out, sum);
}
__global__ void table_by_bytes(float* out, const float* table, const unsigned char* in, int n) {
  for (size_t i = index(); i < n; i += all_threads()) out[i] = table[in[i] * 4];
}
__global__ void butterflies(float2* data, int apart) {
  const int i = int(index()), low = i / apart * apart * 2 + i % apart;
  const float2 a = data[low], b = data[low + apart];
  data[low] = {a.x + b.x, a.y + b.y};
  data[low + apart] = {a.x - b.x, a.y - b.y};
}

int main() {
  float *a = zeros<float>(1 << 25), *b = zeros<float>(1 << 24);
  label("options priced, a million");
  options_priced<<<4096, 256>>>(b, b + (1 << 20), a, a + (1 << 20), a + (2 << 20));
  label("bodies of 48 bytes pushed");
  pushed<<<1024, 128>>>((Body*)a, 0.1f);
  label("their masses");
  masses<<<1024, 128>>>(b, (const Body*)a);
  label("nearest of 16 centres, 8 dimensions");
  nearest_centre<<<512, 128>>>((int*)b, a, a + (1 << 24), 16);
  label("doubles permuted by 7919");
  permuted<<<1024, 256>>>((double*)b, (const double*)a, 7919, 1 << 18);
  label("doubles permuted by 33");
  permuted<<<1024, 256>>>((double*)b, (const double*)a, 33, 1 << 18);
  label("digits counted in blocks of 4096");
  digits<<<512, 256>>>((unsigned*)b, (const unsigned*)a, 4096);
  label("largest of 8 million");
  largest<<<264, 512>>>(b, (int*)b + (1 << 20), a, 1 << 23);
  label("rows of 6000 scaled by 256");
  rows_scaled<<<700, 256, 1024>>>(b, a, 6000);
  label("rows of 20000 scaled by 512");
  rows_scaled<<<396, 512, 2048>>>(b, a, 20000);
  require(cudaFuncSetAttribute(own_part<3>, cudaFuncAttributeMaxDynamicSharedMemorySize, 160 << 10));
  label("own 48 KiB three times beside 20 KiB, 2 blocks an SM");
  own_part<3><<<264, 384, 20 << 10>>>(b, a, 48 * 256);
  label("own 100 KiB three times beside 80 KiB");
  own_part<3><<<132, 256, 80 << 10>>>(b, a, 100 * 256);
  label("own 10 KiB three times beside 3 KiB, 1000 blocks");
  own_part<3><<<1000, 512, 3 << 10>>>(b, a, 10 * 256);
  require(cudaFuncSetAttribute(own_part<2>, cudaFuncAttributePreferredSharedMemoryCarveout, 40));
  label("own 120 KiB twice beside 4 KiB, 40 per cent preferred");
  own_part<2><<<132, 1024, 4 << 10>>>(b, a, 120 * 256);
  label("own 60 KiB twice beside 4 KiB, 40 per cent preferred");
  own_part<2><<<264, 256, 4 << 10>>>(b, a, 60 * 256);
  label("table by bytes, 4 MB");
  table_by_bytes<<<528, 256>>>(b, a + (1 << 24), (const unsigned char*)a, 4 << 20);
  label("butterflies 64 apart");
  butterflies<<<2048, 256>>>((float2*)a, 64);
  label("butterflies 4 apart");
  butterflies<<<2048, 256>>>((float2*)a, 4);
  return finish();
}
