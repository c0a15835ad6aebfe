// What a program that NVRTC compiles sees without any #include: CUDA's built-ins, and less of the C library than nvcc's
// programs see. What NVRTC 13.0 does not know, the simulator must not know either, or a program would fail only on a GPU;
// and many a program brings its own int64_t.
#pragma once

#include "cuda_runtime.h"
#include "cooperative_groups.h"
#include "cooperative_groups/memcpy_async.h"
#include "cooperative_groups/scan.h"

#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdint>

namespace simt {

// The address of what a name expression names: `kernel<float>`, `&kernel`, `constants`, `&constants`.
template <typename Named>
inline const void* name_address(Named&& named) {
  if constexpr (std::is_lvalue_reference_v<Named>)
    return reinterpret_cast<const void*>(&const_cast<char&>(reinterpret_cast<const volatile char&>(named)));
  else return reinterpret_cast<const void*>(named);
}

}  // namespace simt

// The message about one that is used all the same has the name without its beginning (driver/nvrtc_log.cpp).
#define int8_t simt_run_time_int8_t
#define int16_t simt_run_time_int16_t
#define int32_t simt_run_time_int32_t
#define int64_t simt_run_time_int64_t
#define uint8_t simt_run_time_uint8_t
#define uint16_t simt_run_time_uint16_t
#define uint32_t simt_run_time_uint32_t
#define uint64_t simt_run_time_uint64_t
#define intptr_t simt_run_time_intptr_t
#define uintptr_t simt_run_time_uintptr_t
#define uint simt_run_time_uint
#define ushort simt_run_time_ushort
#define ulong simt_run_time_ulong
#undef HUGE_VALF
#undef INFINITY
#undef NAN
#undef M_PI
#undef M_E
#undef M_SQRT2
#undef CHAR_BIT
#undef INT_MAX
#undef INT_MIN
#undef UINT_MAX
#undef LONG_MAX
#undef LONG_MIN
#undef LLONG_MAX
#undef ULLONG_MAX
#undef FLT_MAX
#undef FLT_MIN
#undef FLT_EPSILON
#undef DBL_MAX
#undef DBL_MIN
#undef DBL_EPSILON
#undef SIZE_MAX
#undef INT32_MAX
#undef INT64_MAX
#undef UINT32_MAX
#undef UINT64_MAX
