// Everyday: records and arrays of fields; types of one byte to sixteen; stores of parts of sectors.
#include "../caches.cuh"

struct Particle {
  float x, y, z, vx, vy, vz, mass, charge;
};
struct Wide {
  double position[3], velocity[3];
};
struct Pixel {
  unsigned char r, g, b;
};
template <typename T>
__global__ void copied(T* out, const T* in) {
  out[index()] = in[index()];
}
template <typename T>
__global__ void scaled(T* all, T factor) {
  all[index()] = T(all[index()] * factor);
}
__global__ void moved(Particle* all, float dt) {
  Particle& p = all[index()];
  p.x += dt * p.vx, p.y += dt * p.vy, p.z += dt * p.vz;
}
__global__ void moved_by_fields(
    float* x, float* y, float* z, const float* vx, const float* vy, const float* vz, float dt) {
  const size_t i = index();
  x[i] += dt * vx[i], y[i] += dt * vy[i], z[i] += dt * vz[i];
}
__global__ void energies(float* out, const Particle* all) {
  const Particle& p = all[index()];
  out[index()] = p.mass * (p.vx * p.vx + p.vy * p.vy + p.vz * p.vz);
}
__global__ void charged(Particle* all) { all[index()].charge = 1; }
__global__ void wide_moved(Wide* all, double dt) {
  for (int i = 0; i < 3; ++i) all[index()].position[i] += dt * all[index()].velocity[i];
}
__global__ void grey(unsigned char* out, const Pixel* in) {
  const Pixel p = in[index()];
  out[index()] = (unsigned char)((p.r * 77 + p.g * 151 + p.b * 28) >> 8);
}
__global__ void painted(Pixel* out, const unsigned char* in) {
  out[index()].r = in[index()], out[index()].g = 0, out[index()].b = 255;
}
__global__ void interleaved(float2* out, const float* re, const float* im) {
  out[index()] = make_float2(re[index()], im[index()]);
}
__global__ void separated(float* re, float* im, const float2* in) {
  re[index()] = in[index()].x, im[index()] = in[index()].y;
}
__global__ void every(float* out, int step) { out[index() * step] = 1; }
__global__ void half_sectors(float4* out) { out[index() * 2] = make_float4(1, 1, 1, 1); }
__global__ void shifted(float* out, const float* in, int by) { out[index() + by] = in[index()]; }
__global__ void rows_of(float* out, int cols, int pitch) {
  if (threadIdx.x < cols) out[blockIdx.x * pitch + threadIdx.x] = 1;
}

int main() {
  float *in = zeros<float>(1 << 24), *out = zeros<float>(1 << 24);
  label("bytes copied");
  copied<<<4096, 256>>>((unsigned char*)out, (const unsigned char*)in);
  label("shorts copied");
  copied<<<2048, 256>>>((short*)out, (const short*)in);
  label("float2 copied");
  copied<<<2048, 256>>>((float2*)out, (const float2*)in);
  label("float4 copied, 24 MiB");
  copied<<<6144, 256>>>((float4*)out, (const float4*)in);
  label("doubles scaled");
  scaled<<<2048, 256>>>((double*)out, 2.0);
  label("shorts scaled");
  scaled<<<4096, 128>>>((short*)out, short(3));
  label("particles moved");
  moved<<<512, 256>>>((Particle*)out, 0.1f);
  label("particles moved by fields");
  moved_by_fields<<<1024, 256>>>(out, out + (1 << 20), out + (2 << 20), in, in + (1 << 20), in + (2 << 20), 0.1f);
  label("energies of particles");
  energies<<<512, 256>>>(out, (const Particle*)in);
  label("particles charged, 8 MiB");
  charged<<<1024, 256>>>((Particle*)out);
  label("particles charged, 48 MiB");
  charged<<<6144, 256>>>((Particle*)out);
  label("wide particles moved");
  wide_moved<<<512, 128>>>((Wide*)out, 0.1);
  label("pixels to grey");
  grey<<<2048, 256>>>((unsigned char*)out, (const Pixel*)in);
  label("pixels painted");
  painted<<<2048, 256>>>((Pixel*)out, (const unsigned char*)in);
  label("pixels painted, 36 MiB");
  painted<<<(12 << 20) / 512, 512>>>((Pixel*)out, (const unsigned char*)in);
  label("complex numbers put together");
  interleaved<<<2048, 256>>>((float2*)out, in, in + (1 << 20));
  label("complex numbers taken apart");
  separated<<<2048, 256>>>(out, out + (1 << 20), (const float2*)in);
  for (const int step : {2, 4, 12}) {
    label("every %ldth float stored", step);
    every<<<2048, 256>>>(out, step);
  }
  label("half of each sector stored, 32 MiB");
  half_sectors<<<4096, 256>>>((float4*)out);
  for (const int by : {1, 8, 17}) {
    label("shifted by %ld", by);
    shifted<<<2048, 256>>>(out, in, by);
  }
  label("rows of 100 in 128 stored");
  rows_of<<<8192, 128>>>(out, 100, 128);
  label("rows of 60 in 60 stored");
  rows_of<<<8192, 64>>>(out, 60, 60);
  return finish();
}
