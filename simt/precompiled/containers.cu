// What stands before a program whose host code holds much, for simtcc --headers (simt/compiler/precompiled.hpp).
#include <cuda_runtime.h>

#include <algorithm>
#include <mutex>
#include <vector>
