// What is asked of types in the debug information.
#pragma once

#include <dwarf.h>
#include <elfutils/libdw.h>

namespace simt {

template <typename Visit>
void each_child(Dwarf_Die* die, const Visit& visit) {
  Dwarf_Die child;
  if (dwarf_child(die, &child) != 0) return;
  do visit(child);
  while (dwarf_siblingof(&child, &child) == 0);
}

inline bool type_of(Dwarf_Die* die, Dwarf_Die* type) {
  Dwarf_Attribute attribute;
  Dwarf_Die named;
  return dwarf_attr_integrate(die, DW_AT_type, &attribute) && dwarf_formref_die(&attribute, &named) &&
         dwarf_peel_type(&named, type) == 0;
}

inline bool is_object(Dwarf_Die* type) {
  const int tag = dwarf_tag(type);
  return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}
// Of an object's children what lies in it: no static member.
inline bool is_part(Dwarf_Die* member) {
  const int tag = dwarf_tag(member);
  return tag == DW_TAG_inheritance || (tag == DW_TAG_member && !dwarf_hasattr(member, DW_AT_external));
}

}  // namespace simt
