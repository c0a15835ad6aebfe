// The backend of an experiment in plain C++: the host itself. It has a clock and no device.
#include "harness/backend.hpp"

namespace harness {

const Backend& backend() {
  static const Backend host{"host", false, true, ""};
  return host;
}

Provenance provenance() {
  const std::string cpu = host_cpu();
  return {cpu.empty() ? "?" : cpu, "none", "none"};
}

Activity activity() { return {}; }

}  // namespace harness
