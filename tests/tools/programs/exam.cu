// The kernels of the exam in INSTRUCTORS.md, one warp each but for the last: what its answers say is counted here.
// Run: ./course profile tests/tools/programs/exam.cu
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

__global__ void shifted(float* out, const float* in) {
  out[threadIdx.x] = in[threadIdx.x + 1];
}

__global__ void every_third(float* out, const float* in) {
  out[threadIdx.x] = in[3 * threadIdx.x];
}

__global__ void bytes(unsigned char* out, const unsigned char* in) {
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void wide(float4* out, const float4* in) {
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void odd_lanes(float* out, const float* in) {
  if (threadIdx.x % 2) out[threadIdx.x] = in[threadIdx.x];
}

// A block of 8 columns and 4 rows, in matrices of 1001 columns and of 4 rows.
__global__ void small_block(float* out, const float* in) {
  out[threadIdx.x * 4 + threadIdx.y] = in[threadIdx.y * 1001 + threadIdx.x];
}

struct Body {
  float x, y, z, mass;
};
__global__ void three_fields(float* out, const Body* in) {
  const int i = threadIdx.x;
  out[i] = in[i].x + in[i].y + in[i].z;
}

__global__ void banks(float* out, int step) {
  __shared__ float s[32 * 33];
  for (int i = threadIdx.x; i < 32 * 33; i += 32) s[i] = i;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * step];
}

__global__ void swizzled(float* out) {
  __shared__ float s[32 * 32];
  for (int row = 0; row < 32; ++row) s[row * 32 + (threadIdx.x ^ row)] = row;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 32 + (5 ^ threadIdx.x)];
}

__global__ void doubles(double* out) {
  __shared__ double s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[31 - threadIdx.x];
}

__global__ void own_rows(float* out, const float* in) {
  float sum = 0;
  for (int k = 0; k < 8; ++k) sum += in[threadIdx.x * 8 + k];
  out[threadIdx.x] = sum;
}

// One block of 64 threads: while a row is turned round, the next one is on its way.
template <int buffers, bool second_barrier>
__global__ void turned_rows(float* out, const float* in, int rows) {
  __shared__ float row[buffers][64];
  const int i = threadIdx.x;
  __pipeline_memcpy_async(&row[0][i], &in[i], sizeof(float));
  __pipeline_commit();
  for (int r = 0; r < rows; ++r) {
    const int n = r + 1;
    if (n < rows) __pipeline_memcpy_async(&row[n % buffers][i], &in[n * 64 + i], sizeof(float));
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    out[r * 64 + i] = row[r % buffers][63 - i];
    if (second_barrier) __syncthreads();
  }
}

int main() {
  void *in, *out;
  cudaMalloc(&in, 1 << 16);
  cudaMalloc(&out, 1 << 16);
  cudaMemset(in, 0, 1 << 16);
  const auto result = static_cast<float*>(out);
  const auto floats = static_cast<const float*>(in);
  shifted<<<1, 32>>>(result, floats);
  every_third<<<1, 32>>>(result, floats);
  bytes<<<1, 32>>>(static_cast<unsigned char*>(out), static_cast<const unsigned char*>(in));
  wide<<<1, 32>>>(static_cast<float4*>(out), static_cast<const float4*>(in));
  odd_lanes<<<1, 32>>>(result, floats);
  small_block<<<1, dim3(8, 4)>>>(result, floats);
  three_fields<<<1, 32>>>(result, static_cast<const Body*>(in));
  for (const int step : {0, 1, 2, 3, 32, 33}) banks<<<1, 32>>>(result, step);
  swizzled<<<1, 32>>>(result);
  doubles<<<1, 32>>>(static_cast<double*>(out));
  own_rows<<<1, 32>>>(result, floats);
  turned_rows<2, true><<<1, 64>>>(result, floats, 8);
  turned_rows<2, false><<<1, 64>>>(result, floats, 8);
  turned_rows<3, false><<<1, 64>>>(result, floats, 8);
  const cudaError_t error = cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return error == cudaSuccess ? 0 : 1;
}
