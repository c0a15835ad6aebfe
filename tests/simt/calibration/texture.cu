// Calibration: fetches through texture objects over plain memory, the place from memory.
#include "calibration.cuh"

template <typename T>
__global__ void fetch(T* out, cudaTextureObject_t texture, const int* index) { out[threadIdx.x] = tex1Dfetch<T>(texture, index[threadIdx.x]); }

template <typename T>
__global__ void fetch2d(T* out, cudaTextureObject_t texture, const int2* place) {
  const int2 at = place[threadIdx.x];
  out[threadIdx.x] = tex2D<T>(texture, at.x, at.y);
}

__global__ void some_lanes(float* out, cudaTextureObject_t texture, const int* index) {
  if (threadIdx.x % 3 == 0) out[threadIdx.x] = tex1Dfetch<float>(texture, index[threadIdx.x]);
}

// The windows of a row of cells, as an entropy filter reads them.
__global__ void windows(float* out, cudaTextureObject_t texture) {
  float sum = 0;
#pragma unroll 1
  for (int i = -2; i <= 2; ++i)
#pragma unroll 1
    for (int j = -2; j <= 2; ++j) sum += tex2D<float>(texture, int(threadIdx.x) + j, int(threadIdx.y) + i);
  out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}

cudaTextureObject_t over(cudaResourceDesc resource) {
  cudaTextureDesc how{};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeBorder;
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  if (cudaCreateTextureObject(&texture, &resource, &how, nullptr) != cudaSuccess) std::exit(1);
  return texture;
}

template <typename T>
cudaTextureObject_t linear(T* data, size_t count) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {data, cudaCreateChannelDesc<T>(), count * sizeof(T)};
  return over(resource);
}

template <typename T>
cudaTextureObject_t pitched(T* data, size_t width, size_t height) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {data, cudaCreateChannelDesc<T>(), width, height, width * sizeof(T)};
  return over(resource);
}

template <typename T>
void ways() {
  constexpr int count = 1 << 16;
  T* data = zeros<T>(count);
  T* out = zeros<T>(64);
  const cudaTextureObject_t line = linear(data, count), plane = pitched(data, 256, 256);
  for (int way = 0; way < 10; ++way) {
    const auto at = [=](size_t lane) {
      const int i = int(lane % 32);
      switch (way) {
        case 0: return 0;
        case 1: return i;
        case 2: return 2 * i;
        case 3: return 31 - i;
        case 4: return i / 2;
        case 5: return 8 * i;
        case 6: return 32 * i;
        case 7: return i * i % 251;
        case 8: return i % 8 * 32;
        default: return i + 5;
      }
    };
    int* index = filled<int>(64, at);
    label("%ld bytes line way %ld", sizeof(T), way), fetch<<<1, 64>>>(out, line, index);
  }
  for (int way = 0; way < 10; ++way) {
    int2* place = filled<int2>(64, [=](size_t lane) -> int2 {
      const int i = int(lane % 32);
      switch (way) {
        case 0: return {0, 0};
        case 1: return {i, 0};
        case 2: return {0, i};
        case 3: return {i % 8, i / 8};
        case 4: return {i % 4, i / 4};
        case 5: return {i % 16, i / 16};
        case 6: return {i, i};
        case 7: return {i + 5, 3};
        case 8: return {i - 16, 0};
        default: return {i % 2, i / 2};
      }
    });
    label("%ld bytes plane way %ld", sizeof(T), way), fetch2d<<<1, 64>>>(out, plane, place);
  }
}

int main() {
  ways<float>();
  ways<unsigned char>();
  ways<float2>();
  ways<float4>();
  float* data = zeros<float>(1 << 16);
  float* out = zeros<float>(1024);
  int* index = filled<int>(128, [](size_t i) { return int(i * i % 61); });
  label("some lanes"), some_lanes<<<1, 96>>>(out, linear(data, 1 << 16), index);
  label("windows"), windows<<<1, dim3(32, 8)>>>(out, pitched(data, 256, 256));
  return finish();
}
