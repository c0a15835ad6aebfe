// The machine's BLAS, and what is checked of the operands that it is given.
#include "simt/engine/libraries/blas.hpp"

#include <dlfcn.h>

#include <atomic>
#include <cstdlib>

#include "simt/checkers/checkers.hpp"
#include "simt/engine/runtime_api/calls.hpp"
#include "simt/engine/record/record.hpp"

namespace simt {
namespace {

struct Library {
  void* handle = nullptr;
  std::string name;
};

// One thread: the order in which it adds must not depend on the machine.
const Library& machines_blas() {
  static const Library library = [] {
    setenv("OPENBLAS_NUM_THREADS", "1", 0);
    for (const char* const name : {"libopenblas.so.0", "libblas.so.3"})
      if (void* handle = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return Library{handle, name};
    return Library{};
  }();
  return library;
}

void say_who_computes(const char* call) {
  static std::atomic<bool> said{false};
  if (said.exchange(true)) return;
  Finding note;
  note.kind = FindingKind::unsupported;
  note.note = true;
  note.where = calling_place();
  note.message = std::string(call) + name_place(note.where) + ": computed on the CPU by " + machines_blas().name +
                 ", like all of cuBLAS; its last digits may be others than a GPU's, and what it loads and stores is "
                 "not counted";
  add_host_finding(note);
}

// False where nothing has written it; then says so.
bool is_written(const Operand& operand, const char* call) {
  if (!operand.reads || !is_on(uninitialized_checker)) return true;
  const Box box = operand.box();
  const cudaExtent bytes = operand.bytes();
  for (std::size_t z = 0; z < bytes.depth; ++z)
    for (std::size_t y = 0; y < bytes.height; ++y) {
      const auto row = reinterpret_cast<std::uint64_t>(box.at + z * box.slice + y * box.pitch);
      if (!device_memory.contains(row)) return true;
      const std::uint64_t written = device_memory.first_unwritten(row, bytes.width);
      if (written >= bytes.width) continue;
      const Allocation& in = *device_memory.at_granule(row);
      report_host(FindingKind::uninitialized, std::string(call) + " reads " + name_allocation_of(in) + " at byte " +
                                                  std::to_string(row + written - in.base) +
                                                  ", which nothing has written");
      return false;
    }
  return true;
}

}  // namespace

void* blas_function(const char* name) {
  const Library& library = machines_blas();
  return library.handle ? dlsym(library.handle, name) : nullptr;
}

Operand vector_operand(const void* at, std::size_t element_bytes, long long n, long long increment) {
  const long long step = increment < 0 ? -increment : increment;
  if (step == 1) return {at, element_bytes, n, 1, n};
  return {at, element_bytes, 1, n, step};
}

Box Operand::box() const {
  return {const_cast<char*>(static_cast<const char*>(at)), std::size_t(leading) * element_bytes,
      std::size_t(stride) * element_bytes};
}
cudaExtent Operand::bytes() const {
  return {std::size_t(rows) * element_bytes, std::size_t(columns), std::size_t(count)};
}

cublasStatus_t compute(cudaStream_t stream, const char* call, const std::vector<Operand>& operands, bool answers,
    const std::function<void()>& work) {
  if (sticky_error() != cudaSuccess) return CUBLAS_STATUS_EXECUTION_FAILED;
  if (!machines_blas().handle) {
    say_refused("cuBLAS is computed on the CPU by a BLAS, and there is none: apt-get install libopenblas0");
    return CUBLAS_STATUS_NOT_SUPPORTED;
  }
  if (check_stream(stream)) return CUBLAS_STATUS_EXECUTION_FAILED;
  say_who_computes(call);
  for (const Operand& operand : operands) {
    if (!operand.rows || !operand.columns || !operand.count) continue;
    const Box box = operand.box();
    if (device_range(reinterpret_cast<std::uint64_t>(box.at), span(box, operand.bytes()), call,
            operand.writes ? "writes" : "reads"))
      continue;
    fail(cudaErrorInvalidValue);
    return CUBLAS_STATUS_EXECUTION_FAILED;
  }
  in_stream(stream, call, answers ? Until::done : Until::given, [operands, work, call] {
    for (const Operand& operand : operands) {
      if (!operand.rows || !operand.columns || !operand.count) continue;
      const Box box = operand.box();
      const cudaExtent bytes = operand.bytes();
      if (current_operation && comes_too_late(box, bytes, operand.writes ? "writes" : "reads")) return;
      touch_box(box, bytes, operand.writes ? TouchSite::writes : TouchSite::reads, false);
      if (!is_written(operand, call)) call_is_explained();
    }
    work();
    std::uint64_t moved = 0;
    for (const Operand& operand : operands)
      moved += operand.bytes().width * operand.bytes().height * operand.bytes().depth;
    note_copied(&Copied::by_libraries, moved);
    for (const Operand& operand : operands)
      if (operand.writes)
        each_row(operand.box(), operand.bytes(), [&](char* row, std::size_t) {
          device_memory.mark_written(reinterpret_cast<std::uint64_t>(row), operand.bytes().width);
        });
  });
  return CUBLAS_STATUS_SUCCESS;
}

}  // namespace simt
