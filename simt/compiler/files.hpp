// Files that are read whole, and files that are gone at the end.
#pragma once

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace simt::compiler {

// Empty if there is no such file.
inline std::string contents(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// Throws where not all of it can be written.
inline void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write to " + path.parent_path().string() + "; is the disk full?");
}

// Whatever is made on the way is gone at the end, whichever end that is.
struct ScratchFile {
  explicit ScratchFile(const std::string& suffix) {
    const std::filesystem::path folder = std::filesystem::temp_directory_path();
    std::string pattern = (folder / "simtcc-XXXXXX").string() + suffix;
    const int file = mkstemps(pattern.data(), int(suffix.size()));
    if (file < 0) throw std::runtime_error("cannot write to " + folder.string());
    close(file);
    path = pattern;
  }
  ~ScratchFile() { std::remove(path.c_str()); }
  ScratchFile(const ScratchFile&) = delete;
  std::string path;
};

}  // namespace simt::compiler
