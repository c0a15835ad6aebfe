// The access patterns of the chapter's figures: each kernel loads once a lane from shared memory, from a different
// place. Run: build/trace.sim --module build/patterns-02-bank-conflicts.sim.so --function stride_2 --shape 64x64
//
// Every function has the chapter's signature and launches one block of one warp. The window is filled lane by lane,
// then comes the one load that counts.
#include <cuda_runtime.h>

constexpr int words = 2048;  // of the window

// Lane i loads T number `scale * (i / divide) + (i % 2) * odd`, backwards if scale is negative.
template <typename T, int scale, int divide = 1, int odd = 0>
__global__ void load_kernel(T* out, const float* in) {
  __shared__ __align__(16) float window[words];
  for (int i = threadIdx.x; i < words; i += 32) window[i] = in[i];
  __syncthreads();
  const int lane = scale < 0 ? 31 - threadIdx.x : threadIdx.x;
  out[threadIdx.x] =
      reinterpret_cast<const T*>(window)[(scale < 0 ? -scale : scale) * (lane / divide) + lane % 2 * odd];
}

// The same 32 floats as neighbours has, in an order that looks like chance.
__global__ void shuffled_kernel(float* out, const float* in) {
  __shared__ float window[words];
  for (int i = threadIdx.x; i < words; i += 32) window[i] = in[i];
  __syncthreads();
  out[threadIdx.x] = window[threadIdx.x * 13 % 32];
}

template <typename T, int scale, int divide = 1, int odd = 0>
void load(float* out, const float* in) {
  load_kernel<T, scale, divide, odd><<<1, 32>>>(reinterpret_cast<T*>(out), in);
}

void neighbours(float* out, const float* in, int, int) { load<float, 1>(out, in); }
void reversed(float* out, const float* in, int, int) { load<float, -1>(out, in); }
void shuffled(float* out, const float* in, int, int) { shuffled_kernel<<<1, 32>>>(out, in); }
void broadcast(float* out, const float* in, int, int) { load<float, 0>(out, in); }
void pairs(float* out, const float* in, int, int) { load<float, 1, 2>(out, in); }
void two_words_of_a_bank(float* out, const float* in, int, int) { load<float, 0, 1, 32>(out, in); }
void stride_2(float* out, const float* in, int, int) { load<float, 2>(out, in); }
void stride_3(float* out, const float* in, int, int) { load<float, 3>(out, in); }
void stride_8(float* out, const float* in, int, int) { load<float, 8>(out, in); }
void stride_32(float* out, const float* in, int, int) { load<float, 32>(out, in); }
void stride_33(float* out, const float* in, int, int) { load<float, 33>(out, in); }
void stride_34(float* out, const float* in, int, int) { load<float, 34>(out, in); }
void stride_36(float* out, const float* in, int, int) { load<float, 36>(out, in); }
void float2s(float* out, const float* in, int, int) { load<float2, 1>(out, in); }
void float4s(float* out, const float* in, int, int) { load<float4, 1>(out, in); }
void float2s_stride_2(float* out, const float* in, int, int) { load<float2, 2>(out, in); }
void float4s_stride_2(float* out, const float* in, int, int) { load<float4, 2>(out, in); }
void float4s_broadcast(float* out, const float* in, int, int) { load<float4, 0>(out, in); }
