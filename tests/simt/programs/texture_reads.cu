// What is read through a texture is read: memory that nothing has written, or that another thread writes at the same time.
// environment: SIMT_CHECK=all
// expect: uninitialized global line 13 block (0,0,0) thread (16,0,0) says "at byte 64"
// expect: race global line 16 says "has read it, texture_reads.cu line 17"
// counts: fetch smsp__inst_executed_op_texture.sum 1
// counts: fetch l1tex__t_requests_pipe_tex_mem_texture.sum 4
// counts: fetch l1tex__t_sectors_pipe_tex_mem_texture.sum 4
// counts: of_array smsp__inst_executed_op_texture.sum 1
// counts: of_array l1tex__t_sectors_pipe_tex_mem_texture.sum none
#include <cstdio>

__global__ void fetch(float* out, cudaTextureObject_t texture) {
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x);
}
__global__ void write_and_fetch(float* out, float* in, cudaTextureObject_t texture) {
  in[threadIdx.x] = 1;
  out[threadIdx.x] = tex1Dfetch<float>(texture, threadIdx.x ^ 1);
}
__global__ void past_the_end(float* out, cudaTextureObject_t texture) { out[threadIdx.x] = tex1Dfetch<float>(texture, 32 + threadIdx.x); }
__global__ void of_array(float* out, cudaTextureObject_t texture) { out[threadIdx.x] = tex2D<float>(texture, threadIdx.x, 0); }

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
  // In which sectors the texels of an array lie is the hardware's secret: there is no number.
  const cudaChannelFormatDesc element = cudaCreateChannelDesc<float>();
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  cudaMallocArray(&resource.res.array.array, &element, 32, 1);
  const cudaTextureDesc how{};
  cudaTextureObject_t drawn;
  cudaCreateTextureObject(&drawn, &resource, &how, nullptr);
  of_array<<<1, 32>>>(out, drawn);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(drawn), cudaFreeArray(resource.res.array.array);
  cudaDestroyTextureObject(of_half), cudaDestroyTextureObject(of_whole);
  cudaFree(out), cudaFree(half), cudaFree(whole);
}
