// The few parts of the backend's types that are the same on sim and cuda.
#include "harness/backend.hpp"

#include <cctype>
#include <cstdio>
#include <fstream>

#include "harness/device_buffer.hpp"

namespace harness {

std::string host_cpu() {
  std::ifstream cpu_info("/proc/cpuinfo");
  for (std::string line; std::getline(cpu_info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "";
}

std::string what_is_missing(const Backend& backend, int capability) {
  if (!backend.missing.empty()) return "nothing to run CUDA on (" + backend.missing + ")";
  if (backend.capability == 0 || backend.capability >= capability) return "";
  const auto words = [](int number) { return std::to_string(number / 10) + "." + std::to_string(number % 10); };
  return "compute capability " + words(capability) + " is needed, and this GPU has " + words(backend.capability);
}

std::string first_sentence(const std::string& words) {
  for (std::size_t dot = words.find(". "); dot != std::string::npos; dot = words.find(". ", dot + 1))
    if (dot + 2 < words.size() && std::isupper(static_cast<unsigned char>(words[dot + 2])))
      return words.substr(0, dot + 1);
  return words;
}

std::string place(const simt::Site& site) {
  return site.where.file.substr(site.where.file.find_last_of('/') + 1) + " line " + std::to_string(site.where.line);
}

const Site* Activity::worst(Direction direction) const {
  const Site* worst = nullptr;
  const auto excess = [](const Site& site) { return site.counters.sectors - site.counters.ideal_sectors; };
  for (const Site& site : sites)
    if (direction_of(site.op) == direction && (!worst || excess(site) > excess(*worst))) worst = &site;
  return worst;
}

std::string Damage::sentence(const std::string& buffer_name) const {
  char found[16];
  std::snprintf(found, sizeof found, "0x%08x", value);
  const std::string bytes = distance == 0 ? "just" : std::to_string(distance) + " bytes";
  const std::string edge = side == Side::after ? " past the end of " : " before the start of ";
  return "memory that is not yours was written: " + bytes + edge + buffer_name + " there is now " + found +
         ". Run ./course check on sim: it names the line and the thread.";
}

}  // namespace harness
