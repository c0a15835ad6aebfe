// Calibration: global loads and stores of every width, at strides, offsets and under lane masks.
#include "calibration.cuh"

template <typename T>
__global__ void gather(T* out, const T* in, int stride, int offset, unsigned mask) {
  const int i = threadIdx.x;
  if (mask >> (i % 32) & 1) out[i] = in[i * stride + offset];
}

template <typename T>
__global__ void scatter(T* out, const T* in, int stride, int offset, unsigned mask) {
  const int i = threadIdx.x;
  if (mask >> (i % 32) & 1) out[i * stride + offset] = in[i];
}

constexpr unsigned full_warp = 0xffffffffu;

template <typename T>
void widths(const char* name) {
  T* out = zeros<T>(1 << 14);
  T* in = zeros<T>(1 << 14);
  const int strides[] = {0, 1, 2, 3, 5, 8, 32, 33};
  for (int stride : strides) {
    printf("%s ", name);
    label("gather stride %ld", stride);
    gather<<<1, 64>>>(out, in, stride, 0, full_warp);
    printf("%s ", name);
    label("scatter stride %ld", stride);
    scatter<<<1, 64>>>(out, in, stride, 0, full_warp);
  }
  const int offsets[] = {1, 2, 3, 5, 7, 8, 9, 31};
  for (int offset : offsets) {
    printf("%s ", name);
    label("gather offset %ld", offset);
    gather<<<1, 64>>>(out, in, 1, offset, full_warp);
  }
  const unsigned masks[] = {0x1u, 0x80000000u, 0xffu, 0xffff0000u, 0x55555555u, 0x88888888u, 0x0f0f00f0u, 0x7fffffffu};
  for (unsigned mask : masks) {
    printf("%s ", name);
    label("gather mask %lx", mask);
    gather<<<1, 64>>>(out, in, 1, 0, mask);
    printf("%s ", name);
    label("scatter mask %lx stride 2", mask);
    scatter<<<1, 64>>>(out, in, 2, 0, mask);
  }
  require(cudaFree(out));
  require(cudaFree(in));
}

int main() {
  widths<char>("char");
  widths<short>("short");
  widths<int>("int");
  widths<float2>("float2");
  widths<double>("double");
  widths<float4>("float4");
  widths<double2>("double2");
  return finish();
}
