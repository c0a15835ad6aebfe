// What stands before every program that NVRTC compiles, for simtcc --headers (simt/compiler/precompiled.hpp).
#include "cuda_runtime.h"
#ifndef __SIMTCC_REWRITES__
extern const uint3 threadIdx, blockIdx;
extern const dim3 blockDim, gridDim;
extern const int warpSize;
#endif
#include "simt/run_time_program.h"
