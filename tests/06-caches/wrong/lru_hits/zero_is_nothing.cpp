// A place whose line's number is 0 counts as free: the line at address 0 is never there.
// fails: Correctness.AddressesFromZero: It looks as if the line at address 0 were none
#include <cstdint>
#include <vector>

int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  struct Place {
    std::uintptr_t line;
    unsigned sectors;
    int last;
  };
  std::vector<Place> places(lines, Place{0, 0, -1});
  int hits = 0;
  for (int i = 0; i < count; ++i) {
    const std::uintptr_t line = addresses[i] / 128;
    const unsigned bit = 1u << (addresses[i] / 32 % 4);
    Place *mine = nullptr, *oldest = &places[0];
    for (Place& place : places) {
      if (place.line && place.line == line) mine = &place;
      if (place.last < oldest->last) oldest = &place;
    }
    if (!mine) *(mine = oldest) = {line, 0, i};
    if (mine->sectors & bit) ++hits;
    mine->sectors |= bit;
    mine->last = i;
  }
  return hits;
}
