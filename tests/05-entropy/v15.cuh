// v15 by name, compiled into an experiment as that experiment is compiled: for those that need no other version (gpu_versions.cuh
// has all of them).
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <type_traits>
#include <vector>

namespace solutions::v15 {
#include "solutions/05-entropy/entropy_v15.cu"
}
