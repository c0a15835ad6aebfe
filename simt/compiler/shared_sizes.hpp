// Whether the __shared__ variables of a kernel are more than a block may have.
#pragma once

#include <string>
#include <string_view>

namespace simt::compiler {

// A sentence for each kernel in the assembly that has more bytes of them than nvcc's assembler would let it have; "" if there is
// none. Counted is what the kernel itself declares, not what functions that it calls or the file declares.
std::string too_much_shared(std::string_view assembly, const std::string& source);

}  // namespace simt::compiler
