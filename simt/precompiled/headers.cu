// What stands before every program, for simtcc --headers (simt/compiler/precompiled.hpp).
#include "cuda_runtime.h"
