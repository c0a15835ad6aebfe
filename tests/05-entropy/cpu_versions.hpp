// The versions for the CPU by name, compiled into an experiment as that experiment is compiled.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tests/05-entropy/interface.hpp"

// A solution may have names of its own that another one has, too.
namespace solutions::v10 {
#include "solutions/05-entropy/entropy_v10.cpp"
}
namespace solutions::v11 {
#include "solutions/05-entropy/entropy_v11.cpp"
}
namespace solutions::v12 {
#include "solutions/05-entropy/entropy_v12.cpp"
}
namespace solutions::v13 {
#include "solutions/05-entropy/entropy_v13.cpp"
}
namespace solutions::v16 {
#include "solutions/05-entropy/entropy_v16.cpp"
}

namespace experiments {

struct CpuVersion {
  const char* name;
  Entropy* filter;
};

inline const std::vector<CpuVersion> cpu_versions = {{"v10", solutions::v10::entropy_v10},
    {"v11", solutions::v11::entropy_v11}, {"v12", solutions::v12::entropy_v12}, {"v13", solutions::v13::entropy_v13},
    {"v16", solutions::v16::entropy_v16}};

}  // namespace experiments
