// Pitched and three-dimensional memory: copies, fills and kernels that go row by row.
// prints: 512 12 42 99 7
// prints: invalid pitch argument
// expect: out-of-bounds global says "cudaMemcpy2D reads 2057 bytes from byte 0 of an allocation of 2048 bytes, which has 2048"
#include <cstdio>
#include <vector>

__global__ void add_row(float* data, size_t pitch, int width, int height) {
  const int x = threadIdx.x, y = blockIdx.x;
  float* row = reinterpret_cast<float*>(reinterpret_cast<char*>(data) + y * pitch);
  if (x < width && y < height) row[x] += y;
}
__global__ void mark(cudaPitchedPtr p, int depth) {
  char* slice = static_cast<char*>(p.ptr) + threadIdx.x * p.pitch * p.ysize;
  if (threadIdx.x < depth) slice[2 * p.pitch + 3] = 99;
}

int main() {
  constexpr int width = 9, height = 4;
  float* data;
  size_t pitch;
  cudaMallocPitch(&data, &pitch, width * sizeof(float), height);
  std::vector<float> host(width * height, 9.0f);
  cudaMemcpy2D(data, pitch, host.data(), width * sizeof(float), width * sizeof(float), height, cudaMemcpyHostToDevice);
  add_row<<<height, 32>>>(data, pitch, width, height);
  cudaMemcpy2D(host.data(), width * sizeof(float), data, pitch, width * sizeof(float), height, cudaMemcpyDeviceToHost);

  cudaPitchedPtr box;
  cudaMalloc3D(&box, make_cudaExtent(10, 5, 3));
  cudaMemset3D(box, 42, make_cudaExtent(10, 5, 3));
  mark<<<1, 3>>>(box, 3);
  char out[3][5][10];
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = box;
  copy.dstPtr = make_cudaPitchedPtr(out, 10, 10, 5);
  copy.extent = make_cudaExtent(10, 5, 3);
  copy.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3D(&copy);
  cudaMemset2D(data, pitch, 7, 4, 2);
  char seven;
  cudaMemcpy(&seven, reinterpret_cast<char*>(data) + pitch + 3, 1, cudaMemcpyDeviceToHost);
  printf("%zu %g %d %d %d\n", pitch, host[3 * width + 8], out[1][1][1], out[2][2][3], seven);
  printf("%s\n", cudaGetErrorString(cudaMemcpy2D(host.data(), 4, data, pitch, 8, 2, cudaMemcpyDeviceToHost)));
  std::vector<char> room(10000);
  cudaMemcpy2D(room.data(), 512, data, pitch, 9, height + 1, cudaMemcpyDeviceToHost);
}
