// The images that simtcc built, as this process has loaded them: where they keep their variables, where their code lies,
// and what the debug information says of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "simt/engine/memory/address_range.hpp"
#include "simt/engine/memory/shared_memory.hpp"
#include "simt/engine/memory/variables.hpp"
#include "simt/record.hpp"

namespace simt {

// loaded_images.cpp: where this host thread keeps the images' __shared__ variables; an address in each image that simtcc
// built; what no program may write.
std::vector<SharedArray> shared_arrays(const Variables& variables);
std::vector<std::uint64_t> image_anchors();
// An address in the image's code. (Its anchor may lie in a .bss larger than the file, where libdw knows of no image.)
std::uint64_t image_code(std::uint64_t anchor);
std::vector<AddressRange> kernel_code_ranges();  // code that simtcc made
std::uint64_t image_changes();                   // how many images had been loaded and unloaded by now
extern AddressRange hidden_span;                 // from the first to the last variable that host code must not touch
bool hidden_from_host(std::uint64_t address);
std::vector<AddressRange> constant_ranges();
AddressRange dynamic_shared_range(std::size_t bytes);

// symbols.cpp: whether a source file is a header of the simulator or of the system; the place in the source of a code
// address (a return address); the function that an address lies in.
bool is_library_file(const std::string& file);
Location locate(std::uint64_t return_address);
// Of a call and those around it, innermost first and up to a 0: the first that is not in one of CUDA's C++ libraries.
Location locate_use(std::span<const std::uint64_t> return_addresses);
AddressRange function_range(std::uint64_t address);
bool is_inlined_from(std::uint64_t return_address, std::initializer_list<std::string_view> functions);  // one of these
// Whether the name of one of the functions there, with a template's arguments, has a word in it.
bool is_instance_with(std::uint64_t return_address, std::string_view word);
std::string symbol_at(std::uint64_t address);  // mangled; empty if there is none

// object_alignment.cpp: how an object of so many bytes is aligned by its type that is moved whole there; 0 where the debug information
// knows of none, or of several that differ.
unsigned alignment_of_object(std::uint64_t return_address, std::size_t bytes);

// record/private_arrays.cpp: of the function that begins there and of what it calls.
std::vector<PrivateArray> private_arrays(std::uint64_t code);

}  // namespace simt
