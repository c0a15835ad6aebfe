// What the simulator's nvrtc makes and its driver loads: a shared object, raw (a "cubin") or carried in text ("PTX").
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace simt::driver {

struct Symbol {
  std::uint64_t offset = 0, bytes = 0;  // from the image's base
  bool is_function = false;
  std::string section;
};

// Text that says what it is, names target and kernels as PTX does, and carries the object in comments.
std::string wrap_object(const std::string& object, int architecture, const std::vector<std::string>& kernels);

// What an image given to cuModuleLoadData is.
struct Image {
  enum class Kind { object, carried, ptx, cubin, other } kind = Kind::other;
  std::string object;    // of the first two; empty if the text that carried it is damaged
  int architecture = 0;  // of the text's .target
};
Image read_image(const void* image);

// The defined functions and variables of an object, by their symbols' names.
std::map<std::string, Symbol> symbols_of(const std::string& object);

// An object in memory as a part of this process. It stays one, whatever becomes of its module: what is known of its code
// addresses must never be taken for another object's.
struct Loaded {
  void* handle = nullptr;
  std::uint64_t base = 0;
  std::string error;  // of the loader, when there is no handle
};
Loaded load_object(const std::string& object);
// Whether this process runs a submission that is graded (SIMT_SUBMISSION was set when the library was loaded). Then nvrtc
// holds programs to the rules for submissions, and nothing can be loaded but what it has made in this process.
bool runs_submission();
void may_be_loaded(const std::string& object);
// Only for one that nothing has run of yet.
void unload_object(const Loaded& loaded);

}  // namespace simt::driver
