// The rewriter's parts: each notes down the edits for one thing of CUDA's. What comes out stands in rewriter.hpp.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "simt/compiler/text/edits.hpp"

namespace simt::compiler {

// assembly.cpp
void replace_assembly(Edits& all);
// Whether the asm at token `at` is PTX, which the above replaces or refuses.
bool is_ptx_statement(const Tokens& all, std::size_t at);

// statics.cpp
void uncover_tables(Edits& all);

// recursion.cpp: functions that call themselves stay calls. How often g++ puts one into itself differs from version to version,
// and so would what of its accesses is one place.
void keep_recursion(Edits& all);

// flags.cpp
void hide_flags(Edits& all);

// launches.cpp: where the configuration begins if a launch opens at token `i`, else 0. Formatters write `<< <` and `>> >`;
// nvcc takes both.
std::size_t opens_launch(const Tokens& all, std::size_t i);
void rewrite_launch(Edits& all, std::size_t open, std::size_t inside);

// kernels.cpp: of the function whose __global__ stands at token `at`, the ( of its parameters and the { of its body; none
// for a declaration.
struct KernelHead {
  std::size_t parameters = 0, body = 0;
};
std::optional<KernelHead> find_kernel(const Tokens& all, std::size_t at);
void rewrite_kernel(Edits& all, std::size_t at, bool by_address);
// Every `return;` in the body of a kernel or a __device__ function says so: the machine code no longer tells it from
// coming to the end.
void mark_returns(Edits& all, std::size_t body);
// Whether the program, not one of the simulator's headers, launches kernels by their bare address, or asks what is known of one.
bool asks_for_addresses(const Tokens& all);

// variables.cpp
void rewrite_shared(Edits& all, std::size_t at);
// In front of a function __device__ says nothing here. A variable goes into a section of its memory's name, by which the
// simulator knows it; where the compiler takes no section (templates, inline variables), it goes without.
void rewrite_device(Edits& all, std::size_t at);

// lambdas.cpp: nvcc lets lambdas use an array of dynamic shared memory by its name, without capturing it. Here it is a reference
// in the function, so those of its block behind token `from` get one of their own, where they capture nothing by reference.
void declare_in_lambdas(Edits& all, std::size_t from, std::string_view name, const std::string& declaration);

// builtins.cpp: a built-in variable becomes functions without side effects, so that reading it is no memory access. A
// program may have members and variables of these names; those stay what they are for as long as they are in scope.
class Builtins {
 public:
  explicit Builtins(Edits& all) : all_(all) {}
  void rewrite(std::size_t at);

 private:
  Edits& all_;
  // By name, the tokens between which it means something else.
  std::map<std::string, std::vector<std::pair<std::size_t, std::size_t>>> shadowed_;
};

}  // namespace simt::compiler
