// What is read through a texture is read: memory that nothing has written, or that another thread writes at the same time.
// environment: SIMT_CHECK=all
// expect: uninitialized global line 11 block (0,0,0) thread (16,0,0) says "at byte 64"
// expect: race global line 14 says "has read it, texture_reads.cu line 15"
// counts: fetch smsp__inst_executed_op_texture.sum 1
// counts: fetch l1tex__t_requests_pipe_tex_mem_texture.sum 4
// counts: fetch l1tex__t_sectors_pipe_tex_mem_texture.sum 4
#include <cstdio>

__global__ void fetch(float* out, cudaTextureObject_t texture) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}
__global__ void write_and_fetch(float* out, float* in, cudaTextureObject_t texture) {
  in[threadIdx.x] = 1;
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x ^ 1);
}
__global__ void past_the_end(float* out, cudaTextureObject_t texture) { out[threadIdx.x] = tex1Dfetch<float>(texture, 32 + threadIdx.x); }

cudaTextureObject_t over(float* data) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {data, cudaCreateChannelDesc<float>(), 128};
  cudaTextureDesc how{};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  return texture;
}

int main() {
  float *out, *half, *whole;
  cudaMalloc(&out, 128), cudaMalloc(&half, 128), cudaMalloc(&whole, 128);
  cudaMemset(half, 0, 64), cudaMemset(whole, 0, 128);
  const cudaTextureObject_t of_half = over(half), of_whole = over(whole);
  fetch<<<1, 32>>>(out, of_half);
  past_the_end<<<1, 32>>>(out, of_half);
  write_and_fetch<<<1, 32>>>(out, whole, of_whole);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(of_half), cudaDestroyTextureObject(of_whole);
  cudaFree(out), cudaFree(half), cudaFree(whole);
}
