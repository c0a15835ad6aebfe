// A module: the shared library built from one lab, solution or submission, and the functions it defines.
//
// Functions are found by name and by C++ type, as the linker would. A function that is missing, misspelt or
// declared with other arguments is therefore told apart before anything is called.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

namespace harness {

// The module cannot be used. what() is a sentence for the person who wrote it.
struct ModuleError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Module {
 public:
  // Loads a shared library. Throws ModuleError; `file` is what messages call it.
  explicit Module(const std::filesystem::path& path);

  // The function `name` of type Signature, e.g. function<void(float*, const float*, int, int)>("transpose").
  // Throws ModuleError with the nearest thing the module does define.
  template <typename Signature>
  Signature* function(const std::string& name) const {
    return reinterpret_cast<Signature*>(address(name, typeid(Signature).name(), false));
  }
  // Plain C++ that the simulator's compiler has built is there twice: as it is, and watched, with threads that take turns
  // and accesses that are seen (simt/openmp/). What is there once, both functions give.
  template <typename Signature>
  Signature* watched_function(const std::string& name) const {
    return reinterpret_cast<Signature*>(address(name, typeid(Signature).name(), true));
  }
  // The same by the type's name as typeid has it.
  void* address(const std::string& name, const std::string& type, bool watched) const;

  const std::string& file() const { return file_; }  // "transpose_naive"

 private:
  struct Symbol {
    std::string mangled, demangled;
  };

  static constexpr const char* watched_prefix = "simt.";  // simt/compiler/host_threads.hpp
  std::string nearest(const std::string& name, const std::string& arguments) const;

  std::string file_;
  void* handle_ = nullptr;  // never closed: a module may have started threads, or be running atexit
  std::vector<Symbol> functions_;
};

inline Module load_module(const std::filesystem::path& path) { return Module(path); }

// "float const*" → "const float*", the way people write it.
std::string readable_type(std::string type);
// The same of a type's name as typeid has it.
std::string type_words(const std::string& type);

}  // namespace harness
