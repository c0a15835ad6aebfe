// What NVRTC has compiled before, in the folder that SIMT_NVRTC_CACHE names; without it nothing is kept.
#pragma once

#include <optional>
#include <string>

namespace simt::driver {

// What simtcc came to: its exit status, its messages, the object if there is one.
struct Compiled {
  int status = 0;
  std::string messages, object;
};

// The key is all that the result depends on.
std::optional<Compiled> kept(const std::string& key);
void keep(const std::string& key, const Compiled& made);

}  // namespace simt::driver
