// Later: records of several fields, side by side or apart, said by the model before an H100 counted them.
#include "../caches.cuh"

struct Body {  // 48 bytes
  float place[3], speed[3], mass, charge, spin[4];
};
struct Small {  // 20 bytes
  float a, b, c, d, e;
};
// Groups of 8 records, field by field.
struct Eight {
  float x[8], y[8], z[8];
};

__global__ void kicked(Body* all, float by) {
  Body& one = all[index()];
  for (int i = 0; i < 3; ++i) one.place[i] += one.speed[i] * by;
}
__global__ void masses(float* out, const Body* all) { out[index()] = all[index()].mass * all[index()].charge; }
__global__ void ends_of_small(float* out, const Small* all) { out[index()] = all[index()].a + all[index()].e; }
__global__ void grouped(float* out, const Eight* all) {
  const Eight& of = all[index() / 8];
  const int i = int(index() % 8);
  out[index()] = of.x[i] * of.x[i] + of.y[i] * of.y[i] + of.z[i] * of.z[i];
}
__global__ void seven_arrays(float* out, const float* in, size_t each) {
  float sum = 0;
  for (int f = 0; f < 7; ++f) sum += in[f * each + index()];
  out[index()] = sum;
}
__global__ void small_made(Small* all, const float* in) {
  const float v = in[index()];
  all[index()] = {v, v + 1, v + 2, v + 3, v + 4};
}

int main() {
  float *in = zeros<float>(1 << 23), *out = zeros<float>(1 << 23);
  label("bodies kicked, 12 MiB");
  kicked<<<1024, 256>>>((Body*)in, 2);
  label("masses of bodies");
  masses<<<1024, 256>>>(out, (const Body*)in);
  label("ends of 20 bytes");
  ends_of_small<<<1024, 256>>>(out, (const Small*)in);
  label("groups of eight");
  grouped<<<2048, 256>>>(out, (const Eight*)in);
  label("seven arrays");
  seven_arrays<<<2048, 512>>>(out, in, 1 << 20);
  label("20 bytes made");
  small_made<<<1024, 256>>>((Small*)out, in);
  return finish();
}
