// Held out: memcpy and memset in kernels, as people write them. Simulated before a GPU counted them.
#include <cstring>

#include "results.cuh"

constexpr int n = 2048;

// The bits of a float, from memory.
__global__ void exponents(int* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned bits;
  memcpy(&bits, in + i, sizeof bits);
  out[i] = int(bits >> 23 & 255) - 127;
}
// The same of a value that has been loaded.
__global__ void signs(int* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float value = in[i];
  unsigned bits;
  memcpy(&bits, &value, sizeof bits);
  out[i] = int(bits >> 31);
}
// Numbers of 4 bytes anywhere in a file.
__global__ void read_anywhere(unsigned* out, const unsigned char* file, int record) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned value;
  memcpy(&value, file + i * record + 1, 4);
  out[i] = value;
}
struct Header {
  unsigned short kind, length;
  unsigned sum;
};
__global__ void headers(unsigned* out, const unsigned char* packets, int pitch) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  Header h;
  memcpy(&h, packets + i * pitch, sizeof h);
  out[i] = h.kind + h.length * 3u + h.sum;
}
struct Particle {
  float x, y, z, mass;
};
__global__ void particles_copied(Particle* out, const Particle* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  memcpy(&out[i], &in[i], sizeof(Particle));
}
__global__ void particles_moved(Particle* out, const Particle* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  Particle p;
  memcpy(&p, &in[i], sizeof p);
  p.x += p.mass;
  memcpy(&out[i], &p, sizeof p);
}
// Rows of a list of rows, whole.
__global__ void rows_copied(int* out, const int* in, const int* which) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  memcpy(out + 8 * i, in + 8 * which[i], 8 * sizeof(int));
}
__global__ void rows_of_any_length(int* out, const int* in, int length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  memcpy(out + length * i, in + length * i, length * sizeof(int));
}
// By way of shared memory.
__global__ void words_turned(int* out, const int* in) {
  __shared__ int s[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  memcpy(&s[threadIdx.x], &in[i], sizeof(int));
  __syncthreads();
  memcpy(&out[i], &s[127 - threadIdx.x], sizeof(int));
}
__global__ void bits_of_a_tile(int* out, const float* in) {
  __shared__ float s[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = in[i] + 1;
  __syncthreads();
  int bits;
  memcpy(&bits, &s[threadIdx.x ^ 5], sizeof bits);
  out[i] = bits;
}
__global__ void moved_in_a_tile(int* out, const int* in) {
  __shared__ int s[128], t[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = in[i];
  __syncthreads();
  memcpy(&t[threadIdx.x * 5 % 128], &s[threadIdx.x], sizeof(int));
  __syncthreads();
  out[i] = t[threadIdx.x];
}
__global__ void pairs_of_a_tile(double* out, const float2* in) {
  __shared__ float2 s[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = in[i];
  __syncthreads();
  double both;
  memcpy(&both, &s[127 - threadIdx.x], sizeof both);
  out[i] = both;
}
extern __shared__ int of_any_size[];
__global__ void in_dynamic_memory(int* out, const int* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  memcpy(&of_any_size[threadIdx.x], &in[i], sizeof(int));
  __syncthreads();
  out[i] = of_any_size[blockDim.x - 1 - threadIdx.x];
}
// Zeros: of what a pointer leads to, and of a variable.
__global__ void cleared(int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  memset(out + 4 * i, 255, 4 * sizeof(int));
}
__global__ void counted(int* out, const unsigned char* in) {
  __shared__ int bins[128];
  memset(&bins[threadIdx.x], 0, sizeof(int));
  __syncthreads();
  atomicAdd(&bins[in[blockIdx.x * blockDim.x + threadIdx.x] % 128], 1);
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = bins[threadIdx.x];
}
__constant__ float weights[64];
__global__ void weighted(float* out, const float* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float weight, value;
  memcpy(&weight, &weights[i % 64], sizeof weight);
  memcpy(&value, &in[i], sizeof value);
  out[i] = weight + value;
}
__device__ int table[128];
__global__ void of_a_table(int* out, const int* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int entry;
  memcpy(&entry, &table[in[i] & 127], sizeof entry);
  out[i] = entry + i;
}
// A sum in a loop, four bytes at a time; and of doubles.
__global__ void checksum(unsigned* out, const unsigned char* in, int length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = 0;
  for (int k = 0; k < length; k += 4) {
    unsigned word;
    memcpy(&word, in + i * length + k, 4);
    sum = sum * 31 + word;
  }
  out[i] = sum;
}
__global__ void bits_of_doubles(long long* out, const double* in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  long long bits;
  memcpy(&bits, &in[i], sizeof bits);
  out[i] = bits >> 52;
}

int main() {
  const float* in = filled<float>(n * 4, [](size_t i) { return float(i % 251) - 99; });
  const int* numbers = filled<int>(n * 8, [](size_t i) { return int(i * 7919 % 4093); });
  const int* which = filled<int>(n, [](size_t i) { return int(i * 37 % 256); });
  const auto* bytes = reinterpret_cast<const unsigned char*>(numbers);
  int* out = zeros<int>(n * 8);
  const auto count = size_t(n);
  measured("exponents", out, count, [&] { exponents<<<4, 128>>>(out, in); });
  measured("signs", out, count, [&] { signs<<<4, 128>>>(out, in); });
  measured("numbers anywhere", out, count, [&] { read_anywhere<<<4, 128>>>((unsigned*)out, bytes, 7); });
  measured("headers", out, count, [&] { headers<<<4, 128>>>((unsigned*)out, bytes, 24); });
  measured("particles copied", out, count, [&] { particles_copied<<<4, 128>>>((Particle*)out, (const Particle*)in); });
  measured("particles moved", out, count, [&] { particles_moved<<<4, 128>>>((Particle*)out, (const Particle*)in); });
  measured("rows copied", out, count, [&] { rows_copied<<<2, 128>>>(out, numbers, which); });
  measured("rows of any length", out, count, [&] { rows_of_any_length<<<2, 128>>>(out, numbers, 3); });
  measured("words turned", out, count, [&] { words_turned<<<4, 128>>>(out, numbers); });
  measured("bits of a tile", out, count, [&] { bits_of_a_tile<<<4, 128>>>(out, in); });
  measured("moved in a tile", out, count, [&] { moved_in_a_tile<<<4, 128>>>(out, numbers); });
  measured("pairs of a tile", out, count, [&] { pairs_of_a_tile<<<4, 128>>>((double*)out, (const float2*)in); });
  measured("in dynamic memory", out, count, [&] { in_dynamic_memory<<<4, 128, 512>>>(out, numbers); });
  measured("cleared", out, count, [&] { cleared<<<4, 128>>>(out); });
  measured("counted", out, count, [&] { counted<<<4, 128>>>(out, bytes); });
  measured("weighted", out, count, [&] { weighted<<<4, 128>>>((float*)out, in); });
  measured("of a table", out, count, [&] { of_a_table<<<4, 128>>>(out, numbers); });
  measured("checksum", out, count, [&] { checksum<<<2, 128>>>((unsigned*)out, bytes, 32); });
  measured("bits of doubles", out, count, [&] { bits_of_doubles<<<4, 128>>>((long long*)out, (const double*)in); });
  return finish();
}
