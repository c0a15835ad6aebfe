// The access patterns of the chapter's table: each kernel loads once a lane, from a different place.
// Run: build/trace.sim --module build/patterns-01-coalescing.sim.so --function stride_2 --shape 1024x1024
//
// Every function has the chapter's signature, launches one block of one warp, and stores lane by lane to out.
#include <cuda_runtime.h>

// lane i loads float i
__global__ void neighbours_kernel(float* out, const float* in) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void reversed_kernel(float* out, const float* in) { out[threadIdx.x] = in[31 - threadIdx.x]; }

// the same 32 floats, in an order that looks like chance
__global__ void shuffled_kernel(float* out, const float* in) { out[threadIdx.x] = in[threadIdx.x * 13 % 32]; }

__global__ void shifted_kernel(float* out, const float* in) { out[threadIdx.x] = in[threadIdx.x + 1]; }

__global__ void stride_2_kernel(float* out, const float* in) { out[threadIdx.x] = in[threadIdx.x * 2]; }

__global__ void stride_4_kernel(float* out, const float* in) { out[threadIdx.x] = in[threadIdx.x * 4]; }

__global__ void broadcast_kernel(float* out, const float* in) { out[threadIdx.x] = in[0]; }

__global__ void one_lane_kernel(float* out, const float* in) {
  if (threadIdx.x == 0) out[threadIdx.x] = in[threadIdx.x];
}

__global__ void doubles_kernel(double* out, const double* in) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void float4s_kernel(float4* out, const float4* in) { out[threadIdx.x] = in[threadIdx.x]; }

__global__ void float4s_stride_2_kernel(float4* out, const float4* in) { out[threadIdx.x] = in[threadIdx.x * 2]; }

void neighbours(float* out, const float* in, int, int) { neighbours_kernel<<<1, 32>>>(out, in); }
void reversed(float* out, const float* in, int, int) { reversed_kernel<<<1, 32>>>(out, in); }
void shuffled(float* out, const float* in, int, int) { shuffled_kernel<<<1, 32>>>(out, in); }
void shifted(float* out, const float* in, int, int) { shifted_kernel<<<1, 32>>>(out, in); }
void stride_2(float* out, const float* in, int, int) { stride_2_kernel<<<1, 32>>>(out, in); }
void stride_4(float* out, const float* in, int, int) { stride_4_kernel<<<1, 32>>>(out, in); }
void broadcast(float* out, const float* in, int, int) { broadcast_kernel<<<1, 32>>>(out, in); }
void one_lane(float* out, const float* in, int, int) { one_lane_kernel<<<1, 32>>>(out, in); }
void doubles(float* out, const float* in, int, int) {
  doubles_kernel<<<1, 32>>>(reinterpret_cast<double*>(out), reinterpret_cast<const double*>(in));
}
void float4s(float* out, const float* in, int, int) {
  float4s_kernel<<<1, 32>>>(reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(in));
}
void float4s_stride_2(float* out, const float* in, int, int) {
  float4s_stride_2_kernel<<<1, 32>>>(reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(in));
}
