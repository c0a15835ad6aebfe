// The versions of this chapter as one kind of function: whose memory each wants, and what v14 builds on.
#pragma once

#include <filesystem>
#include <string>

#include "harness/module.hpp"
#include "tests/05-entropy/interface.hpp"

namespace ladder {

inline bool on_host(const std::string& function) {
  return function == "entropy_v10" || function == "entropy_v11" || function == "entropy_v12" || function == "entropy_v13" ||
         function == "entropy_v16";
}
inline bool on_all_gpus(const std::string& function) { return function == "entropy_v14"; }

// The version that another one builds on, from the module beside that one's own.
inline Entropy* neighbour(const std::filesystem::path& own, const std::string& function, bool on_gpu) {
  const std::string name = own.filename().string();
  const std::string backend = on_gpu ? name.substr(name.find('.')) : ".sim.so";  // plain C++ has that one module
  return harness::Module(own.parent_path() / ("solutions-" + function + backend)).function<Entropy>(function);
}

}  // namespace ladder
