// Finds the variables of kernels in the symbol tables of the images that simtcc built.
//
// simtcc puts what is declared __device__, __managed__ or __constant__ into sections of those names; the symbol
// table has every variable's extent and name.
#include "simt/engine/memory/variables.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>

#include "simt/engine/runtime_api/device.hpp"
#include "simt/engine/platform/demangled.hpp"
#include "simt/engine/platform/elf.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/engine/platform/own_images.hpp"

namespace simt {

namespace {

// What simtcc writes beside a template of variables, or an inline variable, that is __constant__: SCOPE::simt_constant__NAME__N.
constexpr std::string_view constant_mark = "simt_constant__";

}  // namespace

class VariableReader {
 public:
  explicit VariableReader(Variables& into)
      : all_(into.all_), others_(into.others_), shared_(into.shared_), images_(into.images_) {
    Dwfl* dwfl = open_own_images();
    if (!dwfl) return;
    for (const std::uint64_t anchor : image_anchors())
      if (Dwfl_Module* module = dwfl_addrmodule(dwfl, image_code(anchor))) read(module, anchor);
    dwfl_end(dwfl);
    for (Variable& variable : found_) {
      if (constants_.contains(variable.name.substr(0, variable.name.find('<')))) variable.kind = VariableKind::constant;
      (variable.kind == VariableKind::other ? others_ : all_).push_back(std::move(variable));
    }
    const auto by_address = [](const Variable& a, const Variable& b) { return a.begin < b.begin; };
    std::sort(all_.begin(), all_.end(), by_address);
    std::sort(others_.begin(), others_.end(), by_address);
    if (all_.empty()) return;
    into.lowest_ = all_.front().begin;
    for (const Variable& variable : all_)
      into.span_ = std::max(into.span_, variable.begin + variable.bytes - into.lowest_);
  }

 private:
  static VariableKind kind_of(const std::string& section, const char* symbol, unsigned binding) {
    if (section == "simt_device" || section == "simt_device_const") return VariableKind::device;
    if (section == "simt_managed") return VariableKind::managed;
    if (section == "simt_constant") return VariableKind::constant;
    if (section != ".data" && section != ".bss") return VariableKind::other;
    if (std::strncmp(symbol, "_ZGV", 4) == 0 || std::strncmp(symbol, "_Z", 2) != 0) return VariableKind::other;
    if (std::strncmp(symbol, "_ZZ", 3) == 0) return VariableKind::local_static;
    // Templates of variables and inline variables cannot be put into a section.
    return binding == STB_WEAK || binding == STB_GNU_UNIQUE ? VariableKind::weak : VariableKind::other;
  }

  void read(Dwfl_Module* module, std::uint64_t image) {
    GElf_Addr bias = 0;
    Elf* elf = dwfl_module_getelf(module, &bias);
    const std::vector<std::string> sections = section_names(elf);
    if (sections.empty()) return;
    const int count = dwfl_module_getsymtab(module);
    for (int i = 0; i < count; ++i) {
      GElf_Sym symbol{};
      GElf_Addr address = 0;
      GElf_Word section = 0;
      const char* name = dwfl_module_getsym_info(module, i, &symbol, &address, &section, nullptr, nullptr);
      if (name && GELF_ST_TYPE(symbol.st_info) == STT_TLS &&
          symbol.st_size > 0) {  // other images' have none, as std::call_once's
        // Every image that simtcc built has the anchor of include/simt/launch.h; g++ 15 has an L in front of its name.
        if (std::strstr(name, "simt12_GLOBAL__N_1") && std::strstr(name, "13shared_anchorE")) images_.push_back(image);
        else shared_.push_back({image, symbol.st_value, symbol.st_size, name});
      }
      if (!name || GELF_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_size == 0 || section >= sections.size())
        continue;
      const VariableKind kind = kind_of(sections[section], name, GELF_ST_BIND(symbol.st_info));
      if (std::strstr(name, constant_mark.data())) note_constant(demangled(name));
      else found_.push_back({address, symbol.st_size, demangled(name), kind});
    }
  }

  void note_constant(std::string mark) {
    mark.erase(mark.find(constant_mark), constant_mark.size());
    constants_.insert(mark.substr(0, mark.rfind("__")));
  }

  std::vector<Variable> found_;
  std::set<std::string> constants_;  // names without template arguments
  std::vector<Variable>& all_;
  std::vector<Variable>& others_;
  std::vector<SharedVariable>& shared_;
  std::vector<std::uint64_t>& images_;
};

namespace {

std::mutex table_mutex;
std::shared_ptr<const Variables> table;
std::uint64_t table_made_of = 0;  // how many images had been loaded and unloaded by then

}  // namespace

std::shared_ptr<const Variables> Variables::of_process() {
  const std::lock_guard lock(table_mutex);
  const std::uint64_t now = image_changes();
  if (!table || now != table_made_of) {
    auto fresh = std::make_shared<Variables>();
    VariableReader{*fresh};
    table = std::move(fresh);
    table_made_of = now;
  }
  return table;
}

static const Variable* holder(const std::vector<Variable>& variables, std::uint64_t address) {
  auto above = std::upper_bound(
      variables.begin(), variables.end(), address, [](std::uint64_t a, const Variable& v) { return a < v.begin; });
  return above != variables.begin() && (--above)->holds(address) ? &*above : nullptr;
}

const Variable* Variables::at(std::uint64_t address) const {
  return may_hold(address) ? holder(all_, address) : nullptr;
}
bool Variables::in_one(std::uint64_t address, std::uint64_t bytes) const {
  const Variable* variable = at(address);
  return variable && address + bytes <= variable->begin + variable->bytes;
}
const Variable* Variables::of_host_at(std::uint64_t address) const { return holder(others_, address); }

const Variable* Variables::nearest(std::uint64_t address) const {
  const Variable* best = nullptr;
  std::uint64_t closest = 4096;
  for (const Variable& variable : all_) {
    const std::uint64_t end = variable.begin + variable.bytes;
    const std::uint64_t distance = address < variable.begin ? variable.begin - address
                                   : address >= end         ? address - end
                                                            : 0;
    if (distance < closest) closest = distance, best = &variable;
  }
  return best;
}

// A kernel's body sits in a closure: _Z6kernelPf keeps `tile` as _ZZZ6kernelPfENUlvE_clEvE4tile, and one that is
// extern "C" as _ZZZ6kernelENUlvE_clEvE4tile.
std::uint64_t Variables::shared_bytes(const std::string& kernel) const {
  if (kernel.empty()) return 0;
  const std::string prefix =
      "_ZZ" + (kernel.starts_with("_Z") ? kernel.substr(1) : "Z" + std::to_string(kernel.size()) + kernel) + "EN";
  std::uint64_t sum = 0;
  for (const SharedVariable& variable : shared_)
    if (variable.symbol.starts_with(prefix)) sum += variable.bytes;
  return sum;
}

std::size_t static_shared_bytes(const void* function) {
  return Variables::of_process()->shared_bytes(symbol_at(reinterpret_cast<std::uint64_t>(function)));
}

bool in_device_variable(std::uint64_t address, std::uint64_t bytes) {
  return Variables::of_process()->in_one(address, bytes);
}

}  // namespace simt
