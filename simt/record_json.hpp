// What is recorded of launches, as JSON: for the simulator's reports, and for whoever has a record without the simulator.
#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "simt/record.hpp"

namespace simt {

nlohmann::ordered_json dim(const Dim& dim);
nlohmann::ordered_json finding_json(const Finding& finding);
// The errors among them, or the notes.
nlohmann::ordered_json findings_json(const std::vector<Finding>& findings, bool notes = false);
// {"kernel", "grid", "block", …, "metrics", "sites": [{…, "sample"}], "findings", "notes"}
nlohmann::ordered_json launch_json(const Launch& launch);

}  // namespace simt
