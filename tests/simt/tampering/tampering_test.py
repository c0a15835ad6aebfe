# Programs that write to the simulator's record of them, or to its variables: none goes on with other counters.
# Run: python3 tests/simt/tampering/tampering_test.py build/simtcc
"""Each attack is told where the count of sectors of its first launch lies, and where libsimt.so keeps its variables: how it would
find that out is not the question here. A judge in the same process then asks the simulator."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

from tampering_calls import CALLS, ELF
from tampering_places import FILE, GIVEN, PLACES, STOPPED
from tampering_returns import RETURNS

SIMTCC = os.path.abspath(sys.argv[1])
ROOT = pathlib.Path(__file__).resolve().parents[3]
PRINTED = "prints with %n, which stores where nobody sees it"
OUTSIDE = "that is not device memory"  # a finding about the kernel
HONEST = r"\A32 sectors, \d launches\n\Z"  # and no finding

JUDGE = """
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include "simt/simt.hpp"
void run();
void attack(int number, std::uint64_t* sectors, char* variables);
int main(int count, char** words) {
  run();
  char line[4096];
  unsigned long variables = 0;
  std::FILE* maps = std::fopen("/proc/self/maps", "r");
  while (std::fgets(line, sizeof line, maps))
    if (std::strstr(line, "libsimt.so") && std::strstr(line, " rw")) std::sscanf(line, "%lx", &variables);
  std::fclose(maps);
  auto& counters = const_cast<simt::Counters&>(simt::launches()[0].sites[0].counters);
  for (int i = 0, times = count > 2 ? std::atoi(words[2]) : 1; i < times; ++i)
    attack(std::atoi(words[1]), &counters.sectors, reinterpret_cast<char*>(variables));
  try {
    const auto& launches = simt::launches();
    std::printf("%llu sectors, %zu launches\\n", (unsigned long long)launches[0].sites[0].counters.sectors, launches.size());
    for (const simt::Finding& finding : simt::findings()) std::puts(finding.message.c_str());
  } catch (const std::exception& error) {
    std::puts(error.what());
  }
  std::fflush(stdout);
  _Exit(0);
}
"""
HEAD = """
#include <elf.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <locale>
#include <memory>
#include <mutex>
#include <new>
#include <sstream>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <thread>
#include <vector>
__global__ void scattered(float* p) { p[threadIdx.x * 8] = 1; }
void run() {
  float* p;
  cudaMalloc(&p, 1024);
  scattered<<<1, 32>>>(p);
  cudaFree(p);
}
"""
ATTACK = "namespace attack_%d {\n%svoid attack(std::uint64_t* sectors, char* variables) { %s }\n}\n"
CALL = "  if (number == %d) return attack_%d::attack(sectors, variables);\n"
# By name: what is in front of it, its body, what is said.
CASES = {
    "a store": ("", "*sectors = 4;", STOPPED),
    "memcpy": ("", "const std::uint64_t four = 4; std::memcpy(sectors, &four, 8);", STOPPED),
    "std::fill": ("", "std::fill(sectors, sectors + 1, 4);", STOPPED),
    "an atomic": ("", "reinterpret_cast<std::atomic<std::uint64_t>*>(sectors)->store(4);", STOPPED),
    "a thread": ("", "std::thread([=] { *sectors = 4; }).join();", STOPPED),
    "a library's function": ("", "std::frexp(8.0, reinterpret_cast<int*>(sectors));", STOPPED),
    "output to a string": ("", 'std::snprintf(reinterpret_cast<char*>(sectors), 2, "%c", 4);', GIVEN),
    "a string that lies elsewhere": (
        "",
        # Its words as bytes, and read from volatile ones: stored as another class's they would be no string to a compiler, which may
        # leave the stores out, and from a string that it knows to be none g++ 15 concludes that the line is never reached.
        "volatile std::uintptr_t told[4] = {reinterpret_cast<std::uintptr_t>(sectors), 0, 8, 0};"
        " const std::uintptr_t words[4] = {told[0], told[1], told[2], told[3]};"
        " alignas(std::string) char forged[sizeof words]; std::memcpy(forged, words, sizeof words);"
        ' reinterpret_cast<std::string*>(forged)->append("\\4", 1);',
        STOPPED,
    ),
    "an index of an array of its own": (
        "",
        "volatile std::int64_t far = 0; volatile std::uint64_t own[4] = {}; far = sectors - (std::uint64_t*)own; own[far] = 4;",
        STOPPED,
    ),
    "an index of a kernel's own array": (
        "__global__ void k(std::uint64_t* at, std::uint64_t* out) { std::uint64_t own[4] = {1, 2, 3, 4};"
        " long far = at - own; own[far] = 4; *out = own[threadIdx.x] + own[far]; }\n",
        "std::uint64_t* p; cudaMalloc(&p, 8); k<<<1, 1>>>(sectors, p); cudaFree(p);",
        OUTSIDE,
    ),
    "values near to it": (
        "",
        "for (std::uint64_t* p = sectors - 8; p < sectors + 8; ++p) if (*p == 32) *p = 4;",
        STOPPED,
    ),
    "a finding that is taken back": ("", "float* p; cudaMalloc(&p, 4); *p = 1; sectors[0] = sectors[0] + 1; cudaFree(p);", STOPPED),
    "the simulator's variables": ("", "variables[64] = 1;", STOPPED),
    "its variables by memset": ("", "volatile std::size_t bytes = 4096; std::memset(variables, 0, bytes);", STOPPED),
    "its variables by mempcpy": ("", "char zero[64] = {}; mempcpy(variables + 64, zero, sizeof zero);", STOPPED),
    "its variables by strcpy": ("", 'char text[9] = "abcdefg"; std::strcpy(variables + 64, text);', STOPPED),
    "its variables by strncpy": ("", 'char text[9] = "abcdefg"; std::strncpy(variables + 64, text, 32);', STOPPED),
    "its variables by a library's function": ("", "std::frexp(8.0, reinterpret_cast<int*>(variables + 64));", STOPPED),
    "its variables by output to a string": ("", 'std::snprintf(variables + 64, 2, "%c", 4);', GIVEN),
    "its variables by the end of a number": ("", 'std::strtol("12", reinterpret_cast<char**>(variables + 64), 10);', GIVEN),
    "its variables by the third argument": ("", "sched_getaffinity(0, 8, reinterpret_cast<cpu_set_t*>(variables + 64));", GIVEN),
    "its variables by the fourth argument": (
        "",
        "timespec no{}; clock_nanosleep(CLOCK_MONOTONIC, 0, &no, reinterpret_cast<timespec*>(variables + 64));",
        GIVEN,
    ),
    "its variables by a format": ("", 'std::printf("%d%n", 7, reinterpret_cast<int*>(variables + 64));', PRINTED),
    "a record by a format of its own": (
        "",
        'volatile char form[] = "%5$hhn"; std::fprintf(stderr, (const char*)form, 1, 2, 3, 4, sectors);',
        PRINTED,
    ),
    "a record by a string's format": ("", 'char to[9]; std::snprintf(to, 9, "%%%.*s%ln", 2, "ab", (long*)sectors);', PRINTED),
    "a record by a format and a pointer": (
        "",
        'int (*volatile print)(char*, const char*, ...) = std::sprintf; char to[9]; print(to, "%c%n", 4, (int*)sectors);',
        PRINTED,
    ),
    "its variables by a kernel's format": (
        '__global__ void k(int* at) { printf("%d%n", 7, at); }\n',
        "k<<<1, 1>>>((int*)(variables + 64));",
        "calls printf with %n",
    ),
    "its variables by C++'s library": (
        "",
        "std::istringstream from(\"4\"); from >> *reinterpret_cast<int*>(variables + 64);",
        GIVEN,
    ),
    "its variables as a buffer of output": ("", "std::setvbuf(stdout, variables, _IOFBF, 4096);", FILE),
    "its variables on a thread, by a library's function": (
        "",
        "std::thread([=] { time(reinterpret_cast<time_t*>(variables + 64)); }).join();",
        GIVEN,
    ),
    "its variables by memset in line": ("", "std::memset(variables, 0, 4096);", STOPPED),
    "its variables by strcpy in line": ("", 'std::strcpy(variables + 64, "abcdefg");', STOPPED),
    "its variables by an index": (
        "",
        "volatile std::int64_t far = 0; volatile std::int64_t own[4] = {}; far = (std::int64_t*)variables - own; own[far + 9] = 4;",
        STOPPED,
    ),
    "its variables by a function's result": (
        "struct Big { long a[40]; };\n__attribute__((noinline)) Big big(long n) { Big b; b.a[n] = n; return b; }\n",
        "*reinterpret_cast<Big*>(variables) = big(3);",
        STOPPED,
    ),
    "its variables by an index in a kernel": (
        "__global__ void k(std::int64_t* at) { volatile std::int64_t own[4] = {}; std::int64_t far = at - own; own[far] = 4; }\n",
        "k<<<1, 1>>>((std::int64_t*)variables + 9);",
        OUTSIDE,
    ),
    **PLACES,
    **CALLS,
    **RETURNS,
    "its variables by a thread": ("", "std::thread([=] { variables[64] = 1; }).join();", STOPPED),
}  # fmt: skip
# Memory of its own, of all kinds.
HONESTLY = {
    "nothing": ("", ""),
    "memory of its own": (
        "static int table[64]; thread_local int mine;\n",
        "std::vector<std::uint64_t> all(999); std::string text(999, 'a'); int local[9]; auto* heap = new int[9];"
        " for (int i = 0; i < 9; ++i) table[i] = mine = local[i] = heap[i] = int(all[std::size_t(i)] = 4);"
        " std::snprintf(&text[0], 99, \"%%n %5.1lf%-3dn %s\", 1.0, 2, std::to_string(1.5).c_str());"
        " text += 'b'; delete[] heap; errno = 0; std::strcpy(&text[0], \"ab\"); std::printf(\"%s\", \"\");"
        " double whole; std::modf(1.5, &whole); std::thread([&] { local[0] = mine = 2; errno = 0; }).join();"
        " static std::once_flag once; std::call_once(once, [&] { local[1] = 7; }); std::atomic<int> sum{0}; sum += 3; ++mine;"
        " std::promise<int> told; std::thread([&] { told.set_value(5); }).join(); if (told.get_future().get() + local[1] + sum != 15) std::abort();"
        " try { throw std::runtime_error(text); } catch (const std::exception& error) { if (std::string(error.what()) != \"ab\") std::abort(); }",
    ),
    "functions by pointers": (
        "struct Shape { virtual ~Shape() = default; virtual int sides() const = 0; };\n"
        "struct Square : Shape { int sides() const override { return 4; } };\n"
        "template <typename T> __device__ T twice(T x) { return 2 * x; }\n"
        "__device__ int (*table[])(int) = {twice<int>};\n"
        "__global__ void k(int* p) { *p = table[0](3); }\n"
        "__global__ void m(float (*f)(float), float* p) { *p = f(0.5f); }\n"
        "int select(int n) { switch (n) { case 0: return 7; case 1: return 9; case 2: return 1; case 3: return 44; case 4: return -3; case 5: return 8; default: return 0; } }\n"
        "static std::function<int(int)> early = select;\nstatic int at_once = early(3);\n",
        "volatile int one = 1; std::function<double(double)> sine = (double (*)(double))std::sin; auto copy = &std::memcpy;"
        " auto out = &std::printf; cudaError_t (*volatile last)() = cudaGetLastError; int (*volatile upper)(int) = std::toupper;"
        " float (*volatile expf_)(float) = ::expf; float whole; float (*volatile split)(float, float*) = ::modff;"
        " std::shared_ptr<Shape> shape(new Square); std::unique_ptr<void, void (*)(void*)> kept(std::malloc(8), std::free);"
        " std::vector<int> all = {3, 1, 2}; std::sort(all.begin(), all.end(), std::greater<int>()); std::string text = \"ab\";"
        " std::transform(text.begin(), text.end(), text.begin(), upper); std::ostringstream to; to << 1.5 << ' ' << std::string(\"x\") << 7;"
        " int x = 0, y = shape->sides() + select(one) + early(one) + at_once; copy(&x, &y, sizeof x); out(\"%s\", \"\");"
        " std::qsort(all.data(), 3, 4, [](const void* a, const void* b) { return *(const int*)a - *(const int*)b; });"
        " cudaLaunchHostFunc(nullptr, [](void* at) { ++*(int*)at; }, &y); cudaDeviceSynchronize(); std::set_new_handler(nullptr);"
        " std::thread([&] { x += int(sine(0.0)) + std::async([] { return 1; }).get(); }).join(); whole = split(expf_(0), &whole);"
        " int* p; cudaMalloc(&p, 4); k<<<1, 1>>>(p); m<<<1, 1>>>(::sinf, (float*)p); cudaFree(p); last();"
        " if (x != 67 || text != \"AB\" || to.str() != \"1.5 x7\" || all[2] != 3) std::abort();",
    ),
    "a table of functions that C++ calls, and which does nothing": (
        "struct Buffer : std::streambuf {};\n" + ELF,
        "const void* table[32]; for (const void*& one : table) one = function(\"forget_launches\", (const void*)&cudaGetLastError);"
        " Buffer buffer; *(const void***)&buffer = table; std::ostream(&buffer) << 'x' << std::flush;",
    ),
    # C's own list of them would have had the destructor's address beside the object's, changed by a number that a thread can read.
    "what a thread calls at its end, which was not found": (
        "struct Late { int x; ~Late() { x = 7; } };\nthread_local Late late;\n__global__ void k(int* p) { *p = 7; }\n" + ELF,
        'const auto stop = (std::uintptr_t)function("let_kernels_run", (const void*)&cudaGetLastError);'
        " std::thread([=] { auto* mark = new std::uintptr_t[5]; late.x = 1; const auto* known = (const std::uintptr_t*)pthread_self();"
        " for (auto* word = mark; word < mark + 64; ++word) if (word[1] == (std::uintptr_t)&late) {"
        " const std::uintptr_t hidden = stop ^ known[6]; word[0] = hidden << 17 | hidden >> 47; word[1] = 0; } delete[] mark; }).join();"
        " int *p, is = 0; cudaMalloc(&p, 4); cudaMemset(p, 0, 4); k<<<1, 1>>>(p); cudaMemcpy(&is, p, 4, cudaMemcpyDeviceToHost); cudaFree(p);"
        ' if (is != 7) std::puts("no kernel runs any more");',
    ),
    # More addresses than there are registers: they lie in the frame, and a guard asks whether a hook was told of them. Of a copy hooks
    # are told first where it goes to and then where it comes from, and anywhere between the two the lane's row may be full.
    "copies between rows": (
        "struct alignas(8) Two { float a, b; };\n"
        "__global__ void k(Two* out, const Two* in, const float* pad, float* sums) {\n"
        "  const int n = int(blockIdx.x % 300), w = 64 + int(blockIdx.x / 300);\n"
        "  float sum = 0;\n"
        "  for (int i = 0; i < n; ++i) sum += pad[i];\n"
        "  if (w > 64) sums[1] = sum;\n"
        "  if (w > 65) sums[2] = sum;\n"
        "  sums[0] = sum;\n"
        + "".join(f"  Two* p{i} = out + {i} * w; const Two* q{i} = in + {i} * w + threadIdx.x;\n" for i in range(8))
        + "  for (int i = 0; i < 5; ++i) {\n"
        + "".join(f"    *p{i} = *q{i}; p{i} += w + {i}; q{i} += w * {i} + 1;\n" for i in range(8))
        + "  }\n}\n",
        "float* all; cudaMalloc(&all, 1 << 17); cudaMemset(all, 0, 1 << 17);"
        " k<<<900, 1>>>((Two*)all + 1024, (Two*)all + 8192, all, all + 512); cudaFree(all);",
    ),
    "streams": (
        "",
        "std::cout << std::setw(3) << std::setfill('0') << std::hex << std::setprecision(3) << std::setw(0) << std::flush; std::cin.tie(nullptr);"
        " std::ios::sync_with_stdio(true); std::cerr << std::boolalpha; std::wclog << std::setw(2) << std::left; std::cout << \"\";"
        " std::ostringstream to; to.copyfmt(std::cout); to.imbue(std::locale::classic()); std::locale all(std::locale::classic());"
        " std::setvbuf(stdout, nullptr, _IOFBF, 4096); std::setbuf(stderr, nullptr); std::fprintf(stderr, \"%s\", \"\");"
        " std::fputs(\"\", stderr); std::fwrite(\"\", 1, 0, stdout); std::fflush(stdout); std::fflush(nullptr); errno = 0;"
        " int (*volatile put)(const char*, FILE*) = std::fputs; put(\"\", stdout); std::ostream own(std::cout.rdbuf()); own << \"\";",
    ),
    "memory of both sides": (
        "",
        "cudaStream_t stream; cudaStreamCreate(&stream); std::ostringstream to; to << stream << ' ' << (const void*)stream;"
        " cudaStreamDestroy(stream);"
        "int *pinned, *managed; cudaMallocHost(&pinned, 64); cudaMallocManaged(&managed, 64); pinned[3] = managed[3] = 4;"
        " cudaFreeHost(pinned); cudaFree(managed);",
    ),
}  # fmt: skip

# A program that compiles its argument at run time under the name of its first, loads it, and loads it with one bit changed.
RUN_TIME = """
#include <cuda.h>
#include <nvrtc.h>
#include <cstdio>
#include <string>
int main(int, char** words) {
  cuInit(0);
  cudaFree(nullptr);
  nvrtcProgram program;
  nvrtcCreateProgram(&program, words[2], words[1], 0, nullptr, nullptr);
  const nvrtcResult result = nvrtcCompileProgram(program, 0, nullptr);
  std::size_t bytes;
  nvrtcGetProgramLogSize(program, &bytes);
  std::string log(bytes, 0), code;
  nvrtcGetProgramLog(program, &log[0]);
  std::printf("compiled %d %s\\n", int(result), log.c_str());
  if (result) return 0;
  nvrtcGetPTXSize(program, &bytes);
  code.resize(bytes);
  nvrtcGetPTX(program, &code[0]);
  CUmodule module;
  std::printf("loaded %d\\n", int(cuModuleLoadData(&module, code.c_str())));
  char& digit = code[code.find("bytes\\n// ") + 300];
  digit = digit == 'A' ? 'B' : 'A';
  std::printf("changed %d\\n", int(cuModuleLoadData(&module, code.c_str())));
}
"""
NOP = '__global__ void k() { asm("nop"); }'
RUN_TIME_REFUSED = [
    ("k.cu", NOP, "inline assembly"),
    ("<built-in>", NOP, "#line"),
    ("/usr/include/math.h", NOP, "#line"),
    ("k.cu", '__attribute__((no_sanitize("thread"))) __global__ void k(int* p) { *p = 1; }', "attribute no_sanitize"),
    ("simt_module", 'extern "C" void __tsan_func_exit(); __global__ void k() { __tsan_func_exit(); }', "__tsan_func_exit"),
    ("k.cu", '#line 1 "simt_module"\nnamespace simt { void forget_launches(); } __global__ void k() { simt::forget_launches(); }', "use simt"),
]  # fmt: skip


class RunTime(unittest.TestCase):
    def test_what_is_compiled_at_run_time_is_held_to_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "a.cu").write_text(RUN_TIME, encoding="utf-8")
            subprocess.run([SIMTCC, "a.cu", "-o", "program"], cwd=folder, check=True)

            def said(*words: str) -> str:
                environment = {**os.environ, "SIMT_SUBMISSION": "1"}
                command = [os.path.join(folder, "program"), *words]
                return subprocess.run(command, capture_output=True, text=True, env=environment).stdout

            for name, text, reason in RUN_TIME_REFUSED:
                with self.subTest(name + ": " + text):
                    self.assertRegex(said(name, text), rf"(?s)compiled 6 .*a submission may not .*{reason}")
            self.assertRegex(
                said("k.cu", "__global__ void k(int* p) { *p = 1; }"), r"(?s)compiled 0 .*loaded 0\nchanged 218"
            )


class Tampering(unittest.TestCase):
    """One program has them all, each in a namespace; its argument says which one attacks."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.numbers = {name: number for number, name in enumerate([*CASES, *HONESTLY])}
        cases = enumerate([*CASES.values(), *HONESTLY.values()])
        attacks = "".join(ATTACK % (number, before, body) for number, (before, body, *_) in cases)
        calls = "".join(CALL % (number, number) for number in cls.numbers.values())
        attacks += f"void attack(int number, std::uint64_t* sectors, char* variables) {{\n{calls}}}\n"
        for name, text in (("judge.cpp", JUDGE), ("attack.cu", HEAD + attacks)):
            pathlib.Path(cls.folder.name, name).write_text(text, encoding="utf-8")
        command = [SIMTCC, "--submission", "-std=c++20", f"-I{ROOT}", "judge.cpp", "attack.cu", "-o", "program"]
        subprocess.run(command, cwd=cls.folder.name, check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def said(self, name: str) -> str:
        command = [os.path.join(self.folder.name, "program"), str(self.numbers[name])]
        command += ["400"] if "300th" in name else []  # calls from one place
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        return done.stdout + done.stderr

    def each(self, cases: dict) -> None:
        with ThreadPoolExecutor(2) as pool:
            for (name, case), said in zip(cases.items(), pool.map(self.said, cases), strict=True):
                with self.subTest(name):
                    if len(case) == 3:
                        self.assertIn(case[2], said)
                        self.assertTrue("32 sectors, 2 launches" in said or " sectors, " not in said, said)
                    else:
                        self.assertRegex(said, HONEST)

    def test_attacks(self):
        self.each(CASES)

    def test_honest_programs(self):
        self.each(HONESTLY)

    def test_what_the_library_calls_stands_in_a_read_only_table(self):
        library = os.path.join(os.path.dirname(SIMTCC), "libsimt.so")
        said = subprocess.run(["readelf", "-dlW", library], capture_output=True, text=True, check=True).stdout
        self.assertIn("BIND_NOW", said)
        self.assertIn("GNU_RELRO", said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
