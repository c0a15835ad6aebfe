// Looks at the program from inside a call of the runtime: who called, and what becomes of the answer.
#include "simt/engine/runtime_api/calls.hpp"

#include <dlfcn.h>
#include <execinfo.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "simt/checkers/checker.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/engine/platform/instructions.hpp"

namespace simt {
namespace {

constexpr int most_frames = 32;
constexpr int most_instructions = 256;

bool in_library(const void* address) {
  Dl_info here{}, there{};
  dladdr(reinterpret_cast<void*>(&calling_site), &here);
  return dladdr(address, &there) && there.dli_fbase == here.dli_fbase;
}

#if defined(__aarch64__)
bool is_result(unsigned reg) { return reg == ARM64_REG_X0 || reg == ARM64_REG_W0; }
bool clears(const cs_insn&) { return false; }
#else
bool is_result(unsigned reg) {
  return reg == X86_REG_RAX || reg == X86_REG_EAX || reg == X86_REG_AX || reg == X86_REG_AL;
}
// xor eax, eax reads the register only in name.
bool clears(const cs_insn& at) {
  const cs_x86& detail = at.detail->x86;
  return (at.id == X86_INS_XOR || at.id == X86_INS_SUB) && detail.op_count == 2 &&
         detail.operands[0].type == X86_OP_REG && detail.operands[1].type == X86_OP_REG &&
         detail.operands[0].reg == detail.operands[1].reg;
}
#endif

// Follows all paths from a place to the first instruction that reads or overwrites the register of the result.
class ResultReader {
 public:
  explicit ResultReader(AddressRange function) : function_(function) {
    if (cs_open(architecture, mode, &reader_) != CS_ERR_OK) return;
    cs_option(reader_, CS_OPT_DETAIL, CS_OPT_ON);
    instruction_ = cs_malloc(reader_);
  }
  ~ResultReader() {
    if (!instruction_) return;
    cs_free(instruction_, 1);
    cs_close(&reader_);
  }
  ResultReader(const ResultReader&) = delete;

  Fate follow(std::uint64_t from) {
    if (!instruction_) return Fate::used;
    std::vector<std::uint64_t> open{from};
    bool returned = false;
    while (!open.empty()) {
      const std::uint64_t start = open.back();
      open.pop_back();
      const Fate fate = follow_straight(start, open);
      if (fate == Fate::used) return Fate::used;
      returned |= fate == Fate::returned;
    }
    return returned ? Fate::returned : Fate::dropped;
  }

 private:
  Fate follow_straight(std::uint64_t address, std::vector<std::uint64_t>& open) {
    while (function_.holds(address) && seen_.insert(address).second) {
      if (++read_ > most_instructions) return Fate::used;
      const auto* code = reinterpret_cast<const std::uint8_t*>(address);
      std::size_t left = function_.begin + function_.bytes - address;
      if (!cs_disasm_iter(reader_, &code, &left, &address, instruction_)) return Fate::used;
      const cs_insn& at = *instruction_;
      if (cs_insn_group(reader_, &at, CS_GRP_RET)) return Fate::returned;
      if (guards_return(at)) continue;
      if (is_call(reader_, at)) return Fate::dropped;
      cs_regs reads, writes;
      std::uint8_t reads_count = 0, writes_count = 0;
      if (cs_regs_access(reader_, &at, reads, &reads_count, writes, &writes_count) != CS_ERR_OK) return Fate::used;
      if (!clears(at) && std::any_of(reads, reads + reads_count, is_result)) return Fate::used;
      if (std::any_of(writes, writes + writes_count, is_result)) return Fate::dropped;
      if (!cs_insn_group(reader_, &at, CS_GRP_JUMP)) continue;
      const std::uint64_t to = target(at);
      if (!to) return Fate::used;
      if (is_plain_jump(at)) address = to;
      else open.push_back(to);
    }
    return Fate::dropped;
  }

  AddressRange function_;
  csh reader_ = 0;
  cs_insn* instruction_ = nullptr;
  std::set<std::uint64_t> seen_;
  int read_ = 0;
};

struct KnownHandle {
  const void* address;
  const char* what;
  std::uint64_t order;
  Location made_at;
};
std::mutex handles_mutex;
// Never destroyed: it is read when the program ends.
std::vector<KnownHandle>& handles = *new std::vector<KnownHandle>;
std::map<const void*, const char*>& destroyed =
    *new std::map<const void*, const char*>;  // by address: what was there last
std::uint64_t handles_so_far = 0;
std::atomic<std::uint64_t> lost{0};

auto find_handle(const void* address) {
  return std::find_if(
      handles.begin(), handles.end(), [&](const KnownHandle& known) { return known.address == address; });
}

}  // namespace

// What a template of the headers calls, by the name of the template.
static std::string name_of_call(const std::string& symbol) {
  static const std::map<std::string, std::string> names = {{"simt_copy_to_symbol", "cudaMemcpyToSymbol"},
      {"simt_copy_to_symbol_async", "cudaMemcpyToSymbolAsync"}, {"simt_copy_from_symbol", "cudaMemcpyFromSymbol"},
      {"simt_copy_from_symbol_async", "cudaMemcpyFromSymbolAsync"}};
  const auto found = names.find(symbol);
  return found == names.end() ? symbol : found->second;
}

Fate fate_of_result(std::uint64_t pc) {
  const AddressRange function = function_range(pc);
  return function.bytes ? ResultReader(function).follow(pc) : Fate::used;
}

CallSite calling_site() {
  void* frames[most_frames];
  const int count = backtrace(frames, most_frames);
  CallSite site;
  int frame = 1;
  while (frame < count && in_library(frames[frame])) ++frame;
  if (frame >= count) return site;
  Dl_info called{};
  if (dladdr(frames[frame - 1], &called) && called.dli_sname) site.function = name_of_call(called.dli_sname);
  Fate fate = Fate::returned;
  for (int i = frame; i < count && fate == Fate::returned; ++i)
    fate = fate_of_result(reinterpret_cast<std::uint64_t>(frames[i]));
  site.pc = reinterpret_cast<std::uint64_t>(frames[frame]);
  site.looks_at_result = fate != Fate::dropped;
  return site;
}

// The first place on the stack that is neither the library's nor its headers' nor the system's.
Location calling_place(bool of_launch) {
  void* frames[most_frames];
  const int count = backtrace(frames, most_frames);
  for (int i = 1; i < count; ++i) {
    if (in_library(frames[i])) continue;
    const Location place = locate(reinterpret_cast<std::uint64_t>(frames[i]));
    if (!place.line || is_library_file(place.file)) continue;
    if (!std::exchange(of_launch, false)) return place;
  }
  return {};
}

void handle_made(const void* handle, const char* what) {
  const Location place = is_on(leak_checker) ? calling_place() : Location{};
  const std::lock_guard lock(handles_mutex);
  destroyed.erase(handle);
  handles.push_back({handle, what, ++handles_so_far, place});
}

bool handle_gone(const void* handle) {
  const std::lock_guard lock(handles_mutex);
  const auto known = find_handle(handle);
  if (known == handles.end()) return false;
  destroyed[handle] = known->what;
  *known = std::move(handles.back());
  handles.pop_back();
  ++lost;
  return true;
}

bool handle_is(const void* handle, const char* what) {
  thread_local std::vector<std::pair<const void*, const char*>> known;
  thread_local std::uint64_t known_at = 0;
  if (const std::uint64_t now = lost; now != known_at) known.clear(), known_at = now;
  for (const auto& [address, name] : known)
    if (address == handle && name == what) return true;
  if (handle_name(handle) != what) return false;
  known.emplace_back(handle, what);
  return true;
}

std::string handle_name(const void* handle) {
  const std::lock_guard lock(handles_mutex);
  const auto known = find_handle(handle);
  return known == handles.end() ? "" : known->what;
}

bool handle_was(const void* handle, const std::string& what) {
  const std::lock_guard lock(handles_mutex);
  const auto found = destroyed.find(handle);
  return found != destroyed.end() && found->second == what;
}

std::vector<Handle> live_handles() {
  const std::lock_guard lock(handles_mutex);
  std::vector<KnownHandle> sorted = handles;
  std::sort(sorted.begin(), sorted.end(), [](const KnownHandle& a, const KnownHandle& b) { return a.order < b.order; });
  std::vector<Handle> live;
  for (const KnownHandle& known : sorted) live.push_back({known.address, known.what, known.made_at});
  return live;
}

void forget_handles() {
  const std::lock_guard lock(handles_mutex);
  for (const KnownHandle& handle : handles) destroyed[handle.address] = handle.what;
  handles.clear();
  ++lost;
}

}  // namespace simt
