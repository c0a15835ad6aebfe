// Inline PTX: arithmetic on numbers with edges among them, loads and stores, atomics, what goes between lanes. Hashes of the
// results; an H200 prints the same (data/simt/printed).
// environment: SIMT_CHECK=all
// prints: sums 47043e9f
// prints: products 14dc86d1
// prints: quotients 51e95808
// prints: bits a64e95e9
// prints: shifts e15c48bd
// prints: fields 6946237b
// prints: counts 85fe7a70
// prints: bytes 2a00cc5e
// prints: order 06bc9289
// prints: conversions 348dd4cf
// prints: floats a49a8959
// prints: pairs f4776fbd
// prints: literals e45b6e91
// prints: predicates 1adc7cff
// prints: several fea7703d
// prints: memory 46b6dccc 70ecac88 fe93d5ed, sums 496 0 77 248
// prints: lanes 3dfc0ca2, lane 7: 4 7 14 5 ffe00000 1 496, ended 1 0
// counts: memory l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum 3
#include <cstdio>

constexpr int rounds = 64, threads = 128;
unsigned long long *on_device, results[threads];

// Numbers with edges among them: 0, all ones, the highest bit, small ones, and any.
__device__ unsigned long long number(unsigned i) {
  const unsigned long long any = (i + 1) * 0x9e3779b97f4a7c15ull;
  switch (any >> 60) {
    case 0: return 0;
    case 1: return ~0ull;
    case 2: return 0x8000000080000000ull;
    case 3: case 4: case 5: return any >> 58 & 63;
    case 6: return 0x7fffffff7fffffffull;
    default: return any * (any >> 32 | 1);
  }
}

template <typename F> __global__ void apply(unsigned long long* out, F f) {
  unsigned long long hash = 14695981039346656037ull;
  for (unsigned i = 0; i < rounds; ++i) {
    const unsigned at = (threadIdx.x * rounds + i) * 4;
    hash = (hash ^ f(number(at), number(at + 1), number(at + 2))) * 1099511628211ull;
  }
  out[threadIdx.x] = hash;
}
template <typename F> void say(const char* name, F f) {
  apply<<<1, threads>>>(on_device, f);
  cudaMemcpy(results, on_device, sizeof results, cudaMemcpyDeviceToHost);
  unsigned long long hash = 14695981039346656037ull;
  for (const unsigned long long word : results) hash = (hash ^ word) * 1099511628211ull;
  printf("%s %08x\n", name, unsigned(hash >> 32));
}

typedef unsigned long long u64;
typedef unsigned u32;
#define SAY(name, ...) say(name, [] __device__(u64 a, u64 b, u64 c) -> u64 { u64 h = 0; __VA_ARGS__; return h; })
#define MIX(x) h = (h ^ (u64)(x)) * 0x100000001b3ull
#define R1(op) { u32 r; asm(op " %0, %1;" : "=r"(r) : "r"((u32)a)); MIX(r); }
#define R2(op) { u32 r; asm(op " %0, %1, %2;" : "=r"(r) : "r"((u32)a), "r"((u32)b)); MIX(r); }
#define R3(op) { u32 r; asm(op " %0, %1, %2, %3;" : "=r"(r) : "r"((u32)a), "r"((u32)b), "r"((u32)c)); MIX(r); }
#define L2(op) { u64 r; asm(op " %0, %1, %2;" : "=l"(r) : "l"(a), "l"(b)); MIX(r); }
#define L3(op) { u64 r; asm(op " %0, %1, %2, %3;" : "=l"(r) : "l"(a), "l"(b), "l"(c)); MIX(r); }
#define LS(op) { u64 r; asm(op " %0, %1, %2;" : "=l"(r) : "l"(a), "r"((u32)b)); MIX(r); }
#define P2(cmp) { u32 r; asm("{ .reg .pred p, q; setp." cmp " p|q, %1, %2; selp.u32 %0, 1, 2, p; @q add.u32 %0, %0, 4; }" : "=r"(r) : "r"((u32)a), "r"((u32)b)); MIX(r); }

__global__ void memory(unsigned* words, unsigned long long* pairs, float* sums, unsigned* out) {
  const unsigned lane = threadIdx.x;
  unsigned x, y, z, w;
  asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "l"(words + 4 * lane));
  asm volatile("st.global.v2.u32 [%0+8], {%1, %2};" ::"l"(words + 4 * lane), "r"(x + y), "r"(z * w) : "memory");
  unsigned long long p, q;
  asm volatile("ld.volatile.global.v2.u64 {%0, %1}, [%2];" : "=l"(p), "=l"(q) : "l"(pairs + 2 * lane) : "memory");
  asm volatile("st.global.cs.u64 [%0], %1;" ::"l"(pairs + 2 * lane), "l"(p ^ q) : "memory");
  [[maybe_unused]] unsigned old;
  asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(out), "r"(lane) : "memory");
  asm volatile("red.global.max.s32 [%0], %1;" ::"l"(out + 1), "r"((int)lane - 40) : "memory");
  asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(sums), "f"(0.5f * lane) : "memory");
  asm volatile("atom.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "l"(out + 2), "r"(0), "r"(77) : "memory");
  unsigned byte;
  asm volatile("ld.global.nc.u8 %0, [%1+1];" : "=r"(byte) : "l"(words + 4 * lane));
  out[3 + lane] = byte;
}

__global__ void lanes(unsigned* out) {
  const unsigned lane = threadIdx.x;
  unsigned up, down, xored, from, within, votes;
  asm volatile("{ .reg .pred p; shfl.sync.up.b32 %0|p, %2, 3, 0x0, 0xffffffff; selp.u32 %1, 1, 0, p; }" : "=r"(up), "=r"(within) : "r"(lane));
  asm volatile("shfl.sync.down.b32 %0, %1, %2, 0x181f, 0xffffffff;" : "=r"(down) : "r"(lane), "r"(2));
  asm volatile("shfl.sync.bfly.b32 %0, %1, 9, 31, 0xffffffff;" : "=r"(xored) : "r"(lane));
  asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x101f, 0xffffffff;" : "=r"(from) : "r"(lane), "r"(5));
  asm volatile("{ .reg .pred p; setp.gt.u32 p, %1, 20; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "=r"(votes) : "r"(lane));
  unsigned sum;
  asm volatile("redux.sync.add.u32 %0, %1, 0xffffffff;" : "=r"(sum) : "r"(lane));
  unsigned* mine = out + 7 * lane;
  mine[0] = up, mine[1] = down, mine[2] = xored, mine[3] = from, mine[4] = votes, mine[5] = within, mine[6] = sum;
  if (lane == 9) asm volatile("exit;");
  out[7 * 32 + lane] = 1;
}

unsigned hash_of(const unsigned* words, int count) {
  unsigned long long hash = 14695981039346656037ull;
  for (int i = 0; i < count; ++i) hash = (hash ^ words[i]) * 1099511628211ull;
  return unsigned(hash >> 32);
}

int main() {
  cudaMalloc(&on_device, sizeof results);
  SAY("sums", R2("add.u32") R2("sub.s32") L2("add.s64") L2("sub.u64"));
  SAY("products", R2("mul.lo.u32") R2("mul.hi.u32") R2("mul.hi.s32") R3("mad.lo.s32") R3("mad.hi.u32") L2("mul.lo.u64") L2("mul.hi.s64") L2("mul.hi.u64")
      { u64 r; asm("mul.wide.u32 %0, %1, %2;" : "=l"(r) : "r"((u32)a), "r"((u32)b)); MIX(r); }
      { u64 r; asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(r) : "r"((u32)a), "r"((u32)b), "l"(c)); MIX(r); });
  SAY("quotients", if (u32(b) == 0) b = 3; if (u32(a) == 0x80000000u) a = 1; R2("div.u32") R2("rem.u32") R2("div.s32") R2("rem.s32"));
  SAY("bits", R2("and.b32") R2("or.b32") R2("xor.b32") R1("not.b32") R1("cnot.b32") L2("and.b64") L2("xor.b64"));
  SAY("shifts", R2("shl.b32") R2("shr.u32") R2("shr.s32") LS("shl.b64") LS("shr.u64") LS("shr.s64") R3("shf.l.wrap.b32") R3("shf.l.clamp.b32")
      R3("shf.r.wrap.b32") R3("shf.r.clamp.b32"));
  SAY("fields", R3("bfe.u32") R3("bfe.s32") { u32 r; asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"((u32)a), "r"((u32)b), "r"((u32)c), "r"((u32)(a >> 32))); MIX(r); }
      { u64 r; asm("bfe.u64 %0, %1, %2, %3;" : "=l"(r) : "l"(a), "r"((u32)b), "r"((u32)c)); MIX(r); }
      { u64 r; asm("bfe.s64 %0, %1, %2, %3;" : "=l"(r) : "l"(a), "r"((u32)b), "r"((u32)c)); MIX(r); }
      R2("bmsk.clamp.b32") R2("bmsk.wrap.b32"));
  SAY("counts", R1("bfind.u32") R1("bfind.s32") R1("bfind.shiftamt.u32") R1("bfind.shiftamt.s32") R1("brev.b32") R1("clz.b32") R1("popc.b32")
      { u32 r; asm("clz.b64 %0, %1;" : "=r"(r) : "l"(a)); MIX(r); } { u32 r; asm("popc.b64 %0, %1;" : "=r"(r) : "l"(a)); MIX(r); }
      { u32 r; asm("bfind.u64 %0, %1;" : "=r"(r) : "l"(a)); MIX(r); });
  SAY("bytes", R3("prmt.b32") { u32 r; asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(r) : "r"((u32)a), "r"((u32)b), "r"((u32)c)); MIX(r); });
  SAY("order", R2("min.s32") R2("max.u32") R1("abs.s32") R1("neg.s32") L2("min.s64") L2("max.u64") P2("lt.s32") P2("hi.u32") P2("eq.u32") P2("ge.s32"));
  SAY("conversions", { int r; asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(r) : "f"(__uint_as_float((u32)a))); MIX(r); }
      { float r; asm("cvt.rn.f32.s32 %0, %1;" : "=f"(r) : "r"((u32)a)); MIX(__float_as_uint(r)); }
      { u64 r; asm("cvt.u64.u32 %0, %1;" : "=l"(r) : "r"((u32)a)); MIX(r); } { u64 r; asm("cvt.s64.s32 %0, %1;" : "=l"(r) : "r"((u32)a)); MIX(r); }
      { u32 r; asm("cvt.u32.u64 %0, %1;" : "=r"(r) : "l"(a)); MIX(r); } { double r; asm("cvt.f64.f32 %0, %1;" : "=d"(r) : "f"(1.0f * (u32)a)); MIX(__double_as_longlong(r)); });
  SAY("floats", const float x = 0.001f * int((u32)a >> 8); const float y = 0.5f * int((u32)b >> 12); const float z = (u32)c & 255; float r;
      asm("add.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y)); MIX(__float_as_uint(r)); asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(r) : "f"(x), "f"(y), "f"(z)); MIX(__float_as_uint(r));
      asm("mul.rn.f32 %0, %1, 0f3F000000;" : "=f"(r) : "f"(x)); MIX(__float_as_uint(r)); asm("max.f32 %0, %1, %2;" : "=f"(r) : "f"(x), "f"(y)); MIX(__float_as_uint(r));
      asm("sqrt.rn.f32 %0, %1;" : "=f"(r) : "f"(y)); MIX(__float_as_uint(r)));
  SAY("pairs", { u64 r; asm("mov.b64 %0, {%1, %2};" : "=l"(r) : "r"((u32)a), "r"((u32)b)); MIX(r); }
      { u32 low; u32 high; asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(a)); MIX(low); MIX(high); });
  SAY("literals", { float r; asm("mul.f32 %0, %1, 0.5;" : "=f"(r) : "f"(1.0f * (u32)a)); MIX(__float_as_uint(r)); }
      { double r; asm("{ .reg .f64 t; mov.f64 t, 1.5; mul.f64 %0, %1, t; }" : "=d"(r) : "d"(1.0 * (u32)a)); MIX(__double_as_longlong(r)); }
      { u32 r; asm("add.s32 %0, %1, -7;" : "=r"(r) : "r"((u32)a)); MIX(r); });
  SAY("predicates", { u32 r; asm("{ .reg .pred p, q, n; setp.lt.u32 p, %1, %2; setp.gt.u32 q, %2, %3; not.pred n, p; and.pred q, q, n; xor.pred p, p, q; or.pred n, n, q; selp.u32 %0, 1, 0, p; @n add.u32 %0, %0, 2; @!q add.u32 %0, %0, 4; }" : "=r"(r) : "r"((u32)a), "r"((u32)b), "r"((u32)c)); MIX(r); });
  SAY("several", { u32 r; asm("{\n\t.reg .pred p;\n\t.reg .u32 t, u;\n\tsetp.ne.u32 p, %1, 0;\n\tadd.u32 t, %1, %2;\n\t@p xor.b32 t, t, %2;\n\t@!p mov.u32 t, 7;\n\tshl.b32 u, t, 3;\n\tor.b32 %0, u, t;\n}" : "=r"(r) : "r"((u32)a & 1), "r"((u32)b)); MIX(r); }
      { u32 r = (u32)a; asm("add.u32 %0, %0, %1;" : "+r"(r) : "r"((u32)b)); MIX(r); } { u32 r; asm("mov.u32 %0, 0x10;" : "=r"(r)); MIX(r); }
      { u32 r; asm("add.u32 %0, %1, %2;" : "=r"(r) : "r"((u32)a), "n"(12)); MIX(r); });
  unsigned *words, *out, host[300];
  unsigned long long* pairs;
  float* sums;
  cudaMallocManaged(&words, 128 * 4);
  cudaMallocManaged(&out, 300 * 4);
  cudaMallocManaged(&pairs, 64 * 8);
  cudaMallocManaged(&sums, 4);
  for (unsigned i = 0; i < 128; ++i) words[i] = i * 2654435761u;
  for (unsigned i = 0; i < 64; ++i) pairs[i] = i * 0x9e3779b97f4a7c15ull;
  for (unsigned i = 0; i < 300; ++i) out[i] = 0;
  *sums = 0;
  memory<<<1, 32>>>(words, pairs, sums, out);
  cudaDeviceSynchronize();
  printf("memory %08x %08x %08x, sums %u %d %u %g\n", hash_of(words, 128), hash_of((unsigned*)pairs, 128), hash_of(out + 3, 32), out[0], int(out[1]), out[2], *sums);
  for (unsigned i = 0; i < 300; ++i) out[i] = 0;
  lanes<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 300; ++i) host[i] = out[i];
  printf("lanes %08x, lane 7: %u %u %u %u %08x %u %u, ended %u %u\n", hash_of(host, 300), host[49], host[50], host[51], host[52], host[53], host[54], host[55], host[7 * 32 + 8], host[7 * 32 + 9]);
  cudaFree(words), cudaFree(out), cudaFree(pairs), cudaFree(sums), cudaFree(on_device);
}
