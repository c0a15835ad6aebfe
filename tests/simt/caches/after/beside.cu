// After: what is asked for again beside what is not, in ways that people write; written, and said by the model whose L1 keeps what
// has been asked for again in half of each set, before a GPU counted them.
#include "../caches.cuh"

__device__ unsigned scrambled(unsigned x) {
  x ^= x >> 16, x *= 0x7feb352d, x ^= x >> 15, x *= 0x846ca68b;
  return x ^ x >> 16;
}

// Words are looked up in a dictionary, some far more often than others.
__global__ void embedded(float* out, const float* rows, int words, int width, int each) {
  float sum = 0;
  for (int w = 0; w < each; ++w) {
    const float chance = float(scrambled(unsigned(blockIdx.x * each + w))) / 4294967296.0f;
    const int word = int(chance * chance * chance * float(words));
    for (int i = threadIdx.x; i < width; i += blockDim.x) sum += rows[std::size_t(word) * width + i];
  }
  out[index()] = sum;
}
// Bytes of a picture through a table of their own for each tile.
__global__ void equalised(unsigned char* out, const unsigned char* in, const float* tables, int bytes_each) {
  const float* const table = tables + blockIdx.x % 64 * 256;
  for (int i = 0; i < bytes_each; ++i) {
    const std::size_t at = (std::size_t(blockIdx.x) * bytes_each + i) * blockDim.x + threadIdx.x;
    out[at] = (unsigned char)table[(in[at] + scrambled(unsigned(at))) % 256];
  }
}
// A banded matrix by rows times a vector.
__global__ void banded(float* y, const float* values, const float* x, int rows, int band) {
  const int row = int(index());
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < band; ++k) {
    const int col = (row + k * k * 3) % rows;
    sum += values[std::size_t(k) * rows + row] * x[col];
  }
  y[row] = sum;
}
// Each block walks through a list of its own by chance while another one goes by.
__global__ void own_list_by_chance(float* out, const float* lists, const float* stream, int length, int steps) {
  const float* const own = lists + std::size_t(blockIdx.x) * length;
  float sum = 0;
  for (int s = 0; s < steps; ++s) {
    const unsigned at =
        scrambled(unsigned(s * 7919 + threadIdx.x / 32 * 131)) % unsigned(length / 32) * 32 + threadIdx.x % 32;
    sum += own[at] + stream[(std::size_t(blockIdx.x) * steps + s) * blockDim.x + threadIdx.x];
  }
  out[index()] = sum;
}
// A picture resized to a larger one, each point out of four.
__global__ void resized(float* out, const float* in, int from, int to) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= to || y >= to) return;
  const int fx = int(std::size_t(x) * std::size_t(from - 1) / std::size_t(to)),
            fy = int(std::size_t(y) * std::size_t(from - 1) / std::size_t(to));
  const float* const at = in + std::size_t(fy) * from + fx;
  out[std::size_t(y) * to + x] = (at[0] + at[1] + at[from] + at[from + 1]) / 4;
}
// Shortest ways: the row and the column of one corner are asked for by all.
__global__ void shorter_ways(float* ways, int side, int k) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float by_k = ways[std::size_t(y) * side + k] + ways[std::size_t(k) * side + x];
  float& way = ways[std::size_t(y) * side + x];
  if (by_k < way) way = by_k;
}
// The first pass over a block's part finds its largest, later ones those near it; between them a part that is new.
__global__ void largest_then_near(
    float* out, const float* parts, const float* others, int part, int other, int passes) {
  const float* const own = parts + std::size_t(blockIdx.x) * part;
  float largest = 0, near = 0;
  for (int p = 0; p < passes; ++p) {
    for (int i = threadIdx.x; i < part; i += blockDim.x) {
      largest = fmaxf(largest, own[i]);
      near += own[i] > largest - 1;
    }
    const float* const its = others + (std::size_t(blockIdx.x) * passes + p) * other;
    for (int i = threadIdx.x; i < other; i += blockDim.x) near += its[i];
    __syncthreads();
  }
  out[index()] = near;
}

int main() {
  constexpr int elements = 1 << 24;
  float *in = zeros<float>(elements), *out = zeros<float>(elements), *more = zeros<float>(elements);
  for (const int words : {500, 4000, 60000}) {
    label("%ld words of 256 floats", long(words));
    embedded<<<528, 256>>>(out, in, words, 256, 64);
  }
  label("bytes through a tile's table");
  equalised<<<1024, 256>>>((unsigned char*)out, (const unsigned char*)in, more, 16);
  for (const int band : {8, 40}) {
    label("a band of %ld", long(band));
    banded<<<1 << 10, 256>>>(out, in, more, 1 << 18, band);
  }
  for (const int kib : {48, 112, 160, 208}) {
    label("an own list of %ld KiB by chance beside a stream", long(kib));
    own_list_by_chance<<<132, 256>>>(out, in, more, kib * 256, 256);
  }
  for (const int from : {700, 1500}) {
    label("resized from %ld to 2000", long(from));
    resized<<<dim3(125, 250), dim3(16, 8)>>>(out, in, from, 2000);
  }
  label("shorter ways by one corner");
  shorter_ways<<<dim3(64, 256), dim3(32, 8)>>>(in, 2048, 77);
  for (const int kib : {40, 100, 132}) {
    label("the largest of %ld KiB, then those near it, beside 48 KiB", long(kib));
    largest_then_near<<<132, 512>>>(out, in, more, kib * 256, 48 * 256, 5);
  }
  for (const int kib : {64, 160}) {
    label("the largest of 24 KiB, then those near it, beside %ld KiB", long(kib));
    largest_then_near<<<132, 512>>>(out, in, more, 24 * 256, kib * 256, 3);
  }
  return finish();
}
