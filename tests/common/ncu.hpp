// For experiments: has ncu count what launches do. The program that asks is the program that launches.
#pragma once

#include <unistd.h>

#include <array>
#include <cstdio>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace experiments {

using Counts = std::map<std::string, double>;  // by ncu's names, in base units

inline std::vector<std::string> quoted_fields(const std::string& line) {
  std::vector<std::string> found;
  for (std::size_t begin = line.find('"'); begin != std::string::npos;) {
    const std::size_t end = line.find('"', begin + 1);
    found.push_back(line.substr(begin + 1, end - begin - 1));
    begin = end == std::string::npos ? end : line.find('"', end + 1);
  }
  return found;
}

// Starts this program again under ncu, with `environment` ("NAME=value …") to tell it what to launch and ncu's own
// `options`; the metrics of everything that ncu looked at, in that order. Throws std::runtime_error with ncu's last words
// if it counted nothing.
inline std::vector<Counts> run_ncu(
    const std::string& environment, const std::string& options, const std::vector<std::string>& metrics) {
  std::array<char, 4096> self{};
  if (readlink("/proc/self/exe", self.data(), self.size() - 1) < 0) throw std::runtime_error("who am I?");
  std::string names;
  for (const std::string& metric : metrics) names += (names.empty() ? "" : ",") + metric;
  const std::string command = environment + " ncu --clock-control none --csv --page raw --print-units base " + options +
                              " --metrics " + names + " '" + self.data() + "' 2>&1";
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot start ncu");
  // ncu's raw page as CSV: a header, a line of units, a line for each thing it looked at.
  std::vector<std::vector<std::string>> lines;
  std::string said;
  for (std::array<char, 16384> line; std::fgets(line.data(), int(line.size()), pipe);) {
    if (line[0] == '"') lines.push_back(quoted_fields(line.data()));
    else said = line.data();
  }
  pclose(pipe);
  if (lines.size() < 3) throw std::runtime_error("ncu counted nothing: " + said);
  std::vector<Counts> found;
  for (std::size_t row = 2; row < lines.size(); ++row) {
    Counts counted;
    for (const std::string& metric : metrics)
      for (std::size_t i = 0; i < lines[0].size() && i < lines[row].size(); ++i) {
        if (lines[0][i] != metric) continue;
        std::string digits;
        for (const char c : lines[row][i])
          if (c != ',') digits += c;
        counted[metric] = std::stod(digits);
      }
    for (const std::string& metric : metrics)
      if (counted.count(metric) == 0) throw std::runtime_error("ncu has no " + metric);
    found.push_back(counted);
  }
  return found;
}

// Of the first launch of a kernel whose name `kernel` (a regular expression) fits.
inline Counts count_with_ncu(
    const std::string& environment, const std::string& kernel, const std::vector<std::string>& metrics) {
  return run_ncu(environment, "--kernel-name 'regex:" + kernel + "' --launch-count 1", metrics).front();
}

// Of each stretch between cudaProfilerStart() and cudaProfilerStop(), however many launches it has. ncu empties the caches
// before a stretch and runs the whole program once for each group of counters that it can read together.
inline std::vector<Counts> count_ranges_with_ncu(
    const std::string& environment, const std::vector<std::string>& metrics) {
  return run_ncu(environment, "--replay-mode app-range", metrics);
}

}  // namespace experiments
