// Runs, checks, counts and times versions, shape by shape.
#include "harness/runner.hpp"

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/backend.hpp"
#include "harness/options.hpp"
#include "harness/timing.hpp"

namespace harness {
namespace {

using json = nlohmann::ordered_json;

struct RunnerOptions {
  std::vector<Version> versions;
  std::vector<Shape> shapes;
  bool time = false;
  std::optional<std::filesystem::path> json_file;
};

Version parse_version(const std::string& text) {
  const std::size_t equals = text.find('='), last = text.rfind(':'), middle = text.rfind(':', last - 1);
  if (equals == std::string::npos || last == std::string::npos || middle == std::string::npos || middle < equals)
    throw std::invalid_argument("--version wants NAME=MODULE.so:FUNCTION:COMPUTES, not '" + text + "'");
  return {text.substr(0, equals), text.substr(equals + 1, middle - equals - 1),
      text.substr(middle + 1, last - middle - 1), text.substr(last + 1)};
}

Shape parse_shape(const std::string& text) {
  Shape shape;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &shape.rows, &shape.cols, &rest) != 2 || shape.rows < 1 || shape.cols < 1)
    throw std::invalid_argument("--shape wants ROWSxCOLS, both at least 1, not '" + text + "'");
  return shape;
}

RunnerOptions parse_options(int argc, char** argv, const Workload& workload) {
  RunnerOptions options;
  read_options(argc, argv,
      {{"--time", [&](const std::string&) { options.time = true; }, false},
          {"--version", [&](const std::string& value) { options.versions.push_back(parse_version(value)); }},
          {"--shape", [&](const std::string& value) { options.shapes.push_back(parse_shape(value)); }},
          {"--json", [&](const std::string& value) { options.json_file = value; }}});
  if (options.versions.empty()) throw std::invalid_argument("no --version given");
  if (options.shapes.empty()) throw std::invalid_argument("no --shape given");
  for (const Version& version : options.versions) {
    if (!workload.knows(version.computes))
      throw std::invalid_argument("there is no reference '" + version.computes + "' for " + version.name);
    if (!std::filesystem::exists(version.module_path))
      throw std::invalid_argument("there is no module " + version.module_path);
  }
  return options;
}

json global_counters(const simt::Counters& counted) {
  return {{"requests", counted.requests}, {"bytes", counted.bytes}, {"sectors", counted.sectors},
      {"ideal_sectors", counted.ideal_sectors}};
}

json shared_counters(const simt::Counters& counted) {
  return {{"requests", counted.requests}, {"wavefronts", counted.wavefronts},
      {"ideal_wavefronts", counted.ideal_wavefronts}};
}

json in_three(const simt::Dim& dim) { return {dim.x, dim.y, dim.z}; }

// As ncu keeps them: atomics are neither loads nor stores.
json counters_of(const Activity& seen) {
  return {{"load", global_counters(seen.load)}, {"store", global_counters(seen.plain_store)},
      {"atomic", global_counters(seen.atomic)}, {"shared_load", shared_counters(seen.shared_load)},
      {"shared_store", shared_counters(seen.shared_store)}};
}

// Median, quartiles and the number of samples of work on the device, each with a cold L2.
json time_of(const std::function<void()>& work) {
  const Timing timing = measure(*device_stopwatch(), work);
  return {{"median", timing.median_ms}, {"q1", timing.q1_ms}, {"q3", timing.q3_ms}, {"min", timing.min_ms},
      {"repeats", timing.samples}, {"stable", timing.stable}};
}

json result_of(const std::string& name, Shape shape) {
  return {{"version", name}, {"rows", shape.rows}, {"cols", shape.cols}, {"correct", true}, {"message", ""}};
}

// One launch, checked and counted; then, where time is real and asked for, the timing loop.
json run_version(const Version& version, const Module& module, Shape shape, bool time, Workload& workload) {
  json result = result_of(version.name, shape);
  const std::function<void()> launch = workload.bind(version, module);
  result["bytes"] = workload.bytes(shape, version.computes);
  workload.clear_result();
  watch();
  launch();
  const Activity seen = activity();
  const std::string wrong = seen.fault.empty() ? workload.check(version.computes) : seen.fault;
  result["correct"] = wrong.empty();
  result["message"] = wrong;
  if (backend().has_counters) {
    Activity counted = seen;  // as a profiler counts: atomics are no loads, whoever uses what they give back
    counted.load = counted.shared_load = {};
    for (const Site& site : seen.sites)
      if (site.op == simt::Op::load) counted.load += site.counters;
    for (const Site& site : seen.shared_sites)
      if (site.op == simt::Op::load) counted.shared_load += site.counters;
    result["counters"] = counters_of(counted);
    result["launches"] = json::array();
    for (const simt::Launch& launch : seen.kernels)
      result["launches"].push_back({{"kernel", launch.kernel}, {"grid", in_three(launch.grid)},
          {"block", in_three(launch.block)}, {"dynamic_shared_bytes", launch.dynamic_shared_bytes}});
  }
  if (time && wrong.empty() && workload.timed(version)) result["time_ms"] = time_of(launch);
  if (!seen.fault.empty()) throw DeviceError(version.name + ": " + seen.fault);  // nothing after it can be trusted
  return result;
}

json time_copy(Shape shape, Workload& workload) {
  json result = result_of("copy", shape);
  result["time_ms"] = time_of([&] { workload.copy(); });
  return result;
}

// Whole or not at all: a file that another program may be reading is never half-written. What is no file, a device or a
// pipe, is written to, never replaced.
void save(const json& document, const std::filesystem::path& path) {
  if (std::filesystem::exists(path) && !std::filesystem::is_regular_file(path)) {
    std::ofstream(path) << document.dump(1) << '\n';
    return;
  }
  std::filesystem::path unfinished = path;
  unfinished += ".part";
  std::ofstream(unfinished) << document.dump(1) << '\n';
  std::filesystem::rename(unfinished, path);
}

int run_all(const RunnerOptions& options, Workload& workload) {
  const bool time = options.time && backend().has_time;
  if (options.time && !time) std::cerr << "No times: " << backend().name << " does not know how long a GPU takes.\n";
  const Provenance from = provenance();
  json document = {{"backend", backend().name}, {"machine", from.machine}, {"driver", from.driver},
      {"runtime", from.runtime}, {"results", json::array()}};
  std::vector<Module> modules;
  for (const Version& version : options.versions) modules.push_back(load_module(version.module_path));

  bool all_correct = true;
  const auto keep = [&](json result) {
    all_correct = all_correct && result["correct"];
    document["results"].push_back(std::move(result));
  };
  for (const Shape shape : options.shapes) {
    workload.prepare(shape);
    for (std::size_t i = 0; i < options.versions.size(); ++i) {
      std::cerr << options.versions[i].name << ' ' << shape.rows << 'x' << shape.cols << '\n';
      keep(run_version(options.versions[i], modules[i], shape, time, workload));
    }
    if (time) keep(time_copy(shape, workload));
    if (options.json_file) save(document, *options.json_file);
  }
  if (!options.json_file) std::cout << document.dump(1) << '\n';
  return all_correct ? 0 : 1;
}

}  // namespace

int run_benchmark(int argc, char** argv, Workload& workload) {
  try {
    const RunnerOptions options = parse_options(argc, argv, workload);
    if (const std::string missing = what_is_missing(backend()); !missing.empty()) {
      std::printf("skipped: %s\n", missing.c_str());
      return 77;
    }
    return run_all(options, workload);
  } catch (const std::exception& error) {
    std::cerr << argv[0] << ": " << error.what() << '\n';
    return 2;
  }
}

}  // namespace harness
