// <cuda_fp16.h>: half and half2.
#pragma once

#include "cuda_runtime.h"
#include "simt/narrow_float_bits.h"

#define SIMT_WORD half
#define SIMT_ONE __half
#define SIMT_TWO __half2
#define SIMT_RAW_ONE __half_raw
#define SIMT_RAW_TWO __half2_raw
#include "simt/narrow_float.inc"
#undef SIMT_WORD
#undef SIMT_ONE
#undef SIMT_TWO
#undef SIMT_RAW_ONE
#undef SIMT_RAW_TWO

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;
