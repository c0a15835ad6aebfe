// Calibration: loops inside loops, whose bound or beginning is the outer one's counter, as in triangles of a matrix, in sorts, and in
// everything that a part is done of. nvcc unrolls such a loop by four, and the outer ones here not at all.
#include "calibration.cuh"

__global__ void sum_below(float* out, const float* a, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) sum += s[j];
  out[t] = sum;
}

__global__ void sum_from(float* out, const float* a, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) sum += s[j];
  out[t] = sum;
}

__global__ void sum_behind(float* out, const float* a, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) sum += s[i] * s[j];
  out[t] = sum;
}

__global__ void sum_up_to(float* out, const float* a, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) sum += s[j] * a[i * n + j];
  out[t] = sum;
}

__global__ void constant_length(float* out, const float* a) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j <= i; ++j) sum += s[j] * s[i];
  out[t] = sum;
}

__global__ void cholesky(float* out, const float* a, int n) {
  __shared__ float s[32][33];
  const int t = threadIdx.x;
  for (int i = 0; i < 32; ++i) s[i][t] = a[i * 32 + t] + (i == t ? 64 : 0);
  __syncthreads();
  for (int k = 0; k < n; ++k) {
    if (t >= k) {
      float v = s[t][k];
      for (int j = 0; j < k; ++j) v -= s[t][j] * s[k][j];
      if (t > k) s[t][k] = v;
      else s[t][k] = sqrtf(fabsf(v) + 1);
    }
    __syncthreads();
    if (t > k) s[t][k] /= s[k][k];
    __syncthreads();
  }
  for (int i = 0; i < 32; ++i) out[i * 32 + t] = s[i][t];
}

__global__ void lu(float* out, const float* a, int n) {
  __shared__ float s[16][16];
  const int t = threadIdx.x & 15;
  for (int i = 0; i < 16; ++i) s[i][t] = a[i * 16 + t] + (i == t ? 64 : 0);
  __syncthreads();
  for (int i = 0; i < 15; ++i) {
    if (t > i) {
      for (int j = 0; j < i; ++j) s[t][i] -= s[t][j] * s[j][i];
      s[t][i] /= s[i][i];
    }
    __syncthreads();
    if (t > i)
      for (int j = 0; j < i + 1; ++j) s[i + 1][t] -= s[i + 1][j] * s[j][t];
    __syncthreads();
  }
  for (int i = 0; i < 16; ++i) out[i * 16 + t] = s[i][t];
}

__global__ void forward_substitution(float* out, const float* l, int n) {  // a row each of right-hand sides
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int i = 0; i < n; ++i) {
    float v = l[t];
    for (int j = 0; j < i; ++j) v -= l[i * n + j] * out[j * 64 + t];
    out[i * 64 + t] = v / 3;
  }
}

__global__ void count_pairs(float* out, const float* a, int n) {
  const int t = threadIdx.x;
  int c = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) c += a[i * 64 + t] > a[j * 64 + t];
  out[t] = c;
}

__global__ void bubble_sort(float* out, const float* a, int n) {
  __shared__ float s[8 * 64];
  const int t = threadIdx.x;
  for (int i = 0; i < 8; ++i) s[i * 64 + t] = a[i * 64 + t];
  for (int i = 0; i < n - 1; ++i)
    for (int j = 0; j < n - 1 - i; ++j) {
      float x = s[j * 64 + t], y = s[(j + 1) * 64 + t];
      if (x > y) {
        s[j * 64 + t] = y;
        s[(j + 1) * 64 + t] = x;
      }
    }
  for (int i = 0; i < 8; ++i) out[i * 64 + t] = s[i * 64 + t];
}

__global__ void insertion_sort(float* out, const float* a, int n) {
  __shared__ float s[8 * 64];
  const int t = threadIdx.x;
  for (int i = 0; i < n; ++i) s[t * 8 + i] = a[i * 64 + t];
  for (int i = 1; i < n; ++i) {
    float k = s[t * 8 + i];
    int j = i - 1;
    while (j >= 0 && s[t * 8 + j] > k) {
      s[t * 8 + j + 1] = s[t * 8 + j];
      --j;
    }
    s[t * 8 + j + 1] = k;
  }
  for (int i = 0; i < n; ++i) out[i * 64 + t] = s[t * 8 + i];
}

__global__ void selection_sort(float* out, const float* a, int n) {
  __shared__ float s[8 * 64];
  const int t = threadIdx.x;
  for (int i = 0; i < n; ++i) s[i * 64 + t] = a[i * 64 + t];
  for (int i = 0; i < n; ++i) {
    int m = i;
    for (int j = i + 1; j < n; ++j)
      if (s[j * 64 + t] < s[m * 64 + t]) m = j;
    float x = s[i * 64 + t];
    s[i * 64 + t] = s[m * 64 + t];
    s[m * 64 + t] = x;
  }
  for (int i = 0; i < n; ++i) out[i * 64 + t] = s[i * 64 + t];
}

__global__ void polynomials(float* out, const float* a) {  // convolution of two polynomials
  __shared__ float p[64], q[64];
  const int t = threadIdx.x;
  p[t] = a[t];
  q[t] = a[64 + t];
  __syncthreads();
  float sum = 0;
  for (int j = 0; j <= t; ++j) sum += p[j] * q[t - j];
  out[t] = sum;
}

__global__ void doubling(float* out, const float* a, int n) {
  const int t = threadIdx.x;
  for (int w = 1; w < n; w *= 2) {
    float v = 0;
    for (int j = 0; j < w; ++j) v += a[(t + j) & 63];
    out[w * 64 + t] = v;
  }
}

__global__ void windows(float* out, const float* a, int n) {
  const int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    float v = 0;
    int lo = i > 2 ? i - 2 : 0, hi = i + 2 < n ? i + 2 : n - 1;
    for (int j = lo; j <= hi; ++j) v += a[j * 64 + t];
    out[i * 64 + t] = v;
  }
}

__global__ void triangle_times_matrix(float* out, const float* a) {
  __shared__ float A[16][17], B[16][17];
  int x = threadIdx.x & 15, y = threadIdx.x >> 4;
  for (int i = y; i < 16; i += 4) {
    A[i][x] = a[i * 16 + x];
    B[i][x] = a[256 + i * 16 + x];
  }
  __syncthreads();
  for (int i = y; i < 16; i += 4) {
    float v = 0;
    for (int k = 0; k <= i; ++k) v += A[i][k] * B[k][x];
    out[i * 16 + x] = v;
  }
}

__global__ void rest_of_constant(float* out, const float* a) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 12; ++i)
    for (int j = i; j < 12; ++j) sum += s[j];
  out[t] = sum;
}
__global__ void back_from(float* out, const float* a, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i; j >= 0; --j) sum += s[j];
  out[t] = sum;
}
__global__ void twice_as_far(float* out, const float* a, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2 * i + 2; ++j) sum += s[j];
  out[t] = sum;
}
__global__ void by_steps(float* out, const float* a, int n) {
  __shared__ float s[64];
  const int t = threadIdx.x;
  s[t] = a[t];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i; j < 48; j += 4) sum += s[j];
  out[t] = sum;
}

int main() {
  const float* a = filled<float>(16384, [](size_t i) { return float(i * 37 % 101); });
  float* out = zeros<float>(16384);
  label("sum below"), sum_below<<<1, 64>>>(out, a, 13);
  label("sum from"), sum_from<<<1, 64>>>(out, a, 13);
  label("sum behind"), sum_behind<<<1, 64>>>(out, a, 13);
  label("sum up to"), sum_up_to<<<1, 64>>>(out, a, 13);
  label("of constant length"), constant_length<<<1, 64>>>(out, a);
  label("Cholesky"), cholesky<<<1, 32>>>(out, a, 20);
  label("LU"), lu<<<1, 32>>>(out, a, 16);
  label("forward substitution"), forward_substitution<<<1, 64>>>(out, a, 11);
  label("pairs"), count_pairs<<<1, 64>>>(out, a, 9);
  label("bubble sort"), bubble_sort<<<1, 64>>>(out, a, 8);
  label("insertion sort"), insertion_sort<<<1, 64>>>(out, a, 8);
  label("selection sort"), selection_sort<<<1, 64>>>(out, a, 8);
  label("product of polynomials"), polynomials<<<1, 64>>>(out, a);
  label("doubling"), doubling<<<1, 64>>>(out, a, 32);
  label("window"), windows<<<1, 64>>>(out, a, 12);
  label("triangle times matrix"), triangle_times_matrix<<<1, 64>>>(out, a);
  label("rest of a constant"), rest_of_constant<<<1, 64>>>(out, a);
  label("back from"), back_from<<<1, 64>>>(out, a, 14);
  label("twice as far"), twice_as_far<<<1, 64>>>(out, a, 14);
  label("by steps"), by_steps<<<1, 64>>>(out, a, 14);
  return finish();
}
