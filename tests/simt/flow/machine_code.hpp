// Machine code of this architecture for the tests of control flow: instructions, what they do to numbers, and functions made of them.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "simt/engine/core/flow.hpp"

namespace machine_code {

constexpr std::uint64_t begin = 0x1000;

#if defined(__aarch64__)
// Instructions of ARM; a jump's distance is in instructions of four bytes.
constexpr std::size_t step = 4;
inline const std::vector<std::uint8_t> a_nop{0x1f, 0x20, 0x03, 0xd5}, a_return{0xc0, 0x03, 0x5f, 0xd6};
inline const std::vector<std::uint8_t> always{0, 0, 0, 0x14}, sometimes{0, 0, 0, 0x54};  // b, b.eq
inline const std::vector<std::uint8_t> a_call{0xff, 0xff, 0xff, 0x97};                   // of what is in front of it

// Instructions, and what they do to numbers (done_by).
inline const std::vector<std::pair<std::vector<std::uint8_t>, std::string>> done{
    {{0x7f, 0x02, 0x14, 0x6b}, "reads a, reads b"},                                   // cmp w19, w20
    {{0x7f, 0x02, 0x14, 0x6a}, "reads a, reads b"},                                   // tst w19, w20
    {{0x7f, 0x06, 0x00, 0x31}, "reads a"},                                            // cmn w19, #1
    {{0x60, 0x02, 0x54, 0x7a}, "reads a, reads b"},                                   // ccmp w19, w20, #0, eq
    {{0x73, 0x06, 0x00, 0x31}, "reads a copied, writes a by one"},                    // adds w19, w19, #1
    {{0x73, 0x22, 0x00, 0x51}, "reads a copied, writes a by a constant"},             // sub w19, w19, #8
    {{0x93, 0x02, 0x00, 0x72}, "reads b, writes a"},                                  // ands w19, w20, #1
    {{0x93, 0x76, 0x1e, 0x53}, "reads b copied, writes a"},                           // lsl w19, w20, #2
    {{0x93, 0x7e, 0x7e, 0x93}, "reads b copied widened, writes a"},                   // sbfiz x19, x20, #2, #32
    {{0x93, 0x7e, 0x40, 0x93}, "reads b copied widened, writes a"},                   // sxtw x19, w20
    {{0x93, 0xc2, 0x33, 0x8b}, "reads b copied, reads a copied widened, writes a"},   // add x19, x20, w19, sxtw
    {{0x93, 0x1e, 0x00, 0x33}, "reads b, reads and writes a"},                        // bfxil w19, w20, #0, #8
    {{0x33, 0x00, 0xa0, 0x72}, "writes a constant"},                                  // movk w19, #1, lsl #16
    {{0xf3, 0x23, 0x00, 0x39}, "reads a copied, writes frame"},                       // strb w19, [sp, #8]
    {{0xf3, 0x53, 0x41, 0x29}, "reads frame, writes a, writes b"},                    // ldp w19, w20, [sp, #8]
    {{0x93, 0x46, 0x40, 0xb8}, "writes a loaded, reads and writes b by a constant"},  // ldr w19, [x20], #4
    {{0x93, 0x4e, 0x40, 0xb8}, "writes a loaded, reads and writes b by a constant"},  // ldr w19, [x20, #4]!
    {{0x93, 0x16, 0x40, 0x38}, "writes a loaded, reads and writes b by one"},         // ldrb w19, [x20], #1
};

// What loops do to their numbers: the first lies in a register that outlives calls, the second one's place is in another.
inline const std::vector<std::uint8_t> clear{0x13, 0x00, 0x80, 0x52},
    take{0xf3, 0x03, 0x00, 0x2a};                                                            // w19 = 0, w19 = w0
inline const std::vector<std::uint8_t> load{0x93, 0x02, 0x40, 0xb9};                         // w19 = [x20]
inline const std::vector<std::uint8_t> add{0x80, 0x02, 0x40, 0xb9, 0x73, 0x02, 0x00, 0x0b};  // w19 += [x20]
inline const std::vector<std::uint8_t> climb{0x94, 0x12, 0x00, 0x91},
    at_end{0x9f, 0x02, 0x15, 0xeb};                                      // x20 += 4, x20 == x21?
inline const std::vector<std::uint8_t> is_same{0x7f, 0x02, 0x16, 0x6b};  // w19 == w22?
inline const std::vector<std::uint8_t> eight{0x17, 0x01, 0x80, 0x52}, down{0xf7, 0x06, 0x00, 0x71};  // w23 = 8, --w23
inline const std::vector<std::uint8_t> widen{0x60, 0x7e, 0x40, 0x93},
    by_eight{0x73, 0x22, 0x00, 0x11};                                   // x0 = w19, w19 += 8
inline const std::vector<std::uint8_t> by_one{0x73, 0x06, 0x00, 0x11};  // ++w19
inline const std::vector<std::uint8_t> keep_eight{
    0x00, 0x01, 0x80, 0x52, 0xe0, 0x0b, 0x00, 0xb9};  // w0 = 8, [sp + 8] = w0
inline const std::vector<std::uint8_t> keep_down{
    0xe0, 0x0b, 0x40, 0xb9, 0x00, 0x04, 0x00, 0x71, 0xe0, 0x0b, 0x00, 0xb9};
inline const std::vector<std::uint8_t> spill_eight{
    0x13, 0x01, 0x80, 0x52, 0x1f, 0x20, 0x03, 0xd5, 0xf3, 0x0b, 0x00, 0xb9};
inline const std::vector<std::uint8_t> spill_given{0xf3, 0x0b, 0x00, 0xb9};  // [sp + 8] = w19
inline const std::vector<std::uint8_t> spilled_down = keep_down;
inline const std::vector<std::uint8_t> place{0x60, 0x7e, 0x7e, 0x93};    // x0 = 4 * w19
inline const std::vector<std::uint8_t> load_on{0x93, 0x46, 0x40, 0xb8};  // w19 = [x20], x20 += 4
inline const std::vector<std::uint8_t> is_zero{0x1f, 0x00, 0x00, 0x71}, if_less{0x0b, 0, 0, 0x54};  // w0 == 0?, b.lt
inline const std::vector<std::uint8_t> is_same_long{0x7f, 0x02, 0x16, 0xeb};                        // x19 == x22?
inline const std::vector<std::uint8_t> end_of_six{0x95, 0x62, 0x00, 0x91},
    end_of_some{0x95, 0x0a, 0x13, 0x8b};  // x21 = x20 + 24, x21 = x20 + 4 * x19
inline const std::vector<std::uint8_t> made_apart{0x14, 0x08, 0x13, 0x8b, 0x15, 0x08, 0x13, 0x8b, 0xb5, 0x62, 0x00,
    0x91};  // x20 = x0 + 4 * x19, x21 = x0 + 4 * x19 + 24
inline const std::vector<std::uint8_t> widen_there{0x73, 0x7e, 0x40, 0x93};  // x19 = w19

inline void set_distance(std::uint8_t* jump, std::int64_t bytes) {
  const auto words = std::uint32_t(bytes / 4);
  std::uint32_t code = 0;
  std::memcpy(&code, jump, sizeof code);
  code |= jump[3] == always[3] ? words & 0x3ffffff : (words & 0x7ffff) << 5;
  std::memcpy(jump, &code, sizeof code);
}
#else
// Instructions of x86-64; a jump's distance counts from the next one.
constexpr std::size_t step = 1;
inline const std::vector<std::uint8_t> a_nop{0x90}, a_return{0xc3}, always{0xeb, 0}, sometimes{0x74, 0};  // jmp, je
inline const std::vector<std::uint8_t> a_call{0xe8, 0xfa, 0xff, 0xff, 0xff};  // of what is in front of it

// Instructions, and what they do to numbers (done_by).
inline const std::vector<std::pair<std::vector<std::uint8_t>, std::string>> done{
    {{0x44, 0x39, 0xe3}, "reads a, reads b"},                  // cmp ebx, r12d
    {{0x83, 0xc3, 1}, "reads and writes a by one copied"},     // add ebx, 1
    {{0x49, 0x63, 0xdc}, "reads b copied widened, writes a"},  // movsxd rbx, r12d
    {{0x48, 0x63, 0xdb}, "reads a copied widened, writes a"},  // movsxd rbx, ebx
    {{0xbb, 5, 0, 0, 0}, "writes a constant"},                 // mov ebx, 5
    {{0x89, 0x5c, 0x24, 8}, "reads a copied, writes frame"},   // mov [rsp + 8], ebx
};

// What loops do to their numbers: the first lies in a register that outlives calls, the second one's place is in another.
inline const std::vector<std::uint8_t> clear{0xbb, 0, 0, 0, 0}, take{0x89, 0xc3};  // ebx = 0, ebx = eax
inline const std::vector<std::uint8_t> load{0x41, 0x8b, 0x1c, 0x24},
    add{0x41, 0x03, 0x1c, 0x24};  // ebx = [r12], ebx += [r12]
inline const std::vector<std::uint8_t> climb{0x49, 0x83, 0xc4, 0x04},
    at_end{0x4d, 0x39, 0xec};                                      // r12 += 4, r12 == r13?
inline const std::vector<std::uint8_t> is_same{0x44, 0x39, 0xf3};  // ebx == r14d?
inline const std::vector<std::uint8_t> eight{0x41, 0xbf, 8, 0, 0, 0}, down{0x41, 0x83, 0xef, 1};  // r15d = 8, --r15d
inline const std::vector<std::uint8_t> widen{0x48, 0x63, 0xc3}, by_eight{0x83, 0xc3, 8},
    by_one{0x83, 0xc3, 1};  // rax = ebx, ebx += 8, ++ebx
inline const std::vector<std::uint8_t> keep_eight{0xc7, 0x44, 0x24, 8, 8, 0, 0, 0},
    keep_down{0x83, 0x6c, 0x24, 8, 1};  // [rsp + 8]
inline const std::vector<std::uint8_t> spill_eight{
    0xbb, 8, 0, 0, 0, 0x90, 0x89, 0x5c, 0x24, 8};                         // ebx = 8, [rsp + 8] = ebx
inline const std::vector<std::uint8_t> spill_given{0x89, 0x5c, 0x24, 8};  // [rsp + 8] = ebx
inline const std::vector<std::uint8_t> spilled_down{0x83, 0x6c, 0x24, 8, 1, 0x8b, 0x44, 0x24, 8, 0x83, 0x44, 0x24, 12,
    1, 0x83, 0xf8, 0xff};  // --[rsp + 8], eax = [rsp + 8], ++[rsp + 12], eax == -1?
inline const std::vector<std::uint8_t> place{0x48, 0x63, 0xc3, 0x48, 0xc1, 0xe0, 2};          // rax = 4 * ebx
inline const std::vector<std::uint8_t> load_on{0x41, 0x8b, 0x1c, 0x24, 0x49, 0x83, 0xc4, 4};  // ebx = [r12], r12 += 4
inline const std::vector<std::uint8_t> is_zero{0x85, 0xc0}, if_less{0x7c, 0};                 // eax == 0?, jl
inline const std::vector<std::uint8_t> is_same_long{0x4c, 0x39, 0xf3};                        // rbx == r14?
inline const std::vector<std::uint8_t> end_of_six{0x4d, 0x8d, 0x6c, 0x24, 0x18},
    end_of_some{0x4d, 0x8d, 0x2c, 0x9c};  // r13 = r12 + 24, r13 = r12 + 4 * rbx
inline const std::vector<std::uint8_t> made_apart{
    0x4c, 0x8d, 0x24, 0x98, 0x4c, 0x8d, 0x6c, 0x98, 0x18};             // r12 = rax + 4 * rbx, r13 = rax + 4 * rbx + 24
inline const std::vector<std::uint8_t> widen_there{0x48, 0x63, 0xdb};  // rbx = ebx

inline void set_distance(std::uint8_t* jump, std::int64_t bytes) { jump[1] = std::uint8_t(bytes - 2); }
#endif

// A function written down instruction by instruction; jumps are to names.
class Code {
 public:
  Code& at(const std::string& name) {
    places_[name] = bytes_.size();
    return *this;
  }
  Code& nop() { return put(a_nop); }
  Code& returns() { return put(a_return); }
  Code& call_back() { return put(a_call); }
  Code& jump(const std::string& to) { return jump(always, to); }
  Code& jump_if(const std::string& to) { return jump(sometimes, to); }
  Code& jump_if_less(const std::string& to) { return jump(if_less, to); }

  simt::Flow flow() {
    for (const auto& [at, to] : jumps_) set_distance(&bytes_[at], std::int64_t(places_.at(to)) - std::int64_t(at));
    return simt::read_flow(bytes_.data(), bytes_.size(), begin);
  }
  const simt::FlowBlock& block(const simt::Flow& flow, const std::string& name) const {
    return *flow.block_at(begin + places_.at(name));
  }

  Code& put(const std::vector<std::uint8_t>& bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }

 private:
  Code& jump(const std::vector<std::uint8_t>& instruction, const std::string& to) {
    jumps_.emplace_back(bytes_.size(), to);
    return put(instruction);
  }
  std::vector<std::uint8_t> bytes_;
  std::map<std::string, std::size_t> places_;
  std::vector<std::pair<std::size_t, std::string>> jumps_;  // where the jump is, and to where
};

}  // namespace machine_code
