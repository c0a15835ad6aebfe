# Programs that store where it is a library's to store: its heap, its variables, those of a thread, a FILE.
# Run: python3 tests/simt/tampering/tampering_test.py build/simtcc
"""Cases of tampering_test.py, by name: what is in front of it, its body, what is said."""

RECORD = "the program has changed the simulator's own record of it"
STOPPED = "of memory that is not the program's"
GIVEN = "gives a library's function the address of memory that is not the program's"
OF_DEVICE = "has a library's function read or write memory of the device's"
OF_LIBRARY = "of memory that is not the program's, but the library's"
FILE = "a FILE that is none of stdin, stdout and stderr, or memory to buffer one in"
PLACES = {
    # Into what C++'s library is given no guard looks; the record's hash does.
    "a buffer of a stream": (
        "struct Buffer : std::streambuf { explicit Buffer(void* at) { setp((char*)at, (char*)at + 8); } };\n",
        'Buffer buffer(sectors); std::ostream(&buffer).write("\\4\\0\\0\\0\\0\\0\\0\\0", 8);',
        RECORD,
    ),
    "the device's memory, by a stream": (
        "struct Buffer : std::streambuf { explicit Buffer(void* at) { setp((char*)at, (char*)at + 8); } };\n",
        'float* p; cudaMalloc(&p, 64); Buffer buffer(p); std::ostream(&buffer).write("abcdefgh", 8); std::puts("written");',
        OF_DEVICE,
    ),
    "the device's memory, read by a stream": (
        "",
        'float* p; cudaMalloc(&p, 64); cudaMemset(p, 64, 64); std::ostringstream to; to.write((const char*)p, 16); std::puts("read");',
        OF_DEVICE,
    ),
    "the device's memory, in what CUDA calls back": (
        "",
        "float* p; cudaMalloc(&p, 64); cudaMemset(p, 64, 64); cudaLaunchHostFunc(nullptr, [](void* at) {"
        ' std::ostringstream to; to.write((const char*)at, 16); std::puts("read"); }, p); cudaDeviceSynchronize();',
        OF_DEVICE,
    ),
    "what stands in front of an exception": (
        "",
        "try { throw 7; } catch (int& thrown) { ((void* volatile*)&thrown)[-13] = nullptr; }",
        OF_LIBRARY,
    ),
    # Where the list of what is guarded stands, this library's variables are its first.
    "what is guarded, by a string": (
        "",
        "auto* word = (std::uintptr_t*)variables; const auto begin = (std::uintptr_t)variables; while (*word - begin > 0x8000 || word[1] < 0x10000) ++word;"
        " volatile std::uintptr_t told[4] = {(std::uintptr_t)word, 0, 64, 0};"
        " const std::uintptr_t words[4] = {told[0], told[1], told[2], told[3]}, none = 0;"
        " alignas(std::string) char forged[sizeof words]; std::memcpy(forged, words, sizeof words);"
        " reinterpret_cast<std::string*>(forged)->append((const char*)&none, 8); variables[64] = variables[64]; std::puts(\"1 sectors, elsewhere\");",
        "",  # ends at a page that is read-only
    ),
    "a lock that is none": ("", "pthread_mutex_lock(reinterpret_cast<pthread_mutex_t*>(variables + 64));", GIVEN),
    "the simulator's variables, by an atomic": ("", "reinterpret_cast<std::atomic<char>*>(variables + 64)->store(1);", STOPPED),
    "the simulator's variables, by an atomic sum": ("", "__atomic_fetch_add(variables + 64, 1, __ATOMIC_RELAXED);", STOPPED),
    "the simulator's variables, by an exchange": (
        "",
        "char expected = variables[64]; __atomic_compare_exchange_n(variables + 64, &expected, 1, false, 5, 5);",
        STOPPED,
    ),
    "memory of the simulator's, given back": (
        "",
        "delete reinterpret_cast<std::uint64_t*>((std::uintptr_t)sectors & ~std::uintptr_t(15)); sectors[0] = 4;",
        STOPPED,
    ),
    "C's variables on this thread": ("", "volatile std::uintptr_t* at = (std::uintptr_t*)&errno; at[-2] = 4;", OF_LIBRARY),
    "what C knows of this thread": ("", "reinterpret_cast<volatile std::uintptr_t*>(pthread_self())[6] = 4;", OF_LIBRARY),
    "what C knows of another thread": (
        "",
        "std::thread([] { reinterpret_cast<volatile std::uintptr_t*>(pthread_self())[6] = 4; }).join();",
        OF_LIBRARY,
    ),
    "C's variables": ("", "reinterpret_cast<volatile std::uintptr_t*>(stdout)[4] = 4;", OF_LIBRARY),
    "C++'s variables": ("", "volatile std::uintptr_t four = 4; *(std::uintptr_t*)&std::locale::classic() = four;", OF_LIBRARY),
    "C's variables by a library's function": ("", "time(reinterpret_cast<time_t*>(stdout));", GIVEN),
    "a FILE of its own": ("", "FILE own; std::memcpy(&own, stdout, sizeof own); std::fputc(4, &own);", FILE),
    "a FILE of its own that is written out": ("", "FILE own; std::memcpy(&own, stdout, sizeof own); std::fflush(&own);", FILE),
    "a FILE of its own, by a pointer": (
        "",
        "FILE own; std::memcpy(&own, stdout, sizeof own); int (*volatile put)(const char*, FILE*) = std::fputs; put(\"4\", &own);",
        FILE,
    ),
    "a FILE of its own, with a format": ("", 'FILE own; std::memcpy(&own, stdout, sizeof own); std::fprintf(&own, "%d", 4);', FILE),
    "a buffer of its own for output": ("", "static char own[9]; std::setvbuf(stdout, own, _IOFBF, 4096);", FILE),
    "a buffer of its own for output, by a pointer": (
        "",
        "static char own[9]; int (*volatile set)(FILE*, char*, int, std::size_t) = std::setvbuf; set(stdout, own, _IOFBF, 4096);",
        FILE,
    ),
}  # fmt: skip
