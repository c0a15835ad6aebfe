// Where the program calls the runtime, what it does with the answer, and what it has made and not yet given back.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/simt.hpp"

namespace simt {

// A call of the runtime from the program's own code.
struct CallSite {
  std::uint64_t pc = 0;  // return address; 0 where it cannot be told
  std::string function;  // "cudaMalloc"
  bool looks_at_result = true;
};
// Of the call that is going on.
CallSite calling_site();
// Its place in the source, headers of the simulator skipped; of a launch the kernel, too, which calls the launch.
Location calling_place(bool of_launch = false);

// What the code behind the call that returns to `pc` does with the value it gave back.
enum class Fate { used, dropped, returned };
Fate fate_of_result(std::uint64_t pc);

// Streams, events, arrays, texture and surface objects that are live, with what a person calls one ("a stream").
struct Handle {
  const void* address = nullptr;
  std::string what;
  Location made_at;  // known only with the leak checker on
};
void handle_made(const void* handle, const char* what);
// False when there is no such handle (any more); then nothing happens.
bool handle_gone(const void* handle);
// Whether there is one now that is called so. Those asked for last are remembered, until any is destroyed.
bool handle_is(const void* handle, const char* what);
bool handle_was(const void* handle, const std::string& what);  // one that has been destroyed
std::string handle_name(const void* handle);                   // what the live one is called; empty if there is none
std::vector<Handle> live_handles();                            // in the order in which they were made
void forget_handles();

}  // namespace simt
