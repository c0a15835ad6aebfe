// Calibration: atomics on shared memory, with and without a used result, where lanes meet and where they do not; and those of
// all lanes on one place that nvcc knows to be one.
#include "results.cuh"

enum Operation {
  add,
  add_one,
  add_two,
  add_used,
  add_one_used,
  least,
  largest_used,
  all_bits,
  exchange,
  swap,
  up,
  add_float,
  add_float_used,
  add_double,
  add_long
};

template <Operation op, typename T>
__device__ T update(T* at, T value) {
  if constexpr (op == add || op == add_used || op == add_float || op == add_float_used || op == add_double ||
                op == add_long)
    return atomicAdd(at, value);
  if constexpr (op == add_one || op == add_one_used) return atomicAdd(at, 1);
  if constexpr (op == add_two) return atomicAdd(at, 2);
  if constexpr (op == least) return atomicMin(at, value);
  if constexpr (op == largest_used) return atomicMax(at, value);
  if constexpr (op == all_bits) return atomicOr(at, value);
  if constexpr (op == exchange) return atomicExch(at, value);
  if constexpr (op == swap) return atomicCAS(at, 0, value);
  if constexpr (op == up) return atomicInc(at, value);
}

template <Operation op, typename T>
__global__ void shared_update(T* out, const int* index, const T* value) {
  __shared__ T s[1024];
  for (int i = threadIdx.x; i < 1024; i += 32) s[i] = 0;
  __syncthreads();
  constexpr bool used = op == add_used || op == add_one_used || op == largest_used || op == exchange || op == swap ||
                        op == add_float_used;
  const T old = update<op>(&s[index[threadIdx.x]], value[threadIdx.x]);
  if constexpr (used) out[32 + threadIdx.x] = old < 0;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x] < 0;
}

// One place of the block, some lanes of each warp.
template <typename T>
__global__ void shared_total(T* out, const T* value, int some) {
  __shared__ T total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  if (threadIdx.x % some == 0) atomicAdd(&total, value[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) *out = total;
}

template <typename T>
__global__ void total(T* out, const T* value, int some) {
  if (threadIdx.x % some == 0) atomicAdd(out, value[threadIdx.x]);
}
__global__ void total_of_ones(int* out, const int* value) {
  if (value[threadIdx.x] > 3) atomicAdd(out, 1);
}
__global__ void least_of_all(int* out, const int* value, int some) {
  if (threadIdx.x % some == 0) atomicMin(out, value[threadIdx.x]);
}
__global__ void any_bits(unsigned* out, const unsigned* value) { atomicOr(out, value[threadIdx.x]); }
__global__ void of_blocks(int* out, const int* value) { atomicAdd(&out[blockIdx.x], value[threadIdx.x]); }
__global__ void tickets(int* out, int* next) { out[threadIdx.x] = atomicAdd(next, 2) < 0; }
__global__ void by_warps(int* out, const int* value) { atomicAdd(&out[threadIdx.x / 32], value[threadIdx.x]); }

template <Operation op, typename T>
void at_places(const char* name, T* out, int* const* index, const T* value) {
  char text[64];
  for (int way = 0; way < 9; ++way) {
    snprintf(text, sizeof text, "%s %d", name, way);
    measured(text, out, 64, [&] { shared_update<op><<<1, 32>>>(out, index[way], value); });
  }
}

int main() {
  int* index[9];
  for (int way = 0; way < 9; ++way)
    index[way] = filled<int>(32, [way](size_t lane) {
      const int i = int(lane);
      switch (way) {
        case 0:
          return i;
        case 1:
          return 7;
        case 2:
          return i / 2;
        case 3:
          return i % 8;
        case 4:
          return i < 5 ? 0 : i;
        case 5:
          return i * 8;
        case 6:
          return i % 4 * 32 + i / 16;
        case 7:
          return i * i % 23;
        default:
          return i * i % 251 * 4 + i % 2;
      }
    });
  int* ints = filled<int>(256, [](size_t i) { return int(i * 7 % 13); });
  unsigned* words = filled<unsigned>(256, [](size_t i) { return unsigned(i * 7 % 13); });
  float* floats = filled<float>(256, [](size_t i) { return float(i * 7 % 13); });
  double* doubles = filled<double>(256, [](size_t i) { return double(i * 7 % 13); });
  unsigned long long* longs = filled<unsigned long long>(256, [](size_t i) { return i * 7 % 13; });
  int* out = zeros<int>(512);
  auto* uout = (unsigned*)out;
  auto* fout = (float*)out;
  auto* dout = (double*)out;
  auto* lout = (unsigned long long*)out;
  at_places<add>("add", out, index, ints);
  at_places<add_one>("add 1", out, index, ints);
  at_places<add_two>("add 2", out, index, ints);
  at_places<add_used>("add, used", out, index, ints);
  at_places<add_one_used>("add 1, used", out, index, ints);
  at_places<least>("min", out, index, ints);
  at_places<largest_used>("max, used", out, index, ints);
  at_places<all_bits>("or", uout, index, words);
  at_places<exchange>("exchange", out, index, ints);
  at_places<swap>("compare and swap", out, index, ints);
  at_places<up>("increment", uout, index, words);
  at_places<add_float>("float", fout, index, floats);
  at_places<add_float_used>("float, used", fout, index, floats);
  at_places<add_double>("double", dout, index, doubles);
  at_places<add_long>("64 bits", lout, index, longs);
  measured("total of a block", out, 1, [&] { shared_total<<<1, 64>>>(out, ints, 1); });
  measured("total of a block, some", out, 1, [&] { shared_total<<<1, 64>>>(out, ints, 5); });
  measured("total of a block, floats", fout, 1, [&] { shared_total<<<1, 64>>>(fout, floats, 5); });
  measured("total", out, 1, [&] { total<<<1, 64>>>(out, ints, 1); });
  measured("total, some", out, 1, [&] { total<<<1, 64>>>(out, ints, 5); });
  measured("total of floats", fout, 1, [&] { total<<<1, 64>>>(fout, floats, 5); });
  measured("total of doubles", dout, 1, [&] { total<<<1, 64>>>(dout, doubles, 5); });
  measured("total of longs", lout, 1, [&] { total<<<1, 64>>>(lout, longs, 5); });
  measured("total of ones", out, 1, [&] { total_of_ones<<<1, 64>>>(out, ints); });
  measured("least of all", out, 1, [&] { least_of_all<<<1, 64>>>(out, ints, 3); });
  measured("any bits", uout, 1, [&] { any_bits<<<1, 64>>>(uout, words); });
  measured("of blocks", out, 2, [&] { of_blocks<<<2, 64>>>(out, ints); });
  measured("tickets", out, 64, [&] { tickets<<<1, 64>>>(out, out + 64); });
  measured("by warps", out, 2, [&] { by_warps<<<1, 64>>>(out, ints); });
  return finish();
}
