// The versions of this chapter as functions of one type, however each is called.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "harness/module.hpp"
#include "tests/05-entropy/interface.hpp"

namespace ladder {

enum class Memory { device, host, host_of_all_gpus };

// What a version's `computes` in course.toml may say.
inline const std::map<std::string, Memory> memories = {
    {"entropy", Memory::device}, {"entropy_on_host", Memory::host}, {"entropy_on_all_gpus", Memory::host_of_all_gpus}};

// The version that another one builds on, from the module beside that one's own.
inline Entropy* neighbour(const std::filesystem::path& own, const std::string& function) {
  const std::string name = own.filename().string();
  const std::string backend = name.substr(name.find('.'));
  return harness::Module(own.parent_path() / ("solutions-" + function + backend)).function<Entropy>(function);
}

// `function` of `module`, which was loaded from the file `own`. Throws harness::ModuleError.
inline std::function<Entropy> find(
    const harness::Module& module, const std::filesystem::path& own, const std::string& function, Memory memory) {
  if (memory != Memory::host_of_all_gpus) return module.function<Entropy>(function);
  Entropy *const on_gpu = neighbour(own, "entropy_v7"), *const on_cpu = neighbour(own, "entropy_v12");
  auto* const banded = module.function<decltype(entropy_v14)>(function);
  return [=](float* out, const float* in, int rows, int cols) { banded(out, in, rows, cols, on_gpu, on_cpu); };
}

}  // namespace ladder
