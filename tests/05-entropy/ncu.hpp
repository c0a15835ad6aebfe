// For experiments: has ncu count what one launch does. The program that asks is the program that launches.
#pragma once

#include <unistd.h>

#include <array>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace experiments {

inline std::vector<std::string> quoted_fields(const std::string& line) {
  std::vector<std::string> found;
  for (std::size_t begin = line.find('"'); begin != std::string::npos;) {
    const std::size_t end = line.find('"', begin + 1);
    found.push_back(line.substr(begin + 1, end - begin - 1));
    begin = end == std::string::npos ? end : line.find('"', end + 1);
  }
  return found;
}

// Starts this program again under ncu, with `environment` ("NAME=value …") to tell it what to launch; the metrics of the
// first launch of a kernel whose name `kernel` (a regular expression) fits, by ncu's names, in base units. Throws
// std::runtime_error with ncu's last words if it counted nothing.
inline std::map<std::string, double> count_with_ncu(
    const std::string& environment, const std::string& kernel, const std::vector<std::string>& metrics) {
  std::array<char, 4096> self{};
  if (readlink("/proc/self/exe", self.data(), self.size() - 1) < 0) throw std::runtime_error("who am I?");
  std::string names;
  for (const std::string& metric : metrics) names += (names.empty() ? "" : ",") + metric;
  const std::string command =
      environment + " ncu --clock-control none --csv --page raw --print-units base --kernel-name 'regex:" + kernel +
      "' --launch-count 1 --metrics " + names + " '" + self.data() + "' 2>&1";
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot start ncu");
  // ncu's raw page as CSV: a header, a line of units, a line a launch.
  std::vector<std::vector<std::string>> lines;
  std::string said;
  for (std::array<char, 16384> line; std::fgets(line.data(), int(line.size()), pipe);) {
    if (line[0] == '"') lines.push_back(quoted_fields(line.data()));
    else said = line.data();
  }
  pclose(pipe);
  if (lines.size() < 3) throw std::runtime_error("ncu counted nothing: " + said);
  std::map<std::string, double> counted;
  for (const std::string& metric : metrics)
    for (std::size_t i = 0; i < lines[0].size() && i < lines[2].size(); ++i) {
      if (lines[0][i] != metric) continue;
      std::string digits;
      for (const char c : lines[2][i])
        if (c != ',') digits += c;
      counted[metric] = std::stod(digits);
    }
  for (const std::string& metric : metrics)
    if (!counted.contains(metric)) throw std::runtime_error("ncu has no " + metric);
  return counted;
}

}  // namespace experiments
