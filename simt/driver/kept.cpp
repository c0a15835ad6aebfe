// A file for each compilation, called after the hash of its key. It begins with the whole key, so that two keys of one hash
// are not taken for each other, and it is there whole or not at all, since several processes may keep the same one at once.
#include "simt/driver/kept.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "simt/compiler/files.hpp"

namespace simt::driver {
namespace {

namespace fs = std::filesystem;

fs::path file_of(const std::string& key) {
  const char* folder = std::getenv("SIMT_NVRTC_CACHE");
  if (!folder || !*folder) return {};
  std::ostringstream name;
  name << std::hex << std::hash<std::string>()(key);
  return fs::path(folder) / name.str();
}

}  // namespace

std::optional<Compiled> kept(const std::string& key) {
  const fs::path file = file_of(key);
  if (file.empty()) return std::nullopt;
  std::ifstream in(file, std::ios::binary);
  std::size_t key_bytes = 0, message_bytes = 0, object_bytes = 0;
  Compiled made;
  if (!(in >> key_bytes >> made.status >> message_bytes >> object_bytes)) return std::nullopt;
  in.ignore(1);  // the end of that line
  std::ostringstream rest;
  rest << in.rdbuf();
  const std::string text = rest.str();
  if (text.size() != key_bytes + message_bytes + object_bytes || text.substr(0, key_bytes) != key) return std::nullopt;
  made.messages = text.substr(key_bytes, message_bytes);
  made.object = text.substr(key_bytes + message_bytes);
  return made;
}

void keep(const std::string& key, const Compiled& made) {
  const fs::path file = file_of(key);
  if (file.empty()) return;
  const fs::path fresh = file.string() + "." + std::to_string(getpid());
  std::error_code ignored;
  fs::create_directories(file.parent_path(), ignored);
  try {
    std::ostringstream text;
    text << key.size() << ' ' << made.status << ' ' << made.messages.size() << ' ' << made.object.size() << '\n'
         << key << made.messages << made.object;
    compiler::write_file(fresh, text.str());
    fs::rename(fresh, file);
  } catch (const std::exception&) {  // a full disk, a folder of somebody else's: then it is compiled again next time
    fs::remove(fresh, ignored);
  }
}

}  // namespace simt::driver
