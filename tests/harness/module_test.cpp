// Tests of loading modules and finding functions in them.
#include "harness/module.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using harness::Module;
using harness::ModuleError;
using testing::HasSubstr;
using Transpose = void(float*, const float*, int, int);

Module sample() { return harness::load_module(std::getenv("SAMPLE_MODULE")); }

template <typename Signature>
std::string error_for(const std::string& name) {
  try {
    sample().function<Signature>(name);
  } catch (const ModuleError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Module, FindsAFunctionByNameAndType) {
  const Module module = sample();
  EXPECT_EQ(module.function<float(float, float)>("add")(1, 2), 3);
  const int values[] = {7};
  EXPECT_EQ((module.function<int(const int*, int)>("first_of")(values, 1)), 7);
  float x = 0;
  EXPECT_EQ((module.function<float*(float*, float*)>("same")(&x, nullptr)), &x);
  EXPECT_EQ(module.file(), "sample_module");
}

TEST(Module, GivesWatchedCodeToWhoAsksForIt) {
  const Module module = sample();
  EXPECT_EQ(module.watched_function<float(float, float)>("add")(1, 2), 103);
  const int values[] = {7};  // this function is there but once
  EXPECT_EQ((module.watched_function<int(const int*, int)>("first_of")(values, 1)), 7);
}

TEST(Module, TellsTheTypeItLooksForAsPeopleWriteIt) {
  EXPECT_THAT(error_for<Transpose>("nowhere"), HasSubstr("`void nowhere(float*, const float*, int, int)`"));
}

TEST(Module, TellsOtherArguments) {
  EXPECT_THAT(error_for<Transpose>("unsigned_sizes"),
      HasSubstr("yours is `unsigned_sizes(float*, const float*, unsigned int, unsigned int)`"));
}

TEST(Module, TellsExternC) { EXPECT_THAT(error_for<Transpose>("c_linkage"), HasSubstr("extern \"C\"")); }

TEST(Module, TellsANamespace) { EXPECT_THAT(error_for<Transpose>("nested"), HasSubstr("`inner::nested(")); }

TEST(Module, TellsAMisspeltName) {
  EXPECT_THAT(error_for<Transpose>("transpose_naive"), HasSubstr("did you mean your `transpose_niave("));
}

TEST(Module, TellsAStaticFunction) {
  EXPECT_THAT(error_for<void(float*, int)>("hidden_helper"), HasSubstr("not static"));
}

TEST(Module, RefusesWhatIsNoSharedLibrary) {
  const auto path = std::filesystem::temp_directory_path() / "warpwise_not_a_module.so";
  std::ofstream(path) << "no ELF file";
  EXPECT_THROW(Module module(path), ModuleError);
  std::filesystem::remove(path);
}

TEST(ReadableType, PutsConstInFront) {
  EXPECT_EQ(harness::readable_type("void (float*, float const*, unsigned int const&)"),
      "void (float*, const float*, const unsigned int&)");
}

}  // namespace
