// Calibration: what L1 keeps of rows that blocks ask for twice, one row after the other, and what stores beside the second pass take
// from it. Foretold by a cache in which the line that has rested longest goes first: half of the loads hit, in every row, as
// long as a row and what is stored of it fit. An H100 finds that in the first rows only (chapter 6).
#include "../caches.cuh"

enum class Stores { none, beside_the_second_pass, in_place, between_the_passes };

// Each block: `rows` rows of `floats` floats, its own.
template <Stores stores>
__global__ void twice(float* out, float* in, int floats, int rows) {
  float sum = 0;
  for (int row = 0; row < rows; ++row) {
    const std::size_t first = (std::size_t(blockIdx.x) * rows + row) * floats;
    for (int i = threadIdx.x; i < floats; i += blockDim.x) sum += in[first + i];
    __syncthreads();
    if (stores == Stores::between_the_passes) {
      for (int i = threadIdx.x; i < floats; i += blockDim.x) out[first + i] = sum;
      __syncthreads();
    }
    for (int i = threadIdx.x; i < floats; i += blockDim.x) {
      const float x = in[first + i];
      if (stores == Stores::beside_the_second_pass) out[first + i] = x + sum;
      else if (stores == Stores::in_place) in[first + i] = x + sum;
      else sum += x;
    }
    __syncthreads();
  }
  keep(out, sum);
}

constexpr int blocks = 12;  // on as many multiprocessors, of which each fares alike
template <Stores stores>
void launch(const char* words, float* out, float* in, int kib, int rows, int threads) {
  label(words, long(rows), long(kib), long(threads));
  twice<stores><<<blocks, threads>>>(out, in, kib * 256, rows);
}

int main() {
  const std::size_t most = std::size_t(blocks) * 8 * 160 * 256;
  float *in = zeros<float>(most), *out = zeros<float>(most);
  for (const int threads : {256, 1024})
    for (const int rows : {1, 2, 8})
      for (const int kib : {64, 96, 128, 160}) {
        launch<Stores::none>("%ld rows of %ld KiB twice by %ld threads", out, in, kib, rows, threads);
        launch<Stores::beside_the_second_pass>(
            "%ld rows of %ld KiB twice by %ld threads, and stored elsewhere", out, in, kib, rows, threads);
        launch<Stores::in_place>(
            "%ld rows of %ld KiB twice by %ld threads, and stored in place", out, in, kib, rows, threads);
        launch<Stores::between_the_passes>(
            "%ld rows of %ld KiB twice by %ld threads, stores between", out, in, kib, rows, threads);
      }
  return finish();
}
