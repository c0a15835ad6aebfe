// Filters a grid of symbols from a file: one version, every cell of the input checked first. ./course entropy calls it.
// Run: filter-05-entropy.sim --rows R --cols C [--module FILE.so --function NAME --computes C --in SYMBOLS --out ENTROPIES]
//
// With --large yes the version counts cells in 64 bits, and the grid may have more than an int can count. Files are rows × cols floats as they lie in memory, row-major. Without a module only the size is checked.
// Exit status: 0 done, 2 one line on standard error says what is wrong, 77 there is no GPU to run on.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/backend.hpp"
#include "harness/device_buffer.hpp"
#include "harness/options.hpp"
#include "tests/05-entropy/grid.hpp"
#include "tests/05-entropy/interface.hpp"
#include "tests/05-entropy/ladder.hpp"

namespace {

struct Options {
  std::string module, function, computes, in, out, large;
  long long rows = 0, cols = 0;
};

Options parse(int argc, char** argv) {
  Options options;
  const auto text = [](std::string& option) { return [&option](const std::string& value) { option = value; }; };
  const auto number = [](long long& option) {
    return [&option](const std::string& value) { option = std::atoll(value.c_str()); };
  };
  harness::read_options(argc, argv,
      {{"--rows", number(options.rows)}, {"--cols", number(options.cols)}, {"--module", text(options.module)},
          {"--function", text(options.function)}, {"--computes", text(options.computes)}, {"--in", text(options.in)},
          {"--out", text(options.out)}, {"--large", text(options.large)}});
  return options;
}

// All of the file, which may hold more or less than a grid of that size: check_grid counts it.
std::vector<float> read(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<float> cells(std::size_t(file.tellg()) / sizeof(float));
  file.seekg(0).read(reinterpret_cast<char*>(cells.data()), std::streamsize(cells.size() * sizeof(float)));
  if (!file) throw std::runtime_error("cannot read " + path);
  return cells;
}

void write(const std::string& path, const std::vector<float>& cells) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(cells.data()), std::streamsize(cells.size() * sizeof(float)));
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

// From the host's memory to the host's memory, whichever memory the version wants.
std::vector<float> filter(const std::string& module_file, const std::string& name, ladder::Memory memory,
    const std::vector<float>& in, int rows, int cols) {
  const harness::Module module(module_file);
  const std::function<Entropy> function = ladder::find(module, module_file, name, memory);
  std::vector<float> out(in.size());
  if (memory == ladder::Memory::host) {
    function(out.data(), in.data(), rows, cols);
    return out;
  }
  harness::watch();
  if (memory == ladder::Memory::host_of_all_gpus) {
    function(out.data(), in.data(), rows, cols);
  } else {
    const harness::DeviceBuffer<float> device_in(in, "in"), device_out(in.size(), "out");
    function(device_out.get(), device_in.get(), rows, cols);
    out = device_out.download();
  }
  if (const std::string fault = harness::activity().fault; !fault.empty()) throw harness::DeviceError(fault);
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse(argc, argv);
    const long long rows = options.rows, cols = options.cols;
    const bool large = options.large == "yes";
    if (options.module.empty()) {
      check_size(rows, cols, large);
      return 0;
    }
    const std::vector<float> in = read(options.in);
    check_grid(in, rows, cols, large);  // before any version sees it
    const auto memory = ladder::memories.find(options.computes);
    if (memory == ladder::memories.end()) throw std::invalid_argument("no version computes '" + options.computes + "'");
    if (memory->second != ladder::Memory::host && !harness::backend().missing.empty()) {
      std::fprintf(stderr, "%s\n", harness::backend().missing.c_str());
      return 77;
    }
    write(options.out, filter(options.module, options.function, memory->second, in, int(rows), int(cols)));
    return 0;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "there is not enough memory for a grid of that size with this version.\n");
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
