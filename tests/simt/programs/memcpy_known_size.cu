// memcpy of a known size within shared memory is watched: by words, in one piece or in several, and between two arrays.
// environment: SIMT_CHECK=race
// expect: race shared line 15 says "and block (0,0), thread (31,0) has read it, memcpy_known_size.cu line 16"
// expect: race shared line 22 says "and block (0,0), thread (31,0) has read it, memcpy_known_size.cu line 24"
#include <cstdio>
#include <cstring>

struct Row {
  int values[3];
};

__global__ void words(int* out) {
  __shared__ int from[64], to[64];
  const int t = threadIdx.x;
  from[t] = t;
  memcpy(&to[t], &from[63 - t], sizeof(int));
  out[t] = to[t];
}
__global__ void several(int* out) {
  __shared__ Row rows[64];
  const int t = threadIdx.x;
  rows[t] = {t, t, t};
  Row mine;
  memcpy(&mine, &rows[63 - t], sizeof mine);
  out[t] = mine.values[2];
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 64 * sizeof(int));
  words<<<1, 64>>>(out);
  several<<<1, 64>>>(out);
  return cudaDeviceSynchronize();
}
