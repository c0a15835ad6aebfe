// <cuda_bf16.h>: bfloat16 and its pair: the upper half of a float.
#pragma once

#include "cuda_fp16.h"

#define SIMT_WORD bfloat16
#define SIMT_ONE __nv_bfloat16
#define SIMT_TWO __nv_bfloat162
#define SIMT_RAW_ONE __nv_bfloat16_raw
#define SIMT_RAW_TWO __nv_bfloat162_raw
#include "simt/narrow_float.inc"
#undef SIMT_WORD
#undef SIMT_ONE
#undef SIMT_TWO
#undef SIMT_RAW_ONE
#undef SIMT_RAW_TWO

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
