// Blind: filters of images, separable and not, in bytes, floats and pixels; rotations, borders, sums of areas, resampling.
#include "../caches.cuh"

__global__ void blur_along_rows(float* out, const float* in, int rows, int cols, int reach) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  float sum = 0;
  for (int i = -reach; i <= reach; ++i) sum += in[row * cols + min(max(col + i, 0), cols - 1)];
  out[row * cols + col] = sum;
}
__global__ void blur_along_columns(float* out, const float* in, int rows, int cols, int reach) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  float sum = 0;
  for (int i = -reach; i <= reach; ++i) sum += in[min(max(row + i, 0), rows - 1) * cols + col];
  out[row * cols + col] = sum;
}
__global__ void edges_of_bytes(unsigned char* out, const unsigned char* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x + 1, row = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (row >= rows - 1 || col >= cols - 1) return;
  const unsigned char* at = in + row * cols + col;
  const int across = at[1 - cols] + 2 * at[1] + at[1 + cols] - at[-1 - cols] - 2 * at[-1] - at[cols - 1],
            down = at[cols - 1] + 2 * at[cols] + at[cols + 1] - at[-cols - 1] - 2 * at[-cols] - at[1 - cols];
  out[row * cols + col] = (unsigned char)min(abs(across) + abs(down), 255);
}
__global__ void quarter_turn(uchar4* out, const uchar4* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + (rows - 1 - row)] = in[row * cols + col];
}
// Any angle: the nearest pixel.
__global__ void turn(float* out, const float* in, int side, float cosine, float sine) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  const float x = col - side / 2.f, y = row - side / 2.f;
  const int from_col = int(cosine * x + sine * y + side / 2.f), from_row = int(cosine * y - sine * x + side / 2.f);
  if (from_col >= 0 && from_col < side && from_row >= 0 && from_row < side)
    out[row * side + col] = in[from_row * side + from_col];
}
__global__ void twice_as_large(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= 2 * rows || col >= 2 * cols) return;
  const int x = col / 2, y = row / 2, next_x = min(x + 1, cols - 1), next_y = min(y + 1, rows - 1);
  out[row * 2 * cols + col] =
      in[y * cols + x] + in[y * cols + next_x] + in[next_y * cols + x] + in[next_y * cols + next_x];
}
// A thread a row of sums of all to the left.
__global__ void sums_along_rows(float* out, const float* in, int cols) {
  float sum = 0;
  for (int col = 0; col < cols; ++col) out[index() * cols + col] = sum += in[index() * cols + col];
}
__global__ void sums_along_columns(float* out, const float* in, int rows, int cols) {
  float sum = 0;
  for (int row = 0; row < rows; ++row) out[row * cols + index()] = sum += in[row * cols + index()];
}
__global__ void planes_of_pixels(float* red, float* green, float* blue, float* alpha, const float4* in) {
  const float4 pixel = in[index()];
  red[index()] = pixel.x, green[index()] = pixel.y, blue[index()] = pixel.z, alpha[index()] = pixel.w;
}
__global__ void blur_in_tiles(float* out, const float* in, int side) {
  __shared__ float tile[24][40];
  const int first_col = blockIdx.x * 32 - 4, first_row = blockIdx.y * 16 - 4;
  for (int y = threadIdx.y; y < 24; y += 16)
    for (int x = threadIdx.x; x < 40; x += 32)
      tile[y][x] = in[min(max(first_row + y, 0), side - 1) * side + min(max(first_col + x, 0), side - 1)];
  __syncthreads();
  float sum = 0;
  for (int y = 0; y < 9; ++y)
    for (int x = 0; x < 9; ++x) sum += tile[threadIdx.y + y][threadIdx.x + x];
  out[(blockIdx.y * 16 + threadIdx.y) * side + blockIdx.x * 32 + threadIdx.x] = sum;
}
__global__ void border(float* image, int side) {
  const int i = int(index());
  if (i >= side) return;
  image[i] = image[(side - 1) * side + i] = image[i * side] = image[i * side + side - 1] = 1;
}

int main() {
  float *in = zeros<float>(1 << 24), *out = zeros<float>(1 << 24);
  auto *bytes_in = reinterpret_cast<unsigned char*>(in), *bytes_out = reinterpret_cast<unsigned char*>(out);
  for (const int reach : {3, 12}) {
    label("blurred along rows, reach %ld", reach);
    blur_along_rows<<<dim3(8, 96), dim3(128, 4)>>>(out, in, 384, 1000, reach);
  }
  label("blurred along columns, reach 3, 128x4");
  blur_along_columns<<<dim3(8, 96), dim3(128, 4)>>>(out, in, 384, 1000, 3);
  label("blurred along columns, reach 12, 32x16");
  blur_along_columns<<<dim3(32, 24), dim3(32, 16)>>>(out, in, 384, 1000, 12);
  label("blurred along columns, reach 12, 256x1");
  blur_along_columns<<<dim3(4, 384), dim3(256, 1)>>>(out, in, 384, 1000, 12);
  label("edges of bytes by 32x8");
  edges_of_bytes<<<dim3(32, 96), dim3(32, 8)>>>(bytes_out, bytes_in, 768, 1024);
  label("edges of bytes by 64x16");
  edges_of_bytes<<<dim3(16, 48), dim3(64, 16)>>>(bytes_out, bytes_in, 768, 1024);
  label("turned by a quarter, 32x8");
  quarter_turn<<<dim3(32, 80), dim3(32, 8)>>>(reinterpret_cast<uchar4*>(out), reinterpret_cast<uchar4*>(in), 640, 1024);
  label("turned by a quarter, 8x8");
  quarter_turn<<<dim3(128, 80), dim3(8, 8)>>>(reinterpret_cast<uchar4*>(out), reinterpret_cast<uchar4*>(in), 640, 1024);
  label("turned by a third, 16x16");
  turn<<<dim3(48, 48), dim3(16, 16)>>>(out, in, 768, 0.866f, 0.5f);
  label("turned by a third, 64x4");
  turn<<<dim3(12, 192), dim3(64, 4)>>>(out, in, 768, 0.866f, 0.5f);
  label("twice as large by 32x8");
  twice_as_large<<<dim3(32, 96), dim3(32, 8)>>>(out, in, 384, 512);
  label("sums along rows of 300, 4096 rows");
  sums_along_rows<<<32, 128>>>(out, in, 300);
  label("sums along rows of 64, 33792 rows");
  sums_along_rows<<<264, 128>>>(out, in, 64);
  label("sums along columns of 256");
  sums_along_columns<<<64, 64>>>(out, in, 256, 4096);
  label("pixels to planes");
  planes_of_pixels<<<2048, 256>>>(out, out + (1 << 20), out + (1 << 21), out + 3 * (1 << 20), (const float4*)in);
  label("blurred in tiles, 32x16");
  blur_in_tiles<<<dim3(24, 48), dim3(32, 16)>>>(out, in, 768);
  label("borders of 2048x2048");
  border<<<8, 256>>>(out, 2048);
  return finish();
}
