// Later: stores and loads in strides, said by the model before an H100 counted them.
#include "../caches.cuh"

__global__ void stored_every(float* out, int stride) { out[index() * stride] = 1; }
__global__ void loaded_every(float* out, const float* in, int stride) { out[index()] = in[index() * stride]; }
// One launch stores all, but in turns: those of each turn are `turns` apart.
__global__ void stored_in_turns(float* out, int turns) {
  for (int t = 0; t < turns; ++t) out[index() * turns + t] = float(t);
}
__global__ void pairs_swapped(float* a) {
  const float one = a[index() * 2], other = a[index() * 2 + 1];
  a[index() * 2] = other;
  a[index() * 2 + 1] = one;
}
__global__ void bytes_every(unsigned char* out, int stride) { out[index() * stride] = 1; }

int main() {
  float *in = zeros<float>(1 << 25), *out = zeros<float>(1 << 25);
  label("stored every 3, 48 MiB");
  stored_every<<<16384, 256>>>(out, 3);
  label("stored every 12, 96 MiB");
  stored_every<<<8192, 256>>>(out, 12);
  label("loaded every 5");
  loaded_every<<<4096, 256>>>(out, in, 5);
  label("loaded every 33");
  loaded_every<<<2048, 256>>>(out, in, 33);
  label("stored in 6 turns");
  stored_in_turns<<<1024, 256>>>(out, 6);
  label("stored in 24 turns");
  stored_in_turns<<<512, 256>>>(out, 24);
  label("pairs swapped");
  pairs_swapped<<<4096, 256>>>(out);
  label("bytes every 7, 14 MiB");
  bytes_every<<<8192, 256>>>((unsigned char*)out, 7);
  return finish();
}
