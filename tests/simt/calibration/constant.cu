// Calibration: look-ups in constant memory, the index from memory, at several widths.
#include <algorithm>

#include "calibration.cuh"

constexpr int words = 4096;
__constant__ unsigned raw[words];  // whatever the lookers take it for

// The index comes from memory, so that the compiler cannot know whether lanes agree.
template <typename T>
__global__ void look_up(T* out, const int* index) {
  const T* table = reinterpret_cast<const T*>(raw);
  out[threadIdx.x] = table[index[threadIdx.x]];
}

__global__ void some_lanes(float* out, const int* index) {
  const float* table = reinterpret_cast<const float*>(raw);
  if (threadIdx.x % 3 == 0) out[threadIdx.x] = table[index[threadIdx.x]];
}

__global__ void same_for_all(float* out, int first) {
  const float* table = reinterpret_cast<const float*>(raw);
  out[threadIdx.x] = table[first] + table[first + 1];
}

// A table of sums, as the entropy filters have it: each lane its own row of counts.
__global__ void sum_of_logs(double* out, const int* counts) {
  const double* table = reinterpret_cast<const double*>(raw);
  double sum = 0;
#pragma unroll 1
  for (int i = 0; i < 16; ++i) sum += table[counts[threadIdx.x * 16 + i]];
  out[threadIdx.x] = sum;
}

template <typename T>
void ways() {
  T* out = zeros<T>(64);
  const int most = int(words * sizeof(unsigned) / sizeof(T)) - 1;
  for (int way = 0; way < 14; ++way) {
    int* index = filled<int>(64, [=](size_t lane) {
      const int i = int(lane % 32);
      switch (way) {
        case 0: return 0;
        case 1: return i;
        case 2: return 2 * i;
        case 3: return 31 - i;
        case 4: return i / 2;
        case 5: return i / 16;
        case 6: return i % 2;
        case 7: return i % 4;
        case 8: return i == 31 ? 1 : 0;
        case 9: return i == 31 ? most : 0;
        case 10: return i * 8;
        case 11: return std::min(i * 64, most);
        case 12: return i * i % 23;
        default: return i % 8 * 4;
      }
    });
    label("%ld bytes way %ld", sizeof(T), way), look_up<<<1, 64>>>(out, index);
  }
}

int main() {
  ways<unsigned char>();
  ways<short>();
  ways<float>();
  ways<double>();
  ways<float4>();
  float* out = zeros<float>(128);
  int* index = filled<int>(128, [](size_t i) { return int(i * i % 61); });
  label("some lanes"), some_lanes<<<1, 96>>>(out, index);
  label("the same for all"), same_for_all<<<1, 64>>>(out, 5);
  double* sums = zeros<double>(64);
  int* counts = filled<int>(64 * 16, [](size_t i) { return int((i * 7919 >> 3) % 5 * (i % 16 < 5)); });
  label("sums"), sum_of_logs<<<1, 64>>>(sums, counts);
  return finish();
}
