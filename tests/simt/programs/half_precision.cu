// half and half2: bits as the hardware rounds them, against the host's own 16-bit type; traffic of 2 and 4 bytes a lane.
// prints: conversions 0 differ, back 0 differ
// prints: add 0, sub 0, mul 0, div 0, fma 0, sqrt 0 differ
// prints: 1.000976562 to nearest 3c01, zero 3c00, down 3c00, up 3c02 of 1.0014
// prints: overflow 7c00, to zero 7bff; smallest 0001, to zero 0000, up 0001
// prints: axpy 7.5 11
// counts: axpy l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 2
// counts: axpy l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum 8
#include <cuda_fp16.h>

#include <cstdio>
#include <cstring>
#include <vector>

// What the host has to compare with. (On ARM g++ 12 has no _Float16 in C++, and no g++ __float128.)
#ifdef __aarch64__
typedef __fp16 HostHalf;
typedef long double Quadruple;
#else
typedef _Float16 HostHalf;
typedef __float128 Quadruple;
#endif

static unsigned short bits_of(HostHalf value) {
  unsigned short bits;
  memcpy(&bits, &value, 2);
  return bits;
}
static HostHalf of_bits(unsigned short bits) {
  HostHalf value;
  memcpy(&value, &bits, 2);
  return value;
}
static bool same(unsigned short a, unsigned short b) { return a == b || ((a & 0x7fff) > 0x7c00 && (b & 0x7fff) > 0x7c00); }

// What only kernels may call.
__global__ void fused_and_root(const unsigned short* in, unsigned short* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const half a = __ushort_as_half(in[3 * i]), b = __ushort_as_half(in[3 * i + 1]), c = __ushort_as_half(in[3 * i + 2]);
  out[2 * i] = __half_as_ushort(__hfma(a, b, c));
  out[2 * i + 1] = __half_as_ushort(hsqrt(a));
}
__global__ void axpy(const half2* x, half2* y, half factor) {
  const int i = threadIdx.x;
  y[i] = __hfma2(__half2half2(factor), x[i], y[i]);
}

int main() {
  unsigned state = 12345;
  const auto random = [&] { return state = state * 1664525u + 1013904223u; };
  int converted = 0, back = 0, add = 0, sub = 0, mul = 0, div = 0, fma = 0, root = 0;
  for (unsigned i = 0; i < 65536; ++i) {
    const auto bits = static_cast<unsigned short>(i);
    back += !same(__half_as_ushort(__float2half(__half2float(__ushort_as_half(bits)))), bits);
  }
  for (int i = 0; i < 300000; ++i) {
    float value;
    const unsigned word = i % 2 ? random() : (random() & 0x8fffffffu) + 0x30000000u;
    memcpy(&value, &word, 4);
    converted += !same(__half_as_ushort(__float2half(value)), bits_of(HostHalf(value)));
    const auto a = static_cast<unsigned short>(random() >> 16), b = static_cast<unsigned short>(random() >> 16);
    const half x = __ushort_as_half(a), y = __ushort_as_half(b);
    const double p = double(of_bits(a)), q = double(of_bits(b));
    add += !same(__half_as_ushort(x + y), bits_of(HostHalf(p + q)));
    sub += !same(__half_as_ushort(x - y), bits_of(HostHalf(p - q)));
    mul += !same(__half_as_ushort(x * y), bits_of(HostHalf(p * q)));
    div += !same(__half_as_ushort(x / y), bits_of(HostHalf(p / q)));
  }
  std::vector<unsigned short> in(3 * 65536), out(2 * 65536);
  for (int i = 0; i < 65536; ++i) in[3 * i] = static_cast<unsigned short>(i), in[3 * i + 1] = random() >> 16, in[3 * i + 2] = random() >> 16;
  unsigned short *din, *dout;
  cudaMalloc(&din, in.size() * 2);
  cudaMalloc(&dout, out.size() * 2);
  cudaMemcpy(din, in.data(), in.size() * 2, cudaMemcpyHostToDevice);
  fused_and_root<<<256, 256>>>(din, dout);
  cudaMemcpy(out.data(), dout, out.size() * 2, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 65536; ++i) {
    const double a = double(of_bits(in[3 * i])), b = double(of_bits(in[3 * i + 1])), c = double(of_bits(in[3 * i + 2]));
    fma += !same(out[2 * i], bits_of(HostHalf(Quadruple(a) * Quadruple(b) + Quadruple(c))));
    root += !same(out[2 * i + 1], bits_of(HostHalf(__builtin_sqrt(a))));
  }
  printf("conversions %d differ, back %d differ\n", converted, back);
  printf("add %d, sub %d, mul %d, div %d, fma %d, sqrt %d differ\n", add, sub, mul, div, fma, root);
  printf("%.9f to nearest %04x, zero %04x, down %04x, up %04x of 1.0014\n", __half2float(__float2half(1.0014f)), __half_as_ushort(__float2half_rn(1.0014f)),
         __half_as_ushort(__float2half_rz(1.0009f)), __half_as_ushort(__float2half_rd(1.0009f)), __half_as_ushort(__float2half_ru(1.0014f)));
  printf("overflow %04x, to zero %04x; smallest %04x, to zero %04x, up %04x\n", __half_as_ushort(__float2half(70000.0f)), __half_as_ushort(__float2half_rz(70000.0f)),
         __half_as_ushort(__float2half(5e-8f)), __half_as_ushort(__float2half_rz(5e-8f)), __half_as_ushort(__float2half_ru(1e-9f)));
  std::vector<half2> x(32, __floats2half2_rn(1.5f, 2.0f)), y(32, __floats2half2_rn(3.0f, 5.0f));
  half2 *dx, *dy;
  cudaMalloc(&dx, 128);
  cudaMalloc(&dy, 128);
  cudaMemcpy(dx, x.data(), 128, cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y.data(), 128, cudaMemcpyHostToDevice);
  axpy<<<1, 32>>>(dx, dy, __float2half(3.0f));
  cudaMemcpy(y.data(), dy, 128, cudaMemcpyDeviceToHost);
  printf("axpy %g %g\n", __low2float(y[31]), __high2float(y[31]));
}
