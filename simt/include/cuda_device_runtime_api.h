// <cuda_device_runtime_api.h>: part of <cuda_runtime.h> here.
#pragma once
#include "cuda_runtime.h"
