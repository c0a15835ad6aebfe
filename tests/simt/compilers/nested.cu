// Every compiler the same: a loop inside a loop, whose bound or beginning is the outer one's counter. Whether g++ asks if the inner
// one is entered differs from version to version, and so does what it counts down to 0; what nvcc makes of them does not.
#include "../calibration/calibration.cuh"

#define LOOPS(name, outer, inner)                           \
  __global__ void name(float* out, const float* a, int n) { \
    __shared__ float s[64];                                 \
    s[threadIdx.x] = a[threadIdx.x];                        \
    __syncthreads();                                        \
    float sum = 0;                                          \
    for (outer)                                             \
      for (inner) sum += s[j] * float(i);                   \
    out[threadIdx.x] = sum + float(n);                      \
  }

LOOPS(up_to, int i = 0; i < n; ++i, int j = 0; j <= i; ++j)
LOOPS(up_to_from_one, int i = 1; i < n; ++i, int j = 0; j <= i; ++j)
LOOPS(up_to_constant, int i = 0; i < 12; ++i, int j = 0; j <= i; ++j)
LOOPS(up_to_apart, int i = threadIdx.x; i < n; i += 8, int j = 0; j <= i; ++j)
LOOPS(up_to_doubled, int i = 1; i < 32; i *= 2, int j = 0; j <= i; ++j)
LOOPS(below, int i = 0; i < n; ++i, int j = 0; j < i; ++j)
LOOPS(below_from_one, int i = 1; i < n; ++i, int j = 0; j < i; ++j)
LOOPS(below_constant, int i = 0; i < 12; ++i, int j = 0; j < i; ++j)
LOOPS(below_apart, int i = threadIdx.x; i < n; i += 8, int j = 0; j < i; ++j)
LOOPS(below_doubled, int i = 1; i < 32; i *= 2, int j = 0; j < i; ++j)
LOOPS(from, int i = 0; i < n; ++i, int j = i; j < n; ++j)
LOOPS(from_from_one, int i = 1; i < n; ++i, int j = i; j < n; ++j)
LOOPS(from_constant, int i = 0; i < 12; ++i, int j = i; j < 12; ++j)
LOOPS(from_apart, int i = threadIdx.x; i < n; i += 8, int j = i; j < n; ++j)
LOOPS(from_doubled, int i = 1; i < 32; i *= 2, int j = i; j < 32; ++j)
LOOPS(behind, int i = 0; i < n; ++i, int j = i + 1; j < n; ++j)
LOOPS(behind_from_one, int i = 1; i < n; ++i, int j = i + 1; j < n; ++j)
LOOPS(behind_constant, int i = 0; i < 12; ++i, int j = i + 1; j < 12; ++j)
LOOPS(behind_apart, int i = threadIdx.x; i < n; i += 8, int j = i + 1; j < n; ++j)
LOOPS(behind_doubled, int i = 1; i < 32; i *= 2, int j = i + 1; j < 32; ++j)
LOOPS(back, int i = 0; i < n; ++i, int j = i; j >= 0; --j)
LOOPS(back_from_one, int i = 1; i < n; ++i, int j = i; j >= 0; --j)
LOOPS(back_constant, int i = 0; i < 12; ++i, int j = i; j >= 0; --j)
LOOPS(back_apart, int i = threadIdx.x; i < n; i += 8, int j = i; j >= 0; --j)
LOOPS(back_doubled, int i = 1; i < 32; i *= 2, int j = i; j >= 0; --j)
LOOPS(rest, int i = 0; i < n; ++i, int j = 0; j < n - i; ++j)
LOOPS(rest_from_one, int i = 1; i < n; ++i, int j = 0; j < n - i; ++j)
LOOPS(rest_constant, int i = 0; i < 12; ++i, int j = 0; j < 12 - i; ++j)
LOOPS(rest_apart, int i = threadIdx.x; i < n; i += 8, int j = 0; j < n - i; ++j)
LOOPS(rest_doubled, int i = 1; i < 32; i *= 2, int j = 0; j < 32 - i; ++j)
LOOPS(by_steps, int i = 0; i < n; ++i, int j = i; j < 48; j += 4)
LOOPS(by_steps_from_one, int i = 1; i < n; ++i, int j = i; j < 48; j += 4)
LOOPS(by_steps_constant, int i = 0; i < 12; ++i, int j = i; j < 48; j += 4)
LOOPS(by_steps_apart, int i = threadIdx.x; i < n; i += 8, int j = i; j < 48; j += 4)
LOOPS(by_steps_doubled, int i = 1; i < 32; i *= 2, int j = i; j < 48; j += 4)
LOOPS(twice, int i = 0; i < n; ++i, int j = 0; j < 2 * i + 2; ++j)
LOOPS(twice_from_one, int i = 1; i < n; ++i, int j = 0; j < 2 * i + 2; ++j)
LOOPS(twice_constant, int i = 0; i < 12; ++i, int j = 0; j < 2 * i + 2; ++j)
LOOPS(twice_apart, int i = threadIdx.x; i < n; i += 8, int j = 0; j < 2 * i + 2; ++j)
LOOPS(twice_doubled, int i = 1; i < 32; i *= 2, int j = 0; j < 2 * i + 2; ++j)
LOOPS(unsigned_up_to, unsigned i = 0; i < n; ++i, unsigned j = 0; j <= i; ++j)
LOOPS(unsigned_below, unsigned i = 1; i < n; ++i, unsigned j = 0; j < i; ++j)
LOOPS(unsigned_rest, unsigned i = 0; i < n; ++i, unsigned j = 0; j < n - i; ++j)
LOOPS(unsigned_twice, unsigned i = 0; i < 12; ++i, unsigned j = 0; j < 2 * i + 2; ++j)

#undef LOOPS

int main() {
  const float* a = filled<float>(64, [](size_t i) { return float(i % 13); });
  float* out = zeros<float>(64);
  up_to<<<1, 64>>>(out, a, 14);
  up_to_from_one<<<1, 64>>>(out, a, 14);
  up_to_constant<<<1, 64>>>(out, a, 14);
  up_to_apart<<<1, 64>>>(out, a, 14);
  up_to_doubled<<<1, 64>>>(out, a, 14);
  below<<<1, 64>>>(out, a, 14);
  below_from_one<<<1, 64>>>(out, a, 14);
  below_constant<<<1, 64>>>(out, a, 14);
  below_apart<<<1, 64>>>(out, a, 14);
  below_doubled<<<1, 64>>>(out, a, 14);
  from<<<1, 64>>>(out, a, 14);
  from_from_one<<<1, 64>>>(out, a, 14);
  from_constant<<<1, 64>>>(out, a, 14);
  from_apart<<<1, 64>>>(out, a, 14);
  from_doubled<<<1, 64>>>(out, a, 14);
  behind<<<1, 64>>>(out, a, 14);
  behind_from_one<<<1, 64>>>(out, a, 14);
  behind_constant<<<1, 64>>>(out, a, 14);
  behind_apart<<<1, 64>>>(out, a, 14);
  behind_doubled<<<1, 64>>>(out, a, 14);
  back<<<1, 64>>>(out, a, 14);
  back_from_one<<<1, 64>>>(out, a, 14);
  back_constant<<<1, 64>>>(out, a, 14);
  back_apart<<<1, 64>>>(out, a, 14);
  back_doubled<<<1, 64>>>(out, a, 14);
  rest<<<1, 64>>>(out, a, 14);
  rest_from_one<<<1, 64>>>(out, a, 14);
  rest_constant<<<1, 64>>>(out, a, 14);
  rest_apart<<<1, 64>>>(out, a, 14);
  rest_doubled<<<1, 64>>>(out, a, 14);
  by_steps<<<1, 64>>>(out, a, 14);
  by_steps_from_one<<<1, 64>>>(out, a, 14);
  by_steps_constant<<<1, 64>>>(out, a, 14);
  by_steps_apart<<<1, 64>>>(out, a, 14);
  by_steps_doubled<<<1, 64>>>(out, a, 14);
  twice<<<1, 64>>>(out, a, 14);
  twice_from_one<<<1, 64>>>(out, a, 14);
  twice_constant<<<1, 64>>>(out, a, 14);
  twice_apart<<<1, 64>>>(out, a, 14);
  twice_doubled<<<1, 64>>>(out, a, 14);
  unsigned_up_to<<<1, 64>>>(out, a, 14);
  unsigned_below<<<1, 64>>>(out, a, 14);
  unsigned_rest<<<1, 64>>>(out, a, 14);
  unsigned_twice<<<1, 64>>>(out, a, 14);
  return finish();
}
