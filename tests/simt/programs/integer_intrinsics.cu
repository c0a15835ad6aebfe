// Every integer intrinsic on ordinary and on edge operands; what is printed is what an H200 prints.
// prints: operand 0 of 50 results: 0450136455bd7ae9
// prints: operand 1 of 50 results: 06510f2cab1ac230
// prints: operand 2 of 50 results: 55925bf1d3058f9a
// prints: operand 3 of 50 results: d3c8c9c8d7be2ac3
// prints: operand 4 of 50 results: 663f0093ce64c5ab
// prints: operand 5 of 50 results: 4a435f0a970c0415
// prints: operand 6 of 50 results: 394dec9975250b5e
// prints: operand 7 of 50 results: 59c5b9d74cc0e86d
// prints: operand 8 of 50 results: 4ed4c7af5c6b3232
// prints: operand 9 of 50 results: 03cf2c8e4135d745
// prints: operand 10 of 50 results: 62592830a28ab278
// prints: operand 11 of 50 results: fb3c64a584cee5cc
#include <cstdio>
#include <cstdlib>

__global__ void integers(const int* in, unsigned long long* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const int a = in[i], b = in[(i + 3) % n], c = in[(i + 5) % n];
  const unsigned ua = a, ub = b, uc = c;
  const long long wide = (long long)a << 32 | ub, other = (long long)c * 0x100000001ll;
  const unsigned long long uwide = wide, uother = other;
  unsigned long long hash = 0;
  int k = 0;
  unsigned long long* mine = out + i * 64;
  auto put = [&](unsigned long long value) { mine[k++] = value; hash = hash * 31 + value; };
  put(__popc(ua)), put(__popcll(uwide)), put(__clz(a)), put(__clzll(wide)), put(__clzll(c)), put(__ffs(a)), put(__ffsll(wide));
  put(__brev(ua)), put(__brevll(uwide)), put(__byte_perm(ua, ub, uc)), put(__byte_perm(ua, ub, 0x8f51));
  put(__funnelshift_l(ua, ub, uc)), put(__funnelshift_lc(ua, ub, uc)), put(__funnelshift_r(ua, ub, uc)), put(__funnelshift_rc(ua, ub, uc));
  put(__funnelshift_l(ua, ub, 32)), put(__funnelshift_lc(ua, ub, 32)), put(__funnelshift_r(ua, ub, 33)), put(__funnelshift_rc(ua, ub, 5));
  put(__mulhi(a, b)), put(__umulhi(ua, ub)), put(__mul64hi(wide, other)), put(__umul64hi(uwide, uother)), put(__mul24(a, b)), put(__umul24(ua, ub));
  put(__sad(a, b, uc)), put(__usad(ua, ub, uc)), put(__hadd(a, b)), put(__rhadd(a, b)), put(__uhadd(ua, ub)), put(__urhadd(ua, ub));
  put(__dp4a(a, b, c)), put(__dp4a(ua, ub, uc)), put(__dp2a_lo(a, b, c)), put(__dp2a_hi(a, b, c)), put(__dp2a_lo(ua, ub, uc)), put(__dp2a_hi(ua, ub, uc));
  put(__dp4a(make_char4(-128, 127, 3, a & 127), make_char4(-128, 127, -7, b & 127), c));
  put(__dp2a_lo(make_short2(-32768, 5), make_char4(-128, 2, 3, 4), c)), put(__dp2a_hi(make_ushort2(65535, 5), make_uchar4(1, 2, 255, 4), uc));
  put(min(a, b)), put(max(ua, b)), put(min(wide, other)), put(max(uwide, uother)), put(min(uwide, other)), put(umin(ua, ub)), put(llmax(wide, other));
  put(__fns(ua, ub & 31, 1 + (c & 3))), put(__fns(ua, ub & 31, -1 - (c & 3))), put(__fns(ua, ub & 31, 0));
  mine[63] = hash;
  mine[62] = k;
}

int main() {
  const int in[] = {0, 1, -1, 0x7fffffff, -0x7fffffff - 1, 0x12345678, (int)0xfedcba98, 31, 32, 0x00ff8001, 4660, -77};
  constexpr int n = sizeof in / sizeof *in;
  int* device_in;
  unsigned long long *device_out, out[n * 64];
  cudaMalloc(&device_in, sizeof in);
  cudaMalloc(&device_out, sizeof out);
  cudaMemset(device_out, 0, sizeof out);
  cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
  integers<<<1, 32>>>(device_in, device_out, n);
  cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) printf("operand %d of %llu results: %016llx\n", i, out[i * 64 + 62], out[i * 64 + 63]);
  if (getenv("ALL"))
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < int(out[i * 64 + 62]); ++k) printf("all %d %d %llx\n", i, k, out[i * 64 + k]);
}
