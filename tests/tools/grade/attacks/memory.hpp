// For attacks: looks through all memory of the process for a text, and through its program for functions.
#pragma once

#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

// `shifted` is the text with 1 added to each letter, so that it is not found in this very code.
inline bool in_memory(const char* shifted) {
  std::ifstream maps("/proc/self/maps");
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> ranges;
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0, end = 0;
    char mode[5] = {};
    if (std::sscanf(line.c_str(), "%lx-%lx %4s", &begin, &end, mode) != 3 || mode[0] != 'r') continue;
    if (line.find("[v") != std::string::npos || line.find("[stack") != std::string::npos) continue;
    if (end - begin < (std::uintptr_t{1} << 30)) ranges.emplace_back(begin, end);
  }
  int ends[2];
  if (pipe(ends) != 0) return false;
  for (const auto& [begin, end] : ranges)
    for (std::uintptr_t at = begin; at < end; at += 4096) {
      char page[4096];
      // The kernel says whether it can be read.
      if (write(ends[1], reinterpret_cast<const void*>(at), 4096) != 4096) continue;
      if (read(ends[0], page, 4096) != 4096) continue;
      for (std::size_t i = 0; i + std::strlen(shifted) < sizeof page; ++i) {
        std::size_t same = 0;
        while (shifted[same] && char(page[i + same] + 1) == shifted[same]) ++same;
        if (!shifted[same]) return true;
      }
    }
  return false;
}

// Addresses of the functions of the program whose mangled names contain the text.
inline std::vector<void*> functions_with(const std::string& text) {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const auto* const header = reinterpret_cast<const Elf64_Ehdr*>(bytes.data());
  std::uintptr_t base = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* found) {
        *static_cast<std::uintptr_t*>(found) = info->dlpi_addr;
        return 1;  // the program is the first
      },
      &base);
  std::vector<void*> all;
  const auto* const sections = reinterpret_cast<const Elf64_Shdr*>(bytes.data() + header->e_shoff);
  for (int i = 0; i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    const char* const names = bytes.data() + sections[sections[i].sh_link].sh_offset;
    const auto* const symbols = reinterpret_cast<const Elf64_Sym*>(bytes.data() + sections[i].sh_offset);
    for (std::size_t s = 0; s < sections[i].sh_size / sizeof(Elf64_Sym); ++s)
      if (ELF64_ST_TYPE(symbols[s].st_info) == STT_FUNC && symbols[s].st_value &&
          std::strstr(names + symbols[s].st_name, text.c_str()))
        all.push_back(reinterpret_cast<void*>(base + symbols[s].st_value));
  }
  return all;
}

// Makes the function return at once, with 0.
inline void silence(void* function) {
#ifdef __x86_64__
  static const unsigned char code[] = {0x31, 0xc0, 0xc3};  // xor eax, eax; ret
#else
  static const unsigned char code[] = {0x00, 0x00, 0x80, 0xd2, 0xc0, 0x03, 0x5f, 0xd6};  // mov x0, 0; ret
#endif
  const auto page = std::uintptr_t(function) & ~std::uintptr_t{4095};
  if (mprotect(reinterpret_cast<void*>(page), 8192, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) return;
  std::memcpy(function, code, sizeof code);
  __builtin___clear_cache(static_cast<char*>(function), static_cast<char*>(function) + sizeof code);
}
