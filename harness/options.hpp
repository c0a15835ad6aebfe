// The command lines of the harness's programs: `--name VALUE`, and words that stand alone.
#pragma once

#include <functional>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>

namespace harness {

struct Option {
  std::string_view name;                               // with its --
  std::function<void(const std::string& value)> take;  // as often as it is given
  bool has_value = true;                               // else it gets an empty one
};

// Throws std::invalid_argument about a word that is none of the options, or lacks its value.
inline void read_options(int argc, char** argv, std::initializer_list<Option> options) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const Option* found = nullptr;
    for (const Option& option : options)
      if (option.name == word) found = &option;
    if (!found) throw std::invalid_argument("unknown option '" + word + "'");
    if (found->has_value && ++i == argc) throw std::invalid_argument("'" + word + "' wants a value");
    found->take(found->has_value ? argv[i] : "");
  }
}

}  // namespace harness
