// Every compiler the same: sums, sorts, stencils, strings and lists as people write them.
#include "../calibration/calibration.cuh"
__global__ void reduce_tree(float* out, const float* a) {
  __shared__ float s[128];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  for (int w = blockDim.x / 2; w > 0; w >>= 1) {
    if (t < w) s[t] += s[t + w];
    __syncthreads();
  }
  for (int w = 1; w < blockDim.x; w <<= 1) {
    float v = t >= w ? s[t - w] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  for (int w = 64; w; w /= 2) {
    if (t % (2 * w) == 0) s[t] += s[t + w < 128 ? t + w : t];
    __syncthreads();
  }
  out[t] = s[t];
}
__global__ void stencil(float* out, const float* a, int w, int h, int r) {
  __shared__ float s[24][24];
  const int tx = threadIdx.x, ty = threadIdx.y;
  for (int y = ty; y < 24; y += blockDim.y)
    for (int x = tx; x < 24; x += blockDim.x) {
      const int gx = min(max(x - 4, 0), w - 1), gy = min(max(y - 4, 0), h - 1);
      s[y][x] = a[gy * w + gx];
    }
  __syncthreads();
  float sum = 0;
  for (int dy = -r; dy <= r; ++dy)
    for (int dx = -r; dx <= r; ++dx) sum += s[ty + 4 + dy][tx + 4 + dx];
  for (int d = -2; d <= 2; ++d) sum += s[ty + 4][tx + 4 + d] * (d ? 0.5f : 1);
  float most = s[ty][tx];
  for (int k = 1; k < 3; ++k) most = s[ty][tx + k] > most ? s[ty][tx + k] : most;
  if (tx < w && ty < h) out[ty * w + tx] = sum + most;
}
__global__ void histogram(int* bins, const unsigned char* in, int n) {
  __shared__ int s[64];
  for (int k = threadIdx.x; k < 64; k += blockDim.x) s[k] = 0;
  __syncthreads();
  for (int k = blockIdx.x * blockDim.x + threadIdx.x; k < n; k += gridDim.x * blockDim.x) atomicAdd(&s[in[k] & 63], 1);
  __syncthreads();
  for (int k = threadIdx.x; k < 64; k += blockDim.x)
    if (s[k]) atomicAdd(&bins[k], s[k]);
}
__global__ void small_sort(int* keys, const int* in, int n) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = t < n ? in[t] : 0x7fffffff;
  __syncthreads();
  for (int k = 2; k <= 64; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      const int other = t ^ j;
      if (other > t && (s[t] > s[other]) == ((t & k) == 0)) {
        const int x = s[t];
        s[t] = s[other];
        s[other] = x;
      }
      __syncthreads();
    }
  if (t == 0)
    for (int i = 1; i < 8; ++i) {
      const int key = s[i] ^ 5;
      int j = i - 1;
      while (j >= 0 && s[j] > key) {
        s[j + 1] = s[j];
        --j;
      }
      s[j + 1] = key;
    }
  __syncthreads();
  keys[t] = s[t];
}
__global__ void strings(int* out, const char* text, const int* at, int n) {
  const int t = threadIdx.x;
  int length = 0, digits = 0, hash = 7;
  for (const char* p = text + at[t]; *p; ++p) ++length;
  for (int k = 0; k < length; ++k) hash = hash * 31 + text[at[t] + k];
  for (int k = length - 1; k >= 0; --k)
    if (text[at[t] + k] >= '0' && text[at[t] + k] <= '9') ++digits;
  bool same = true;
  for (int k = 0; k < length / 2 && same; ++k) same = text[at[t] + k] == text[at[t] + length - 1 - k];
  out[t] = hash + digits + same + length;
}
__global__ void collatz_and_digits(int* out, const int* in, int n) {
  const int t = threadIdx.x;
  int v = in[t] % 50 + 1, steps = 0;
  while (v != 1 && steps < 30) {
    v = v & 1 ? 3 * v + 1 : v / 2;
    out[t * 32 + steps++] = v;
  }
  int rest = in[t], digits[6] = {};
  for (int k = 0; k < 6; ++k, rest /= 10) digits[k] = rest % 10;
  for (int k = 0; k < 6; ++k) out[t * 32 + k] += digits[5 - k];
}
__global__ void lists(int* out, const int* count, const int2* pairs, int most) {
  const int t = threadIdx.x;
  int sum = 0, best = -1;
  for (int k = 0; k < min(count[t], most); ++k) {
    const int2 p = pairs[t * 8 + k];
    if (p.x < 0) continue;
    if (p.x == p.y) break;
    sum += p.x * p.y;
    if (p.y > best) best = p.y;
  }
  for (int k = 0, e = count[t]; k < e; ++k) out[64 + t * 8 + k] = pairs[t * 8 + k].x;
  for (int k = count[t]; k < 8; ++k) out[64 + t * 8 + k] = -1;
  int k = 0;
  while (k < count[t] && pairs[t * 8 + k].y != 3) k++;
  do sum += pairs[k].x;
  while (k-- > 0);
  out[t] = sum + best;
}
template <int N>
__global__ void constants(float* out, const float* a) {
  __shared__ float s[N * 4];
  const int t = threadIdx.x;
  for (int k = 0; k < N / 8; ++k) s[t + k * 32] = a[t + k];
  __syncthreads();
  float r[N] = {};
#pragma unroll
  for (int k = 0; k < N; ++k) r[k] = s[k];
#pragma unroll 1
  for (int k = 0; k < N; ++k) r[k] += s[k + 2];
  for (int k = N - 1; k >= 0; --k) r[k] *= s[k];
  for (int k = 0; k < N; k += 2) r[k] += s[k] + s[k + 1];
  for (unsigned k = 1; k < N; k *= 2) r[k] += s[k * 2];
  float sum = 0;
  for (float v : r) sum += v;
  for (const float *p = s, *e = s + N; p != e; ++p) sum += *p;
  int k = 0;
  while (k < N) sum += s[k++];
  do sum -= s[--k];
  while (k);
  out[t] = sum;
}
int main() {
  float* a = filled<float>(4096, [](size_t i) { return float(i * 13 % 29) - 9; });
  int* numbers = filled<int>(4096, [](size_t i) { return int(i * 2654435761u % 977); });
  int* count = filled<int>(256, [](size_t i) { return int(i * 7 % 9); });
  int2* pairs = filled<int2>(1024, [](size_t i) { return int2{int(i * 5 % 11) - 1, int(i * 3 % 7)}; });
  char* text = filled<char>(1024, [](size_t i) { return i % 13 == 12 ? '\0' : char(48 + i * 7 % 40); });
  int* at = filled<int>(64, [](size_t i) { return int(i * 11 % 900); });
  float* out = zeros<float>(8192);
  int* ints = zeros<int>(8192);
  reduce_tree<<<1, 128>>>(out, a);
  stencil<<<1, dim3(16, 16)>>>(out, a, 15, 16, 3);
  histogram<<<2, 64>>>(ints, (unsigned char*)numbers, 1000);
  small_sort<<<1, 64>>>(ints, numbers, 60);
  strings<<<1, 64>>>(ints, text, at, 64);
  collatz_and_digits<<<1, 64>>>(ints, numbers, 64);
  lists<<<1, 64>>>(ints, count, pairs, 6);
  constants<16><<<1, 32>>>(out, a);
  constants<8><<<1, 32>>>(out, a);
  return finish();
}
