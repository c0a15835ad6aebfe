// The launch rewriter on what real sources do to it: comments, strings, templates, macros' output.
#include <gtest/gtest.h>

#include <string>

#include "simt/compiler/rewriter.hpp"

namespace {

using simt::compiler::rewrite;
using simt::compiler::RewriteError;

std::string launch(const std::string& configuration, const std::string& call) { return "(::simt::configure(" + configuration + "), " + call + ")"; }

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

TEST(Launch, WhereItStands) {
  EXPECT_EQ(rewrite("if (x) k<<<1, 2>>>(a); else k<<<3, 4>>>(a);"), "if (x) " + launch("1, 2", "k(a)") + "; else " + launch("3, 4", "k(a)") + ";");
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
  for (const char* text : {"// k<<<1, 2>>>(a);\n", "/* k<<<1, 2>>>(a); */", "auto s = \"k<<<1, 2>>>(a)\";", "auto s = R\"x(k<<<1, 2>>>(a))\" )x\";",
                           "auto c = '<'; int n = 1'000'000;", "std::cout << x << 1;", "a <<= 3; b >>= 2;", "std::vector<std::vector<std::vector<int>>> v;",
                           "auto u = u8\"<<<\"; auto l = L'\\'';", "x = 0x1p-3 + 1e+5;"})
    EXPECT_EQ(rewrite(text), text);
}

TEST(Launch, KeepsTheLinesOfWhatFollows) {
  const std::string out = rewrite("# 1 \"a.cu\"\nk<<<1,\n2>>>(a,\nb);\nnext();\n");
  EXPECT_EQ(out, "# 1 \"a.cu\"\n(::simt::configure(1,\n2), k(a,\nb))\n# 3 \"a.cu\"\n;\nnext();\n");
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
  EXPECT_THROW(rewrite("k<<<1, 2>>>;"), RewriteError);
  EXPECT_THROW(rewrite("<<<1, 2>>>(a);"), RewriteError);
  EXPECT_THROW(rewrite("k<<<1, 2>>>(a;"), RewriteError);
}

TEST(Kernel, BodyBecomesTheThread) {
  const std::string enter = " ::simt::enter(__PRETTY_FUNCTION__, [=]() mutable __attribute__((always_inline)) {";
  EXPECT_EQ(rewrite("__global__ void k(int* p) { *p = 1; }"), " void k(int* p) {" + enter + " *p = 1; }); }");
  EXPECT_EQ(rewrite("__global__ void __launch_bounds__(256, 2) k(int* p) { { } }"), " void __launch_bounds__(256, 2) k(int* p) {" + enter + " { } }); }");
  EXPECT_EQ(rewrite("template <int N> static __global__ void k() {}"), "template <int N> static  void k() {" + enter + "}); }");
  EXPECT_EQ(rewrite("__global__ void k(int);"), " void k(int);");
}

TEST(Shared, StaticAndDynamic) {
  EXPECT_EQ(rewrite("void f() { __shared__ float t[32][33]; }"), "void f() { static __thread  float t[32][33]; }");
  EXPECT_EQ(rewrite("void f() { static __shared__ int n; }"), "void f() { static __thread   int n; }");
  EXPECT_NE(rewrite("extern __shared__ float s[];").find("extern __thread float s[] __asm__(\"simt_dynamic_shared\");"), std::string::npos);
  EXPECT_NE(rewrite("void f() { extern __shared__ float s[]; }").find("float (&s)[] = ::simt::dynamic_shared();"), std::string::npos);
  EXPECT_NE(rewrite("void f() { extern __shared__ __attribute__((aligned(16))) float s[]; }").find("float (&s)[] = ::simt::dynamic_shared();"), std::string::npos);
}

TEST(Attributes, NoinlineAloneAndInside) {
  EXPECT_EQ(rewrite("__noinline__ int f();"), "__attribute__((noinline)) int f();");
  EXPECT_EQ(rewrite("__attribute__((__noinline__)) int f();"), "__attribute__((__noinline__)) int f();");
}

}  // namespace
