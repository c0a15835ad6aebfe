// Held out: copies and transposes, of types from one byte to sixteen, of structures, in steps and at offsets.
#include "../caches.cuh"

struct Three {
  float x, y, z;
};
struct Five {
  float x, y, z;
  int kind, flags;
};

template <typename T>
__global__ void copy(T* out, const T* in) {
  out[index()] = in[index()];
}
template <typename T>
__global__ void shift(T* out, const T* in, int by) {
  out[index() + by] = in[index()];
}
__global__ void step_loads(float* out, const float* in, int step) { out[index()] = in[index() * step]; }
__global__ void step_both(float* out, const float* in, int step) { out[index() * step] = in[index() * step]; }
__global__ void saxpy(float* y, const float* x, int count) {
  for (int i = int(index()); i < count; i += int(all_threads())) y[i] = 2 * x[i] + y[i];
}
__global__ void move_points(Three* points, const Three* by) {
  points[index()].x += by[index()].x;
  points[index()].y += by[index()].y;
  points[index()].z += by[index()].z;
}
__global__ void one_field(float* out, const Five* in) { out[index()] = in[index()].y; }
__global__ void set_kind(Five* all) { all[index()].kind = 7; }
__global__ void all_fields(Five* all) {
  Five& own = all[index()];
  own.x = own.x + own.y * own.z;
  own.flags = own.kind + 1;
}
__global__ void to_columns(float* x, float* y, float* z, const Three* in) {
  x[index()] = in[index()].x;
  y[index()] = in[index()].y;
  z[index()] = in[index()].z;
}
template <typename T>
__global__ void transpose(T* out, const T* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}
template <typename T>
__global__ void transpose_gather(T* out, const T* in, int rows, int cols) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}
__global__ void transpose_in_tiles(float* out, const float* in, int side) {
  __shared__ float tile[32][33];
  for (int i = threadIdx.y; i < 32; i += 8)
    tile[i][threadIdx.x] = in[(blockIdx.y * 32 + i) * side + blockIdx.x * 32 + threadIdx.x];
  __syncthreads();
  for (int i = threadIdx.y; i < 32; i += 8)
    out[(blockIdx.x * 32 + i) * side + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][i];
}
__global__ void reverse(float* out, const float* in, int count) { out[count - 1 - index()] = in[index()]; }
// Rows of an image with three bytes a pixel to grey.
__global__ void grey(unsigned char* out, const uchar3* in) {
  const uchar3 pixel = in[index()];
  out[index()] = (pixel.x + 2 * pixel.y + pixel.z) / 4;
}
__global__ void by_warps(float* out, const float* in, int each) {
  const std::size_t first = index() / 32 * 32 * each + threadIdx.x % 32;
  for (int i = 0; i < each; ++i) out[first + 32 * i] = in[first + 32 * i];
}
__global__ void halve(float* out, const float* in, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  const float* at = in + 4 * row * cols + 2 * col;
  out[row * cols + col] = at[0] + at[1] + at[2 * cols] + at[2 * cols + 1];
}

int main() {
  float *in = zeros<float>(1 << 26), *out = zeros<float>(1 << 26);
  const auto as = [](auto* pointer, auto* kind) { return reinterpret_cast<decltype(kind)>(pointer); };
  char* const bytes = nullptr;
  label("bytes copied");
  copy<char><<<4096, 256>>>(as(out, bytes), as(in, bytes));
  label("shorts copied");
  copy<short><<<4096, 256>>>(as(out, (short*)nullptr), as(in, (short*)nullptr));
  label("doubles copied");
  copy<double><<<2048, 256>>>(as(out, (double*)nullptr), as(in, (double*)nullptr));
  label("float4 copied");
  copy<float4><<<2048, 256>>>(as(out, (float4*)nullptr), as(in, (float4*)nullptr));
  label("structures of 3 copied");
  copy<Three><<<1024, 256>>>(as(out, (Three*)nullptr), as(in, (Three*)nullptr));
  label("structures of 5 copied");
  copy<Five><<<1024, 256>>>(as(out, (Five*)nullptr), as(in, (Five*)nullptr));
  for (const int by : {1, 4, 17}) {
    label("stored %ld further", by);
    shift<float><<<2048, 256>>>(out, in, by);
  }
  label("doubles stored 3 further");
  shift<double><<<2048, 256>>>(as(out, (double*)nullptr), as(in, (double*)nullptr), 3);
  for (const int step : {2, 6, 32}) {
    label("loaded in steps of %ld", step);
    step_loads<<<2048, 256>>>(out, in, step);
  }
  for (const int step : {3, 16}) {
    label("copied in steps of %ld", step);
    step_both<<<1024, 256>>>(out, in, step);
  }
  label("saxpy");
  saxpy<<<528, 256>>>(out, in, 1 << 20);
  label("points moved");
  move_points<<<1024, 256>>>(as(out, (Three*)nullptr), as(in, (Three*)nullptr));
  label("one field of five");
  one_field<<<1024, 256>>>(out, as(in, (Five*)nullptr));
  label("one field of five set, 20 MiB");
  set_kind<<<4096, 256>>>(as(out, (Five*)nullptr));
  label("one field of five set, 80 MiB");
  set_kind<<<16384, 256>>>(as(out, (Five*)nullptr));
  label("all fields of five");
  all_fields<<<2048, 256>>>(as(out, (Five*)nullptr));
  label("structures of 3 to columns");
  to_columns<<<1024, 256>>>(out, out + (1 << 20), out + (1 << 21), as(in, (Three*)nullptr));
  label("transposed by 32x4");
  transpose<float><<<dim3(24, 192), dim3(32, 4)>>>(out, in, 768, 768);
  label("transposed by 16x16, 1000x700");
  transpose<float><<<dim3(44, 63), dim3(16, 16)>>>(out, in, 1000, 700);
  label("transposed by 8x32, doubles");
  transpose<double><<<dim3(96, 24), dim3(8, 32)>>>(as(out, (double*)nullptr), as(in, (double*)nullptr), 768, 768);
  label("transposed by 16x16, bytes");
  transpose<char><<<dim3(64, 64), dim3(16, 16)>>>(as(out, bytes), as(in, bytes), 1024, 1024);
  label("gathered transpose by 32x4");
  transpose_gather<float><<<dim3(24, 192), dim3(32, 4)>>>(out, in, 768, 768);
  label("gathered transpose by 16x16, 1000x700");
  transpose_gather<float><<<dim3(63, 44), dim3(16, 16)>>>(out, in, 1000, 700);
  label("gathered transpose by 32x1, 2048x512");
  transpose_gather<float><<<dim3(64, 512), dim3(32, 1)>>>(out, in, 2048, 512);
  label("transposed in tiles, 32x8 threads");
  transpose_in_tiles<<<dim3(32, 32), dim3(32, 8)>>>(out, in, 1024);
  label("reversed");
  reverse<<<2048, 256>>>(out, in, 2048 * 256);
  label("to grey");
  grey<<<4096, 256>>>(as(out, (unsigned char*)nullptr), as(in, (uchar3*)nullptr));
  label("8 lines a warp");
  by_warps<<<256, 256>>>(out, in, 8);
  label("halved by 32x8");
  halve<<<dim3(16, 64), dim3(32, 8)>>>(out, in, 512);
  return finish();
}
