// Every video intrinsic on two halves and four bytes; what is printed is what an H200 prints.
// prints: operand 0 of 82 results: 8ae2725c
// prints: operand 1 of 82 results: 108ff500
// prints: operand 2 of 82 results: bbda3d0c
// prints: operand 3 of 82 results: a123e204
// prints: operand 4 of 82 results: d1c4527f
// prints: operand 5 of 82 results: 2b903b00
// prints: operand 6 of 82 results: 5b9c50f7
// prints: operand 7 of 82 results: 5dbafe1e
// prints: operand 8 of 82 results: 5f4ea685
// prints: operand 9 of 82 results: 9d4daabc
// prints: operand 10 of 82 results: 40ec3354
// prints: operand 11 of 82 results: 8c8e38e6
#include <cstdio>
#include <cstdlib>

__global__ void parts(const unsigned* in, unsigned* out, int n) {
  const int i = threadIdx.x;
  if (i >= n) return;
  const unsigned a = in[i], b = in[(i + 3) % n];
  unsigned hash = 0;
  int k = 0;
  unsigned* mine = out + i * 128;
  auto put = [&](unsigned value) { mine[k++] = value; hash = hash * 31 + value; };
  put(__vabs2(a)), put(__vabsss2(a)), put(__vneg2(a)), put(__vnegss2(a)), put(__vadd2(a, b)), put(__vaddss2(a, b));
  put(__vaddus2(a, b)), put(__vsub2(a, b)), put(__vsubss2(a, b)), put(__vsubus2(a, b)), put(__vavgs2(a, b)), put(__vavgu2(a, b));
  put(__vhaddu2(a, b)), put(__vabsdiffs2(a, b)), put(__vabsdiffu2(a, b)), put(__vsads2(a, b)), put(__vsadu2(a, b)), put(__vmaxs2(a, b));
  put(__vmaxu2(a, b)), put(__vmins2(a, b)), put(__vminu2(a, b)), put(__vcmpeq2(a, b)), put(__vcmpne2(a, b)), put(__vcmpges2(a, b));
  put(__vcmpgeu2(a, b)), put(__vcmpgts2(a, b)), put(__vcmpgtu2(a, b)), put(__vcmples2(a, b)), put(__vcmpleu2(a, b)), put(__vcmplts2(a, b));
  put(__vcmpltu2(a, b)), put(__vseteq2(a, b)), put(__vsetne2(a, b)), put(__vsetges2(a, b)), put(__vsetgeu2(a, b)), put(__vsetgts2(a, b));
  put(__vsetgtu2(a, b)), put(__vsetles2(a, b)), put(__vsetleu2(a, b)), put(__vsetlts2(a, b)), put(__vsetltu2(a, b));
  put(__vabs4(a)), put(__vabsss4(a)), put(__vneg4(a)), put(__vnegss4(a)), put(__vadd4(a, b)), put(__vaddss4(a, b));
  put(__vaddus4(a, b)), put(__vsub4(a, b)), put(__vsubss4(a, b)), put(__vsubus4(a, b)), put(__vavgs4(a, b)), put(__vavgu4(a, b));
  put(__vhaddu4(a, b)), put(__vabsdiffs4(a, b)), put(__vabsdiffu4(a, b)), put(__vsads4(a, b)), put(__vsadu4(a, b)), put(__vmaxs4(a, b));
  put(__vmaxu4(a, b)), put(__vmins4(a, b)), put(__vminu4(a, b)), put(__vcmpeq4(a, b)), put(__vcmpne4(a, b)), put(__vcmpges4(a, b));
  put(__vcmpgeu4(a, b)), put(__vcmpgts4(a, b)), put(__vcmpgtu4(a, b)), put(__vcmples4(a, b)), put(__vcmpleu4(a, b)), put(__vcmplts4(a, b));
  put(__vcmpltu4(a, b)), put(__vseteq4(a, b)), put(__vsetne4(a, b)), put(__vsetges4(a, b)), put(__vsetgeu4(a, b)), put(__vsetgts4(a, b));
  put(__vsetgtu4(a, b)), put(__vsetles4(a, b)), put(__vsetleu4(a, b)), put(__vsetlts4(a, b)), put(__vsetltu4(a, b));
  mine[127] = hash;
  mine[126] = k;
}

int main() {
  const unsigned in[] = {0, 1, 0xffffffff, 0x7fffffff, 0x80000000, 0x12345678, 0xfedcba98, 0x80808080, 0x7f7f7f7f, 0x80018000, 0x00ff7fff, 0xff007f81};
  constexpr int n = sizeof in / sizeof *in;
  unsigned *device_in, *device_out, out[n * 128];
  cudaMalloc(&device_in, sizeof in);
  cudaMalloc(&device_out, sizeof out);
  cudaMemset(device_out, 0, sizeof out);
  cudaMemcpy(device_in, in, sizeof in, cudaMemcpyHostToDevice);
  parts<<<1, 32>>>(device_in, device_out, n);
  cudaMemcpy(out, device_out, sizeof out, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) printf("operand %d of %u results: %08x\n", i, out[i * 128 + 126], out[i * 128 + 127]);
  if (getenv("ALL"))
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < int(out[i * 128 + 126]); ++k) printf("all %d %d %x\n", i, k, out[i * 128 + k]);
}
