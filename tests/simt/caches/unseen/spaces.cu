// Unseen: volumes, rays, meshes, grids of cells, tiles of shared memory of many sizes, and what is kept again and again.
#include "../caches.cuh"

extern __shared__ float tile[];

__global__ void projected(float* out, const float* volume, int side, int axis) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float most = 0;
  for (int k = 0; k < side; ++k) {
    const int i = axis == 0   ? (y * side + x) * side + k
                  : axis == 1 ? (y * side + k) * side + x
                              : (k * side + y) * side + x;
    most = fmaxf(most, volume[i]);
  }
  out[y * side + x] = most;
}
__global__ void slanted_rays(float* out, const float* volume, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < side; ++k) sum += volume[(k * side + (y + k / 3) % side) * side + (x + k / 2) % side];
  out[y * side + x] = sum;
}
struct Vertex {
  float x, y, z;
};
__global__ void normals(Vertex* out, const Vertex* vertex, const int3* triangle) {
  const int3 t = triangle[index()];
  const Vertex a = vertex[t.x], b = vertex[t.y], c = vertex[t.z];
  out[index()] = {(b.y - a.y) * (c.z - a.z), (b.z - a.z) * (c.x - a.x), (b.x - a.x) * (c.y - a.y)};
}
__global__ void cells_summed(float* out, const float4* body, const int* begin, int side) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 1 || y < 1 || x >= side - 1 || y >= side - 1) return;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      const int cell = (y + dy) * side + x + dx;
      for (int i = begin[cell]; i < begin[cell + 1]; ++i) sum += body[i].w;
    }
  out[y * side + x] = sum;
}
__global__ void tiled_stencil(float* out, const float* in, int cols, int reach) {
  const int width = blockDim.x + 2 * reach;
  for (int y = threadIdx.y; y < int(blockDim.y) + 2 * reach; y += blockDim.y)
    for (int x = threadIdx.x; x < width; x += blockDim.x)
      tile[y * width + x] = in[(blockIdx.y * blockDim.y + y) * cols + blockIdx.x * blockDim.x + x];
  __syncthreads();
  float sum = 0;
  for (int k = -reach; k <= reach; ++k)
    sum += tile[(threadIdx.y + reach) * width + threadIdx.x + reach + k] +
           tile[(threadIdx.y + reach + k) * width + threadIdx.x + reach];
  out[(blockIdx.y * blockDim.y + threadIdx.y) * cols + blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
__global__ void own_again(float* out, const float4* in, int quads, int times) {
  const float4* own = in + size_t(blockIdx.x) * quads;
  float sum = 0;
  for (int t = 0; t < times; ++t)
    for (int i = threadIdx.x; i < quads; i += blockDim.x) {
      const float4 v = own[i];
      sum += v.x + v.y + v.z + v.w;
    }
  keep(out, sum);
}
__global__ void own_again_beside(float* out, const float* in, int floats, int times) {
  tile[threadIdx.x] = threadIdx.x;
  const float* own = in + size_t(blockIdx.x) * floats;
  float sum = 0;
  for (int t = 0; t < times; ++t)
    for (int i = threadIdx.x; i < floats; i += blockDim.x) sum += own[i] * tile[threadIdx.x];
  keep(out, sum);
}
__global__ void doubles_again(double* out, const double* in, int doubles, int times) {
  const double* own = in + size_t(blockIdx.x) * doubles;
  double sum = 0;
  for (int t = 0; t < times; ++t)
    for (int i = threadIdx.x; i < doubles; i += blockDim.x) sum += own[i];
  keep(out, sum);
}
__global__ void pairs_of_own(float* out, const float* in, int floats) {
  const float* own = in + size_t(blockIdx.x) * floats;
  float sum = 0;
  for (int i = 0; i < floats; i += 64)
    for (int j = threadIdx.x; j < floats; j += blockDim.x) sum += own[i] * own[j];
  keep(out, sum);
}
__global__ void overwritten(float* out, int floats, int times) {
  for (int t = 0; t < times; ++t)
    for (int i = threadIdx.x; i < floats; i += blockDim.x) out[size_t(blockIdx.x) * floats + i] = t;
}
__global__ void marked(unsigned char* out, int apart) { out[index() * apart] = 1; }

int main() {
  float *in = zeros<float>(1 << 25), *out = zeros<float>(1 << 23);
  for (const int axis : {0, 1, 2}) {
    label("projected along axis %ld", axis);
    projected<<<dim3(4, 16), dim3(32, 8)>>>(out, in, 128, axis);
  }
  label("slanted rays");
  slanted_rays<<<dim3(8, 8), dim3(16, 16)>>>(out, in, 128);
  int3* strip = filled<int3>(1 << 17, [](size_t i) {
    const int v = int(i / 2), r = int(i % 2);
    return make_int3(v + r, v + 257 - r, v + 257 + r);
  });
  int3* soup = filled<int3>(1 << 17, [](size_t i) {
    return make_int3(int(i * 2654435761u >> 15 & 65535), int(i * 40503u & 65535), int(i * 9973u & 65535));
  });
  label("normals of a mesh");
  normals<<<512, 256>>>((Vertex*)out, (const Vertex*)in, strip);
  label("normals of a soup");
  normals<<<512, 256>>>((Vertex*)out, (const Vertex*)in, soup);
  int* begin = filled<int>(256 * 256 + 1, [](size_t i) { return int(i * 3); });
  label("cells summed by 16x8");
  cells_summed<<<dim3(16, 32), dim3(16, 8)>>>(out, (const float4*)in, begin, 256);
  for (const int reach : {2, 8}) {
    label("tiled stencil of reach %ld by 32x16", reach);
    tiled_stencil<<<dim3(32, 32), dim3(32, 16), (32 + 2 * reach) * (16 + 2 * reach) * sizeof(float)>>>(
        out, in, 1056, reach);
  }
  for (const int kib : {80, 160}) {
    label("%ld KiB three times by float4, a block an SM", kib);
    own_again<<<132, 256>>>(out, (const float4*)in, kib * 64, 3);
  }
  label("20 KiB three times by float4, 800 blocks");
  own_again<<<800, 256>>>(out, (const float4*)in, 20 * 64, 3);
  label("70 KiB twice by doubles, 250 blocks");
  doubles_again<<<250, 512>>>((double*)out, (const double*)in, 70 * 128, 2);
  require(cudaFuncSetAttribute(own_again_beside, cudaFuncAttributeMaxDynamicSharedMemorySize, 160 << 10));
  for (const int kib : {12, 60, 130}) {
    label("36 KiB three times beside %ld KiB of shared memory, 400 blocks", kib);
    own_again_beside<<<400, 192, kib << 10>>>(out, in, 36 * 256, 3);
  }
  require(cudaFuncSetAttribute(own_again_beside, cudaFuncAttributePreferredSharedMemoryCarveout, 75));
  label("36 KiB three times beside 8 KiB of shared memory, 75 %% for that");
  own_again_beside<<<264, 192, 8 << 10>>>(out, in, 36 * 256, 3);
  label("pairs of 16 KiB");
  pairs_of_own<<<200, 256>>>(out, in, 4096);
  label("overwritten, 24 KiB four times");
  overwritten<<<264, 256>>>(out, 24 * 256, 4);
  for (const int apart : {3, 40}) {
    label("a byte of %ld marked", apart);
    marked<<<2048, 256>>>((unsigned char*)out, apart);
  }
  return finish();
}
