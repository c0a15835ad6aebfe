// The series' kernels, as text for NVRTC: they are compiled while the program runs.
#pragma once

namespace series {

inline const char* const kernels = R"(
// One thread a sum.
template <typename Number>
__device__ void one_thread_a_sum(Number* out, int terms) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + 1;
  Number sum = 0;
  for (int k = 1; k <= terms; ++k) sum += 1 / pow(Number(i), 1 + sin(Number(k)));
  out[i - 1] = sum;
}
extern "C" __global__ void narrow_double(double* out, int terms) { one_thread_a_sum(out, terms); }
extern "C" __global__ void narrow_float(float* out, int terms) { one_thread_a_sum(out, terms); }

// gridDim.y blocks of 256 threads a sum; out must begin as zeros.
template <typename Number>
__device__ void many_threads_a_sum(Number* out, int terms) {
  __shared__ Number parts[256];
  const int i = blockIdx.x + 1;
  Number sum = 0;
  for (int k = blockIdx.y * 256 + threadIdx.x + 1; k <= terms; k += gridDim.y * 256)
    sum += 1 / pow(Number(i), 1 + sin(Number(k)));
  parts[threadIdx.x] = sum;
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
  }
  if (threadIdx.x == 0) atomicAdd(&out[i - 1], parts[0]);
}
extern "C" __global__ void wide_double(double* out, int terms) { many_threads_a_sum(out, terms); }
extern "C" __global__ void wide_float(float* out, int terms) { many_threads_a_sum(out, terms); }
)";

}  // namespace series
