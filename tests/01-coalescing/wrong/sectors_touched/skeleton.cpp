// Lab sectors_touched: how many sectors does one warp request touch?
// Run: ./course check sectors_touched        Stuck: ./course hint sectors_touched
#include <cstdint>

// A GPU moves memory in sectors: pieces of 32 bytes that start at a multiple of 32. One load or store
// instruction of a warp is one request, and what it costs is the number of different sectors it touches.
//
// addresses[0 … lanes-1]: the address of the first byte each active lane asks for, in any order, from 0 to the end of 64 bits.
// lanes: how many lanes take part, 1 to 32.
// bytes: how many bytes each of them asks for, 1 to 16. An address need not be a multiple of it.
// Returns the number of different sectors in which at least one of those bytes lies.
int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  // TODO: which sectors does one lane touch? Which of them did another lane touch before?
  return 0;
}
