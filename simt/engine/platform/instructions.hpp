// What Capstone says of an instruction of this machine: whether it jumps, where to, and whether it is a call.
#pragma once

#if defined(__aarch64__)
#include "simt/engine/platform/instructions_arm64.hpp"
#else
#include "simt/engine/platform/instructions_x86.hpp"
#endif

namespace simt {

inline bool is_jump(csh reader, const cs_insn& at) {
  return cs_insn_group(reader, &at, CS_GRP_JUMP) && !is_call(reader, at);
}

}  // namespace simt
