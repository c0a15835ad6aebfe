// cuRAND's generators for kernels, from NVIDIA's own headers. The first line is what the authors of Philox publish for a key
// and a counter of zeros (Random123, kat_vectors); the others are what the headers make of their seeds.
// prints: philox 6627e8d5 e169c58d bc57ac4c 9b00dbd8
// prints: philox 034cd719 1250d3a3, 0.620832324 0.355574518
// prints: xorwow b017d299 6035bc78, 0.857092559 0.80087173
// prints: mrg32k3a 309309a7 da5271ae, 0.524570048 0.374348104
#include <cstdio>
#include <curand_kernel.h>

__global__ void first(unsigned* out) {
  curandStatePhilox4_32_10_t state;
  curand_init(0, 0, 0, &state);
  for (int i = 0; i < 4; ++i) out[i] = curand(&state);
}
template <typename State>
__global__ void draw(unsigned long long seed, unsigned* out, float* uniform) {
  State state;
  const int t = threadIdx.x;
  curand_init(seed, t, 3, &state);
  out[t] = curand(&state);
  uniform[t] = curand_uniform(&state);
  (void)curand_normal(&state);
  (void)curand_uniform_double(&state);
  skipahead(1000ull, &state);
  out[t] ^= curand(&state);
}

template <typename State>
void show(const char* name, unsigned* out, float* uniform) {
  draw<State><<<1, 32>>>(1234, out, uniform);
  cudaDeviceSynchronize();
  unsigned sum = 0;
  for (int i = 0; i < 32; ++i) sum = sum * 31 + out[i];
  printf("%s %08x %08x, %.9g %.9g\n", name, out[0], sum, uniform[0], uniform[31]);
}

int main() {
  unsigned* out;
  float* uniform;
  cudaMallocManaged(&out, 32 * sizeof(unsigned));
  cudaMallocManaged(&uniform, 32 * sizeof(float));
  first<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  printf("philox %08x %08x %08x %08x\n", out[0], out[1], out[2], out[3]);
  show<curandStatePhilox4_32_10_t>("philox", out, uniform);
  show<curandStateXORWOW_t>("xorwow", out, uniform);
  show<curandStateMRG32k3a_t>("mrg32k3a", out, uniform);
  cudaFree(out);
  cudaFree(uniform);
}
