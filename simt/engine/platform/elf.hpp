// What libelf reads of an object file.
#pragma once

#include <gelf.h>

#include <string>
#include <vector>

namespace simt {

// The names of its sections by their numbers, as symbols give them; empty if libelf cannot tell.
inline std::vector<std::string> section_names(Elf* elf) {
  std::vector<std::string> sections;
  std::size_t names = 0;
  if (!elf || elf_getshdrstrndx(elf, &names)) return sections;
  for (Elf_Scn* scn = elf_nextscn(elf, nullptr); scn; scn = elf_nextscn(elf, scn)) {
    GElf_Shdr header{};
    sections.resize(elf_ndxscn(scn) + 1);
    if (!gelf_getshdr(scn, &header)) continue;
    const char* name = elf_strptr(elf, names, header.sh_name);
    sections.back() = name ? name : "";
  }
  return sections;
}

}  // namespace simt
