# What simtcc refuses of a submission, and what it takes: each in CUDA C++ and in plain C++.
# Run: python3 tests/simt/submission_test.py build/simtcc
"""A case is a program's text; `at` is the line that is named, where there is one. It must be refused with one sentence that has
`says` in it, with `--submission=warn` the same must be a warning and the program must compile, and without either nothing
may be said of it."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

SIMTCC = os.path.abspath(sys.argv[1])
ASSEMBLY = "use inline assembly"


@dataclass
class Case:
    name: str
    text: str
    says: str
    at: int = 1
    suffix: str = ".cu"
    compiles: bool = True  # if it is not a submission


REFUSED = [
    # Assembly, in every place where it may stand.
    Case("assembly in a function", 'void f() { asm volatile("nop"); }\n', ASSEMBLY),
    Case("assembly outside of functions", 'int a;\n__asm__(".globl b\\nb: .long 0");\n', ASSEMBLY, 2),
    Case("assembly in a kernel", '__global__ void k() { asm("nop"); }\n', ASSEMBLY),
    Case("assembly that begins like PTX", '__global__ void k() { asm("nop; mov.u32 %eax, 1;"); }\n', ASSEMBLY, compiles=False),
    Case("assembly from a macro", '#define A __asm\n\nvoid f() { A("nop"); }\n', ASSEMBLY),
    Case("assembly of two halves", '#define A(x) __a##x\nvoid f() { A(sm__)("nop"); }\n', ASSEMBLY, 2),
    Case("assembly in a template", 'template <int n> void f() { asm("nop"); }\ntemplate void f<1>();\n', ASSEMBLY),
    Case("a symbol's name", 'void f() asm("other");\nvoid f() {}\n', ASSEMBLY),
    Case("a register", 'long f() { register long x asm("rbx"); asm("" : "=r"(x)); return x; }\n', ASSEMBLY, compiles=False),
    Case("assembly in a header", "#define noexcept noexcept; asm()\n#include <vector>\n", "", compiles=False),
    Case("assembly put into a header", '#define _GLIBCXX_VISIBILITY(x) asm("")\n#include <vector>\n', ASSEMBLY, compiles=False),
    # Attributes.
    Case("no_sanitize", '__attribute__((no_sanitize("thread"))) void f(int* p) { *p = 1; }\n', "attribute no_sanitize"),
    Case("with two underscores", "__attribute__((__no_sanitize_thread__)) void f(int* p) { *p = 1; }\n", "attribute __no_sanitize_thread__"),
    Case("in brackets", "[[gnu::no_sanitize_thread]] void f(int* p) { *p = 1; }\n", "attribute no_sanitize_thread"),
    Case("with using", "[[using gnu: noinline, no_sanitize_thread]] void f(int* p) { *p = 1; }\n", "attribute no_sanitize_thread"),
    Case("in brackets of two letters", "<:<:gnu::no_sanitize_thread:>:> void f(int* p) { *p = 1; }\n", "[ as <:"),
    Case("in one such bracket", "[<:gnu::no_sanitize_thread:>] void f(int* p) { *p = 1; }\n", "[ as <:"),
    Case("in such brackets from a macro", "#define OPEN <:\nOPEN OPEN gnu::no_sanitize_thread:>:> void f(int* p) { *p = 1; }\n", "[ as <:"),
    Case("from a macro", '#define FAST __attribute__((no_sanitize("thread")))\n#include <cmath>\nFAST void f() {}\n', "attribute no_sanitize"),
    Case("from a macro in a header's place", '#define artificial no_sanitize("thread")\n#include <cmath>\n', "macro artificial, which is an attribute's name"),
    Case("with underscores in a header's place", '#define __always_inline__ optimize(0)\n#include <cmath>\n', "macro __always_inline__"),
    Case("its name from a macro", '#define WHAT optimize\n__attribute__((WHAT("O3"))) void f() {}\n', "attribute optimize", 2),
    Case("in two halves", '#define A __attribute__\n#define B optimize\nA((B("O3"))) void f() {}\n', "attribute"),
    Case("optimize", '__attribute__((optimize("O3"))) void f() {}\n', "attribute optimize"),
    Case("section", '__attribute__((section(".init"))) void f() {}\n', "attribute section"),
    Case("section of a variable", '__attribute__((section("simt_constant"))) int f = 1;\n', "attribute section"),
    Case("constructor", "__attribute__((constructor)) void f() {}\n", "attribute constructor"),
    Case("constructor with a priority", "[[gnu::constructor(101)]] void f() {}\n", "attribute constructor"),
    Case("destructor", "__attribute__((noinline, destructor)) static void f() {}\n", "attribute destructor"),
    Case("init_priority", "struct A { A(); };\nA::A() {}\nA a __attribute__((init_priority(200)));\n", "attribute init_priority", 3),
    Case("alias", 'extern "C" void g() {}\nvoid f() __attribute__((alias("g")));\n', "attribute alias", 2),
    Case("weak", "__attribute__((weak)) void f() {}\n", "attribute weak"),
    Case("weakref", 'static void f() __attribute__((weakref("memcpy")));\nvoid g() { f(); }\n', "attribute weakref"),
    Case("ifunc", 'extern "C" { void g() {}\nstatic void (*r())() { return g; } }\nvoid f() __attribute__((ifunc("r")));\n', "attribute ifunc", 3),
    Case("naked", "__attribute__((naked)) void f() {}\n", "attribute naked"),
    Case("tls_model", '__attribute__((tls_model("initial-exec"))) thread_local int f = 1;\n', "attribute tls_model"),
    # Pragmas.
    Case("optimize by a pragma", '#pragma GCC optimize("O3")\nvoid f() {}\n', "#pragma GCC optimize"),
    Case("options pushed", "#pragma GCC push_options\nvoid f() {}\n#pragma GCC pop_options\n", "#pragma GCC push_options"),
    Case("pragma by an operator", '_Pragma("GCC optimize(\\"O3\\")") void f() {}\n', "#pragma GCC optimize"),
    Case("pragma of a macro", '#define FAST _Pragma("GCC optimize")\n#include <cmath>\nFAST void f() {}\n', "#pragma GCC optimize"),
    Case("system_header", "#pragma GCC system_header\nvoid f() {}\n", "#pragma GCC system_header"),
    Case("weak by a pragma", "#pragma weak f\nvoid f() {}\n", "#pragma weak"),
    Case("another name by a pragma", "#pragma redefine_extname f g\nvoid f() {}\n", "#pragma redefine_extname"),
    # What would hide the above.
    Case("#line", 'int a;\n#line 1 "/usr/include/math.h"\nvoid f() {}\n', "#line", 2),
    Case("a line marker", '# 1 "/usr/include/math.h" 1 3\nvoid f() { }\n', "#line"),
    Case("a line marker in two lines", 'int a;\n/* */ # \\\n 1 "/usr/include/math.h" 1 3\nvoid f() {}\n', "#line", 2),
    Case("a line marker with a digraph", '%: 1 "/usr/include/math.h" 1 3\nvoid f() {}\n', "%:"),
    # The simulator's and the compiler's own names.
    Case("a callback called", 'extern "C" void __tsan_func_exit();\nvoid f() { __tsan_func_exit(); }\n', "use __tsan_func_exit"),
    Case("a callback defined", 'extern "C" void __tsan_write4(void*) {}\n', "use __tsan_write4"),
    Case("the runtime's", 'extern "C" unsigned simt_thread_x() noexcept;\nunsigned f() { return simt_thread_x(); }\n', "use simt_thread_x"),
    Case("the record's", "namespace simt { void forget_launches(); }\nvoid f() { simt::forget_launches(); }\n", "use simt"),
    Case("of halves", "#define J(a, b) a##b\nnamespace J(si, mt) { void forget_launches(); }\nvoid f() { J(si, mt)::forget_launches(); }\n", "use simt", 2),
    Case("a call of the system", "#include <unistd.h>\nlong f() { return syscall(39); }\n", "use syscall", 2),
    Case("a frame's address", "void* f() { return __builtin_frame_address(0); }\n", "use __builtin_frame_address"),
    Case("a return address", "void* f() { return __builtin_return_address(0); }\n", "use __builtin_return_address"),
    Case("the compiler's arithmetic", 'extern "C" __int128 __divmodti4(__int128, __int128, __int128*);\nvoid f(void* p) { __divmodti4(1, 1, (__int128*)p); }\n', "use __divmodti4"),
    Case("a computed jump", "int f(void* p) { static void* at[] = {&&a}; p = p ? p : at[0]; goto *p; a: return 1; }\n", "jump to an address"),
    # Symbols.
    Case("dlopen", "#include <dlfcn.h>\nvoid* f() {\n  return dlopen(nullptr, RTLD_NOW);\n}\n", "use dlopen", 3),
    Case("dlsym", '#include <dlfcn.h>\nvoid* f() {\n  return dlsym(RTLD_DEFAULT, "x");\n}\n', "use dlsym", 3),
    Case("dl_iterate_phdr", "#include <link.h>\nint f() {\n  return dl_iterate_phdr(nullptr, nullptr);\n}\n", "use dl_iterate_phdr", 3),
    Case("dlsym by another name", 'extern "C" void* __libc_dlsym(void*, const char*);\nvoid* f() { return __libc_dlsym(nullptr, "x"); }\n', "use __libc_dlsym", 2),
    Case("mprotect", "#include <sys/mman.h>\nvoid f(void* p) {\n  mprotect(p, 4096, PROT_READ | PROT_WRITE | PROT_EXEC);\n}\n", "use mprotect", 3),
    Case("mmap", "#include <sys/mman.h>\nvoid* f() {\n  return mmap(nullptr, 4096, PROT_EXEC, MAP_PRIVATE, 3, 0);\n}\n", "use mmap", 3),
    Case("a function's address alone", "#include <sys/mman.h>\nauto f() {\n  return &mremap;\n}\n", "use mremap", 0),
    Case("a file of the process", '#include <cstdio>\nvoid f() {\n  std::fopen("/proc/self/mem", "r+");\n}\n', "use fopen", 3),
    Case("a stream of a file", '#include <fstream>\nvoid f() {\n  std::ofstream("/proc/self/mem") << 1;\n}\n', "open files", 0),
    Case("open", '#include <fcntl.h>\nint f() {\n  return open("/proc/self/mem", O_RDWR);\n}\n', "use open", 3),
    Case("a signal's handler", "#include <csignal>\nvoid f() {\n  signal(SIGSEGV, SIG_IGN);\n}\n", "use signal", 3),
    Case("a long jump", "#include <csetjmp>\njmp_buf b;\nvoid f() {\n  longjmp(b, 1);\n}\n", "use longjmp", 4),
    Case("another process", "#include <unistd.h>\nvoid f() {\n  fork();\n}\n", "use fork", 3),
    Case("a tracer", "#include <sys/ptrace.h>\nvoid f() {\n  ptrace(PTRACE_TRACEME);\n}\n", "use ptrace", 3),
    Case("memcpy of its own", 'extern "C" void* memcpy(void* to, const void*, unsigned long) { return to; }\n', "define memcpy"),
    Case("another program where it is watched", "int a;\n#ifdef __SANITIZE_THREAD__\nint b = 1;\n#else\nint b = 2;\n#endif\n", "be another program where it is watched", 5, suffix=".cpp"),
    Case("cudaMalloc of its own", 'extern "C" int cudaFree(void*) { return 0; }\n', "define cudaFree", suffix=".cpp"),
]  # fmt: skip
X86 = [
    Case("target", '__attribute__((target("avx2"))) void f() {}\n', "attribute target"),
    Case("target by a pragma", '#pragma GCC target("avx2")\nvoid f() {}\n', "#pragma GCC target"),
    Case("a store of the CPU's past its caches", "#include <emmintrin.h>\nvoid f(int* p) {\n  _mm_stream_si32(p, 1);\n}\n", "use _mm_stream_si32", 3),
    Case("half a vector of the CPU's", "#include <xmmintrin.h>\n__m128 f(const __m64* p) {\n  return _mm_loadh_pi(_mm_setzero_ps(), p);\n}\n", "use _mm_loadh_pi", 3),
    Case("its name put together", "#include <xmmintrin.h>\n#define HALF(x) _mm_store##x\nvoid f(__m64* p, __m128 v) {\n  HALF(h_pi)(p, v);\n}\n", "use _mm_storeh_pi", 4),
    Case("assembly that writes", 'void f(long* p) { __asm__ __volatile__("movq $0, (%0)" : : "r"(p)); }\n', ASSEMBLY),
]  # fmt: skip
ARM = [
    Case("target", '__attribute__((target("+crc"))) void f() {}\n', "attribute target"),
    Case("target by a pragma", '#pragma GCC target("+crc")\nvoid f() {}\n', "#pragma GCC target"),
    Case("assembly that writes", 'void f(long* p) { __asm__ __volatile__("str xzr, [%0]" : : "r"(p)); }\n', ASSEMBLY),
]  # fmt: skip

TAKEN = {
    "macros named like attributes": "#define unused __attribute__((unused))\n#define likely(x) __builtin_expect(!!(x), 1)\n#define hot 3\n#include <cmath>\nint f(int n) { return likely(n) ? hot : n; }\n",
    "alignment and restrict": "struct __attribute__((aligned(16))) S { float x[4]; };\nvoid f(float* __restrict__ a, const S& s) { *a = s.x[1]; }\n",
    "attributes": "[[nodiscard]] [[gnu::always_inline]] inline int one() { return 1; }\n[[maybe_unused]] static int two [[gnu::unused]] = one();\n"
    "__attribute__((noinline, hot)) int f(int n) { if (n > 1) [[likely]] return 2; switch (n) { case 0: n = 3; [[fallthrough]]; default: return n; } }\n",
    "another's attributes": "[[clang::noescape]] int f() { return 1; }\n",
    "names like attributes": "int target(int optimize, int section) { int alias = optimize, weak = section; return alias + weak; }\n",
    # Registers, instructions, conditions, types and relocations; a module's second copy has them under other names.
    "names that assembly has, too": "int a, lo, hi, eq, gt, lsl, sxtw, ret, object, PLT, eax, rdi, lo12, view;\nextern \"C\" int leave(int x) { return x + ret + object + PLT + eax + rdi + lo12 + view; }\nextern \"C\" int nop() { return leave(2); }\n"
    "static int add(int x, int y) { return x > y ? x + y : a; }\nint f(long* p, int x, int y) { for (int i = 0; i < x; ++i) p[i] = (x > y ? add(x, y) : lo + hi) + (x < 3) + (unsigned(x) >= 7) + (x == y) + (unsigned(x) < unsigned(y)) + p[x << 2]; return eq + lsl + sxtw + gt + nop(); }\n",
    "pragmas": "void f(float* p) {\n#pragma omp parallel for\n  for (int i = 0; i < 9; ++i) p[i] = 1;\n#pragma GCC unroll 4\n#pragma GCC ivdep\n  for (int i = 0; i < 9; ++i) p[i] = 2;\n}\n#pragma GCC diagnostic push\n#pragma pack(push, 1)\n",
    "a name behind a bracket": "#include <vector>\nint f() { std::vector<::std::vector<int>> v; return int(v.size()); }\n",
    "macros": "#define BLOCK 32\n#define MIN(a, b) ((a) < (b) ? (a) : (b))\n#include <cmath>\n#define JOIN(a, b) a##b\nint JOIN(f, 1)(int n) { return MIN(n, BLOCK); }\n",
    "threads": "#include <atomic>\n#include <condition_variable>\n#include <future>\n#include <mutex>\n#include <thread>\n#include <vector>\nint f() { std::mutex m; std::atomic<int> n{0}; std::vector<std::thread> all; for (int i = 0; i < 4; ++i) all.emplace_back([&] { std::lock_guard<std::mutex> l(m); ++n; }); for (auto& one : all) one.join(); return n + std::async([] { return 1; }).get(); }\n",
    "containers": "#include <algorithm>\n#include <array>\n#include <functional>\n#include <map>\n#include <memory>\n#include <numeric>\n#include <set>\n#include <string>\n#include <unordered_map>\n#include <vector>\nstatic const std::vector<int> table = {3, 1, 2};\nint f() { std::map<std::string, int> m{{\"a\", 1}}; std::unordered_map<int, int> u{{1, 2}}; std::set<int> s(table.begin(), table.end()); auto p = std::make_shared<int>(3); std::function<int(int)> g = [&](int x) { return x + *p; }; std::vector<int> v(table); std::sort(v.begin(), v.end()); return std::accumulate(v.begin(), v.end(), g(m[\"a\"])) + u[1] + int(s.size()); }\n",
    "output": '#include <cassert>\n#include <cstdio>\n#include <iostream>\n#include <sstream>\nvoid f(int n) { assert(n > 0); printf("%d\\n", n); std::fprintf(stderr, "x"); char b[9]; std::snprintf(b, 9, "%d", n); std::ostringstream o; o << n << b; std::cout << o.str() << std::endl; }\n',
    "the C library": "#include <chrono>\n#include <cmath>\n#include <cstdlib>\n#include <cstring>\n#include <random>\ndouble f(double x) { char a[8]; std::strcpy(a, \"abc\"); std::memset(a, 0, 8); std::srand(1); int e; x = std::frexp(x, &e); std::mt19937 g(1); return std::sin(x) + std::rand() + std::strlen(a) + std::chrono::steady_clock::now().time_since_epoch().count() + double(g()); }\n",
    "exceptions and virtual functions": "#include <stdexcept>\nstruct A { virtual ~A() = default; virtual int g() { return 1; } };\nstruct B : A { int g() override { throw std::runtime_error(\"x\"); } };\nint f(A& a) { try { return a.g(); } catch (const std::exception& e) { return dynamic_cast<B*>(&a) ? e.what()[0] : 0; } }\n",
    "builtins": "int f(unsigned n, float* p) { __builtin_prefetch(p); p = (float*)__builtin_assume_aligned(p, 16); return __builtin_popcount(n) + (__builtin_expect(n > 1, 1) ? __builtin_clz(n) : 0); }\n",
    "vectors of the CPU": "#if defined(__x86_64__)\n#include <immintrin.h>\nvoid f(float* p) { _mm_storeu_ps(p, _mm_add_ps(_mm_loadu_ps(p), _mm_set1_ps(1))); }\n#endif\n",
    # What a processor has no instructions for the compiler calls a function of its own for.
    "integers of 128 bits": "__int128 f(__int128 a, __int128 b) { return a / b + a % b; }\nunsigned __int128 g(unsigned __int128 a, unsigned long b) { return a / b + a % b + __builtin_popcountll(b); }\ndouble h(__int128 a, unsigned __int128 b) { return double(a) + float(b); }\n__int128 i(double a, float b) { return __int128(a) + (unsigned __int128)b; }\n",
    "long double": "#include <cmath>\n#include <random>\nlong double f(long double a, long double b, long c, unsigned d) { return (a + b) * (a - b) / c + d + std::sqrt(-a) + (a < b ? 1.0f : 2.0); }\nlong g(long double a, double* b) { *b = a; return long(a) + unsigned(a) + int(a != 0); }\n__int128 h(long double a, __int128 b) { return __int128(a + b); }\ndouble r() { std::mt19937 g(1); return std::uniform_real_distribution<double>(0, 1)(g) + std::normal_distribution<float>()(g); }\n",
    "complex numbers": "#include <complex>\nstd::complex<float> f(std::complex<float> a, std::complex<float> b) { return a * b / a; }\nstd::complex<double> g(std::complex<double> a, std::complex<double> b) { return a * b / a; }\nstd::complex<long double> h(std::complex<long double> a, std::complex<long double> b) { return a * b / a; }\n",
    "atomics": "#include <atomic>\nlong f(std::atomic<long>& a, std::atomic<int>& b, std::atomic<unsigned char>& c) { long e = 1; a.compare_exchange_strong(e, 2); b |= 1; b &= 3; b ^= 1; c = 7; return a.exchange(3) + b.fetch_add(1, std::memory_order_relaxed) + c--; }\n",
    "numbers of the x87": "#include <cmath>\n#include <random>\nlong double f(long double a, long double* b) { *b = a / *b - std::sqrt(a); std::mt19937 g(1); return *b * std::generate_canonical<long double, 64>(g) + std::ceil(a / 3); }\n",
    "target_clones": '__attribute__((target_clones("default", "avx2"))) void f(float* p) { for (int i = 0; i < 99; ++i) p[i] += 1; }\n',
}  # fmt: skip
TAKEN_CUDA = {
    "PTX that is known": '__global__ void k(unsigned* p) { unsigned lane; asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane)); asm volatile("membar.gl;"); p[lane] = lane; }\n',
    "PTX in a macro": '#define LANE(x) asm("mov.u32 %0, %%laneid;" : "=r"(x))\n#include <cstdio>\n__global__ void k(unsigned* p) { unsigned lane; LANE(lane); p[lane] = lane; }\n',
    "cache hints": "__global__ void k(float* p) { __stcs(p, __ldg(p + 1)); __syncthreads(); while (!p[0]) p[1] = clock64(); }\n",
    "memory of all kinds": "__constant__ float c[4] = {1};\n__device__ float d[4];\n__managed__ int m;\n__global__ void __launch_bounds__(256) k(float* __restrict__ p) { __shared__ float s[32]; extern __shared__ float e[]; s[threadIdx.x] = c[0]; e[0] = d[1]; p[0] = s[0] + m; printf(\"%f\", p[0]); }\nvoid f(float* p) { cudaMemcpyToSymbol(c, p, 4); k<<<1, 32, 64>>>(p); }\n",
    "a function's address": "__global__ void k(int* p) { *p = 1; }\nauto f() { cudaError_t (*g)(void*) = cudaFree; void* a[1] = {}; cudaLaunchKernel((const void*)k, dim3(1), dim3(1), a, 0, 0); return g; }\n",
    "inline of the device": "#include <cassert>\n__forceinline__ __device__ int g(int x) { assert(x); return x; }\nstruct __align__(8) P { int a, b; };\n__global__ void k(P* p) { p->a = g(p->b); atomicAdd(&p->a, 1); }\n",
}  # fmt: skip


def compile(folder: str, text: str, suffix: str, *options: str) -> tuple[int, str]:
    with open(os.path.join(folder, "lab" + suffix), "w", encoding="utf-8") as file:
        file.write(text)
    command = [SIMTCC, *options, "-shared", "-fopenmp", "lab" + suffix, "-o", "lab.so"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stderr


def is_x86() -> bool:
    """Of what simtcc compiles for, which need not be what Python is."""
    with tempfile.TemporaryDirectory() as folder:
        return compile(folder, "#if !defined(__x86_64__)\n#error\n#endif\n", ".cpp")[0] == 0


class Submissions(unittest.TestCase):
    def each(self, check, cases) -> None:
        with ThreadPoolExecutor(2) as pool:
            for case, done in [(case, pool.submit(check, *case)) for case in cases]:
                with self.subTest(case[0]):
                    done.result()

    def refused(self, _name: str, case: Case, suffix: str) -> None:
        at = f":{case.at}" if case.at else r"(:\d+)?"
        with tempfile.TemporaryDirectory() as folder:
            status, said = compile(folder, case.text, suffix, "--submission")
            self.assertEqual(status, 1, said)
            if case.says:
                place = rf"(?m)^lab\{suffix}{at}:(\d+:)? "
                self.assertRegex(said, place + rf"error: a submission may not .*{re.escape(case.says)}")
            if case.compiles:
                status, said = compile(folder, case.text, suffix, "--submission=warn")
                self.assertEqual(status, 0, said)
                self.assertRegex(said, place + rf"warning: a submission may not .*{re.escape(case.says)}")

    def taken(self, _name: str, text: str, suffix: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            status, said = compile(folder, text, suffix, "--submission")
            self.assertEqual((status, "may not" in said), (0, False), said)

    def test_refused(self):
        self.each(self.refused, [(case.name, case, case.suffix) for case in REFUSED + (X86 if is_x86() else ARM)])

    def test_refused_in_plain_cpp(self):
        some = [case for i, case in enumerate(REFUSED) if i % 6 == 0 and "__global__" not in case.text]
        self.each(self.refused, [(case.name, case, ".cpp") for case in some])

    def test_taken(self):
        both = [(name, text, suffix) for name, text in TAKEN.items() for suffix in (".cu", ".cpp")]
        self.each(self.taken, both + [(name, text, ".cu") for name, text in TAKEN_CUDA.items()])

    def test_no_name_makes_a_file_another_ones(self):
        """A file that includes itself, by a name that begins with the simulator's folder or is called the system's."""
        up = "../" * 12 + "proc/self/cwd/lab"
        for include in (f"#include <{up}", f"#include_next <{up}"):
            for suffix in (".cu", ".cpp"):
                itself = f"#ifndef AGAIN\n#define AGAIN\n#include <cmath>\n{include}{suffix}>\n#else\n"
                for hidden, says in (
                    ('__attribute__((no_sanitize("thread"))) void f(int* p) { *p = 1; }', "attribute no_sanitize"),
                    ('void f() { asm("nop"); }', ASSEMBLY),
                ):
                    with self.subTest(include + suffix + hidden), tempfile.TemporaryDirectory() as folder:
                        status, said = compile(folder, itself + hidden + "\n#endif\n", suffix, "--submission")
                        self.assertEqual(status, 1, said)
                        self.assertRegex(said, f":6:.*a submission may not .*{says}")

    def test_headers_of_cudas_libraries_are_not_the_submissions(self):
        text = "#include <cuda/barrier>\n#include <cuda/pipeline>\n#include <cub/cub.cuh>\n__global__ void k(int* p) { *p = 1; }\n"
        with tempfile.TemporaryDirectory() as folder:
            status, said = compile(folder, text, ".cu")
        if status and "comes with CUDA's toolkit" in said:
            self.skipTest("CUDA's libraries are not here")
        self.taken("", text, ".cu")

    def test_nothing_is_said_without_the_option(self):
        with tempfile.TemporaryDirectory() as folder:
            for suffix in (".cu", ".cpp"):
                status, said = compile(folder, REFUSED[0].text, suffix)
                self.assertEqual((status, said), (0, ""))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
