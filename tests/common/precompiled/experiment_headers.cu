// What most experiments include and takes long to read, for simtcc --headers. An experiment includes it by itself, too.
#include "cuda_runtime.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "harness/experiment.hpp"
