// The versions for one GPU by name, compiled into an experiment as that experiment is compiled.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "tests/05-entropy/interface.hpp"
#include "tests/05-entropy/v15.cuh"

// A solution may have names of its own that another one has, too.
namespace solutions {
namespace v0 {
#include "solutions/05-entropy/entropy_v0.cu"
}
namespace v1 {
#include "solutions/05-entropy/entropy_v1.cu"
}
namespace v2 {
#include "solutions/05-entropy/entropy_v2.cu"
}
namespace v3 {
#include "solutions/05-entropy/entropy_v3.cu"
}
namespace v4 {
#include "solutions/05-entropy/entropy_v4.cu"
}
namespace v5 {
#include "solutions/05-entropy/entropy_v5.cu"
}
namespace v6 {
#include "solutions/05-entropy/entropy_v6.cu"
}
namespace v7 {
#include "solutions/05-entropy/entropy_v7.cu"
}
namespace v8 {
#include "solutions/05-entropy/entropy_v8.cu"
}
namespace v9 {
#include "solutions/05-entropy/entropy_v9.cu"
}
}  // namespace solutions

namespace experiments {

struct GpuVersion {
  const char* name;
  Entropy* filter;
};

inline const std::vector<GpuVersion> gpu_versions = {
    {"v0", solutions::v0::entropy_v0},
    {"v1", solutions::v1::entropy_v1},
    {"v2", solutions::v2::entropy_v2},
    {"v3", solutions::v3::entropy_v3},
    {"v4", solutions::v4::entropy_v4},
    {"v5", solutions::v5::entropy_v5},
    {"v6", solutions::v6::entropy_v6},
    {"v7", solutions::v7::entropy_v7},
    {"v8", solutions::v8::entropy_v8},
    {"v9", solutions::v9::entropy_v9},
    {"v15", solutions::v15::entropy_v15},
};

}  // namespace experiments
