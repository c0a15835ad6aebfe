// Trial: sectors stored in part, written and said by the model before an H100 counted them.
#include "../caches.cuh"

struct Particle {
  float x, y, z, mass, charge, age;
};
__global__ void third_bytes(unsigned char* out) { out[index() * 3] = 1; }
__global__ void ages(Particle* all, float by) { all[index()].age = by; }
__global__ void places(Particle* all, float by) { all[index()].x = by, all[index()].y = by, all[index()].z = by; }
__global__ void even_pairs(float2* out) { out[index() * 2] = {1, 2}; }
__global__ void odd_rows(float* out, int cols, int pitch) {
  for (int i = threadIdx.x; i < cols; i += blockDim.x) out[size_t(blockIdx.x) * pitch + i] = 1;
}
// Four pixels a thread: each of its stores is half a sector, and the other half comes next.
__global__ void four_pixels(float4* out, const float4* in, int quads) {
  const float4 r = in[index()], g = in[quads + index()], b = in[2 * quads + index()], a = in[3 * quads + index()];
  out[index() * 4] = {r.x, g.x, b.x, a.x};
  out[index() * 4 + 1] = {r.y, g.y, b.y, a.y};
  out[index() * 4 + 2] = {r.z, g.z, b.z, a.z};
  out[index() * 4 + 3] = {r.w, g.w, b.w, a.w};
}
// A column of a matrix by each warp.
__global__ void columns_set(float* out, int pitch, int every) {
  out[size_t(index() % 4096) * pitch + index() / 4096 * every] = 1;
}

int main() {
  const size_t mib = 1 << 20;
  char* out = zeros<char>(160 * mib);
  label("every third byte of 12 MiB");
  third_bytes<<<4096, 1024>>>((unsigned char*)out);
  label("ages of particles, 48 MiB");
  ages<<<8192, 256>>>((Particle*)out, 1);
  label("places of particles, 12 MiB");
  places<<<2048, 256>>>((Particle*)out, 1);
  label("pairs of floats, every other one, 64 MiB");
  even_pairs<<<16384, 256>>>((float2*)out);
  label("rows of 1001 in 1024 stored");
  odd_rows<<<4000, 256>>>((float*)out, 1001, 1024);
  label("columns of 4096 rows, every eighth");
  columns_set<<<2048, 256>>>((float*)out, 1024, 8);
  label("four pixels a thread, 32 MiB");
  four_pixels<<<2048, 256>>>((float4*)out, (const float4*)(out + 64 * mib), 2048 * 256);
  return finish();
}
