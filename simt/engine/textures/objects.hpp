// Texture and surface objects as kernels are given them: numbers, behind which there is one, or none.
#pragma once

#include <atomic>
#include <string>

#include "simt/engine/core/worker.hpp"
#include "simt/engine/runtime_api/transfer.hpp"

namespace simt {

// What handles (calls.hpp) are called.
constexpr char a_texture[] = "a texture object", a_surface[] = "a surface object", an_array[] = "an array";

struct ObjectKind {
  const char* what;
  const char* maker;                               // the call that makes one
  std::atomic<cudaError_t> failure = cudaSuccess;  // its last
};

bool is_object(std::uint64_t object, const char* what);
// A kernel uses one that is none; `uses` says how (" reads ").
Finding explain_object(const Lane& lane, const Fault& fault, const ObjectKind& kind, const std::string& uses);
// "32×8 elements"
std::string name_size(const std::size_t (&size)[3]);

}  // namespace simt
