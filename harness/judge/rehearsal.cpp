// What the judge's memory holds, and calls with nearly that (rehearsal.hpp).
#include "harness/judge/rehearsal.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "harness/grader.hpp"
#include "harness/judge/player.hpp"
#include "harness/tagged.hpp"

namespace harness {
namespace {

struct Piece {
  std::string contents;
  std::uint8_t poison = 0;  // where there are no contents
  bool is_forbidden = false;
};
struct Noted {
  std::map<std::pair<MemoryOf, std::uint64_t>, Piece> pieces;
  std::optional<std::pair<std::uint32_t, std::uint64_t>> watched;  // a warp, a block
  std::uint32_t drawn = 0;
};
std::optional<Noted> noted;
bool rehearses = false;

bool keeps() { return noted && !rehearses; }

// Two words that differ change places. Not among the first and the last, at which who looks at few looks.
std::string nearly(std::string contents) {
  constexpr std::size_t word = sizeof(std::uint32_t);
  const std::size_t words = contents.size() / word;
  const auto at = [&](std::size_t i) { return contents.data() + i * word; };
  if (words < 2) return contents;
  noted->drawn = scramble(noted->drawn + 1);
  const std::size_t one = (words / 4 + noted->drawn % (words / 2 + 1)) % words;
  for (std::size_t step = 1; step < words; ++step) {
    const std::size_t other = (one + step) % words;
    if (!std::memcmp(at(one), at(other), word)) continue;
    std::swap_ranges(at(one), at(one) + word, at(other));
    break;
  }
  return contents;
}

void put_into(MemoryOf where, std::uint64_t number, const std::string& contents) {
  Writer out;
  out(where == MemoryOf::device ? "write device memory" : "write host memory", number);
  out.bytes += contents;
  player().ask(out.bytes);
}

}  // namespace

Rehearsals::Rehearsals() {
  noted.emplace();
  noted->drawn = std::uint32_t(seed());
}
Rehearsals::~Rehearsals() { noted.reset(); }

void note_contents(MemoryOf where, std::uint64_t number, const void* contents, std::size_t bytes) {
  if (!keeps()) return;
  Piece& piece = noted->pieces[{where, number}];
  piece = {std::string(static_cast<const char*>(contents), bytes)};
}
void note_poison(std::uint64_t number, std::uint8_t poison) {
  if (keeps()) noted->pieces[{MemoryOf::device, number}] = {"", poison};
}
void note_watch(std::uint32_t warp, std::uint64_t block) {
  if (keeps()) noted->watched = {warp, block};
}
void note_forbidden(std::uint64_t number) {
  if (keeps()) noted->pieces[{MemoryOf::device, number}].is_forbidden = true;
}
void forget_contents(MemoryOf where, std::uint64_t number) {
  if (keeps()) noted->pieces.erase({where, number});
}

void rehearse(const std::string& request) {
  if (!keeps()) return;
  rehearses = true;
  for (const auto& [key, piece] : noted->pieces)
    if (!piece.contents.empty()) put_into(key.first, key.second, nearly(piece.contents));
  try {
    player().ask(request);
  } catch (...) {  // the call itself will say
  }
  for (const auto& [key, piece] : noted->pieces) {
    const auto& [where, number] = key;
    if (!piece.contents.empty()) put_into(where, number, piece.contents);
    else if (where == MemoryOf::device) ask<>("poison", number, piece.poison);
    if (piece.is_forbidden) ask<>("forbid writes", number);
  }
  if (noted->watched) tell("watch", noted->watched->first, noted->watched->second);
  rehearses = false;
}

}  // namespace harness
