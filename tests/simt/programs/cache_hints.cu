// Loads and stores with a cache hint are plain accesses of the line that asks for them.
// prints: 63
// counts: hints l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 7
// counts: hints l1tex__t_requests_pipe_lsu_mem_global_op_st.sum 4
// expect: out-of-bounds global line 17 says "just past the end"
#include <cstdio>

__global__ void hints(const float4* in, float* out, const int* indices) {
  const int i = threadIdx.x;
  const float4 a = __ldg(in + i), b = __ldcg(in + i);
  const int at = __ldca(&indices[i]) + __ldcs(&indices[i]) + __ldlu(indices + i) + __ldcv(indices + i);
  __stwb(out + i, a.x + b.w);
  __stcg(out + 32 + i, float(at));
  __stcs(out + 64 + i, float(__ldg(&indices[i])));
  __stwt(out + 96 + i, 1.0f);
}
__global__ void too_far(const int* indices, int* out) { out[threadIdx.x] = __ldg(indices + threadIdx.x); }

int main() {
  float4* in;
  float *out, host[128];
  int *indices, numbers[32];
  for (int i = 0; i < 32; ++i) numbers[i] = i;
  cudaMalloc(&in, 512);
  cudaMemset(in, 0, 512);
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&indices, sizeof numbers);
  cudaMemcpy(indices, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  hints<<<1, 32>>>(in, out, indices);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%g\n", host[47] + host[67]);
  too_far<<<1, 33>>>(indices, reinterpret_cast<int*>(in));
  cudaDeviceSynchronize();
}
