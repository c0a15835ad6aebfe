// <cuda_runtime.h> as the simulator offers it. simtcc includes it in front of every .cu, as nvcc does.
#pragma once

// The guards of NVIDIA's own headers: programs ask by them what is there (the CUDA samples' helper_cuda.h does).
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __DRIVER_FUNCTIONS_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __HOST_DEFINES_H__
#define __DEVICE_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __DEVICE_TYPES_H__
#define __CHANNEL_DESCRIPTOR_H__
#define __SURFACE_TYPES_H__
#define __TEXTURE_TYPES_H__
#define __MATH_FUNCTIONS_H__

// For CUDA's C++ libraries: one architecture, on either side; 8-bit floats and NVTX are not there.
#define __CUDA_ARCH_LIST__ 900
#define CUB_PTX_ARCH 900
#define CCCL_DISABLE_NVFP8_SUPPORT
#define CCCL_DISABLE_NVTX
// For cuRAND's headers.
#define __NV_SILENCE_DEPRECATION_BEGIN
#define __NV_SILENCE_DEPRECATION_END

#include "simt/program_memset.h"

// What NVIDIA's header brings along, and programs use.
#include <assert.h>
#include <limits.h>

#include <new>
#include <utility>

#include "library_types.h"
#include "simt/api.h"
#include "simt/api_graphs.h"
#include "simt/api_launch.h"
#include "simt/api_memory.h"
#include "simt/api_pools.h"
#include "simt/atomics.h"
#include "simt/clusters.h"
#include "simt/control.h"
#include "simt/device.h"
#include "simt/device_math.h"
#include "simt/integers.h"
#include "simt/launch.h"
#include "simt/loads.h"
#include "simt/nv_atomics.h"
#include "simt/ptx.h"
#include "simt/registers.h"
#include "simt/simd.h"
#include "simt/texture.h"
#include "simt/vector_types.h"
#include "simt/warp.h"
