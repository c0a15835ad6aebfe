// half and bfloat16: the functions of <cuda_fp16.h> and <cuda_bf16.h>, over all 65,536 numbers. Each line is a hash of the
// results' bits; an H200 prints the same (data/simt/printed). Not here: htanh_approx, and doubles that are no number.
// prints: half sums and products f8527a0c
// prints: half of pairs 98602396
// prints: half fused 327471f6
// prints: half signs 6ea0bb90
// prints: half larger and smaller 74e87bb2
// prints: half equal 1589620b
// prints: half less c6f81451
// prints: half greater e3f54660
// prints: half operators a9d53fbd
// prints: half changes bcf27514
// prints: half constructors c8f3c268
// prints: half whole numbers 18f8137d
// prints: half roots 19c1936c
// prints: half powers 82a5647e
// prints: half angles b1229ec8
// prints: half rn e5486b83
// prints: half rz 19ef3a8d
// prints: half rd c914da25
// prints: half ru 43971d6c
// prints: half bytes 82f84965
// prints: bfloat16 sums and products 9baa4a85
// prints: bfloat16 of pairs a262daae
// prints: bfloat16 fused 0138c0c9
// prints: bfloat16 signs 7465fc72
// prints: bfloat16 larger and smaller 81c08495
// prints: bfloat16 equal eaf7cbff
// prints: bfloat16 less 8ae64a14
// prints: bfloat16 greater 6be3a132
// prints: bfloat16 operators 75c7db93
// prints: bfloat16 changes f7d3ea9b
// prints: bfloat16 constructors 5fa54a76
// prints: bfloat16 whole numbers a9807d80
// prints: bfloat16 roots a7713659
// prints: bfloat16 powers 5352652c
// prints: bfloat16 angles f61a8c62
// prints: bfloat16 rn f4a9588a
// prints: bfloat16 rz a2d4b27d
// prints: bfloat16 rd c85dcbb1
// prints: bfloat16 ru 895843db
// prints: bfloat16 bytes c13ad9d2
// prints: half atomics 17 16 15, shuffle 6, load 0.75, pairs 15 16 16 16
// prints: bfloat16 atomics 17 16 15, shuffle 6, load 0.75, pairs 15 16 16 16
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

constexpr int numbers = 65536;

// Three numbers a thread: every first one occurs; the others are often 0, infinite, tiny, or the first one's neighbour.
struct Bits {
  unsigned short a, b, c;
};
__device__ Bits bits_of(unsigned i, unsigned infinity) {
  const unsigned h = i * 2654435761u, special[] = {0, 0x8000, infinity, infinity | 0x8000, 1, 0x7fff, i ^ 1, i};
  const auto pick = [&](unsigned r) { return (unsigned short)(r % 4 ? r >> 8 : special[r >> 2 & 7]); };
  return {(unsigned short)i, pick(h >> 8), pick(h * 40503u >> 7)};
}

template <typename T> struct Names;
template <> struct Names<__half> {
  typedef __half2 Two;
  typedef __half_raw Raw;
  static constexpr unsigned infinity = 0x7c00;
  static const char* word() { return "half"; }
  static __device__ unsigned short bits(__half h) { return __half_as_ushort(h); }
};
template <> struct Names<__nv_bfloat16> {
  typedef __nv_bfloat162 Two;
  typedef __nv_bfloat16_raw Raw;
  static constexpr unsigned infinity = 0x7f80;
  static const char* word() { return "bfloat16"; }
  static __device__ unsigned short bits(__nv_bfloat16 h) { return __bfloat16_as_ushort(h); }
};
__device__ unsigned long long as_bits(__half h) { return Names<__half>::bits(h); }
__device__ unsigned long long as_bits(__nv_bfloat16 h) { return Names<__nv_bfloat16>::bits(h); }
__device__ unsigned long long as_bits(__half2 h) { return as_bits(h.x) | as_bits(h.y) << 16; }
__device__ unsigned long long as_bits(__nv_bfloat162 h) { return as_bits(h.x) | as_bits(h.y) << 16; }
__device__ unsigned long long as_bits(float f) { return __float_as_uint(f); }
__device__ unsigned long long as_bits(bool b) { return b; }
__device__ unsigned long long as_bits(signed char i) { return (unsigned char)i; }
__device__ unsigned long long as_bits(unsigned char i) { return i; }
__device__ unsigned long long as_bits(short i) { return (unsigned short)i; }
__device__ unsigned long long as_bits(unsigned short i) { return i; }
__device__ unsigned long long as_bits(int i) { return (unsigned)i; }
__device__ unsigned long long as_bits(unsigned i) { return i; }
__device__ unsigned long long as_bits(long long i) { return (unsigned long long)i; }
__device__ unsigned long long as_bits(unsigned long long i) { return i; }

// A thread's hash of all results, number after number.
__device__ unsigned long long mixed(unsigned long long hash) { return hash; }
template <typename First, typename... Others>
__device__ unsigned long long mixed(unsigned long long hash, First first, Others... others) {
  return mixed((hash ^ as_bits(first)) * 1099511628211ull, others...);
}
template <typename T, typename F> __global__ void apply(unsigned long long* out, F f) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
  unsigned long long hash = 14695981039346656037ull;
  for (unsigned i = thread; i < numbers; i += threads) {
    const Bits bits = bits_of(i, Names<T>::infinity);
    const T a = typename Names<T>::Raw{bits.a}, b = typename Names<T>::Raw{bits.b}, c = typename Names<T>::Raw{bits.c};
    hash = f(hash, a, b, c, i);
  }
  out[thread] = hash;
}

constexpr int threads = 256;
unsigned long long *on_device, results[threads];

template <typename T, typename F> void say(const char* name, F f) {
  apply<T><<<4, threads / 4>>>(on_device, f);
  cudaMemcpy(results, on_device, sizeof results, cudaMemcpyDeviceToHost);
  unsigned long long hash = 14695981039346656037ull;
  for (const unsigned long long word : results) hash = (hash ^ word) * 1099511628211ull;
  printf("%s %s %08x\n", Names<T>::word(), name, unsigned(hash >> 32));
}

#define SAY(name, ...) \
  say<T>(name, [] __device__(unsigned long long hash, T a, T b, T c, unsigned i) { return mixed(hash, __VA_ARGS__); })
#define COMPARISONS(f) \
  __h##f(a, b), __h##f##u(a, b), __h##f##2(p, q), __h##f##u2(p, q), __hb##f##2(p, q), __hb##f##u2(p, q), \
      __h##f##2_mask(p, q), __h##f##u2_mask(p, q)

template <typename T> void arithmetic() {
  typedef typename Names<T>::Two Pair;
#define p Pair(a, b)
#define q Pair(c, a)
#define r Pair(b, c)
  SAY("sums and products", __hadd(a, b), __hsub(a, b), __hmul(a, b), __hadd_rn(a, b), __hsub_rn(a, b), __hmul_rn(a, b),
      __hdiv(a, b), __hadd_sat(a, b), __hsub_sat(a, b), __hmul_sat(a, b));
  SAY("of pairs", __hadd2(p, q), __hsub2(p, q), __hmul2(p, q), __hadd2_rn(p, q), __hsub2_rn(p, q), __hmul2_rn(p, q),
      __h2div(p, q), __hadd2_sat(p, q), __hsub2_sat(p, q), __hmul2_sat(p, q));
  SAY("fused", __hfma(a, b, c), __hfma_sat(a, b, c), __hfma_relu(a, b, c), __hfma2(p, r, q), __hfma2_sat(p, r, q),
      __hfma2_relu(p, r, q), __hcmadd(p, r, q));
  SAY("signs", __hneg(a), __habs(a), __hneg2(p), __habs2(p), -a, +a, __hisnan(a), __hisnan2(p), __hisinf(a));
  SAY("larger and smaller", __hmax(a, b), __hmin(a, b), __hmax_nan(a, b), __hmin_nan(a, b), __hmax2(p, q), __hmin2(p, q),
      __hmax2_nan(p, q), __hmin2_nan(p, q));
  SAY("equal", COMPARISONS(eq), COMPARISONS(ne));
  SAY("less", COMPARISONS(lt), COMPARISONS(le));
  SAY("greater", COMPARISONS(gt), COMPARISONS(ge));
  SAY("operators", a + b, a - b, a * b, a / b, p + q, p - q, p * q, a < b, a != b, p == q);
  SAY("changes", (a += b, a -= c, a--, ++a, a *= b));  // no sum behind a product: nvcc makes one operation of both
  SAY("constructors", T(__uint_as_float(i * 65537u)), T(double(int(i * 40503u)) * 1e-3), T(int(i * 65521u)),
      T((long long)(i * 0x9e3779b97f4a7c15ull)), T(i * 0x9e3779b97f4a7c15ull), float(a), __low2float(p), __high2float(p));
  SAY("whole numbers", hceil(a), hfloor(a), htrunc(a), hrint(a), h2ceil(p), h2floor(p), h2trunc(p), h2rint(p));
  SAY("roots", hsqrt(a), hrsqrt(a), hrcp(a), h2sqrt(p), h2rsqrt(p), h2rcp(p));
  SAY("powers", hexp(a), hexp2(a), hexp10(a), hlog(a), hlog2(a), hlog10(a));
  SAY("angles", hsin(a), hcos(a), htanh(a));
#undef p
#undef q
#undef r
}

#define INTEGERS(w, mode) \
  SAY(#mode, __##w##2int_##mode(a), __##w##2uint_##mode(a), __##w##2short_##mode(a), __##w##2ushort_##mode(a), \
      __##w##2ll_##mode(a), __##w##2ull_##mode(a), __int2##w##_##mode(int(i * 65521u)), __uint2##w##_##mode(i * 65521u), \
      __short2##w##_##mode(short(i)), __ushort2##w##_##mode((unsigned short)i), \
      __ll2##w##_##mode((long long)(i * 0x9e3779b97f4a7c15ull)), __ull2##w##_##mode(i * 0x9e3779b97f4a7c15ull), \
      __float2##w##_##mode(__uint_as_float(i * 65521u)))
#define CONVERSIONS(w) \
  INTEGERS(w, rn); INTEGERS(w, rz); INTEGERS(w, rd); INTEGERS(w, ru); SAY("bytes", __##w##2char_rz(a), __##w##2uchar_rz(a))

// Where lanes add to one place the order shows, but not in sums of halves of small whole numbers.
template <typename T, typename Pair> __global__ void atomics(T* sums, Pair* pairs) {
  atomicAdd(&sums[threadIdx.x % 3], T(int(threadIdx.x % 4)));
  atomicAdd(&pairs[threadIdx.x % 2], Pair(T(int(threadIdx.x % 3)), T(1)));
  const T from_next = __shfl_down_sync(0xffffffff, T(int(threadIdx.x)), 1);
  if (threadIdx.x == 5) sums[3] = from_next;
  if (threadIdx.x == 0) sums[4] = __ldg(&sums[5]);
}
template <typename T> void across_lanes() {
  typedef typename Names<T>::Two Pair;
  T* sums;
  Pair* pairs;
  cudaMallocManaged(&sums, 6 * sizeof(T));
  cudaMallocManaged(&pairs, 2 * sizeof(Pair));
  for (int i = 0; i < 6; ++i) sums[i] = T(i == 5 ? 0.75f : 0.0f);
  for (int i = 0; i < 2; ++i) pairs[i] = Pair(T(0.0f), T(0.0f));
  atomics<<<1, 32>>>(sums, pairs);
  cudaDeviceSynchronize();
  printf("%s atomics %g %g %g, shuffle %g, load %g, pairs %g %g %g %g\n", Names<T>::word(), float(sums[0]), float(sums[1]),
      float(sums[2]), float(sums[3]), float(sums[4]), float(pairs[0].x), float(pairs[0].y), float(pairs[1].x), float(pairs[1].y));
  cudaFree(sums);
  cudaFree(pairs);
}

int main() {
  cudaMalloc(&on_device, sizeof results);
  arithmetic<__half>();
  {
    typedef __half T;
    CONVERSIONS(half);
  }
  arithmetic<__nv_bfloat16>();
  {
    typedef __nv_bfloat16 T;
    CONVERSIONS(bfloat16);
  }
  across_lanes<__half>();
  across_lanes<__nv_bfloat16>();
  cudaFree(on_device);
}
