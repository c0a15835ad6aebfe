// simtcc's command line, held against nvcc's own list of options, what several files need in assembly, and what a submission may have of it.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "simt/compiler/host_threads.hpp"
#include "simt/compiler/inline_copies.hpp"
#include "simt/compiler/options.hpp"
#include "simt/compiler/submission/submission.hpp"

namespace {

using namespace simt::compiler;

Options read(const std::string& line) {
  std::istringstream text(line);
  Words all;
  for (std::string word; text >> word;) all.push_back(word);
  return parse_options(all);
}

std::string message(const std::string& line) {
  try {
    read(line);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

struct Listed {
  std::string name, short_name, value;
};
// Lines of nvcc_options.txt: NAME <tab> SHORT NAME <tab> VALUE, which may be missing.
std::vector<Listed> nvccs_list() {
  std::ifstream file(NVCC_OPTIONS);
  std::vector<Listed> all;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    Listed& listed = all.emplace_back();
    std::getline(fields, listed.name, '\t');
    std::getline(fields, listed.short_name, '\t');
    std::getline(fields, listed.value, '\t');
  }
  return all;
}

TEST(NvccOptions, NoneIsForgottenAndNoneIsMadeUp) {
  const std::vector<Listed> list = nvccs_list();
  ASSERT_GT(list.size(), 100u);
  for (const Listed& listed : list) {
    int found = 0;
    for (const NvccOption& option : nvcc_options()) {
      if (option.name != listed.name) continue;
      ++found;
      if (listed.short_name != listed.name) {
        EXPECT_EQ(option.short_name, listed.short_name);
      }
      const bool forgotten =
          listed.short_name == "-MF" || listed.short_name == "-qpp-config";  // the help says no value
      EXPECT_EQ(option.takes != NvccOption::nothing, forgotten || !listed.value.empty()) << listed.name;
      EXPECT_EQ(option.takes == NvccOption::words, listed.value.ends_with(",...")) << listed.name;
      EXPECT_EQ(option.why.empty(), option.becomes == NvccOption::obeyed || option.becomes == NvccOption::silent)
          << listed.name;
    }
    EXPECT_EQ(found, 1) << listed.name;
  }
  EXPECT_EQ(nvcc_options().size(), list.size());
}

TEST(NvccOptions, EachDoesWhatItsRowSays) {
  for (const NvccOption& option : nvcc_options())
    for (const std::string_view name : {option.name, option.short_name}) {
      if (name.empty() || option.short_name == "-optf" || option.short_name == "-m") continue;
      const std::string value = option.takes == NvccOption::nothing ? "" : " value";
      const std::string line = std::string(name) + value + " a.cu";
      if (option.becomes == NvccOption::refused) {
        EXPECT_NE(message(line).find("there is no " + std::string(name) + " here: " + std::string(option.why)),
            std::string::npos)
            << line << ": " << message(line);
        continue;
      }
      ASSERT_EQ(message(line), "") << line;
      const Options options = read(line);
      EXPECT_EQ(options.ignored.size(), option.becomes == NvccOption::said ? 1u : 0u) << line;
      if (option.becomes == NvccOption::obeyed && options.step != Options::Step::tell) {
        ASSERT_EQ(options.sources().size(), 1u) << line;  // the value was not taken for a file
      }
      // What has no effect reaches nobody, g++ neither.
      if (option.becomes == NvccOption::silent || option.becomes == NvccOption::said) {
        EXPECT_TRUE(options.host.empty() && options.link.empty() && options.preprocess.empty()) << line;
        EXPECT_EQ(options.inputs.size(), 1u) << line;
      }
      if (option.takes != NvccOption::nothing) {
        EXPECT_EQ(message(std::string(name) + "=value a.cu"), "") << line;
        EXPECT_NE(message("a.cu " + std::string(name)).find("an argument is missing"), std::string::npos) << line;
      }
    }
}

TEST(CommandLine, SourcesObjectsAndLibrariesKeepTheirOrder) {
  const Options options = read("a.cu -lm b.o c.cpp -L /x -ldl,rt -o out d.c e.a");
  std::string order;
  for (const Input& input : options.inputs) order += input.word + (input.language == Language::none ? " " : "! ");
  EXPECT_EQ(order, "a.cu! -lm b.o c.cpp! -ldl -lrt d.c! e.a ");
  EXPECT_EQ(options.link, (Words{"-L/x"}));
  EXPECT_EQ(options.output, "out");
  EXPECT_EQ(options.step, Options::Step::link);
}

TEST(CommandLine, ValuesInTheSameWordOrTheNext) {
  const Options options =
      read("-D X=2 -DY=3 --define-macro=Z=4 -I a,b -I=c -isystem=d -include e --include-path f a.cu");
  EXPECT_EQ(options.preprocess,
      (Words{"-DX=2", "-DY=3", "-DZ=4", "-Ia", "-Ib", "-Ic", "-isystem", "d", "-include", "e", "-If"}));
  EXPECT_EQ(read("-DF(a,b)=a,G a.cu").preprocess, (Words{"-DF(a,b)=a", "-DG"}));
  EXPECT_EQ(read("-Xcompiler -fopenmp,-Wall -Xcompiler=-Wl,-rpath,/x -O3 -std c++20 a.cu").host,
      (Words{"-fopenmp", "-Wall", "-O3", "-std=c++20"}));
  EXPECT_EQ(read("-Xcompiler=-Wl,-rpath,/x a.cu").link, (Words{"-Wl,-rpath,/x"}));
  EXPECT_EQ(read("-Xlinker -rpath,/x a.cu").link, (Words{"-Xlinker", "-rpath", "-Xlinker", "/x"}));
}

TEST(CommandLine, WhatIsIgnoredIsNamedOnceWithItsReason) {
  EXPECT_EQ(read("-use_fast_math -Xptxas -v -Xptxas=-O3 -ftz=false -ccbin g++ a.cu").ignored,
      (Words{"-use_fast_math (float functions are the exact ones)", "-Xptxas (there is no ptxas)"}));
  EXPECT_EQ(read("-std=c++14 a.cu").ignored, (Words{"-std=c++14 (kernels are compiled as C++17)"}));
  EXPECT_TRUE(read("-std=c++14 a.cpp").ignored.empty());
}

TEST(CommandLine, WhatWouldChangeAKernelsAccessesIsKeptFromIt) {
  const Options options =
      read("-O3 -g -Xcompiler -O2,-ffast-math,-funroll-loops,-Wall,-fopenmp,-flto -std=c++14 -std=c++20 a.cu");
  EXPECT_EQ(options.for_kernels(), (Words{"-Wall", "-fopenmp", "-std=c++20"}));
}

TEST(CommandLine, FilesWithOptions) {
  const std::string path = testing::TempDir() + "options.rsp";
  std::ofstream(path) << "-D 'NAME=\"a b\"'\n-I\"a folder\" b.cpp -D\\\nC";
  for (const char* form : {"@", "--options-file ", "-optf=", "--options-file="}) {
    const Options options = read(form + path + " a.cu");
    EXPECT_EQ(options.preprocess, (Words{"-DNAME=\"a b\"", "-Ia folder", "-D\nC"})) << form;
    EXPECT_EQ(options.sources().size(), 2u) << form;
  }
  EXPECT_NE(message("@not_there a.cu").find("there is no file not_there"), std::string::npos);
}

TEST(CommandLine, WhatCannotBeDoneIsOneSentence) {
  EXPECT_EQ(message("-o"), "an argument is missing after -o");
  EXPECT_NE(message("").find("no file to compile or link"), std::string::npos);
  EXPECT_NE(message("-c a.cu b.cu -o c.o").find("of several sources"), std::string::npos);
  EXPECT_NE(message("a.ptx").find("cannot take a.ptx"), std::string::npos);
  EXPECT_NE(message("-m 32 a.cu").find("only -m64"), std::string::npos);
  EXPECT_EQ(read("-x cu a.cpp b.o").inputs[0].language, Language::cuda);
  EXPECT_EQ(read("-x cu a.cpp b.o").inputs[1].language, Language::none);
}

// A function of a header, a vtable, and a function of this file only.
constexpr const char* assembly =
    "\t.section\t.text._Z1fv,\"axG\",@progbits,_Z1fv,comdat\n\t.weak\t_Z1fv\n\t.type\t_Z1fv, @function\n_Z1fv:\n\tret\n"
    "\t.section\t.gcc_except_table._Z1fv,\"aG\",@progbits,_Z1fv,comdat\n.LLSDA1:\n"
    "\t.section\t.text._ZN1AC2Ev,\"axG\",@progbits,_ZN1AC5Ev,comdat\n\t.weak\t_ZN1AC2Ev\n_ZN1AC2Ev:\n\tret\n"
    "\t.weak\t_ZN1AC1Ev\n\t.set\t_ZN1AC1Ev,_ZN1AC2Ev\n"
    "\t.section\t.data.rel.ro._ZTV1A,\"awG\",@progbits,_ZTV1A,comdat\n\t.weak\t_ZTV1A\n_ZTV1A:\n\t.quad\t_Z1fv\n"
    "\t.text\n\t.weak\tattribute\nattribute:\n\tcall\t_Z1fv@PLT\n";

TEST(InlineCopies, TheInstrumentedOneIsTaken) {
  const std::string made = prefer_instrumented(assembly);
  const auto has = [&](const std::string& part) { return made.find(part) != std::string::npos; };
  EXPECT_TRUE(has(".text._Z1fv,\"axG\",@progbits,simt._Z1fv,comdat\n\t.globl\t_Z1fv\n"));
  EXPECT_TRUE(has(".gcc_except_table._Z1fv,\"aG\",@progbits,simt._Z1fv,comdat\n"));
  EXPECT_TRUE(has("simt._ZN1AC5Ev,comdat\n\t.globl\t_ZN1AC2Ev\n") && has("\t.globl\t_ZN1AC1Ev\n"));
  EXPECT_TRUE(has("@progbits,_ZTV1A,comdat\n\t.weak\t_ZTV1A\n"));  // data is one for all, whoever compiled it
  EXPECT_TRUE(has("\t.weak\tattribute\n"));
}

TEST(OwnLibrary, CallsAreTheSimulatorsUnlessTheProgramDefinesTheFunction) {
  EXPECT_EQ(use_own_library("\tcall\tmalloc@PLT\n\tcall\ttanf@PLT\n\t.string\t\"printf\"\n\tcall\tmalloc2\n"),
      "\tcall\t__wrap_malloc@PLT\n\tcall\t__wrap_tanf@PLT\n\t.string\t\"printf\"\n\tcall\tmalloc2\n");
  EXPECT_EQ(use_own_library("\tcall\t_Znwm@PLT\n_Znwm:\n\tret\n"), "\tcall\t_Znwm@PLT\n_Znwm:\n\tret\n");
}

// Between the lines in which g++ says whose it is: comments, which begin otherwise on ARM.
TEST(Submissions, AssemblyOfTheSimulatorsHeadersMayStay) {
  const auto ours = [](std::string_view file, bool) { return file == "loads.h"; };
  for (const std::string mark : {"#", "//"}) {
    const auto written_by = [&](const std::string& file) {
      return "#APP\n" + mark + " 28 \"" + file + "\" 1\n\tnop\n" + mark + " 0 \"\" 2\n#NO_APP\n";
    };
    EXPECT_TRUE(refused_assembly(written_by("loads.h"), ours).empty()) << mark;
    EXPECT_FALSE(refused_assembly(written_by("a.cu"), ours).empty()) << mark;
  }
}

// <iostream> of g++ 13 and newer has the first.
TEST(Submissions, OfAssemblyOutsideOfFunctionsOnlyWhatTheStandardLibraryWrites) {
  const auto nobody = [](std::string_view, bool) { return false; };
  EXPECT_TRUE(refused_assembly("#APP\n\t.globl _ZSt21ios_base_library_initv\n#NO_APP\n", nobody).empty());
  const std::string strings = "#APP\n\t.section\t.rodata.str1.1,\"aMS\",@progbits,1\n.LC0:\n";
  EXPECT_TRUE(refused_assembly(strings + "\t.string\t\"a\\\";b\"\n#NO_APP\n", nobody).empty());
  EXPECT_EQ(refused_assembly(strings + "\t.string\t\"a\"; .text; .string \"b\"\n#NO_APP\n", nobody).size(), 1u);
  EXPECT_EQ(refused_assembly(strings + "\t.section\t.text\n\t.string\t\"a\"\n#NO_APP\n", nobody).size(), 2u);
  EXPECT_EQ(refused_assembly("#APP\n\t.string\t\"a\"\n#NO_APP\n", nobody).size(), 1u);
  EXPECT_EQ(refused_assembly("#APP\n.L9: nop\n#NO_APP\n", nobody).size(), 1u);
  EXPECT_EQ(refused_assembly("#APP\n\t.loc 1 2 3; nop\n#NO_APP\n", nobody).size(), 1u);
  EXPECT_EQ(refused_assembly("#APP\n\t.globl main\n#NO_APP\n", nobody).size(), 1u);
  EXPECT_EQ(refused_assembly("#APP\n\t.globl _ZSt21ios_base_library_initv; nop\n#NO_APP\n", nobody).size(), 1u);
}

}  // namespace
