// How findings about the order of streams' work are put into words.
#pragma once

#include <cstdint>
#include <string>

#include "simt/engine/streams/timeline.hpp"

namespace simt {

// `one` touches the byte at `address` by `site`, and so does `other`, which was begun before; nothing orders the two.
Finding explain_stream_race(const Operation& one, const TouchSite& site, const Operation& other,
    const TouchSite& other_site, std::uint64_t address);
// The host touches what the operation may still touch.
Finding explain_host_race(const Operation& operation, const TouchSite& site, std::uint64_t address, std::size_t bytes,
    bool writes, std::uint64_t pc);
// The host gives it back; `how`: "cudaFreeHost frees". Of a handle: "cudaDestroyTextureObject destroys a texture object".
Finding explain_early_free(
    const Operation& operation, const TouchSite& site, std::uint64_t address, const std::string& how, std::uint64_t pc);
Finding explain_early_destruction(const Operation& operation, std::uint64_t used_at, const std::string& how);

}  // namespace simt
