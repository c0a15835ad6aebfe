// Filters a grid of symbols from a file: one version, every cell of the input checked first. ./course entropy calls it.
// Run: filter-05-entropy.sim --rows R --cols C [--module FILE.so --function NAME --in SYMBOLS --out ENTROPIES]
//
// Files are rows × cols floats as they lie in memory, row-major. Without a module only the size is checked.
// Exit status: 0 done, 2 one line on standard error says what is wrong, 77 there is no GPU to run on.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <map>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/backend.hpp"
#include "harness/device_buffer.hpp"
#include "tests/05-entropy/grid.hpp"
#include "tests/05-entropy/interface.hpp"
#include "tests/05-entropy/ladder.hpp"

namespace {

using Options = std::map<std::string, std::string>;

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; i += 2) {
    const std::string name = argv[i];
    if (i + 1 == argc || (name != "--rows" && name != "--cols" && name != "--module" && name != "--function" && name != "--in" && name != "--out"))
      throw std::invalid_argument("'" + name + "' is unknown or wants a value");
    options[name] = argv[i + 1];
  }
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
std::vector<float> filter(const std::string& module_file, const std::string& function, const std::vector<float>& in, int rows, int cols) {
  const harness::Module module(module_file);
  std::vector<float> out(in.size());
  if (ladder::on_host(function)) {
    module.function<Entropy>(function)(out.data(), in.data(), rows, cols);
    return out;
  }
  harness::watch();
  if (ladder::on_all_gpus(function)) {
    Entropy *const v7 = ladder::neighbour(module_file, "entropy_v7", true), *const v12 = ladder::neighbour(module_file, "entropy_v12", false);
    module.function<decltype(entropy_v14)>(function)(out.data(), in.data(), rows, cols, v7, v12);
  } else {
    const harness::DeviceBuffer<float> device_in(in, "in"), device_out(in.size(), "out");
    module.function<Entropy>(function)(device_out.get(), device_in.get(), rows, cols);
    out = device_out.download();
  }
  if (const std::string fault = harness::activity().fault; !fault.empty()) throw harness::DeviceError(fault);
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    Options options = parse(argc, argv);
    const long long rows = std::atoll(options["--rows"].c_str()), cols = std::atoll(options["--cols"].c_str());
    if (options["--module"].empty()) {
      check_size(rows, cols);
      return 0;
    }
    const std::vector<float> in = read(options["--in"]);
    check_grid(in, rows, cols);  // before any version sees it
    if (!ladder::on_host(options["--function"]) && !harness::backend().missing.empty()) {
      std::fprintf(stderr, "%s\n", harness::backend().missing.c_str());
      return 77;
    }
    write(options["--out"], filter(options["--module"], options["--function"], in, int(rows), int(cols)));
    return 0;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "there is not enough memory for a grid of that size with this version.\n");
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
