// The runner: launches every version of a chapter on the same inputs, checks it, counts it and times it.
//
// A chapter's benchmark.cpp supplies the workload and calls run_benchmark from main(). The result is JSON;
// tools/ turns it into the CSV files of measurements, so there is no other writer.
#pragma once

#include <functional>
#include <string>

#include "harness/module.hpp"

namespace harness {

struct Shape {
  int rows = 0, cols = 0;
  std::size_t elements() const { return std::size_t(rows) * std::size_t(cols); }
};

// --version NAME=MODULE.so:FUNCTION:COMPUTES
struct Version {
  std::string name, module_path, function;
  std::string computes;  // the name of the reference that the result is held against
};

// What a chapter knows and the runner does not.
class Workload {
 public:
  virtual ~Workload() = default;

  // Whether it has a reference of that name.
  virtual bool knows(const std::string& computes) const = 0;

  // The bytes that a launch must read and write at the least: what its speed in GB/s is about.
  virtual std::size_t bytes(Shape shape, const std::string&) const { return 2 * shape.elements() * sizeof(float); }

  // Whether its time is a kernel's: what works from host memory is timed by experiments.
  virtual bool timed(const Version&) const { return true; }

  // Makes the inputs for one shape, replacing those of the last.
  virtual void prepare(Shape shape) = 0;

  // The call that launches `version` once, on the prepared inputs. Throws ModuleError.
  virtual std::function<void()> bind(const Version& version, const Module& module) = 0;

  // Takes what earlier launches left out of the result buffer.
  virtual void clear_result() = 0;

  // What is wrong with the result buffer, as a sentence; or empty.
  virtual std::string check(const std::string& computes) = 0;

  // Copies the input to the result buffer on the device: what every version is compared with.
  virtual void copy() = 0;
};

// The runner's main(). Options: --version … (repeatable), --shape ROWSxCOLS (repeatable), --time, --json FILE.
// Without --time every version is launched exactly once a shape, so a profiler sees one launch each.
// Returns 0 when every result is right, 1 when one is wrong, 2 when it cannot run, 77 with no GPU.
int run_benchmark(int argc, char** argv, Workload& workload);

}  // namespace harness
