// Finds what host code may not write to (protected.hpp).
#include "simt/engine/memory/protected.hpp"

#include <link.h>
#include <pthread.h>
#include <sys/auxv.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/engine/record/record.hpp"
#include "simt/engine/runtime_api/calls.hpp"

namespace simt {

constinit Guarded guarded{
    .opened = 0, .variables = {}, .count = libraries, .exceptions = {}, .streams = {}, .files = {}};
constinit thread_local OfThread protected_of_thread;

namespace {

// The writable segment of an image; they have one each.
AddressRange variables_of(const dl_phdr_info& image) {
  for (int i = 0; i < image.dlpi_phnum; ++i) {
    const auto& segment = image.dlpi_phdr[i];
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_W))
      return {image.dlpi_addr + segment.p_vaddr, segment.p_memsz};
  }
  return {};
}

[[maybe_unused]] const bool variables_are_found = [] {
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void*) {
        const AddressRange variables = variables_of(*info);
        const OpenGuarded all;
        if (variables.holds(reinterpret_cast<std::uint64_t>(&guarded))) all->variables[simulators] = variables;
        if (std::string_view(info->dlpi_name).find("/ld-linux") != std::string_view::npos)
          all->variables[loaders] = variables;
        return 0;
      },
      nullptr);
  return true;
}();

bool holds(const dl_phdr_info& image, std::uint64_t place) {
  for (int i = 0; i < image.dlpi_phnum; ++i) {
    const auto& segment = image.dlpi_phdr[i];
    if (segment.p_type == PT_LOAD && place - image.dlpi_addr - segment.p_vaddr < segment.p_memsz) return true;
  }
  return false;
}

// A place in each image that is a submission's.
std::mutex own_mutex;
std::vector<std::uint64_t>& own_places() {
  static auto& all = *new std::vector<std::uint64_t>;
  return all;
}
bool is_own(const dl_phdr_info& image) {
  return std::any_of(
      own_places().begin(), own_places().end(), [&](std::uint64_t place) { return holds(image, place); });
}

void find_of_thread() {
  const auto here = reinterpret_cast<std::uint64_t>(&protected_of_thread);
  struct {
    std::uint64_t begin, end;
    AddressRange own;
  } found{here, here + sizeof protected_of_thread, {}};
  std::uint64_t near = 0;
#if defined(__x86_64__) && defined(__GLIBC__)
  // What C's library knows of a thread, some 2,300 bytes of it, stands right behind the variables.
  if (guarded.count > libraries) near = std::uint64_t(pthread_self()), found.end = near + 2048;
#endif
  const auto look = [&](const dl_phdr_info& image) {
    for (int i = 0; i < image.dlpi_phnum && image.dlpi_tls_data; ++i) {
      if (image.dlpi_phdr[i].p_type != PT_TLS) continue;
      const AddressRange range{reinterpret_cast<std::uint64_t>(image.dlpi_tls_data), image.dlpi_phdr[i].p_memsz};
      // Those of a library that was loaded late may lie elsewhere, on the heap.
      if (!range.holds(here) && near - range.begin >= (1 << 20)) continue;
      if (is_own(image)) found.own = range;
      else found.begin = std::min(found.begin, range.begin), found.end = std::max(found.end, range.begin + range.bytes);
    }
  };
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* at) { return (*static_cast<decltype(look)*>(at))(*info), 0; },
      const_cast<void*>(static_cast<const void*>(&look)));
  const auto& [begin, end, own] = found;
  OfThread& all = protected_of_thread;
  all.error = reinterpret_cast<std::uint64_t>(&errno);
  all.once[0] = reinterpret_cast<std::uint64_t>(&std::__once_callable);
  all.once[1] = reinterpret_cast<std::uint64_t>(&std::__once_call);
  const std::uint64_t middle = own.bytes && own.begin > begin ? own.begin : end;
  all.above = {middle + own.bytes, middle == end ? 0 : end - middle - own.bytes};
  all.below = {begin, middle - begin};
}

}  // namespace

void find_protected_of_thread() {
  const std::lock_guard lock(own_mutex);
  find_of_thread();
}

void protect_all_but(std::uint64_t inside) {
  const std::lock_guard lock(own_mutex);
  own_places().push_back(inside);
  const OpenGuarded all;
  static unsigned count = libraries;
  count = libraries;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void*) {
        const AddressRange variables = variables_of(*info);
        const bool is_program = holds(*info, getauxval(AT_PHDR));
        if (is_own(*info)) {
          if (is_program) guarded.variables[programs] = {};
        } else if (is_program) {
          guarded.variables[programs] = variables;
        } else if (variables.bytes && variables.begin != guarded.variables[simulators].begin &&
                   variables.begin != guarded.variables[loaders].begin && count < std::size(guarded.variables)) {
          guarded.variables[count++] = variables;
        }
        return 0;
      },
      nullptr);
  const std::ios* const plain[] = {&std::cin, &std::cout, &std::cerr, &std::clog};
  const std::wios* const wide[] = {&std::wcin, &std::wcout, &std::wcerr, &std::wclog};
  for (int i = 0; i < 4; ++i)
    all->streams[i] = reinterpret_cast<std::uint64_t>(plain[i]),
    all->streams[i + 4] = reinterpret_cast<std::uint64_t>(wide[i]);
  all->files[0] = stdin, all->files[1] = stdout, all->files[2] = stderr;
  all->count = count;
  find_of_thread();  // this one's were found without a submission
}

namespace {

[[noreturn]] void end_of_host_code(const std::string& what, std::uint64_t pc) {
  Finding finding;
  finding.kind = FindingKind::host_pointer;
  finding.memory = "host";
  finding.where = locate(pc);
  if (is_library_file(finding.where.file)) finding.where = calling_place();
  finding.message = "host code " + what + name_place(finding.where);
  add_host_finding(finding);
  std::fprintf(stderr, "simt: %s\n", finding.message.c_str());
  std::abort();
}

}  // namespace

void end_at_protected_store(std::uint64_t address, std::size_t bytes, std::uint64_t pc) {
  const auto is_of = [&](unsigned whose) { return guarded.variables[whose].holds(address); };
  const bool of_library = std::any_of(guarded.variables + libraries, guarded.variables + guarded.count,
      [&](const AddressRange& variables) { return variables.holds(address); });
  const char* const whose = is_of(loaders)    ? "loader's"
                            : is_of(programs) ? "grader's"
                            : of_library || is_in_front_of_exception(address) ||
                                    (guarded.count > libraries && protected_of_thread.holds(address))
                                ? "library's"
                                : "simulator's";
  end_of_host_code(
      "writes " + std::to_string(bytes) + " bytes of memory that is not the program's, but the " + whose, pc);
}

void end_at_protected_argument(std::uint64_t pc) {
  end_of_host_code(
      "gives a library's function the address of memory that is not the program's, but the simulator's", pc);
}

void end_at_format(std::uint64_t pc) { end_of_host_code("prints with %n, which stores where nobody sees it", pc); }

void end_at_file(std::uint64_t pc) {
  end_of_host_code(
      "gives a library's function a FILE that is none of stdin, stdout and stderr, or memory to buffer one in", pc);
}

void end_at_return(std::uint64_t pc) {
  end_of_host_code("writes past its own variables, over where a function of its own is to return to", pc);
}

void end_at_call(std::uint64_t pc) {
  end_of_host_code("calls through a pointer to what is no function of the program's, of CUDA's or of a library's", pc);
}

}  // namespace simt
