// Calibration: shared-memory loads and stores of every width, strides, broadcasts, masks.
#include "calibration.cuh"

// `volatile`-free but opaque: index and mask come from the launch, so that no access can be left out.
template <typename T>
__global__ void load(T* out, const T* in, int stride, int offset, unsigned mask) {
  extern __shared__ __align__(16) unsigned char raw[];
  T* tile = reinterpret_cast<T*>(raw);
#pragma unroll 1  // the case is about shared memory, not about what unrolling does to this loop
  for (int i = threadIdx.x; i < 1200; i += 32) tile[i] = in[i];
  __syncthreads();
  const int i = threadIdx.x;
  if (mask >> i & 1) out[i] = tile[i * stride + offset];
}

template <typename T>
__global__ void store(T* out, const T* in, int stride, int offset, unsigned mask) {
  extern __shared__ __align__(16) unsigned char raw[];
  T* tile = reinterpret_cast<T*>(raw);
  const int i = threadIdx.x;
  if (mask >> i & 1) tile[i * stride + offset] = in[i];
  __syncthreads();
  out[i] = tile[offset + i];
}

template <typename T>
__global__ void pick(T* out, const T* in, const int* index) {
  extern __shared__ __align__(16) unsigned char raw[];
  T* tile = reinterpret_cast<T*>(raw);
#pragma unroll 1  // the case is about shared memory, not about what unrolling does to this loop
  for (int i = threadIdx.x; i < 1200; i += 32) tile[i] = in[i];
  __syncthreads();
  out[threadIdx.x] = tile[index[threadIdx.x]];
}

__global__ void column(float* out, const float* in, int column) {
  __shared__ float tile[32][32];
  for (int row = 0; row < 32; ++row) tile[row][threadIdx.x] = in[row * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][column];
}

__global__ void padded_column(float* out, const float* in, int column) {
  __shared__ float tile[32][33];
  for (int row = 0; row < 32; ++row) tile[row][threadIdx.x] = in[row * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][column];
}

constexpr unsigned full_warp = 0xffffffffu;

template <typename T>
void widths(const char* name) {
  const int bytes = 1200 * sizeof(T);
  T* out = zeros<T>(2048);
  T* in = zeros<T>(2048);
  for (int stride : {0, 1, 2, 3, 4, 5, 8, 16, 32, 33}) {
    printf("%s ", name), label("load stride %ld", stride), load<<<1, 32, bytes>>>(out, in, stride, 0, full_warp);
    printf("%s ", name), label("store stride %ld", stride), store<<<1, 32, bytes>>>(out, in, stride, 0, full_warp);
  }
  for (unsigned mask : {0x1u, 0xffu, 0xffff0000u, 0x55555555u, 0x00ff00ffu, 0x88888888u})
    printf("%s ", name), label("load mask %lx stride 2", mask), load<<<1, 32, bytes>>>(out, in, 2, 1, mask);
  for (int way = 0; way < 14; ++way) {
    int* index = filled<int>(32, [way](size_t lane) {
      const int i = int(lane);
      switch (way) {
        case 0: return i / 2;                   // pairs
        case 1: return i / 4;                   // quads
        case 2: return i ^ 1;                   // swapped neighbours
        case 3: return 31 - i;                  // backwards
        case 4: return i < 16 ? 0 : 32;         // two words of one bank
        case 5: return i % 16;                  // both halves alike
        case 6: return i % 8 * 4;               // four lanes each
        case 7: return (i * 7 + i * i) % 1000;  // scattered
        case 8: return i & ~2;                  // partners two apart
        case 9: return i & ~4;                  // partners four apart
        case 10: return i & ~16;                // partners sixteen apart
        case 11: return i < 30 ? i / 2 : i;     // pairs but for the last two
        case 12: return i % 4;                  // eight lanes each
        default: return i / 2 * 16;             // pairs that conflict
      }
    });
    printf("%s ", name), label("pick %ld", way), pick<<<1, 32, bytes>>>(out, in, index);
    require(cudaFree(index));
  }
  require(cudaFree(out));
  require(cudaFree(in));
}

int main() {
  widths<char>("char");
  widths<short>("short");
  widths<float>("float");
  widths<float2>("float2");
  widths<double>("double");
  widths<float4>("float4");
  float* values = zeros<float>(2048);
  label("column of 32"), column<<<1, 32>>>(values, values + 1024, 5);
  label("column of 33"), padded_column<<<1, 32>>>(values, values + 1024, 5);
  return finish();
}
