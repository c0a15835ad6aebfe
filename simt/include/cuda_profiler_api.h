// <cuda_profiler_api.h>: part of <cuda_runtime.h> here.
#pragma once
#include "cuda_runtime.h"
