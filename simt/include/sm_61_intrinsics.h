// <sm_61_intrinsics.h>: part of <cuda_runtime.h> here.
#pragma once
#include "cuda_runtime.h"
