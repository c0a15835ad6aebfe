// The arrays that every thread of a kernel has for itself, as the debug information lists them: what a GPU keeps in local
// memory, but for those whose every index its compiler knows.
#include <cstring>
#include <map>
#include <set>

#include "simt/engine/platform/debug_types.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/engine/platform/own_images.hpp"
#include "simt/host_threads.hpp"

namespace simt {
namespace {

std::string text(const char* words) { return words ? words : ""; }

bool is_true(Dwarf_Die* die, unsigned attribute) {
  Dwarf_Attribute found;
  bool value = false;
  return dwarf_attr_integrate(die, attribute, &found) && dwarf_formflag(&found, &value) == 0 && value;
}

// The function that the call which returns to `address` calls, 0 if that is not in the instruction.
std::uint64_t called_at(std::uint64_t address) {
#if defined(__aarch64__)
  // bl: six bits of operation, and how many instructions away.
  std::uint32_t call = 0;
  std::memcpy(&call, reinterpret_cast<const void*>(address - sizeof call), sizeof call);
  const auto distance = std::int64_t(std::int32_t(call << 6) >> 6) * std::int64_t(sizeof call);
  return call >> 26 == 0b100101 ? address - sizeof call + std::uint64_t(distance) : 0;
#else
  // call rel32
  const auto* behind = reinterpret_cast<const unsigned char*>(address);
  std::int32_t distance = 0;
  std::memcpy(&distance, behind - sizeof distance, sizeof distance);
  return behind[-5] == 0xe8 ? address + std::uint64_t(std::int64_t(distance)) : 0;
#endif
}

class PrivateArrays {
 public:
  PrivateArrays(Dwarf_Die* unit, std::uint64_t bias) : bias_(bias) { list_functions(unit); }
  std::vector<PrivateArray> found;

  // What a call of that function has, and of those that it calls; what one of any function has.
  void enter(std::uint64_t code) {
    const auto function = functions_.find(code);
    if (function != functions_.end() && entered_.insert(code).second) look_into(function->second);
  }
  void enter_all() {
    for (const auto& [code, function] : functions_) enter(code);
  }

 private:
  void list_functions(Dwarf_Die* scope) {
    each_child(scope, [&](Dwarf_Die& die) {
      Dwarf_Addr begin = 0;
      if (dwarf_tag(&die) == DW_TAG_subprogram && dwarf_lowpc(&die, &begin) == 0)
        functions_.emplace(begin + bias_, die);
      list_functions(&die);
    });
  }

  void look_into(Dwarf_Die& scope) {
    each_child(&scope, [&](Dwarf_Die& die) {
      switch (dwarf_tag(&die)) {
        case DW_TAG_variable:
          return add(die);
        case DW_TAG_lexical_block:
        case DW_TAG_inlined_subroutine:
          return look_into(die);
        case DW_TAG_call_site: {
          Dwarf_Attribute attribute;
          Dwarf_Addr behind = 0;
          if (dwarf_attr(&die, DW_AT_call_return_pc, &attribute) && dwarf_formaddr(&attribute, &behind) == 0)
            enter(called_at(behind + bias_));
          return;
        }
        default:
          return;
      }
    });
  }

  void add(Dwarf_Die& variable) {
    const char* file = dwarf_decl_file(&variable);
    if ((file && is_library_file(file)) || is_true(&variable, DW_AT_declaration) || is_static(variable)) return;
    Dwarf_Die type;
    if (type_of(&variable, &type)) add_arrays(text(dwarf_diename(&variable)), type);
  }

  // Shared variables are thread-local storage of the worker, and as static as static ones.
  static bool is_static(Dwarf_Die& variable) {
    Dwarf_Attribute attribute;
    Dwarf_Op* steps = nullptr;
    std::size_t count = 0;
    if (is_true(&variable, DW_AT_external)) return true;
    if (!dwarf_attr_integrate(&variable, DW_AT_location, &attribute) ||
        dwarf_getlocation(&attribute, &steps, &count) != 0)
      return false;
    for (std::size_t i = 0; i < count; ++i)
      if (steps[i].atom == DW_OP_addr || steps[i].atom == DW_OP_GNU_push_tls_address ||
          steps[i].atom == DW_OP_form_tls_address)
        return true;
    return false;
  }

  // An array, or the arrays in an object.
  void add_arrays(const std::string& name, Dwarf_Die type) {
    const int tag = dwarf_tag(&type);
    if (tag == DW_TAG_array_type) return add_array(name, type);
    if (!is_object(&type)) return;
    each_child(&type, [&](Dwarf_Die& member) {
      Dwarf_Die of;
      if (is_part(&member) && type_of(&member, &of)) add_arrays(name, of);
    });
  }

  void add_array(const std::string& name, Dwarf_Die array) {
    Dwarf_Die element = array;
    Dwarf_Word bytes = 0, element_bytes = 0, encoding = 0;
    while (dwarf_tag(&element) == DW_TAG_array_type)
      if (!type_of(&element, &element)) return;
    if (dwarf_aggregate_size(&array, &bytes) != 0 || dwarf_aggregate_size(&element, &element_bytes) != 0 ||
        !element_bytes)
      return;
    Dwarf_Attribute attribute;
    if (dwarf_attr(&element, DW_AT_encoding, &attribute)) dwarf_formudata(&attribute, &encoding);
    found.push_back({name, bytes / element_bytes, int(element_bytes), encoding == DW_ATE_float});
  }

  std::uint64_t bias_;
  std::map<std::uint64_t, Dwarf_Die> functions_;  // by where their code begins
  std::set<std::uint64_t> entered_;
};

}  // namespace

std::vector<PrivateArray> private_arrays(std::uint64_t code) {
  static auto* known = new std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<PrivateArray>>;
  const std::pair key(image_changes(), code);
  const auto found = known->find(key);
  if (found != known->end()) return found->second;
  std::vector<PrivateArray> arrays;
  with_debug_information(code, [&](Dwarf_Die* unit, std::uint64_t bias) {
    PrivateArrays all(unit, bias);
    all.enter(code);
    arrays = all.found;
  });
  return (*known)[key] = arrays;
}

std::vector<PrivateArray> local_arrays_of_file(const void* code) {
  std::vector<PrivateArray> arrays;
  with_debug_information(reinterpret_cast<std::uint64_t>(code), [&](Dwarf_Die* unit, std::uint64_t bias) {
    PrivateArrays all(unit, bias);
    all.enter_all();
    arrays = all.found;
  });
  return arrays;
}

}  // namespace simt
