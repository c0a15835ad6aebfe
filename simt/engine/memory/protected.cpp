// Finds what host code may not write to (protected.hpp).
#include "simt/engine/memory/protected.hpp"

#include <link.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/engine/record/record.hpp"
#include "simt/engine/runtime_api/calls.hpp"

namespace simt {

AddressRange protected_variables[3];
constinit thread_local AddressRange protected_of_thread;

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
        if (variables.holds(reinterpret_cast<std::uint64_t>(&protected_variables))) protected_variables[0] = variables;
        if (std::string_view(info->dlpi_name).find("/ld-linux") != std::string_view::npos)
          protected_variables[1] = variables;
        return 0;
      },
      nullptr);
  return true;
}();

}  // namespace

void find_protected_of_thread() {
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void*) {
        for (int i = 0; i < info->dlpi_phnum && info->dlpi_tls_data; ++i) {
          const AddressRange range{reinterpret_cast<std::uint64_t>(info->dlpi_tls_data), info->dlpi_phdr[i].p_memsz};
          if (info->dlpi_phdr[i].p_type == PT_TLS && range.holds(reinterpret_cast<std::uint64_t>(&protected_of_thread)))
            protected_of_thread = range;
        }
        return 0;
      },
      nullptr);
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
  const bool of_loader = address - protected_variables[1].begin < protected_variables[1].bytes;
  end_of_host_code("writes " + std::to_string(bytes) + " bytes of memory that is not the program's, but the " +
                       (of_loader ? "loader's" : "simulator's"),
      pc);
}

void end_at_protected_argument(std::uint64_t pc) {
  end_of_host_code(
      "gives a library's function the address of memory that is not the program's, but the simulator's", pc);
}

void end_at_format(std::uint64_t pc) { end_of_host_code("prints with %n, which stores where nobody sees it", pc); }

void end_at_return(std::uint64_t pc) {
  end_of_host_code("writes past its own variables, over where a function of its own is to return to", pc);
}

void end_at_call(std::uint64_t pc) {
  end_of_host_code("calls through a pointer to what is no function of the program's, of CUDA's or of a library's", pc);
}

}  // namespace simt
