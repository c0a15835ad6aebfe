// What each lab of this chapter must define. The graders look the functions up by these very types.
#pragma once

#include <cstdint>

// How many of a trace's loads find their sector in a cache that is empty at first and has room for `lines` lines.
// addresses[0 … count-1]: the byte addresses that are loaded, one after the other; count: 1 or more; lines: 1 to 4096.
int lru_hits(const std::uintptr_t* addresses, int count, int lines);
