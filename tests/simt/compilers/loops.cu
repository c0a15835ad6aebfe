// Every compiler the same: loops as people write them. Whether lanes go round one equally often, whether it counts from 0, and
// whether g++ knows that it is entered at all decides what the engine takes nvcc to have unrolled.
#include "../calibration/calibration.cuh"

constexpr int side = 16;

// A bound that follows from another loop's counter: some know that the loop is entered, others ask.
__global__ void triangle(float* m) {
  __shared__ float s[side][side];
  for (int i = 0; i < side; i++) s[i][threadIdx.x] = m[i * side + threadIdx.x];
  __syncthreads();
  for (int i = 0; i < side - 1; i++) {
    if (threadIdx.x > i)
      for (int j = 0; j < i + 1; j++) s[i + 1][threadIdx.x] -= s[i + 1][j] * s[j][threadIdx.x];
    __syncthreads();
  }
  m[threadIdx.x] = s[side - 1][threadIdx.x];
}
__global__ void triangle_inclusive(float* m, int n) {
  __shared__ float s[side * 2];
  s[threadIdx.x] = m[threadIdx.x];
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int j = 0; j <= i; ++j) sum += s[j] * s[i - j];
    if (threadIdx.x == i) m[i] = sum;
  }
}
__global__ void triangle_downwards(float* x, const float* a, int n) {
  __shared__ float s[side * side];
  for (int k = threadIdx.x; k < side * side; k += blockDim.x) s[k] = a[k];
  __syncthreads();
  for (int i = n - 1; i >= 0; --i) {
    float sum = x[i];
    for (int j = i + 1; j < n; ++j) sum -= s[i * side + j] * s[j];
    if (threadIdx.x == 0) x[i] = sum;
    __syncthreads();
  }
}
__global__ void halves(float* out, const float* a) {
  __shared__ float s[64];
  s[threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  for (unsigned w = 1; w < 32; w *= 2) {
    float sum = 0;
    for (unsigned k = 0; k < w; ++k) sum += s[k * 2] + s[k * 2 + 1];
    out[w + threadIdx.x] = sum;
  }
}

// Lanes go round differently often: from 0, from elsewhere, up, down, by 2, with other types of counters.
__global__ void rows(float* out, const int* begin, const float* a, int n) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  float sum = 0;
  for (int j = begin[r]; j < begin[r + 1]; ++j) sum += a[j];
  out[r] = sum;
}
__global__ void rows_by_length(float* out, const int* length, const float* a, int n) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  float sum = 0;
  for (int j = 0; j < length[r]; ++j) sum += a[r * 16 + j];
  out[r] = sum;
}
__global__ void rows_kept(float* out, const int* length, const float* a, int n) {
  const int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  const int own = length[r], first = r * 16;
  float sum = 0, most = 0;
  for (int j = 0; j < own; ++j) sum += a[first + j];
  for (int j = 0; j < own; ++j) most = fmaxf(most, a[first + j] - sum);
  out[r] = most;
}
__global__ void rows_unsigned(float* out, const int* length, const float* a, unsigned n) {
  const unsigned r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  const unsigned own = length[r];
  float sum = 0;
  for (unsigned j = 0; j < own; ++j) sum += a[r * 16 + j];
  for (unsigned j = own; j > 0; --j) sum -= a[r * 16 + j];
  out[r] = sum;
}
__global__ void rows_long(float* out, const int* length, const float* a, size_t n) {
  const size_t r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n) return;
  const size_t own = length[r];
  float sum = 0;
  for (size_t j = 0; j < own; ++j) sum += a[r * 16 + j];
  for (long long j = 0; j < (long long)own; ++j) sum += a[r + j];
  out[r] = sum;
}
__global__ void rows_short(int* out, const int* length, const signed char* a, int n) {
  const int r = threadIdx.x;
  if (r >= n) return;
  const unsigned char own = length[r];
  int sum = 0;
  for (unsigned char j = 0; j < own; ++j) sum += a[r + j];
  for (short j = 0; j < own; ++j) sum += a[2 * r + j];
  out[r] = sum;
}
__global__ void rows_down(float* out, const int* length, const float* a, int n) {
  const int r = threadIdx.x;
  if (r >= n) return;
  float sum = 0;
  for (int j = length[r] - 1; j >= 0; --j) sum = sum * 0.5f + a[r * 16 + j];
  int left = length[r];
  while (left--) sum += a[left];
  int rest = length[r];
  while (rest > 0) sum += a[--rest + 1];
  out[r] = sum;
}
__global__ void rows_by_two(float* out, const int* length, const float* a, int n) {
  const int r = threadIdx.x;
  if (r >= n) return;
  const int own = length[r];
  float even = 0, odd = 0;
  for (int j = 0; j < own; j += 2) even += a[r * 16 + j];
  for (int j = 1; j < own; j += 2) odd += a[r * 16 + j];
  for (int j = r & 1; j < own; j += 2) odd += a[j];
  out[r] = even - odd;
}
__global__ void rows_but_ends(float* out, const int* length, const float* a, int n) {
  const int r = threadIdx.x;
  if (r >= n) return;
  float sum = 0;
  for (int j = 1; j < length[r] - 1; ++j) sum += a[r * 16 + j - 1] + a[r * 16 + j + 1];
  for (int j = 0; j <= length[r]; ++j) sum += a[j];
  for (int j = 0; j != length[r]; ++j) sum += a[j + 1];
  out[r] = sum;
}
__global__ void pointers(float* out, const int* length, const float* a, int n) {
  const int r = threadIdx.x;
  if (r >= n) return;
  const float *p = a + r * 16, *const end = p + length[r];
  float sum = 0;
  for (; p < end; ++p) sum += *p;
  for (const float* q = a; q != a + length[r]; q++) sum += *q;
  const float* last = a + length[r];
  while (last > a) sum += *--last;
  out[r] = sum;
}
__global__ void at_least_once(float* out, const int* length, const float* a, int n) {
  const int r = threadIdx.x;
  if (r >= n) return;
  float sum = 0;
  int j = 0;
  do sum += a[r * 16 + j];
  while (++j < length[r]);
  for (int k = 0; k < max(length[r], 1); ++k) sum += a[k];
  for (int k = 0; k < (length[r] & 7) + 1; ++k) sum += a[k + 3];
  for (unsigned k = 0; k < 1 + unsigned(length[r]) % 5; ++k) sum += a[k + 5];
  out[r] = sum;
}
__global__ void by_thread(float* out, const float* a) {
  const int i = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < i; ++k) sum += a[k];
  for (int k = 0; k <= i; ++k) sum += a[k + 64];
  for (int k = 0; k < i / 4 + 1; ++k) sum -= a[k + i];
  for (int k = i; k < 40; ++k) sum -= a[k];
  for (int k = i; k >= 0; k -= 4) sum += a[k + 1];
  for (unsigned k = threadIdx.x; k < 100; k += 3) sum += a[k];
  out[i] = sum;
}
__global__ void stops_early(int* out, const int* key, const int* length, int n) {
  const int r = threadIdx.x;
  if (r >= n) return;
  int at = -1, steps = 0;
  for (int j = 0; j < length[r]; ++j)
    if (key[r + j] == 3) {
      at = j;
      break;
    }
  for (int j = 0; j < length[r]; ++j) {
    if (key[r + j] == 2) continue;
    steps += key[j];
  }
  for (int j = 0; j < 12 && key[r + j] != 4; ++j) ++steps;
  out[r] = at * 100 + steps;
}
__global__ void nested(float* out, const int* length, const float* a, int n, int m) {
  const int r = threadIdx.x;
  if (r >= n) return;
  float sum = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < length[r]; ++j) sum += a[i * 16 + j];
  for (int i = 0; i < length[r]; ++i)
    for (int j = 0; j < 4; ++j) sum += a[i * 16 + j];
  for (int i = 0; i < length[r]; ++i)
    for (int j = i; j < length[r]; ++j) sum += a[i * 8 + j];
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j)
      if (i || j) sum += a[r + 20 + i * 16 + j];
  out[r] = sum;
}
// Some know that the inner loop is entered, since the outer one has asked, and others ask again.
__global__ void rest_of_row(float* out, const float* a) {
  const int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < 40; i += 8)
    for (int j = i; j < 40; ++j) sum += a[j];
  out[t] = sum;
}
__global__ void in_shared(float* out, const int* length, const float* a, int n) {
  __shared__ float s[256];
  const int r = threadIdx.x;
  for (int k = r; k < 256; k += blockDim.x) s[k] = a[k];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += s[k];
  for (int k = 0; k < n; k += 2) sum += s[k] * s[k + 1];
  for (int k = n - 1; k >= 0; --k) sum += s[k];
  for (int k = 0; k < length[r]; ++k) sum += s[k];
  for (int k = 0; k < blockDim.x; k++) sum += s[k];
  for (unsigned k = 0; k < blockDim.x / 4; k++) sum += s[4 * k];
  for (int k = 0; k < 8; ++k) sum += s[k * 4] > sum ? s[k * 4 + 1] : s[k * 4 + 2];
  out[r] = sum;
}
__global__ void tiles(float* out, const float* a, int n) {
  __shared__ float s[64];
  float sum = 0;
  for (int t = 0; t < (n + 63) / 64; ++t) {
    s[threadIdx.x] = t * 64 + threadIdx.x < n ? a[t * 64 + threadIdx.x] : 0;
    __syncthreads();
    const int here = min(64, n - t * 64);
    for (int k = 0; k < here; ++k) sum += s[k];
    for (int k = 0; k < 64; ++k) sum -= s[k] * 0.5f;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
__global__ void chosen_bounds(float* out, const int* length, const float* a, int n) {
  const int r = threadIdx.x;
  const int from = r > 0 ? r - 1 : 0, to = r < n - 1 ? r + 1 : n - 1;
  float sum = 0;
  for (int k = from; k <= to; ++k) sum += a[k];
  for (int k = max(0, r - 2); k < min(n, r + 3); ++k) sum += a[k + 64];
  for (int k = 0; k < (r & 1 ? length[r] : 3); ++k) sum += a[k + 32];
  switch (r & 3) {
    case 0:
      for (int k = 0; k < length[r]; ++k) sum += a[k];
      break;
    case 1:
      for (int k = 0; k < 5; ++k) sum += a[k + r];
      break;
    case 2:
      return;
    default:
      for (int k = length[r]; k-- > 0;) sum += a[k];
  }
  out[r] = sum;
}
__global__ void chains(int* out, const int* next, const int* first, int n) {
  const int r = threadIdx.x;
  int found = 0;
  for (int at = first[r]; at != -1 && found < 9; at = next[at]) ++found;
  unsigned low = 0, high = n;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (next[middle] < r) low = middle + 1;
    else high = middle;
  }
  int bits = 0;
  for (unsigned v = first[r]; v; v >>= 1) bits += next[v & 31];
  out[r] = found + int(low) + bits;
}
__global__ void writes(int* out, const int* length, const int* a, int n) {
  const int r = threadIdx.x;
  if (r >= n) return;
  for (int k = 0; k < length[r]; ++k) out[r * 16 + k] = a[k] + r;
  for (int k = 0; k < length[r]; ++k) out[r * 16 + k] += k;
  int* p = out + r * 16;
  const int own = length[r];
  for (int k = own - 1; k > 0; --k) p[k] = p[k - 1];
  for (int k = 0; k < own / 2; ++k) {
    const int t = p[k];
    p[k] = p[own - 1 - k];
    p[own - 1 - k] = t;
  }
}

int main() {
  float* a = filled<float>(4096, [](size_t i) { return float(i * 13 % 29) - 9; });
  int* length = filled<int>(256, [](size_t i) { return int(i * 7 % 12); });
  int* begin = filled<int>(256, [](size_t i) { return int(i * 5 + i % 4); });
  int* key = filled<int>(4096, [](size_t i) { return int(i * 11 % 7); });
  int* next = filled<int>(64, [](size_t i) { return i % 9 == 8 ? -1 : int(i * 5 % 64); });
  int* first = filled<int>(64, [](size_t i) { return int(i * 3 % 64); });
  float* out = zeros<float>(4096);
  int* numbers = zeros<int>(4096);
  triangle<<<1, side>>>(a);
  triangle_inclusive<<<1, 32>>>(a, 12);
  triangle_downwards<<<1, 32>>>(a, a + 64, 13);
  halves<<<1, 64>>>(out, a);
  rows<<<2, 64>>>(out, begin, a, 120);
  rows_by_length<<<2, 64>>>(out, length, a, 120);
  rows_kept<<<2, 64>>>(out, length, a, 120);
  rows_unsigned<<<2, 64>>>(out, length, a, 120);
  rows_long<<<2, 64>>>(out, length, a, 120);
  rows_short<<<1, 64>>>(numbers, length, (const signed char*)key, 60);
  rows_down<<<1, 64>>>(out, length, a, 60);
  rows_by_two<<<1, 64>>>(out, length, a, 60);
  rows_but_ends<<<1, 64>>>(out, length, a, 60);
  pointers<<<1, 64>>>(out, length, a, 60);
  at_least_once<<<1, 64>>>(out, length, a, 60);
  by_thread<<<1, 64>>>(out, a);
  stops_early<<<1, 64>>>(numbers, key, length, 60);
  nested<<<1, 64>>>(out, length, a, 60, 5);
  rest_of_row<<<1, 64>>>(out, a);
  in_shared<<<1, 64>>>(out, length, a, 50);
  tiles<<<1, 64>>>(out, a, 150);
  chosen_bounds<<<1, 64>>>(out, length, a, 64);
  chains<<<1, 64>>>(numbers, next, first, 64);
  writes<<<1, 64>>>(numbers, length, key, 60);
  require(cudaDeviceSynchronize());
  return finish();
}
