# Programs that have what is no function of theirs called: by a pointer, by a library that is given one, by an object.
# Run: python3 tests/simt/tampering/tampering_test.py build/simtcc
"""Cases of tampering_test.py, by name: what is in front of it, its body, what is said."""

CALLED_POINTER = "calls through a pointer to what is no function"
NOT_THE_KERNELS = "calls a pointer to what is no function of the kernel's"
# Finds a function of the library that `inside` lies in, by the table that the library keeps of them.
ELF = """
inline void* function(const char* name, const void* inside) {
  auto base = (const char*)((std::uintptr_t)inside & ~std::uintptr_t(4095));
  while (*(const unsigned*)base != 0x464c457fu) base -= 4096;
  const auto* header = (const Elf64_Ehdr*)base;
  const auto* parts = (const Elf64_Phdr*)(base + header->e_phoff);
  const char* names = nullptr;
  const Elf64_Sym* symbols = nullptr;
  const Elf64_Dyn* at = nullptr;
  for (int i = 0; i < header->e_phnum; ++i) if (parts[i].p_type == PT_DYNAMIC) at = (const Elf64_Dyn*)(base + parts[i].p_vaddr);
  for (; at->d_tag; ++at) {
    if (at->d_tag == DT_STRTAB) names = (const char*)at->d_un.d_ptr;
    if (at->d_tag == DT_SYMTAB) symbols = (const Elf64_Sym*)at->d_un.d_ptr;
  }
  for (; (const char*)symbols < names; ++symbols)
    if (symbols->st_value && std::strstr(names + symbols->st_name, name)) return (void*)(base + symbols->st_value);
  return nullptr;
}
"""
CALLS = {
    # The functions lie where a table of symbols in memory says; an offset does.
    "a function of the simulator's own": (
        ELF,
        'auto forget = (void (*)())function("forget_launches", (const void*)&cudaGetLastError); if (forget) forget();',
        CALLED_POINTER,
    ),
    "a function of C's that is on no list": (
        ELF,
        'auto protect = (int (*)(void*, std::size_t, int))function("mprotect", (const void*)&strtod); if (protect) protect(variables, 4096, 7);',
        CALLED_POINTER,
    ),
    "C's own memcpy": (
        ELF,
        'auto copy = (void* (*)(void*, const void*, std::size_t))function("__memcpy_chk", (const void*)&strtod); if (copy) copy(sectors, &copy, 8);',
        CALLED_POINTER,
    ),
    "a function of the simulator's own, that qsort is to call": (
        ELF,
        'auto forget = function("forget_launches", (const void*)&cudaGetLastError); int two[] = {2, 1}; std::qsort(two, 2, 4, (int (*)(const void*, const void*))forget);',
        CALLED_POINTER,
    ),
    "a function of the simulator's own, that bsearch is to call": (
        ELF,
        'auto forget = function("forget_launches", (const void*)&cudaGetLastError); int two[] = {2, 1}; std::bsearch(two, two, 2, 4, (int (*)(const void*, const void*))forget);',
        CALLED_POINTER,
    ),
    "a function of the simulator's own, that qsort is to call, by a pointer": (
        ELF,
        'auto forget = function("forget_launches", (const void*)&cudaGetLastError); int two[] = {2, 1}; void (*volatile sort)(void*, std::size_t, std::size_t, int (*)(const void*, const void*)) = std::qsort; sort(two, 2, 4, (int (*)(const void*, const void*))forget);',
        CALLED_POINTER,
    ),
    "a function of the simulator's own, that a thread is to call": (
        ELF,
        'auto forget = function("forget_launches", (const void*)&cudaGetLastError); pthread_t one; pthread_create(&one, nullptr, (void* (*)(void*))forget, nullptr); pthread_join(one, nullptr);',
        CALLED_POINTER,
    ),
    "a function of the simulator's own, that CUDA is to call": (
        ELF,
        'auto forget = function("forget_launches", (const void*)&cudaGetLastError); cudaLaunchHostFunc(nullptr, (cudaHostFn_t)forget, nullptr); cudaDeviceSynchronize();',
        CALLED_POINTER,
    ),
    "a function of the simulator's own, that CUDA is to call back": (
        ELF,
        'auto forget = function("forget_launches", (const void*)&cudaGetLastError); cudaStreamAddCallback(nullptr, (cudaStreamCallback_t)forget, nullptr, 0); cudaDeviceSynchronize();',
        CALLED_POINTER,
    ),
    "a function of the simulator's own, that C++ is to call": (
        ELF,
        'auto forget = function("forget_launches", (const void*)&cudaGetLastError); std::set_new_handler((void (*)())forget); volatile std::size_t much = ~std::size_t(0) >> 2; try { ::operator delete(::operator new(much)); } catch (...) {}',
        CALLED_POINTER,
    ),
    "a function of the simulator's own, that a thread is to call at its end": (
        ELF,
        'auto stop = function("let_kernels_run", (const void*)&cudaGetLastError);'
        ' auto end = (int (*)(void*, void*, void*))function("__cxa_thread_atexit", (const void*)&std::terminate);'
        " std::thread([=] { end(stop, nullptr, nullptr); }).join();",
        CALLED_POINTER,
    ),
    "a function of C's that is on no list, that is to be called at the end": (
        ELF,
        'std::atexit((void (*)())function("mprotect", (const void*)&strtod));',
        CALLED_POINTER,
    ),
    # Finds the list of what was found to be fine, by a function that is; a word's place in it is by its bits.
    "a function that a string has put on the list of those that may be called": (
        ELF + "inline int known = 0;\ninline void knows() { ++known; }\n",
        "void (*volatile call)() = knows; call(); int found = 0; const auto place = [](const void* at) { return (std::uintptr_t)at / 16 % 1024; };"
        " auto* word = (std::uintptr_t*)variables; for (;; ++word) if (*word == (std::uintptr_t)&knows && ++found == 2) break;"
        ' void* const protect = function("mprotect", (const void*)&strtod);'
        " volatile std::uintptr_t told[4] = {(std::uintptr_t)(word - place((const void*)&knows) + place(protect)), 0, 8, 0};"
        " const std::uintptr_t words[4] = {told[0], told[1], told[2], told[3]};"
        " alignas(std::string) char forged[sizeof words]; std::memcpy(forged, words, sizeof words);"
        ' reinterpret_cast<std::string*>(forged)->append((const char*)&protect, 8); std::puts("found");'
        ' ((int (*)(void*, std::size_t, int))protect)(variables, 4096, 7); std::puts("1 sectors, elsewhere");',
        "",  # ends at the store, of which nobody is told
    ),
    "a function that a stream has put on the list of those that may be called": (
        ELF + "struct Buffer : std::streambuf { explicit Buffer(void* at) { setp((char*)at, (char*)at + 8); } };\ninline int known = 0;\ninline void knows() { ++known; }\n",
        "void (*volatile call)() = knows; call(); int found = 0; const auto place = [](const void* at) { return (std::uintptr_t)at / 16 % 1024; };"
        " auto* word = (std::uintptr_t*)variables; for (;; ++word) if (*word == (std::uintptr_t)&knows && ++found == 2) break;"
        ' void* const protect = function("mprotect", (const void*)&strtod);'
        " Buffer buffer(word - place((const void*)&knows) + place(protect));"
        ' std::ostream(&buffer).write((const char*)&protect, 8); std::puts("found");'
        ' ((int (*)(void*, std::size_t, int))protect)(variables, 4096, 7); std::puts("1 sectors, elsewhere");',
        "",  # ends at a page that is read-only
    ),
    "the middle of a function": ("", "((void (*)())((const char*)&cudaGetLastError + 4))();", CALLED_POINTER),
    "the middle of a function, at the end of another": (
        "void last(const void* to) { ((void (*)())((const char*)to + 4))(); }\n",
        "last((const void*)&cudaGetLastError);",
        CALLED_POINTER,
    ),
    # Where it stands is seen while it is called: a word of this thread's that leads into this program.
    "a function that std::call_once is to call": (
        'extern "C" void __once_proxy();\n' + ELF,
        "static std::once_flag flag; static const void** place; std::call_once(flag, [] {"
        " for (auto at = (const void**)pthread_self() - 512; at < (const void**)pthread_self(); ++at)"
        " if ((std::uintptr_t)*at - (std::uintptr_t)&run + 0x200000 < 0x400000) place = at; });"
        ' *place = function("mprotect", (const void*)&strtod); pthread_once_t once = PTHREAD_ONCE_INIT; pthread_once(&once, __once_proxy);'
        " std::puts(\"32 sectors, \");",
        CALLED_POINTER,
    ),
    "the middle of a function by a table of a class": (
        "struct A { virtual void f() = 0; };\n",
        "const void* table[] = {(const char*)&cudaGetLastError + 4}; const void* object = table; ((A*)&object)->f();",
        CALLED_POINTER,
    ),
    "a function of the host's, by a pointer in a kernel": (
        "__global__ void k(float (*f)(float, float*), float* p) { *p = f(1.5f, p + 1); }\n",
        "float* p; cudaMalloc(&p, 8); k<<<1, 1>>>(modff, p); cudaFree(p);",
        NOT_THE_KERNELS,
    ),
}  # fmt: skip
