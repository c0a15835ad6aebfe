// How objects are aligned that a program moves whole, as the debug information says of their types. g++'s instrumentation says how many
// bytes are moved, and nvcc moves them in pieces that the type's alignment allows.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <tuple>

#include "simt/engine/platform/debug_types.hpp"
#include "simt/engine/platform/images.hpp"
#include "simt/engine/platform/own_images.hpp"

namespace simt {
namespace {

Dwarf_Word number(Dwarf_Die* die, unsigned attribute) {
  Dwarf_Attribute found;
  Dwarf_Word value = 0;
  return dwarf_attr(die, attribute, &found) && dwarf_formudata(&found, &value) == 0 ? value : 0;
}

unsigned alignment(Dwarf_Die type) {
  if (const Dwarf_Word said = number(&type, DW_AT_alignment)) return unsigned(said);
  Dwarf_Word bytes = 0;
  if (dwarf_aggregate_size(&type, &bytes) != 0 || !bytes) return 1;
  if (dwarf_tag(&type) == DW_TAG_array_type) {
    Dwarf_Die element;
    return dwarf_hasattr(&type, DW_AT_GNU_vector) ? unsigned(bytes) : type_of(&type, &element) ? alignment(element) : 1;
  }
  if (!is_object(&type)) return unsigned(bytes);
  const auto that_divides = [](Dwarf_Word place, unsigned most) {  // nothing lies elsewhere but in a packed structure
    while (place % most) most /= 2;
    return most;
  };
  unsigned most = 1;
  each_child(&type, [&](Dwarf_Die& member) {
    Dwarf_Die of;
    if (!is_part(&member) || !type_of(&member, &of)) return;
    const unsigned member_most = std::max(alignment(of), unsigned(number(&member, DW_AT_alignment)));
    most = std::max(most, that_divides(number(&member, DW_AT_data_member_location), member_most));
  });
  return that_divides(bytes, most);
}

// The alignments of all objects of a size that can be come to from what a scope declares.
class Candidates {
 public:
  explicit Candidates(Dwarf_Word bytes) : bytes_(bytes) {}
  std::set<unsigned> alignments;

  // The parameters and variables of a function, but not those of functions that it has inlined elsewhere.
  void declared_in(Dwarf_Die scope) {
    each_child(&scope, [&](Dwarf_Die& die) {
      const int tag = dwarf_tag(&die);
      Dwarf_Die type;
      if (tag == DW_TAG_lexical_block) declared_in(die);
      else if ((tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) && type_of(&die, &type)) reached_by(type);
    });
  }
  void defined_in(Dwarf_Die scope) {
    each_child(&scope, [&](Dwarf_Die& die) {
      if (is_object(&die)) add(die);
      const int tag = dwarf_tag(&die);
      if (is_object(&die) || tag == DW_TAG_namespace) defined_in(die);
    });
  }

 private:
  void reached_by(Dwarf_Die type) {
    const int tag = dwarf_tag(&type);
    const bool leads_on = tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
                          tag == DW_TAG_rvalue_reference_type || tag == DW_TAG_array_type;
    Dwarf_Die next;
    if (leads_on && type_of(&type, &next)) return reached_by(next);
    if (!is_object(&type) || !seen_.insert(dwarf_dieoffset(&type)).second) return;
    add(type);
    each_child(&type, [&](Dwarf_Die& member) {
      if (is_part(&member) && type_of(&member, &next)) reached_by(next);
    });
  }
  void add(Dwarf_Die type) {
    Dwarf_Word bytes = 0;
    if (dwarf_aggregate_size(&type, &bytes) == 0 && bytes == bytes_) alignments.insert(alignment(type));
  }

  Dwarf_Word bytes_;
  std::set<Dwarf_Off> seen_;
};

// 0 where there is none, or where there are several of that size that differ.
unsigned only(const std::set<unsigned>& alignments) { return alignments.size() == 1 ? *alignments.begin() : 0; }

unsigned look_up(Dwarf_Die* unit, std::uint64_t code, std::size_t bytes) {
  Dwarf_Die* scopes = nullptr;
  const int count = dwarf_getscopes(unit, code, &scopes);
  unsigned found = 0;
  Candidates near(bytes);
  for (int i = 0; i < count && !found && near.alignments.empty(); ++i) {  // the innermost function first
    near.declared_in(scopes[i]);
    found = only(near.alignments);
  }
  if (count > 0) std::free(scopes);
  if (!near.alignments.empty()) return found;
  Candidates all(bytes);
  all.defined_in(*unit);
  return only(all.alignments);
}

}  // namespace

unsigned alignment_of_object(std::uint64_t return_address, std::size_t bytes) {
  static std::mutex mutex;
  static auto* known = new std::map<std::tuple<std::uint64_t, std::uint64_t, std::size_t>, unsigned>;
  const std::lock_guard lock(mutex);
  const auto [place, is_new] = known->try_emplace({image_changes(), return_address, bytes});
  unsigned& found = place->second;
  if (!is_new) return found;
  with_debug_information(return_address - 1,
      [&](Dwarf_Die* unit, std::uint64_t bias) { found = look_up(unit, return_address - 1 - bias, bytes); });
  return found;
}

}  // namespace simt
