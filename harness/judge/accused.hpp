// The access that broke a budget: a failing test's sentence names its line, and a page shows its lanes.
#pragma once

#include <string>

#include "harness/backend.hpp"

namespace harness {

// To be called by the test that runs, and that fails for it. `measured` and `budget` are in `unit`, as in "sectors a
// request". Of several calls in a test the last counts. It goes into the report with the launches that the activity tells of.
void accuse(const Activity& activity, const Site& site, double measured, double budget, const std::string& unit);

}  // namespace harness
