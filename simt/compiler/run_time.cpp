// Checks what a run-time program includes.
#include "simt/compiler/run_time.hpp"

#include <filesystem>

#include "simt/compiler/text/line_markers.hpp"
#include "simt/compiler/rewriter/rewriter.hpp"

namespace simt::compiler {
namespace {

namespace fs = std::filesystem;

// Whether one of the directories is an include folder of CUDA's, which may be missing on this machine.
bool offers_cuda(const std::vector<std::string>& directories) {
  for (const std::string& directory : directories)
    if (directory.find("cuda") != std::string::npos || fs::exists(fs::path(directory) / "cuda_runtime.h")) return true;
  return false;
}

}  // namespace

std::string check_includes(std::string_view preprocessed, const std::vector<std::string>& directories,
    const std::string& beside, const std::string& own) {
  std::string out;
  std::string file;
  int number = 0;
  bool system = false;
  while (!preprocessed.empty()) {
    const std::size_t end = std::min(preprocessed.find('\n'), preprocessed.size() - 1);
    const std::string_view line = preprocessed.substr(0, end + 1);
    preprocessed.remove_prefix(end + 1);
    if (const auto marker = read_line_marker(line); marker && !marker->file.empty()) {
      file = marker->file, number = marker->line, system = marker->system;
      out += line;
      continue;
    }
    const bool include = line.substr(0, 9) == "#include ";
    if (!include && line.substr(0, 14) != "#include_next ") {
      out += line;
      ++number;
      continue;
    }
    // Its line stays: g++ goes on in the next one, unless it says otherwise with a marker.
    out += '\n';
    const int here = number++;
    if (system || file.starts_with(own)) continue;
    const std::size_t open = line.find_first_of("<\"");
    const std::size_t close = open == std::string_view::npos ? open : line.find_first_of(">\"", open + 1);
    if (close == std::string_view::npos) continue;
    const std::string name(line.substr(open + 1, close - open - 1));
    bool found = fs::exists(fs::path(own) / name) && offers_cuda(directories);
    for (const std::string& directory : directories) found |= fs::exists(fs::path(directory) / name);
    if (line[open] == '"' && !beside.empty())
      found |= fs::exists(fs::path(beside) / name) || fs::exists(fs::path(file).parent_path() / name);
    if (!found)
      throw RewriteError(file, here,
          "could not open source file \"" + name + "\"" +
              (directories.size() > 1 ? "" : " (no directories in search list)"));
  }
  return out;
}

}  // namespace simt::compiler
