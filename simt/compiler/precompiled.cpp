// Lets headers that are precompiled stand before a program.
#include "simt/compiler/precompiled.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include "simt/compiler/files.hpp"

namespace simt::compiler {
namespace {

namespace fs = std::filesystem;

// What `g++ -E -fpch-preprocess` writes for a header that is precompiled.
std::string line_for(const std::string& precompiled) { return "#pragma GCC pch_preprocess \"" + precompiled + "\"\n"; }

// The headers of the system that a file includes before anything else stands there; what simtcc puts first is none.
std::set<std::string> leading_includes(const std::string& file) {
  std::set<std::string> names;
  std::istringstream lines(contents(file));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#include <")) names.insert(line.substr(0, line.find('>')));
    else if (!line.empty() && !line.starts_with("//") && !line.starts_with("#include \"simt/")) break;
  }
  return names;
}

}  // namespace

bool begins_with_headers(const std::string& source, const std::string& file) {
  const std::set<std::string> included = leading_includes(source), these = leading_includes(file);
  return !these.empty() && std::includes(included.begin(), included.end(), these.begin(), these.end());
}

bool PrecompiledHeaders::up_to_date(const std::string& own) const {
  std::error_code missing;
  const fs::file_time_type made = fs::last_write_time(as_they_are, missing);
  if (missing) return false;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(own))
    if (entry.is_regular_file() && entry.last_write_time() > made) return false;
  return true;
}

bool PrecompiledHeaders::stand_in(std::string_view preprocessed) const {
  return preprocessed.find(line_for(as_they_are)) != std::string_view::npos;
}

std::string PrecompiledHeaders::before(std::string program) const {
  const std::string line = line_for(as_they_are);
  return program.replace(program.find(line), line.size(), line_for(rewritten));
}

}  // namespace simt::compiler
