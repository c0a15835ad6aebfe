// After: what is asked for more than once, in ways that people write; written, and said by the model whose L1 keeps what has been
// asked for again in half of each set, before a GPU counted them.
#include "../caches.cuh"

// A block a row at a time: mean, spread, result; `keep_in_turn`: blocks take rows in turn.
__global__ void layer_norm(float* out, const float* in, int rows, int cols) {
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    const float* const its = in + std::size_t(row) * cols;
    float sum = 0, squares = 0;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) sum += its[i];
    sum = __syncthreads_count(sum > 0) / float(cols);
    for (int i = threadIdx.x; i < cols; i += blockDim.x) squares += (its[i] - sum) * (its[i] - sum);
    squares = __syncthreads_count(squares > 0) + 1.0f;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) out[std::size_t(row) * cols + i] = (its[i] - sum) / squares;
  }
}
// The root of the mean square, then the row scaled where it lies, and by a vector of weights.
__global__ void rms_norm_in_place(float* rows, const float* weights, int count, int cols) {
  for (int row = blockIdx.x; row < count; row += gridDim.x) {
    float* const its = rows + std::size_t(row) * cols;
    float squares = 0;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) squares += its[i] * its[i];
    squares = __syncthreads_count(squares > 0) + 1.0f;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) its[i] *= weights[i] / squares;
  }
}
// Each thread has a query, all of a block go through the same keys; blocks of a head share them.
__global__ void scores(float* out, const float* queries, const float* keys, int keys_of_head, int width) {
  const float* const query = queries + index() * width;
  const float* const head = keys + std::size_t(blockIdx.x / 4) * keys_of_head * width;
  float best = 0;
  for (int k = 0; k < keys_of_head; ++k) {
    float dot = 0;
    for (int i = 0; i < width; ++i) dot += query[i] * head[k * width + i];
    best = fmaxf(best, dot);
  }
  out[index()] = best;
}
// Points come once, a table of centres again for each.
__global__ void nearest_centre(int* out, const float4* points, const float4* centres, int count, int points_each) {
  for (int p = 0; p < points_each; ++p) {
    const float4 point = points[p * all_threads() + index()];
    float least = 1e30f;
    int nearest = 0;
    for (int c = 0; c < count; ++c) {
      const float4 centre = centres[c];
      const float apart = (point.x - centre.x) * (point.x - centre.x) + (point.y - centre.y) * (point.y - centre.y);
      if (apart < least) least = apart, nearest = c;
    }
    out[p * all_threads() + index()] = nearest;
  }
}
// A window of rows goes down a matrix, each block with its columns.
__global__ void running_sums(float* out, const float* in, int rows, int cols, int window) {
  const std::size_t col = index();
  for (int row = window; row < rows; ++row) {
    float sum = 0;
    for (int r = row - window; r < row; ++r) sum += in[std::size_t(r) * cols + col];
    out[std::size_t(row) * cols + col] = sum;
  }
}
// A product of small matrices, one of a block, straight from global memory.
__global__ void small_products(float* c, const float* a, const float* b, int side) {
  const std::size_t own = std::size_t(blockIdx.x) * side * side;
  for (int e = threadIdx.x; e < side * side; e += blockDim.x) {
    float sum = 0;
    for (int k = 0; k < side; ++k) sum += a[own + e / side * side + k] * b[own + k * side + e % side];
    c[own + e] = sum;
  }
}
// Passes of a Fourier transform's pattern over a block's own part, each half as far apart as the one before, in place.
__global__ void butterflies(float* values, int part) {
  float* const own = values + std::size_t(blockIdx.x) * part;
  for (int apart = part / 2; apart; apart /= 4) {
    for (int i = threadIdx.x; i < part / 2; i += blockDim.x) {
      const int at = i / apart * 2 * apart + i % apart;
      const float x = own[at], y = own[at + apart];
      own[at] = x + y, own[at + apart] = x - y;
    }
    __syncthreads();
  }
}

int main() {
  constexpr int elements = 1 << 24;
  float *in = zeros<float>(elements), *out = zeros<float>(elements), *weights = zeros<float>(1 << 17);
  for (const int cols : {3072, 12288, 28672, 40960}) {
    const int rows = elements / 2 / cols;
    label("layer norm of rows of %ld, a block each", long(cols));
    layer_norm<<<rows, 256>>>(out, in, rows, cols);
    label("layer norm of rows of %ld in turn", long(cols));
    layer_norm<<<132, 512>>>(out, in, rows, cols);
  }
  for (const int cols : {4096, 20480, 36864}) {
    label("rms norm of rows of %ld in place", long(cols));
    rms_norm_in_place<<<264, 512>>>(in, weights, elements / 2 / cols, cols);
  }
  for (const int keys : {4, 16}) {
    label("scores of %ld keys of 64", long(keys));
    scores<<<264, 128>>>(out, in, weights, keys, 64);
  }
  for (const int count : {32, 160}) {
    label("nearest of %ld centres", long(count));
    nearest_centre<<<264, 256>>>((int*)out, (const float4*)in, (const float4*)weights, count, 2);
  }
  for (const int window : {5, 24}) {
    label("sums of %ld rows, running", long(window));
    running_sums<<<132, 256>>>(out, in, 48, 132 * 256, window);
  }
  for (const int side : {24, 48, 64}) {
    label("products of %ld by %ld, a block each", long(side), long(side));
    small_products<<<132, 256>>>(out, in, in + elements / 2, side);
  }
  for (const int part : {4096, 16384, 32768}) {
    label("butterflies over %ld floats in place", long(part));
    butterflies<<<132, 512>>>(in, part);
  }
  return finish();
}
