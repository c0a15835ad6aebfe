// NVRTC's command line options: which there are, and which of them mean something to the simulator.
// Source: NVRTC documentation 13.0, "Supported Compile Options".
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>

#include "simt/driver/nvrtc.hpp"

namespace simt::driver {
namespace {

enum class Value { none, needed, optional };
struct Option {
  std::string_view name, short_name;
  Value value;
};
// Those that change nothing here are accepted all the same: they steer a GPU's code generator.
constexpr Option options[] = {{"--gpu-architecture", "-arch", Value::needed}, {"--device-c", "-dc", Value::none},
    {"--device-w", "-dw", Value::none}, {"--relocatable-device-code", "-rdc", Value::needed},
    {"--extensible-whole-program", "-ewp", Value::none}, {"--device-debug", "-G", Value::none},
    {"--generate-line-info", "-lineinfo", Value::none}, {"--dopt", "-dopt", Value::needed},
    {"--ptxas-options", "-Xptxas", Value::needed}, {"--maxrregcount", "-maxrregcount", Value::needed},
    {"--ftz", "-ftz", Value::needed}, {"--prec-sqrt", "-prec-sqrt", Value::needed},
    {"--prec-div", "-prec-div", Value::needed}, {"--fmad", "-fmad", Value::needed},
    {"--use_fast_math", "-use_fast_math", Value::none},
    {"--extra-device-vectorization", "-extra-device-vectorization", Value::none},
    {"--modify-stack-limit", "-modify-stack-limit", Value::needed}, {"--define-macro", "-D", Value::needed},
    {"--undefine-macro", "-U", Value::needed}, {"--include-path", "-I", Value::needed},
    {"--pre-include", "-include", Value::needed}, {"--no-source-include", "-no-source-include", Value::none},
    {"--std", "-std", Value::needed}, {"--builtin-move-forward", "-builtin-move-forward", Value::needed},
    {"--builtin-initializer-list", "-builtin-initializer-list", Value::needed},
    {"--disable-warnings", "-w", Value::none}, {"--restrict", "-restrict", Value::none},
    {"--device-as-default-execution-space", "-default-device", Value::none},
    {"--device-int128", "-device-int128", Value::none}, {"--optimization-info", "-opt-info", Value::needed},
    {"--display-error-number", "-err-no", Value::none}, {"--no-display-error-number", "-no-err-no", Value::none},
    {"--diag-error", "-diag-error", Value::needed}, {"--diag-suppress", "-diag-suppress", Value::needed},
    {"--diag-warn", "-diag-warn", Value::needed}, {"--version-ident", "-version-ident", Value::needed},
    {"--split-compile", "-split-compile", Value::needed}, {"--minimal", "-minimal", Value::none},
    {"--brief-diagnostics", "-brief-diag", Value::needed}, {"--time", "-time", Value::needed},
    {"--fdevice-time-trace", "-fdevice-time-trace", Value::needed},
    {"--device-float128", "-device-float128", Value::none}, {"--no-cache", "-no-cache", Value::none}};

constexpr std::string_view one_letter[] = {"-D", "-U", "-I"};  // whose value may follow at once

// The option a word names; `value` gets what stands in the word behind it, `attached` whether anything does.
const Option* option_of(std::string_view word, std::string& value, bool& attached) {
  attached = false;
  for (const Option& option : options) {
    if (word == option.name || word == option.short_name) return &option;
    for (const std::string_view name : {option.name, option.short_name})
      if (word.starts_with(name) && word.size() > name.size() && word[name.size()] == '=' &&
          option.value != Value::none) {
        attached = true;
        value = word.substr(name.size() + 1);
        return &option;
      }
    if (std::find(std::begin(one_letter), std::end(one_letter), option.short_name) != std::end(one_letter) &&
        word.starts_with(option.short_name)) {
      attached = true;
      value = word.substr(2);
      return &option;
    }
  }
  return nullptr;
}

bool read_architecture(const std::string& value, CompileOptions& out) {
  const bool real = value.starts_with("sm_");
  if (!real && !value.starts_with("compute_")) return false;
  std::string number = value.substr(value.find('_') + 1);
  if (!number.empty() && (number.back() == 'a' || number.back() == 'f')) number.pop_back();
  if (number.empty() || !std::all_of(number.begin(), number.end(), [](unsigned char c) { return std::isdigit(c); }))
    return false;
  const int architecture = std::atoi(number.c_str());
  const auto& all = supported_architectures();
  if (std::find(all.begin(), all.end(), architecture) == all.end()) return false;
  out.architecture = architecture;
  out.real_architecture = real;
  return true;
}

// The simulator's headers need C++17; what an older standard lacks, nobody misses.
bool read_standard(const std::string& value, CompileOptions& out) {
  if (value != "c++03" && value != "c++11" && value != "c++14" && value != "c++17" && value != "c++20") return false;
  out.words.push_back(value == "c++20" ? "-std=c++20" : "-std=c++17");
  return true;
}

}  // namespace

const std::vector<int>& supported_architectures() {
  static const std::vector<int> all = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};
  return all;
}

bool read_options(int count, const char* const* given, CompileOptions& out) {
  for (int i = 0; i < count; ++i) {
    std::string word = given[i] ? given[i] : "";
    while (!word.empty() && word.back() == ' ') word.pop_back();
    std::string value;
    bool attached = false;
    const Option* option = option_of(word, value, attached);
    if (!option) {
      out.log = "nvrtc: error: unrecognized option " + word + " found\n";
      return false;
    }
    if (option->value == Value::needed && !attached) {
      if (i + 1 == count) {
        out.log = "nvrtc: error: missing argument for option " + word + "\n";
        return false;
      }
      value = given[++i];
    }
    const std::string_view name = option->name;
    if (name == "--gpu-architecture" && !read_architecture(value, out)) {
      out.log = "nvrtc: error: invalid value for --gpu-architecture (-arch)\n";
      return false;
    }
    if (name == "--std" && !read_standard(value, out)) {
      out.log = "nvrtc: error: invalid value for --std(-std)\n";
      return false;
    }
    if (name == "--define-macro") out.words.push_back("-D" + value);
    if (name == "--undefine-macro") out.words.push_back("-U" + value);
    if (name == "--use_fast_math") out.words.push_back("-D__USE_FAST_MATH__=1");
    if (name == "--no-source-include") out.source_included = false;
    if (name == "--include-path") out.directories.push_back(value);
    if (name == "--pre-include") out.included.push_back(value);
  }
  return true;
}

}  // namespace simt::driver
