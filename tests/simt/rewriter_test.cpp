// The launch rewriter on what real sources do to it: comments, strings, templates, macros' output.
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "simt/compiler/rewriter/architecture.hpp"
#include "simt/compiler/text/lexer.hpp"
#include "simt/compiler/rewriter/rewriter.hpp"

namespace {

using simt::compiler::RewriteError;

// Code as its tokens: one blank between any two, no line markers. Where its parts stand, compile_errors_test.py tests.
struct Code {
  explicit Code(const std::string& code) {
    for (const simt::compiler::Token& token : simt::compiler::lex(code)) {
      const std::string word = code.substr(token.begin, token.end - token.begin);
      if (!word.starts_with("# ")) text += word + " ";
    }
  }
  bool operator==(const std::string& code) const { return text == Code(code).text; }
  std::size_t find(const std::string& code, std::size_t from = 0) const { return text.find(Code(code).text, from); }
  friend std::ostream& operator<<(std::ostream& out, const Code& code) { return out << code.text; }
  std::string text;
};

Code rewrite(const std::string& text) { return Code(simt::compiler::rewrite(text)); }

std::string launch(const std::string& configuration, const std::string& call) {
  return "(::simt::configure(" + configuration + "), " + call + ")";
}

TEST(Launch, EveryFormOfCallee) {
  EXPECT_EQ(rewrite("k<<<1, 2>>>(a);"), launch("1, 2", "k(a)") + ";");
  EXPECT_EQ(rewrite("k<float, 32><<<g, b, 0, s>>>(a, b);"), launch("g, b, 0, s", "k<float, 32>(a, b)") + ";");
  EXPECT_EQ(rewrite("ns::k<A<B<3>>><<<g, b>>>();"), launch("g, b", "ns::k<A<B<3>>>()") + ";");
  EXPECT_EQ(rewrite("::ns::k<<<g, b>>>();"), launch("g, b", "::ns::k()") + ";");
  EXPECT_EQ(rewrite("kernels[i]<<<g, b>>>(a);"), launch("g, b", "kernels[i](a)") + ";");
  EXPECT_EQ(rewrite("(flag ? k1 : k2)<<<g, b>>>(a);"), launch("g, b", "(flag ? k1 : k2)(a)") + ";");
  EXPECT_EQ(rewrite("table->kernel<<<g, b>>>(a);"), launch("g, b", "table->kernel(a)") + ";");
  EXPECT_EQ(rewrite("k<(a > b)><<<g, b>>>(a);"), launch("g, b", "k<(a > b)>(a)") + ";");
}

TEST(Return, OfKernelsAndDeviceFunctionsIsMarked) {
  const std::string marked = "{ ::simt::returned(); return; }";
  EXPECT_NE(rewrite("__global__ void k(int i) { if (i) return; else f(); }").find("if (i) " + marked + " else f();"),
      std::string::npos);
  EXPECT_EQ(rewrite("__device__ void f() { return; }"), " void f() { " + marked + " }");
  EXPECT_EQ(rewrite("template <class T> __device__ __forceinline__ void f(T t) noexcept { if (t) return; g(t); }"),
      "template <class T>  __forceinline__ void f(T t) noexcept { if (t) " + marked + " g(t); }");
  EXPECT_EQ(rewrite("__host__ __device__ S() : a(1) { return; }"), "  S() : a(1) { " + marked + " }");
  for (const char* text : {"void f() { return; }", "int f() { return 1; }"}) EXPECT_EQ(rewrite(text), text);
  EXPECT_EQ(rewrite("__device__ int f() { return 1; }"), " int f() { return 1; }");
}

TEST(Launch, BracketsAsFormattersLeaveThem) {
  EXPECT_EQ(rewrite("k << <1, 2 >> > (a);"), launch("  1, 2 ", "k  (a)") + ";");
  EXPECT_EQ(rewrite("k<3> << <1, 2>>>(a);"), launch("  1, 2", "k<3>(a)") + ";");
  EXPECT_EQ(rewrite("friend out& operator<< <T>(out&, T);"), "friend out& operator<< <T>(out&, T);");
  EXPECT_THROW(rewrite("k<<<1, 2> >>(a);"), RewriteError);  // nvcc refuses it, too
}

TEST(Launch, WhereItStands) {
  EXPECT_EQ(rewrite("if (x) k<<<1, 2>>>(a); else k<<<3, 4>>>(a);"),
      "if (x) " + launch("1, 2", "k(a)") + "; else " + launch("3, 4", "k(a)") + ";");
  EXPECT_EQ(rewrite("for (;;) k<<<1, 2>>>(a);"), "for (;;) " + launch("1, 2", "k(a)") + ";");
  EXPECT_EQ(rewrite("if (x) (*p)<<<1, 2>>>(a);"), "if (x) " + launch("1, 2", "(*p)(a)") + ";");
  EXPECT_EQ(rewrite("auto f = [&] { k<<<1, 2>>>(a); };"), "auto f = [&] { " + launch("1, 2", "k(a)") + "; };");
}

TEST(Launch, ConfigurationsAndArgumentsMayHoldAnything) {
  EXPECT_EQ(rewrite("k<<<dim3(n / 32, (m + 7) / 8), {32, 8}>>>(f(a, b), S{1, 2}, [=](int i) { return i; });"),
      launch("dim3(n / 32, (m + 7) / 8), {32, 8}", "k(f(a, b), S{1, 2}, [=](int i) { return i; })") + ";");
  EXPECT_EQ(rewrite("k<<<(n >> 5), 1 << 5>>>(a >> 1);"), launch("(n >> 5), 1 << 5", "k(a >> 1)") + ";");
}

TEST(Launch, LeavesEverythingElseAlone) {
  for (const char* text : {"// k<<<1, 2>>>(a);\n", "/* k<<<1, 2>>>(a); */", "auto s = \"k<<<1, 2>>>(a)\";",
           "auto s = R\"x(k<<<1, 2>>>(a))\" )x\";", "auto c = '<'; int n = 1'000'000;", "std::cout << x << 1;",
           "a <<= 3; b >>= 2;", "std::vector<std::vector<std::vector<int>>> v;", "auto u = u8\"<<<\"; auto l = L'\\'';",
           "x = 0x1p-3 + 1e+5;"})
    EXPECT_EQ(simt::compiler::rewrite(text), text);
}

TEST(Launch, KeepsTheLinesOfWhatFollows) {
  EXPECT_NE(
      simt::compiler::rewrite("# 1 \"a.cu\"\nk<<<1,\n2>>>(a,\nb);\nnext();\n").find("b)\n# 3\n )\n# 3\n  ;\nnext();\n"),
      std::string::npos);
}

TEST(Launch, SaysWhereItIsWrong) {
  try {
    rewrite("# 10 \"dir/a.cu\"\nint x;\nk<<<1, 2(a);\n");
    FAIL() << "must not be accepted";
  } catch (const RewriteError& error) {
    EXPECT_EQ(error.file, "dir/a.cu");
    EXPECT_EQ(error.line, 11);
    EXPECT_STREQ(error.what(), "'<<<' without a matching '>>>'");
  }
  EXPECT_THROW(rewrite("k<<<>>>(a);"), RewriteError);
  EXPECT_THROW(rewrite("k<<<1, 2>>>a k<<<1, 2>>>(a);"), RewriteError);  // one >>> cannot end two
  EXPECT_THROW(rewrite("k<<<1, 2>>>;"), RewriteError);
  EXPECT_THROW(rewrite("<<<1, 2>>>(a);"), RewriteError);
  EXPECT_THROW(rewrite("->k<<<1, 2>>>(a);"), RewriteError);
  EXPECT_NO_THROW(rewrite("[] a, threadIdx.x"));  // a bracket that begins the text
  EXPECT_THROW(rewrite("k<<<1, 2>>>(a;"), RewriteError);
}

TEST(Kernel, BodyBecomesTheThread) {
  const std::string enter =
      " ::simt::enter(__PRETTY_FUNCTION__, [=]() mutable __attribute__((always_inline)) -> void {";
  EXPECT_EQ(rewrite("__global__ void k(int* p) { *p = 1; }"), " void k(int* p) {" + enter + " *p = 1; }); }");
  EXPECT_EQ(rewrite("__global__ void __launch_bounds__(256, 2) k(int* p) { { } }"),
      " void k(int* p) { ::simt::simt_launch_bounds(256, 2);" + enter + " { } }); }");
  EXPECT_EQ(rewrite("template <int N> static __global__ void k() {}"),
      "template <int N> static  void k() {" + enter + "}); }");
  EXPECT_EQ(rewrite("__global__ void k(int);"), " void k(int);");
}

TEST(Shared, StaticAndDynamic) {
  EXPECT_EQ(rewrite("void f() { __shared__ float t[32][33]; }"),
      "void f() { __attribute__((used)) static __thread  float t[32][33]; }");
  EXPECT_EQ(
      rewrite("void f() { static __shared__ int n; }"), "void f() { __attribute__((used)) static __thread   int n; }");
  EXPECT_NE(rewrite("extern __shared__ float s[];")
                .find("extern __thread __attribute__((tls_model(\"global-dynamic\"))) float s[] "
                      "__asm__(\"simt_dynamic_shared\");"),
      std::string::npos);
  EXPECT_NE(rewrite("__shared__ extern float s[];")
                .find("extern __thread __attribute__((tls_model(\"global-dynamic\")))  float s[] "
                      "__asm__(\"simt_dynamic_shared\");"),
      std::string::npos);
  EXPECT_NE(rewrite("void f() { extern __shared__ float s[]; }").find("float (&s)[] = ::simt::dynamic_shared();"),
      std::string::npos);
  EXPECT_NE(rewrite("void f() { extern __shared__ __attribute__((aligned(16))) float s[]; }")
                .find("float (&s)[] = ::simt::dynamic_shared();"),
      std::string::npos);
}

TEST(Shared, StructuresAreAlignedAsTheirTypeAsks) {
  // Whether the variable's attributes are `used` and what is given.
  const auto asks = [](const std::string& type, const std::string& variable, const std::string& words) {
    const Code text = rewrite(type + " void f() { __shared__ " + variable + "; }");
    return text.find("__attribute__((used" + words + ")) static __thread") != std::string::npos;
  };
  const std::string pair = "using typename Base::Other; struct Pair { int a; float b; };",
                    as_pair = ", aligned(alignof(Pair))";
  for (const char* variable : {"Pair s[32]", "volatile Pair s[2][3], t", "struct Pair s", "alignas(16) Pair s[2]"})
    EXPECT_TRUE(asks(pair, variable, as_pair)) << variable;
  EXPECT_TRUE(asks("typedef struct { int a; float b; } Pair;", "Pair s[32]", as_pair));
  EXPECT_TRUE(asks("using Pair = N::Other;", "Pair s[32]", as_pair));
  EXPECT_TRUE(
      asks("template <class T> struct Two { T a, b; };", "Two<A<int>> s[4]", ", aligned(alignof(Two<A<int>>))"));
  for (const char* variable : {"Pair* s[32]", "Pair s, *t", "Pair (*s)[4]", "Pairs s[3]", "float s[32]", "float4 s",
           "decltype(x) s", "struct { int a; } s[2]", "struct Own { int a; } s[2]", "N::Pair s[2]", "Pair::Part s[2]",
           "typename T::Pair s[2]"})
    EXPECT_TRUE(asks(pair, variable, "")) << variable;
}

// As nvcc does, which says "initializer not allowed for __shared__ variable".
TEST(Shared, HasNoInitializer) {
  for (const char* declared : {"float t[32][32] = {}", "float t = 0", "float t{}", "float t{0}", "float t(0)",
           "S s = S()", "S s{}", "S s(1)", "V<int> v(1)", "int* p = nullptr", "int* p(nullptr)", "int a, b = 1",
           "int a[] = {1, 2}", "const int n = 3", "struct S s{}", "struct { int a; } s = {}",
           "struct S : B { int a = 0; } s{}", "alignas(16) float t[4] = {}", "float t __attribute__((aligned(8))) = 0"})
    for (const char* storage : {"__shared__ ", "static __shared__ ", "extern __shared__ "})
      EXPECT_THROW(rewrite("void f() { " + std::string(storage) + declared + "; }"), RewriteError)
          << storage << declared;
  for (const char* declared :
      {"float t[n == 3 ? 1 : 2]", "S s", "struct { int a = 3; } s", "struct S : B { int a = 0; } s",
          "union alignas(8) U { double d; float f[2]; } u", "enum { one, two = 2 } e", "typename R<T>::Temp temp",
          "A<(n > 3), sizeof(T)> raw", "alignas(alignof(T)) char bytes[sizeof(T) * 32]", "T (*p)[4]", "T (*f)(T)",
          "T (name)", "decltype(a == b) same", "int a, b[3], *c", "int n __attribute__((aligned(8)))"})
    EXPECT_NO_THROW(rewrite("void f() { __shared__ " + std::string(declared) + "; int n = 0; }")) << declared;
}

TEST(Shared, SaysWhereTheInitializerIs) {
  try {
    rewrite("# 10 \"dir/a.cu\"\nvoid f() {\n  __shared__ float tile[32][32] = {};\n}\n");
    FAIL() << "must not be accepted";
  } catch (const RewriteError& error) {
    EXPECT_EQ(error.file, "dir/a.cu");
    EXPECT_EQ(error.line, 11);
    EXPECT_STREQ(error.what(),
        "a __shared__ variable cannot have an initializer, not even {}: let threads store to it, then call "
        "__syncthreads()");
  }
}

TEST(Variables, GoIntoTheSectionOfTheirMemory) {
  const auto in = [](const std::string& name) { return "__attribute__((section(\"simt_" + name + "\")))"; };
  EXPECT_EQ(rewrite("__device__ int n;"), in("device") + " int n;");
  EXPECT_EQ(rewrite("static __device__ float a[3] = {1};"), "static " + in("device") + " float a[3] = {1};");
  EXPECT_EQ(rewrite("__constant__ S s;"), in("constant") + " S s;");
  EXPECT_EQ(rewrite("__managed__ std::array<int, 3> a;"), in("managed") + " std::array<int, 3> a;");
  EXPECT_EQ(rewrite("__device__ float (*pick)(float) = f;"), in("device") + " float (*pick)(float) = f;");
  EXPECT_EQ(rewrite("__device__ const int a[2] = {1, 2};"), in("device_const") + " static int a[2] = {1, 2};");
  EXPECT_EQ(rewrite("__constant__ const float f = 1;"), " const float f = 1;");
  EXPECT_EQ(rewrite("__constant__ const int a[2] = {1, 2};"), in("constant") + " static int a[2] = {1, 2};");
  EXPECT_EQ(rewrite("__constant__ constexpr int a[2] = {1, 2};"), " constexpr int a[2] = {1, 2};");
  for (const char* function : {"int f(int a[3]) { return a[0]; }", "auto f() -> int;", "S() : a(1) {}",
           "operator int() const { return 1; }", "~S() {}"})
    EXPECT_EQ(rewrite(std::string("__device__ ") + function), std::string(" ") + function);
  EXPECT_EQ(rewrite("auto f = [=] __device__ (int i) { return i; };"), "auto f = [=]  (int i) { return i; };");
  EXPECT_EQ(
      rewrite("template <typename T> __device__ T v;"), "template <typename T> __attribute__((aligned(128))) T v;");
}

TEST(Flags, WhatALoopAsksIsHidden) {
  const auto in_kernel = [](const std::string& text) { return rewrite("__device__ void whole() { " + text + " }"); };
  const auto becomes = [](const std::string& text) { return " void whole() { " + text + " }"; };
  EXPECT_EQ(in_kernel("while (!done) g();"), becomes("while (!::simt::flag(done)) g();"));
  EXPECT_EQ(in_kernel("\n#pragma unroll 1\nfor (int i = 0; i < n; ++i) g();"),
      becomes("\n#pragma unroll 1\nfor (int i = 0; ::simt::flag(i < n); ++i) g();"));
  EXPECT_EQ(in_kernel("\n#pragma unroll 16\nfor (int i = 0; i < n; ++i) g();"),
      becomes("\n#pragma unroll 16\nfor (int i = 0; i < n; ++i) g();"));
  EXPECT_EQ(in_kernel("do g(); while (more);"), becomes("do g(); while (::simt::flag(more));"));
  EXPECT_EQ(in_kernel("for (int i = 0; !done; ++i) g();"), becomes("for (int i = 0; !::simt::flag(done); ++i) g();"));
  EXPECT_EQ(in_kernel("while (n && (!a || b) && i < m) g();"),
      becomes("while (::simt::flag(n) && (!::simt::flag(a) || ::simt::flag(b)) && i < m) g();"));
  for (const std::string loop : {"while (", "for (; "})
    EXPECT_EQ(in_kernel(loop + "(a || !b) && (c && d)" + (loop[0] == 'f' ? "; ) g();" : ") g();")),
        becomes(loop + "(::simt::flag(a) || !::simt::flag(b)) && (::simt::flag(c) && ::simt::flag(d))" +
                (loop[0] == 'f' ? "; ) g();" : ") g();")));
  EXPECT_EQ(in_kernel("while (!done) { auto f = [] __device__ { while (!done) g(); }; }"),
      becomes("while (!::simt::flag(done)) { auto f = []  { while (!::simt::flag(done)) g(); }; }"));
  // Others' business: calls, members, what is compared or declared, all elements of something, code of the host.
  for (const char* text : {"while (f(a)) g();", "while (s.done) g();", "while (p->done) g();", "while (a < b) g();",
           "while (bool b = f()) g();", "while (true) g();", "for (;;) g();", "for (auto x : done) g();",
           "while (a[i]) g();", "while (++n) g();", "while (*p) g();", "while ((int)x) g();",
           "for (; i < ((int)x); ) g();", "while (N::done) g();", "if (done) g();"})
    EXPECT_EQ(in_kernel(text), becomes(text));
  EXPECT_EQ(rewrite("void whole() { while (!done) g(); }"), "void whole() { while (!done) g(); }");
}

TEST(Tables, ReadsOfStaticArraysAreSeen) {
  const auto in_device = [](const std::string& text) {
    return rewrite("__device__ int f(int i) { " + text + " return t[i]; }");
  };
  const auto becomes = [](const std::string& text) {
    return " int f(int i) { __attribute__((used, aligned(128))) " + text + " return t[i]; }";
  };
  EXPECT_EQ(in_device("static const int t[2] = {1, 2};"), becomes("static  int t[2] = {1, 2};"));
  EXPECT_EQ(in_device("const static float t[] = {1};"), becomes(" static float t[] = {1};"));
  EXPECT_EQ(in_device("static int t[2] = {1, 2};"), becomes("static int t[2] = {1, 2};"));
  EXPECT_EQ(in_device("static const std::pair<int, char> t[2][3] = {};"),
      becomes("static  std::pair<int, char> t[2][3] = {};"));
  EXPECT_EQ(in_device("static const T t[N], u[M];"), becomes("static  T t[N], u[M];"));
  EXPECT_EQ(in_device("switch (i) { case 0: static const __attribute__((aligned(16))) int t[2] = {}; }"),
      " int f(int i) { switch (i) { case 0: __attribute__((used, aligned(128))) static  __attribute__((aligned(16))) "
      "int t[2] = {}; } return t[i]; }");
  for (const char* text : {"static constexpr int t[2] = {};", "constexpr static int t[2] = {};",
           "static const int t = u[2];", "static const char* t[2];", "static const int n{v[2]};",
           "static const auto& t = u[2];", "static const struct { int a; } t[2] = {};", "const int t[2] = {};",
           "struct S { static int f(int t[2]) { return 0; } };"})
    EXPECT_EQ(in_device(text), " int f(int i) { " + std::string(text) + " return t[i]; }");
}

TEST(Tables, InFunctionsOfTheDeviceAlone) {
  const std::string table = "static const int t[2] = {};",
                    seen = "__attribute__((used, aligned(128))) static  int t[2] = {};";
  const auto body = [](const std::string& head, const std::string& text) { return head + " { " + text + " }"; };
  for (const char* head : {"int f(int t[2])", "struct S { S() : a(0), b{1}", "void g(); __device__ int x; void f()",
           "__device__ int x = 3; void f()", "__device__ int f(); void g()", "__device__ int x{3}; void f()",
           "auto f = []"}) {
    const std::string text = body(head, table) + (head[0] == 's' ? "};" : "");
    EXPECT_NE(rewrite(text).find(table), std::string::npos) << text;
  }
  for (const char* head : {"__device__ int f(int t[2])", "__host__ __device__ S() : a(0), b{1}",
           "template <typename T> __device__ auto f(T x = 3) -> T", "__device__ S& operator=(const S&) noexcept",
           "auto f = [=] __device__ (int i) mutable", "__device__ bool operator()(int a) const",
           "__global__ void __launch_bounds__(32) k()"})
    EXPECT_NE(rewrite(body(head, table)).find(seen), std::string::npos) << rewrite(body(head, table));
  const Code nested = rewrite("__global__ void k() { auto f = [] __device__ (int i) { " + table + " return t[i]; }; }");
  EXPECT_NE(nested.find(seen), std::string::npos) << nested;
  EXPECT_EQ(nested.find("used", nested.find("used") + 1), std::string::npos) << nested;
}

TEST(BuiltIns, UnlessTheProgramMeansSomethingElse) {
  const std::string x = "(::uint3{::simt_thread_x(), ::simt_thread_y(), ::simt_thread_z()})";
  const std::string dim = "(::dim3(::simt_block_dim_x(), ::simt_block_dim_y(), ::simt_block_dim_z()))";
  EXPECT_EQ(rewrite("f(threadIdx.x * blockDim.x);"), "f(" + x + ".x * " + dim + ".x);");
  EXPECT_EQ(rewrite("return threadIdx.x;"), "return " + x + ".x;");
  EXPECT_EQ(rewrite("f(a & blockDim.x, blockDim);"), "f(a & " + dim + ".x, " + dim + ");");
  for (const char* text : {"config.blockDim = 1;", "config->gridDim.x = 1;",
           "void f() { dim3 blockDim(8), gridDim(2); g(gridDim, blockDim); }",
           "void f(const dim3& gridDim) { g(gridDim); }", "struct S { dim3 gridDim, blockDim; };"})
    EXPECT_EQ(rewrite(text), text);
  EXPECT_EQ(rewrite("void f() { { dim3 blockDim; g(blockDim); } h(blockDim.x); }"),
      "void f() { { dim3 blockDim; g(blockDim); } h(" + dim + ".x); }");
  EXPECT_EQ(rewrite("template <int blockDim> void f() { g(blockDim); } void h() { g(blockDim); }"),
      "template <int blockDim> void f() { g(blockDim); } void h() { g(" + dim + "); }");
}

TEST(Addresses, KernelsSayTheirParametersWhereAProgramAsks) {
  const Code out = rewrite(
      "template <typename T, int n = 3, class... R> __global__ void k(T* p, R... rest) {} int main() { "
      "cudaLaunchKernel((void*)k<int>, 1, 1, a); }");
  EXPECT_NE(out.find("::simt::register_kernel<static_cast<void (*)(T * p , R ...rest )>(&k<T, n, R...>), "
                     "::simt::bound_of_launch()>();"),
      std::string::npos)
      << out;
  EXPECT_EQ(rewrite("__global__ void k() {}").find("register_kernel"), std::string::npos);
}

TEST(Recursion, StaysACall) {
  const auto kept = [](const std::string& text) {
    return rewrite(text).find("__attribute__((noinline))") != std::string::npos;
  };
  EXPECT_TRUE(kept("__device__ int f(int n) { return n ? f(n - 1) : 0; }"));
  EXPECT_TRUE(kept("static __device__ __host__ int f(int n) { return n ? f(n - 1) : 0; }"));
  EXPECT_TRUE(
      kept("__device__ int g(int); __device__ int f(int n) { return g(n); } __device__ int g(int n) { return f(n); }"));
  EXPECT_FALSE(kept("__device__ int g(int n) { return n; } __device__ int f(int n) { return g(n); }"));
  // One of that name calls the other; the compiler puts all of them in line.
  EXPECT_FALSE(kept("__device__ int f(long n) { return n; } __device__ int f(int n) { return f(long(n)); }"));
  EXPECT_FALSE(kept("template <int n> __device__ int f(int a) { return f<n / 2>(a); }"));
  EXPECT_FALSE(kept("__device__ int f(T t) { return t.f(1) + T::f(2); }"));
}

TEST(Attributes, NoinlineAloneAndInside) {
  EXPECT_EQ(rewrite("__noinline__ int f();"), "__attribute__((noinline)) int f();");
  EXPECT_EQ(rewrite("__attribute__((__noinline__)) int f();"), "__attribute__((__noinline__)) int f();");
}

TEST(Architecture, SameTextsStayAsTheyAre) {
  const std::string text = "# 1 \"a.cu\"\n__global__ void k() { f(); }\n\n\nint x;\n";
  EXPECT_EQ(simt::compiler::merge_architectures(text, text), text);
}

// The host's text and the device's as g++ -E leaves them: skipped lines are empty.
std::string merged(const std::string& host, const std::string& device) {
  return simt::compiler::merge_architectures("# 1 \"a.cu\"\n" + host, "# 1 \"a.cu\"\n" + device);
}

TEST(Architecture, KernelsGetTheDevicesLines) {
  EXPECT_EQ(merged("__global__ void k() {\n\n  one();\n}\n", "__global__ void k() {\n  two();\n\n}\n"),
      "# 1 \"a.cu\"\n__global__ void k() {\n\n\n# 2 \"a.cu\"\n  two();\n# 3 \"a.cu\"\n\n}\n");
}

TEST(Architecture, HostCodeKeepsItsLines) {
  const std::string host = "void f() {\n\n  one();\n}\n";
  EXPECT_EQ(merged(host, "void f() {\n  two();\n\n}\n"), "# 1 \"a.cu\"\n" + host);
}

TEST(Architecture, FunctionsOfBothSidesGetBothBodies) {
  EXPECT_EQ(merged("__host__ __device__ int f() {\n\n  return 1;\n}\nint x;\n",
                "__host__ __device__ int f() {\n  return 2;\n\n}\nint x;\n"),
      "# 1 \"a.cu\"\n__host__ __device__ int f() { if (::simt::on_device()) \n# 1 \"a.cu\"\n{\n  return 2;\n\n}"
      " else \n# 1 \"a.cu\"\n{\n\n  return 1;\n} }\nint x;\n");
}

TEST(Architecture, WhatOnlyTheDeviceDeclaresIsThere) {
  const std::string out = merged("\n\n\nint x;\n", "\n__device__ int g() { return 1; }\n\nint x;\n");
  EXPECT_NE(out.find("# 2 \"a.cu\"\n__device__ int g() { return 1; }\n# 4 \"a.cu\"\nint x;"), std::string::npos) << out;
}

}  // namespace
