// What a division by zero gives is all ones on every processor that the simulator runs on: what an H200 gives in code that is
// not optimised. In optimised code a dividend of 64 bits of which the upper 32 are zero gives 32 ones, and of an unsigned char 16.
// An unsigned char's quotient has 8 of them where it is divided as one (x86), or 32 (ARM): its lower 8 are printed.
// expect: division-by-zero line 13
// expect: division-by-zero line 14
// expect: division-by-zero line 15
// expect: division-by-zero line 16
// prints: int -1 -1, unsigned 4294967295 4294967295, long long -1 -1, unsigned char 255 255
#include <cstdio>

__global__ void divide(long long* out, const int* n, const long long* wide, const unsigned char* narrow) {
  const int zero = n[1];
  out[0] = n[0] / zero, out[1] = n[0] % zero;
  out[2] = unsigned(n[0]) / unsigned(zero), out[3] = unsigned(n[0]) % unsigned(zero);
  out[4] = wide[0] / wide[1], out[5] = wide[0] % wide[1];
  out[6] = narrow[0] / narrow[1], out[7] = narrow[0] % narrow[1];
}

int main() {
  long long *out, *wide;
  int* n;
  unsigned char* narrow;
  cudaMallocManaged(&out, 64);
  cudaMallocManaged(&wide, 16);
  cudaMallocManaged(&n, 8);
  cudaMallocManaged(&narrow, 2);
  n[0] = 100, wide[0] = 100, narrow[0] = 100;
  n[1] = 0, wide[1] = 0, narrow[1] = 0;
  divide<<<1, 1>>>(out, n, wide, narrow);
  cudaDeviceSynchronize();
  printf("int %lld %lld, unsigned %lld %lld, long long %lld %lld, unsigned char %lld %lld\n", out[0], out[1], out[2], out[3], out[4], out[5], out[6] & 255, out[7]);
}
