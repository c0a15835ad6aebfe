// <cuda_runtime.h> as the simulator offers it. simtcc includes it in front of every .cu, as nvcc does.
#pragma once

#include "simt/api.h"
#include "simt/api_launch.h"
#include "simt/api_memory.h"
#include "simt/atomics.h"
#include "simt/control.h"
#include "simt/device.h"
#include "simt/device_math.h"
#include "simt/integers.h"
#include "simt/launch.h"
#include "simt/loads.h"
#include "simt/simd.h"
#include "simt/texture.h"
#include "simt/vector_types.h"
#include "simt/warp.h"
