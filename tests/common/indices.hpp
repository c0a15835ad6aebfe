// Finds an index outside of an array in a function of the host's. Nobody else sees it: what lies there is often right by chance.
#pragma once

#include <functional>
#include <string>

#include "tests/common/call.hpp"

namespace grading {

// `work` calls a submission's watched function. What is found, as a sentence; or empty.
inline std::string index_fault(const std::function<void()>& work) {
  const Call call = safely([&] {
    Call seen;
    watch(seen, 50'000'000, work);
    return seen;
  });
  if (call.activity.kind != "array-index") return "";
  return call.activity.fault + ": an array of n elements has the indices 0 to n - 1.";
}

}  // namespace grading
