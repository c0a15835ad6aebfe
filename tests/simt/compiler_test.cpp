// simtcc's parts by themselves: the lexer, the edits and the places that they keep, room between variables, messages.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "simt/compiler/divisions.hpp"
#include "simt/compiler/messages/bodies.hpp"
#include "simt/compiler/messages/messages.hpp"
#include "simt/compiler/messages/missing.hpp"
#include "simt/compiler/red_zones.hpp"
#include "simt/compiler/rewriter/architecture.hpp"
#include "simt/compiler/run_time.hpp"
#include "simt/compiler/text/edits.hpp"
#include "simt/compiler/text/line_markers.hpp"

namespace {

using namespace simt::compiler;

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> out;
  for (const Token& token : lex(text)) out.push_back(text.substr(token.begin, token.end - token.begin));
  return out;
}

using Words = std::vector<std::string>;

TEST(Lexer, TokensOfEveryKind) {
  EXPECT_EQ(words("int a1 = 0x1p-3 + 1e+5f;"), (Words{"int", "a1", "=", "0x1p-3", "+", "1e+5f", ";"}));
  EXPECT_EQ(words("1'000'000 .5 0xe+1"), (Words{"1'000'000", ".5", "0xe", "+", "1"}));
  EXPECT_EQ(words("a->b::c<=d!=e&&f"), (Words{"a", "->", "b", "::", "c", "<=", "d", "!=", "e", "&&", "f"}));
  EXPECT_EQ(words("k<<<1>>>(a<b>>c)"), (Words{"k", "<<<", "1", ">>>", "(", "a", "<", "b", ">", ">", "c", ")"}));
  EXPECT_EQ(
      words("größe gr\\U000000f6\\U000000dfe+\\u00e9"), (Words{"größe", "gr\\U000000f6\\U000000dfe", "+", "\\u00e9"}));
}

TEST(Lexer, LiteralsAndCommentsAreWhole) {
  EXPECT_EQ(words(R"~("a\"b" 'c' '\'' L"d" u8R"x(e)"f)x"g)~"),
      (Words{"\"a\\\"b\"", "'c'", "'\\''", "L\"d\"", "u8R\"x(e)\"f)x\"", "g"}));
  EXPECT_EQ(words("a/* ' \n \" */b// c\nd"), (Words{"a", "b", "d"}));
  EXPECT_EQ(words("R\"(a\n# 1 \"x\"\n)\" b"), (Words{"R\"(a\n# 1 \"x\"\n)\"", "b"}));
  EXPECT_EQ(words("'a\nb /* c"), (Words{"'a", "b"}));  // never closed: up to the end of the line, or of the text
}

TEST(Lexer, DirectivesAreLines) {
  const std::string text = "# 1 \"a.cu\"\n  #pragma x y\na # b";
  EXPECT_EQ(words(text), (Words{"# 1 \"a.cu\"", "#pragma x y", "a", "#", "b"}));
  EXPECT_EQ(lex(text)[1].kind, TokenKind::directive);
  EXPECT_EQ(lex(text)[3].kind, TokenKind::punctuator);
}

TEST(Lexer, PartsOfOneOperatorStayTogether) {
  const std::string text = "a++ b+ +c f(x) \"s\"_x";
  const std::vector<Token> all = lex(text);
  std::vector<bool> found;
  for (std::size_t i = 0; i + 1 < all.size(); ++i) found.push_back(joined(text, all[i], all[i + 1]));
  //                                      a+    ++    +b     b+    + +    +c    cf     f(     (x     x)     )"     "_x
  EXPECT_EQ(found, (std::vector<bool>{true, true, false, true, false, true, false, false, false, false, false, true}));
}

TEST(LineMarkers, OfThePreprocessorAndOfThePerson) {
  const auto marker = read_line_marker("# 12 \"dir/a.cu\" 1 3 4");
  ASSERT_TRUE(marker);
  EXPECT_EQ(marker->line, 12);
  EXPECT_EQ(marker->file, "dir/a.cu");
  EXPECT_TRUE(marker->enters && marker->system && !marker->returns);
  EXPECT_EQ(read_line_marker("  #  line 7 \"b\""), std::nullopt);  // a directive begins with its #
  EXPECT_EQ(read_line_marker("#line 7")->line, 7);
  EXPECT_EQ(read_line_marker("# 7")->file, "");
  EXPECT_FALSE(read_line_marker("#pragma once"));
  EXPECT_FALSE(read_line_marker("int x;"));
}

TEST(Tokens, BracketsAndDeclarations) {
  const Tokens all("namespace a { extern \"C\" { int f(A<B<(1 > 2)>> x[3]) { return x[0]; } } }");
  const auto at = [&](const std::string& word, int nth = 0) {
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all.spelling(i) == word && nth-- == 0) return i;
    return all.size();
  };
  EXPECT_EQ(all.closing(at("(")), at(")", 1));
  EXPECT_EQ(all.opening(at(")", 1)), at("("));
  EXPECT_EQ(all.template_closing(at("<")), at(">", 2));
  EXPECT_EQ(all.template_opening(at(">", 2)), at("<"));
  EXPECT_EQ(all.declaration_begin(at("f")), at("int"));
  EXPECT_EQ(all.function_body(at("int")), at("{", 2));
  EXPECT_EQ(all.function_body(at("return")), 0u);
  EXPECT_TRUE(all.at_namespace_scope(at("int")));
  EXPECT_FALSE(all.at_namespace_scope(at("return")));
  EXPECT_THROW(Tokens("( [").closing(0), RewriteError);
  EXPECT_THROW(Tokens(") ]").opening(1), RewriteError);
}

TEST(Tokens, PlacesByLineMarkers) {
  const std::string text = "a\n# 10 \"b.cu\"\n\n  c d\n# 3\n e";
  const Tokens all(text);
  EXPECT_EQ(all.place(0), (Place{"<input>", 1, 1}));
  EXPECT_EQ(all.place(2), (Place{"b.cu", 11, 3}));
  EXPECT_EQ(all.place(3), (Place{"b.cu", 11, 5}));
  EXPECT_EQ(all.place(5), (Place{"b.cu", 3, 2}));
}

// Where each word stands in printed text, as a compiler sees it.
std::map<std::string, std::pair<int, int>> places(const std::string& printed) {
  const Tokens all(printed);
  std::map<std::string, std::pair<int, int>> found;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!all.is(i, TokenKind::directive))
      found[std::string(all.spelling(i))] = {all.place(i).line, all.place(i).column};
  return found;
}
using Places = std::map<std::string, std::pair<int, int>>;

TEST(Edits, WhatIsNotEditedStaysByteForByte) {
  const std::string text = "# 1 \"a.cu\"\n int  a ;\t/* b */\r\n\n#pragma c\nd\n";
  EXPECT_EQ(Edits(text).print(), text);
  EXPECT_EQ(Edits("").print(), "");
  EXPECT_EQ(Edits(" \n").print(), " \n");
  EXPECT_EQ(Edits("a \n ").print(), "a \n ");
  EXPECT_EQ(Edits("a  ").print(), "a  ");
}

TEST(Edits, EverythingKeepsItsPlace) {
  Edits all("# 4 \"a.cu\"\none two three\nfour five;");
  all.before(1, "a b ");  // one
  all.replace(2, "c d");  // two
  all.after(3, " e f");   // three
  all.replace(4, "");     // four
  EXPECT_EQ(
      places(all.print()), (Places{{"a", {4, 1}}, {"b", {4, 1}}, {"one", {4, 1}}, {"c", {4, 5}}, {"d", {4, 7}},
                               {"three", {4, 9}}, {"e", {4, 13}}, {"f", {4, 13}}, {"five", {5, 6}}, {";", {5, 10}}}));
}

TEST(Edits, OrderOfWhatIsInserted) {
  Edits all("x");
  all.before(0, "a");
  all.before(0, " b");
  all.after(0, "c");
  all.after(0, "d ");
  EXPECT_EQ(words(all.print()), (Words{"a", "# 1", "b", "# 1", "x", "# 1", "d", "# 1", "c"}));
}

TEST(Edits, MovedTokensKeepTheirPlaceAndTheirEdits) {
  Edits all("# 1 \"a.cu\"\na b\nc d e");
  all.replace(2, "B");
  all.move_behind(4, 1, 3);  // "a b" behind d
  const std::string printed = all.print();
  EXPECT_EQ(places(printed), (Places{{"a", {1, 1}}, {"B", {1, 3}}, {"c", {2, 1}}, {"d", {2, 3}}, {"e", {2, 5}}}));
  EXPECT_LT(printed.find('d'), printed.find("B"));
  EXPECT_LT(printed.find('B'), printed.find("e"));
}

TEST(Edits, CutTokensAreGoneWithTheirEdits) {
  Edits all("a b c d");
  all.replace(2, "x");
  all.before(1, "y");
  all.cut(1, 3);
  EXPECT_EQ(places(all.print()), (Places{{"a", {1, 1}}, {"y", {1, 3}}, {"d", {1, 7}}}));
}

TEST(Edits, NothingGrowsTogether) {
  Edits all("a+b x-y");
  all.after(0, "+");  // next to the +, which must not make a ++ of it
  all.replace(3, "z w");
  EXPECT_EQ(words(all.print()), (Words{"a", "# 1", "+", "# 1", "+", "b", "z", "# 1", "w", "# 1", "-", "y"}));
}

// What the preprocessor made of `source`, each token with its place there.
Places restored(const std::string& preprocessed, const std::string& source) {
  const std::string text = "# 1 \"a.cu\"\n" + preprocessed;
  Edits all(text);
  all.place_by_source([&](const std::string& path) { return path == "a.cu" ? source : ""; });
  return places(all.print());
}

TEST(Places, BlanksAndCommentsComeBack) {
  EXPECT_EQ(restored("int a = 1; b;", "int   a\t= 1; /* c */ b;"),
      (Places{{"int", {1, 1}}, {"a", {1, 7}}, {"=", {1, 9}}, {"1", {1, 11}}, {";", {1, 23}}, {"b", {1, 22}}}));
  EXPECT_EQ(restored("a\n          b", "a /* '\n   */   b"), (Places{{"a", {1, 1}}, {"b", {2, 9}}}));
  EXPECT_EQ(restored("a b",
                "\xef\xbb\xbf"
                "a  b"),
      (Places{{"a", {1, 1}}, {"b", {1, 4}}}));
}

TEST(Places, WhatAMacroBroughtStandsAtItsName) {
  EXPECT_EQ(restored("x = ( y + 1 ) * z;", "x = MACRO   * z;"),
      (Places{{"x", {1, 1}}, {"=", {1, 3}}, {"(", {1, 5}}, {"y", {1, 5}}, {"+", {1, 5}}, {"1", {1, 5}}, {")", {1, 5}},
          {"*", {1, 13}}, {"z", {1, 15}}, {";", {1, 16}}}));
  const Places call = restored("if (int s = f(a, b)) g(s); h;", "CHECK(f(a,\n        b));   h;");
  EXPECT_EQ(call.at("if"), (std::pair{1, 1}));
  EXPECT_EQ(call.at("f"), (std::pair{1, 7}));
  EXPECT_EQ(call.at("a"), (std::pair{1, 9}));
  EXPECT_EQ(call.at("b"), (std::pair{2, 9}));
  EXPECT_EQ(call.at("h"), (std::pair{2, 16}));
}

TEST(Places, NamesOfLettersBeyondAsciiComeBack) {
  EXPECT_EQ(restored("gr\\U000000f6\\U000000dfe = 1;", "größe   = 1;"),
      (Places{{"größe", {1, 1}}, {"=", {1, 11}}, {"1", {1, 13}}, {";", {1, 14}}}));
}

TEST(Places, WithoutTheSourceNothingChanges) { EXPECT_EQ(restored("a b", ""), (Places{{"a", {1, 1}}, {"b", {1, 3}}})); }

TEST(Places, OfAProgramThatGoesByAnotherName) {
  Edits all("# 1 \"a.cu\"\n# 1 \"other\"\na b\n# 1 \"third\"\nc d\n");
  all.place_by_source([](const std::string& path) {
    return path == "a.cu" ? "#line 1 \"other\"\na   b\n#line 1 \"third\"\nc     d\n" : "";
  });
  EXPECT_EQ(places(all.print()), (Places{{"a", {1, 1}}, {"b", {1, 5}}, {"c", {1, 1}}, {"d", {1, 7}}}));
}

TEST(RedZones, BehindTheVariablesOfKernels) {
  const std::string out = add_red_zones(
      "\t.section\tsimt_device,\"aw\"\n\t.size\tx, 8\nx:\n\t.zero\t8\n\t.text\n\t.size\tf, 8\nf:\n\t.zero\t8\n");
  EXPECT_EQ(out,
      "\t.section\tsimt_device,\"aw\"\n\t.size\tx, "
      "8\n\t.balign\t128\nx:\n\t.zero\t8\n\t.zero\t256\n\t.text\n\t.size\tf, "
      "8\nf:\n\t.zero\t8\n");
}

TEST(RedZones, SharedOnesBeginInBankZeroAndGetAsMuchAsTheyAre) {
  const std::string out = add_red_zones(
      "\t.section\t.tbss,\"awT\"\n\t.size\tt, 4224\nt:\n\t.zero\t4224\n\t.size\tu, "
      "1000000\nu:\n\t.zero\t1000000\n\t.ident\t\"x\"\n");
  EXPECT_NE(out.find("\t.balign\t128\nt:\n\t.zero\t4224\n\t.zero\t4224\n"), std::string::npos) << out;
  EXPECT_NE(out.find("u:\n\t.zero\t1000000\n\t.zero\t16384\n"), std::string::npos) << out;
}

TEST(RedZones, NoneInOtherSections) {
  const std::string text = "\t.data\n\t.size\tx, 8\nx:\n\t.long\t1\n\t.long\t2\n\t.size\ty, .-y\n";
  EXPECT_EQ(add_red_zones(text), text);
}

// What g++ writes for `__device__` variables of every type, x86-64's directives and ARM's: room comes behind the last of an
// object's own, whatever they are called, and never in front.
TEST(RedZones, EveryDirectiveOfBothProcessorsIsData) {
  for (const std::string data : {".byte\t1", ".value\t1", ".hword\t1", ".2byte\t1", ".short\t1", ".long\t1", ".int\t1",
           ".word\t5", ".4byte\t1", ".inst\t1", ".quad\tp+8", ".xword\tp", ".dword\t1", ".8byte\t1", ".octa\t1",
           ".float\t1.5", ".single\t1", ".double\t1", ".zero\t8", ".skip\t8", ".space\t8", ".fill\t2, 4, 0",
           ".ascii\t\"a\"", ".asciz\t\"a\"", ".string\t\"a\"", ".string16\t\"a\"", ".base64\t\"YQ==\"", ".uleb128 1",
           ".sleb128 -1", ".comm\tq,4", ".not_known_yet\t1"}) {
    const std::string object = "x:\n\t.zero\t4\n\t" + data + "\n\t.zero\t4\n";
    for (const std::string next : {"\t.global\ty\n", "\t.globl\ty\n", "\t.align\t2\n", "\t.type\ty, %object\n", "y:\n"})
      EXPECT_EQ(add_red_zones("\t.section\tsimt_device,\"aw\"\n\t.size\tx, 8\n" + object + next),
          "\t.section\tsimt_device,\"aw\"\n\t.size\tx, 8\n\t.balign\t128\n" + object + "\t.zero\t256\n" + next);
  }
}

// As g++ 12 writes `__device__ int five = 5; __device__ short six = 6;` and a __shared__ array for ARM.
TEST(RedZones, VariablesAsWrittenForArm) {
  EXPECT_EQ(add_red_zones("\t.global\tsix\n\t.section\tsimt_device,\"aw\"\n\t.align\t1\n\t.type\tsix, %object\n"
                          "\t.size\tsix, 2\nsix:\n\t.hword\t6\n\t.global\tfive\n\t.align\t2\n\t.type\tfive, %object\n"
                          "\t.size\tfive, 4\nfive:\n\t.word\t5\n\t.section\t.tbss,\"awT\",@nobits\n\t.align\t2\n"
                          "\t.type\tt, %object\n\t.size\tt, 128\nt:\n\t.zero\t128\n\t.text\n"),
      "\t.global\tsix\n\t.section\tsimt_device,\"aw\"\n\t.align\t1\n\t.type\tsix, %object\n"
      "\t.size\tsix, 2\n\t.balign\t128\nsix:\n\t.hword\t6\n\t.zero\t256\n\t.global\tfive\n\t.align\t2\n\t.type\tfive, "
      "%object\n"
      "\t.size\tfive, "
      "4\n\t.balign\t128\nfive:\n\t.word\t5\n\t.zero\t256\n\t.section\t.tbss,\"awT\",@nobits\n\t.align\t2\n"
      "\t.type\tt, %object\n\t.size\tt, 128\n\t.balign\t128\nt:\n\t.zero\t128\n\t.zero\t256\n\t.text\n");
}

TEST(Divisions, OfArmHaveATrapInFrontWhichANonzeroDivisorJumpsOver) {
  const std::string quotient = "\tbrk\t#" + std::to_string(quotient_trap) + "\n";
  EXPECT_EQ(
      trap_divisions("\tsdiv\tw0, w1, w2\n\tret\n"), "\tcbnz\tw2, .+8\n" + quotient + "\tsdiv\tw0, w1, w2\n\tret\n");
  EXPECT_EQ(trap_divisions("\tudiv\tx0, x0, x9\n"), "\tcbnz\tx9, .+8\n" + quotient + "\tudiv\tx0, x0, x9\n");
  for (const std::string others :
      {"\tidivl\t%ecx\n", "\tdivq\t8(%rsp)\n", "\tfdiv\ts0, s1, s2\n", "\t.string\t\"sdiv\"\n"})
    EXPECT_EQ(trap_divisions(others), others);
}

TEST(Divisions, OfX86HaveACallInFrontWhichANonzeroDivisorJumpsOver) {
  const auto guarded = [](const std::string& check, const std::string& line, const std::string& wide) {
    return "\t" + check + "\n\tjne\t.Lsimt_division1\n\tleaq\t-144(%rsp), %rsp\n\tpushq\t$.Lsimt_division1_end-" +
           ".Lsimt_division1" + wide + "\n\tcall\t*simt_divides_by_zero@GOTPCREL(%rip)\n.Lsimt_division1:\n\t" + line +
           "\n.Lsimt_division1_end:\n";
  };
  EXPECT_EQ(guard_divisions("\tidivl\t%ecx\n\tret\n"), guarded("testl\t%ecx, %ecx", "idivl\t%ecx", "") + "\tret\n");
  EXPECT_EQ(guard_divisions("\tdivq\t8(%rsp)\n"), guarded("cmpq\t$0, 8(%rsp)", "divq\t8(%rsp)", "+256"));
  EXPECT_EQ(guard_divisions("\tdivl\t%fs:x@tpoff\n"), guarded("cmpl\t$0, %fs:x@tpoff", "divl\t%fs:x@tpoff", ""));
  for (const std::string others : {"\tidivb\t%cl\n", "\tdivw\t2(%rax)\n", "\tdivss\t%xmm0, %xmm1\n",
           "\tdivl %ecx; nop\n", "\tsdiv\tw0, w1, w2\n", "\t.string\t\"idivl %ecx\"\n"})
    EXPECT_EQ(guard_divisions(others), others);
}

TEST(Divisions, RemaindersAreWhatTheDivisionIsMultipliedBackInto) {
  const auto traps = [](const std::string& between, const std::string& last) {
    const std::string text = trap_divisions("\tsdiv\tw2, w0, w1\n" + between + "\tmsub\t" + last + "\n");
    return text.find("\tcbnz\tw1, .+8\n\tbrk\t#" + std::to_string(remainder_trap) + "\n\tmsub") != std::string::npos;
  };
  EXPECT_TRUE(traps("", "w0, w2, w1, w0"));
  EXPECT_TRUE(traps("", "w5, w1, w2, w0"));
  EXPECT_TRUE(traps("\tadd\tw5, w2, 1\n.LVL7:\n\t.loc 1 4 2\n", "w0, w2, w1, w0"));
  EXPECT_FALSE(traps("", "w0, w2, w1, w3"));                    // n - q * d of another n
  EXPECT_FALSE(traps("\tmov\tw1, 4\n", "w0, w2, w1, w0"));      // of another d
  EXPECT_FALSE(traps("\tadd\tx2, x2, 4\n", "w0, w2, w1, w0"));  // of another q
  EXPECT_FALSE(traps("\tbl\tf\n", "w0, w2, w1, w0"));
  EXPECT_FALSE(traps("\tldp\tx7, x1, [sp]\n", "w0, w2, w1, w0"));
  EXPECT_FALSE(traps(".L7:\n", "w0, w2, w1, w0"));
}

TEST(Architecture, IsAskedForByTheProgramAlone) {
  const std::string file = testing::TempDir() + "asks_for_architecture.cu";
  std::ofstream(file) << "#if __CUDA_ARCH__ >= 900\n#endif\n";
  EXPECT_TRUE(asks_for_architecture("# 1 \"" + file + "\"\n", "/own"));
  EXPECT_FALSE(asks_for_architecture("# 1 \"" + file + "\" 1 3\n", "/own"));              // a system header
  EXPECT_FALSE(asks_for_architecture("# 1 \"" + file + "\" 1\n", testing::TempDir()));    // the simulator's own
  EXPECT_FALSE(asks_for_architecture("# 1 \"/nowhere/a.cu\"\n__CUDA_ARCH__\n", "/own"));  // asked for by a file
  std::remove(file.c_str());
}

TEST(RunTime, HeadersMustLieInADirectory) {
  const std::string text = "# 1 \"p.cu\"\n#include <vector>\n# 1 \"/usr/include/vector\" 1 3\nint x;\n";
  EXPECT_THROW(check_includes(text, {}, "", "/own"), RewriteError);
  EXPECT_EQ(check_includes("# 1 \"p.cu\"\nint x;\n", {}, "", "/own"), "# 1 \"p.cu\"\nint x;\n");
  // One that had been included before: what follows stands in the next line.
  EXPECT_EQ(check_includes("# 1 \"/own/a.h\" 1\n#include \"b.h\"\nint x;\n", {}, "", "/own"),
      "# 1 \"/own/a.h\" 1\n\nint x;\n");
}

const ReadFile no_files = [](const std::string&) { return std::string(); };

TEST(Bodies, OfKernelsAndOfLambdasInThem) {
  const KernelBodies bodies(
      "# 1 \"a.cu\"\n__global__ void k(int* p) {\n  auto f = [=](int i) {\n return i; };\n p[f(1)] = 2; }\nvoid h() "
      "{}\ntemplate <> __global__ void t<3>(float) { }\n",
      no_files);
  EXPECT_EQ(bodies.kernel_at("a.cu", 4, 3), "k");
  EXPECT_EQ(bodies.kernel_at("a.cu", 3, 3), "");  // the lambda's
  EXPECT_EQ(bodies.kernel_at("a.cu", 2, 5), "k");
  EXPECT_EQ(bodies.kernel_at("a.cu", 1, 3), "");  // in front of the body
  EXPECT_EQ(bodies.kernel_at("a.cu", 5, 11), "");
  EXPECT_EQ(bodies.kernel_at("b.cu", 4, 3), "");
  EXPECT_EQ(bodies.kernel_at("a.cu", 6, 0), "t");
  EXPECT_EQ(bodies.kernel_of("void ns::k(int*)"), "k");
  EXPECT_EQ(bodies.kernel_of("void t<3>(float) [with"), "t");
  EXPECT_EQ(bodies.kernel_of("void h()"), "");
  EXPECT_EQ(bodies.kernel_of("no function"), "");
}

TEST(Messages, InTheProgramsWords) {
  const std::string program = "# 1 \"a.cu\"\n__global__ void k(int* p) {\n  x = 1; }\n";
  EXPECT_EQ(
      readable_messages("a.cu: In lambda function:\na.cu:2:3: error: ‘x’ was not declared in this scope\n    2 | x\n",
          program, no_files),
      "a.cu: In kernel ‘k’:\na.cu:2:3: error: ‘x’ was not declared in this scope\n    2 | x\n");
  EXPECT_EQ(readable_messages("a.cu: In lambda function:\na.cu:9:3: error: ‘x’\n", program, no_files),
      "a.cu: In lambda function:\na.cu:9:3: error: ‘x’\n");
  EXPECT_EQ(readable_messages("a.cu:2:3: error: in ‘k(int*)::<lambda()> mutable::<lambda(int)>’\n", program, no_files),
      "a.cu:2:3: error: in ‘k(int*)::<lambda(int)>’\n");
  EXPECT_EQ(readable_messages("a.cu:2:3: error: ‘unsigned int simt_block_dim_x()’\n/own/include/simt/device.h:3:4: "
                              "note: ‘unsigned int simt_block_dim_x()’ declared here\n    3 | unsigned\n",
                program, no_files),
      "a.cu:2:3: error: ‘blockDim.x’\n");
  EXPECT_EQ(readable_messages("cc1plus: all warnings being treated as errors\n", program, no_files),
      "cc1plus: all warnings being treated as errors\n");
  EXPECT_EQ(readable_messages("", program, no_files), "");
}

TEST(Messages, WhatIsMissingIsSaidOnce) {
  const std::string said = "a.cu:2:3: error: ‘cudaGraph_t’ was not declared in this scope\n";
  EXPECT_EQ(readable_messages(said + said, "", no_files),
      "a.cu:2:3: error: the simulator does not have cudaGraph_t\n" + said + said);
  EXPECT_EQ(missing_name("a.cu:1:1: error: ‘mine’ was not declared in this scope"), "");
}

TEST(Messages, ErrorsOfItsOwnHaveACaret) {
  const ReadFile file = [](const std::string&) { return std::string("first\n\té k<<<1>>>();\n"); };
  EXPECT_EQ(error_message(RewriteError("a.cu", 2, "wrong", 6), file, false),
      "a.cu:2:12: error: wrong\n    2 |         é k<<<1>>>();\n      |            ^\n");
  EXPECT_EQ(error_message(RewriteError("a.cu", 2, "wrong"), file, false), "a.cu:2: error: wrong\n");
  EXPECT_EQ(error_message(RewriteError("a.cu", 2, "wrong", 6), no_files, false), "a.cu:2:6: error: wrong\n");
  EXPECT_EQ(error_message(RewriteError("a.cu", 9, "wrong", 6), file, false), "a.cu:9:6: error: wrong\n");
}

}  // namespace
