// The backend of an experiment in plain C++: the host itself. It has a clock and no device.
#include <fstream>

#include "harness/backend.hpp"

namespace harness {

const Backend& backend() {
  static const Backend host{"host", false, true, ""};
  return host;
}

Provenance provenance() {
  std::ifstream cpu_info("/proc/cpuinfo");
  std::string machine = "?";
  for (std::string line; std::getline(cpu_info, line);)
    if (line.rfind("model name", 0) == 0) {
      machine = line.substr(line.find(':') + 2);
      break;
    }
  return {machine, "none", "none"};
}

Activity activity() { return {}; }

}  // namespace harness
