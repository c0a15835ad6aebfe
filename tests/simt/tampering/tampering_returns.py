# Programs that write over what their functions return by: where to, and the registers that the caller wants back.
# Run: python3 tests/simt/tampering/tampering_test.py build/simtcc
"""Cases of tampering_test.py, by name: what is in front of it, its body, what is said. Each would go on in `elsewhere`, which
nobody calls."""

GIVEN = "gives a library's function the address of memory that is not the program's"
NOTHING = ""  # the unwinder, which asks whether all is as it was, may get lost
OVERWRITTEN = "over where a function of its own is to return to"
ELSEWHERE = (
    'void elsewhere() { std::puts("1 sectors, elsewhere"); std::fflush(stdout); std::_Exit(0); }\n'
    "using Words = volatile std::uintptr_t;\n"
    "__host__ __device__ __noinline__ Words* frame(Words* at) { for (;; ++at) if (*at - (std::uintptr_t)at < 4096 && *at > (std::uintptr_t)at"
    " && at[1] - (std::uintptr_t)&elsewhere + 0x80000 < 0x100000) return at; }\n"
)
FAR = "Words own[4] = {}; auto* at = frame(own);"
RETURNS = {
    "a return address by a pointer": (
        ELSEWHERE + "__attribute__((noinline)) void f() { " + FAR + " at[1] = (std::uintptr_t)&elsewhere; }\n",
        "f();",
        OVERWRITTEN,
    ),
    "a return address by an index": (
        ELSEWHERE + "__attribute__((noinline)) void f(int n) { " + FAR
        + " own[at + n - own] = (std::uintptr_t)&elsewhere; }\n",
        "f(1);",
        OVERWRITTEN,
    ),
    "a return address by a constant index": (
        ELSEWHERE + "__attribute__((noinline)) void f() { Words own[2]; for (int i = 0; i < 12; ++i) own[i] = (std::uintptr_t)&elsewhere; }\n",
        "f();",
        OVERWRITTEN,
    ),
    "a return address by memcpy": (
        ELSEWHERE + "__attribute__((noinline)) void f() { " + FAR
        + " auto to = (std::uintptr_t)&elsewhere; volatile std::size_t n = 8; std::memcpy((void*)(at + 1), &to, n); }\n",
        "f();",
        OVERWRITTEN,
    ),
    "a return address by snprintf": (
        ELSEWHERE + "__attribute__((noinline)) void f() { " + FAR
        + ' auto to = (std::uintptr_t)&elsewhere; std::snprintf((char*)(at + 1), 8, "%.6s", (const char*)&to); }\n',
        "f();",
        OVERWRITTEN,
    ),
    "a return address by std::copy": (
        ELSEWHERE + "__attribute__((noinline)) void f() { Words own[4] = {}; auto* at = (std::uintptr_t*)frame(own); std::uintptr_t two[2] = {(std::uintptr_t)&elsewhere, 0};"
        " std::copy(two, two + 1, at + 1); }\n",
        "f();",
        OVERWRITTEN,
    ),
    "a return address by alloca": (
        ELSEWHERE + "__attribute__((noinline)) void f(int n) { auto* own = (Words*)__builtin_alloca(std::size_t(n));"
        " for (int i = 0; i < 24; ++i) own[i] = (std::uintptr_t)&elsewhere; }\n",
        "f(16);",
        OVERWRITTEN,
    ),
    "a return address of the caller's": (
        ELSEWHERE + "__attribute__((noinline)) void g(Words* at) { at[1] = (std::uintptr_t)&elsewhere; }\n"
        "__attribute__((noinline)) void f() { Words own[4] = {}; g(frame(own)); std::puts(\"\"); }\n",
        "f();",
        OVERWRITTEN,
    ),
    "a return address, and then a call at the end": (
        ELSEWHERE + "__attribute__((noinline)) int g(int n) { return n + 1; }\n"
        "__attribute__((noinline)) int f(int n) { " + FAR + " at[1] = (std::uintptr_t)&elsewhere; return g(n); }\n",
        "f(1);",
        OVERWRITTEN,
    ),
    "a return address on a thread": (
        ELSEWHERE + "__attribute__((noinline)) void f() { " + FAR + " at[1] = (std::uintptr_t)&elsewhere; }\n",
        "std::thread([] { f(); std::puts(\"\"); }).join();",
        OVERWRITTEN,
    ),
    "a register of the caller's": (
        ELSEWHERE + "__attribute__((noinline)) void f(const void* fake) { " + FAR + " at[0] = (std::uintptr_t)fake; }\n",
        "std::uintptr_t frame[8] = {}; for (auto& word : frame) word = (std::uintptr_t)&elsewhere; f(frame);",
        OVERWRITTEN,
    ),
    "memcpy's own return address": (
        ELSEWHERE + "__attribute__((noinline)) void f() { Words own[4] = {}; auto* at = (std::uintptr_t*)own; std::uintptr_t to[99];"
        " for (auto& word : to) word = (std::uintptr_t)&elsewhere; volatile std::size_t n = sizeof to; std::memcpy((void*)(at - 200), to, n); }\n",
        "f();",
        OVERWRITTEN,
    ),
    "fread's own return address": (
        ELSEWHERE + "__attribute__((noinline)) void f() { Words own[4] = {}; volatile std::size_t n = 800; std::fread((char*)own - n, 1, n, stdin); }\n",
        "f();",
        GIVEN,
    ),
    "snprintf's own return address": (
        ELSEWHERE + "__attribute__((noinline)) void f() { char own[99] = {}; volatile std::ptrdiff_t n = 800;"
        ' std::snprintf(own - n, std::size_t(n), "%800s", "a"); }\n',
        "f();",
        GIVEN,
    ),
    "snprintf's own return address by a pointer": (
        ELSEWHERE + "__attribute__((noinline)) void f() { char own[99] = {}; volatile std::ptrdiff_t n = 800;"
        ' int (*volatile print)(char*, std::size_t, const char*, ...) = std::snprintf; print(own - n, std::size_t(n), "%800s", "a"); }\n',
        "f();",
        GIVEN,
    ),
    "the simulator's variables by snprintf by a pointer": (
        "",
        'int (*volatile print)(char*, std::size_t, const char*, ...) = std::snprintf; print(variables + 64, 2, "%c", 4);',
        GIVEN,
    ),
    "the simulator's variables by strtol by a pointer": (
        "",
        'long (*volatile read)(const char*, char**, int) = std::strtol; read("12", (char**)(variables + 64), 10);',
        GIVEN,
    ),
    "a return address of who called the program": (
        ELSEWHERE + "__attribute__((noinline)) void f() { " + FAR + " for (Words* end = at + 700; at < end; ++at)"
        " if (*at - (std::uintptr_t)(void*)&std::puts + 0x180000 < 0x300000) *at = (std::uintptr_t)&elsewhere; }\n",
        "f();",
        NOTHING,
    ),
    "a return address of who called the program for the 300th time": (
        ELSEWHERE + "__attribute__((noinline)) void f() { " + FAR + " for (Words* end = at + 700; at < end; ++at)"
        " if (*at - (std::uintptr_t)(void*)&std::puts + 0x180000 < 0x300000) *at = (std::uintptr_t)&elsewhere; }\n",
        "static int calls = 0; if (++calls == 300) f();",
        OVERWRITTEN,
    ),
    # What stands right below such an address: where main() keeps what its caller wants back.
    "a register of who called the program for the 300th time": (
        ELSEWHERE + "__attribute__((noinline)) void f() { " + FAR + " for (Words* end = at + 700; at < end; ++at)"
        " if (*at - (std::uintptr_t)(void*)&std::puts + 0x180000 < 0x300000) { at[-1] = 4; at[-2] = 4; } }\n",
        "static int calls = 0; if (++calls == 300) f();",
        OVERWRITTEN,
    ),
    "what stands above a kernel": (
        ELSEWHERE + "__global__ void k(std::uintptr_t to, std::uintptr_t near) { Words own[4] = {}; if (threadIdx.x != 5) return;"
        " for (int i = 0; i < 48; ++i) { long far = i; if (own[far] - near + 0x200000 < 0x400000) own[far] = to; } }\n",
        "k<<<1, 32>>>((std::uintptr_t)&elsewhere, (std::uintptr_t)(void*)&cudaGetLastError); cudaDeviceSynchronize();",
        "block (0,0), thread (5,0)",  # ends there, in this way or another: other pointers lie near, too
    ),
    "a return address in a kernel": (
        ELSEWHERE + "__device__ __noinline__ void g(std::uintptr_t to, int n) { " + FAR + " own[at + n - own] = to; }\n"
        "__global__ void k(std::uintptr_t to) { g(to, 1); }\n",
        "k<<<1, 32>>>((std::uintptr_t)&elsewhere); cudaDeviceSynchronize();",
        "calls a function of its own that writes over where it is to return to",
    ),
}  # fmt: skip
