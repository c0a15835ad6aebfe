// Integers divided by zero: found, and the kernel goes on. What does not fit wraps, and floats have an infinity.
// expect: division-by-zero line 18 block (1,0,0) thread (3,0,0) says "block (1,0), thread (3,0) divides an integer by zero"
// expect: division-by-zero line 19 block (0,0,0) thread (0,0,0)
// expect: division-by-zero line 20 block (0,0,0) thread (1,0,0)
// expect: division-by-zero line 21 block (0,0,0) thread (2,0,0)
// expect: division-by-zero line 22 block (0,0,0) thread (3,0,0)
// expect: division-by-zero line 23 block (0,0,0) thread (4,0,0)
// expect: division-by-zero line 24 block (0,0,0) thread (5,0,0)
// prints: 64 threads went on; 100 / 7 = 14, 100 % 7 = 2, -2147483648 / -1 = -2147483648, remainder 0, 1 / 0.0 = inf
#include <climits>
#include <cstdio>

__global__ void divide(int* out, const int* divisor, float* infinite) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int d = divisor[i];
  // One divisor is zero where the others are not.
  int sum = 0;
  sum += 100 / d;
  if (i == 0) sum += 100 % divisor[64];
  if (i == 1) sum += int(100ull / (unsigned long long)(divisor[64]));
  if (i == 2) sum += int(100ll % (long long)(divisor[64]));
  if (i == 3) sum += (unsigned short)(i) / (unsigned short)(divisor[64]);
  if (i == 4) sum += (unsigned char)(i) % (unsigned char)(divisor[64]);
  if (i == 5) sum += 100u / ((const unsigned*)(divisor))[64];
  out[i] = 1, out[i + 68] = sum;
  if (i == 10) out[64] = 100 / d, out[65] = 100 % d;
  if (i == 11) out[66] = INT_MIN / divisor[65], out[67] = INT_MIN % divisor[65];
  if (i == 12) *infinite = 1 / float(divisor[64]);
}

int main() {
  int host[132];
  for (int& d : host) d = 7;
  host[35] = host[64] = 0;
  host[65] = -1;
  int *out, *divisor;
  float *infinite, one;
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&divisor, sizeof host);
  cudaMalloc(&infinite, 4);
  cudaMemcpy(divisor, host, sizeof host, cudaMemcpyHostToDevice);
  divide<<<2, 32>>>(out, divisor, infinite);
  if (cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost)) return 1;
  cudaMemcpy(&one, infinite, 4, cudaMemcpyDeviceToHost);
  int went_on = 0;
  for (int i = 0; i < 64; ++i) went_on += host[i];
  printf("%d threads went on; 100 / 7 = %d, 100 %% 7 = %d, %d / -1 = %d, remainder %d, 1 / 0.0 = %f\n", went_on, host[64], host[65], INT_MIN, host[66], host[67], one);
}
