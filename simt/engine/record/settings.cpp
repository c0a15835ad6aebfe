// The page of what is set (settings.hpp).
#include "simt/engine/record/settings.hpp"

#include <cstdlib>

namespace simt {

constinit Settings settings;

// It is read-only from here on.
[[maybe_unused]] static const bool submission_is_known = [] {
  OpenSettings()->runs_submission = std::getenv("SIMT_SUBMISSION") != nullptr;
  return true;
}();

}  // namespace simt
