// What is recorded of launches, as JSON: for the simulator's reports, and for whoever has a record without the simulator.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "simt/record.hpp"

namespace simt {

nlohmann::ordered_json dim(const Dim& dim);
nlohmann::ordered_json finding_json(const Finding& finding);
// The errors among them, or the notes.
nlohmann::ordered_json findings_json(const std::vector<Finding>& findings, bool notes = false);
// {"kernel", "grid", "block", …, "metrics", "sites": [{…, "sample"}], "findings", "notes"}
nlohmann::ordered_json launch_json(const Launch& launch);

// The same as texts, for who does not read the library's header, which takes long. Names of files and kernels are bytes; what
// is no UTF-8 in them is replaced.
std::string report_text(
    const std::vector<Launch>& launches, const std::vector<Finding>& findings, const std::vector<Finding>& notes);
// Lines of a journal: {"key": …}, without the line's end.
std::string begin_line();
std::string start_line(const Launch& launch);
std::string launch_line(const Launch& launch);
std::string end_line();
std::string finding_line(const Finding& finding);
std::string source_line(const std::string& file, const std::string& text);

}  // namespace simt
