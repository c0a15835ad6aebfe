// Whether copies in, computing and copies out of a call in bands may overlap, as CUDA's rules have it.
#include "tests/05-entropy/grading/overlap.hpp"

#include <algorithm>
#include <bit>
#include <exception>
#include <functional>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "harness/scripted.hpp"
#include "tests/05-entropy/grading/shifted.hpp"
#include "tests/common/words.hpp"

namespace filters {
namespace {

using grading::closed;
using Kind = simt::StreamWork::Kind;

struct Pieces {
  std::vector<const simt::StreamWork*> in, computed, out;
};
using Piece = const simt::StreamWork*;

bool any_beside(Piece piece, const std::vector<Piece>& others) {
  return std::any_of(others.begin(), others.end(), [&](Piece other) { return may_overlap(*piece, *other); });
}
// A GPU may do one of each, and this, at the same time.
bool all_at_once(Piece piece, const std::vector<Piece>& some, const std::vector<Piece>& others) {
  return std::any_of(some.begin(), some.end(), [&](Piece one) {
    return may_overlap(*piece, *one) && std::any_of(others.begin(), others.end(), [&](Piece other) {
      return may_overlap(*piece, *other) && may_overlap(*one, *other);
    });
  });
}
// The share of these of which that holds, by bytes.
double share(const std::vector<Piece>& pieces, const std::function<bool(Piece)>& holds) {
  double all = 0, some = 0;
  for (const Piece piece : pieces) all += double(piece->bytes), some += holds(piece) ? double(piece->bytes) : 0;
  return all > 0 ? some / all : 0;
}

std::string apart(const Pieces& all, double inner_bands) {
  const auto too_few = [inner_bands](double found) { return found < inner_bands - 1e-9; };
  const auto per_cent = [](double found) { return std::to_string(int(100 * found + 0.5)) + " %"; };
  for (const auto* pieces : {&all.in, &all.out})
    for (const Piece piece : *pieces)
      if (piece->pageable)
        return piece->what + (pieces == &all.in ? " copies pageable memory in" : " copies into pageable memory") +
               ", and CUDA does not promise that anything happens beside that: copy the band by the host's threads "
               "between there and page-locked memory of yours.";
  if (all.in.empty() || all.out.empty())
    return "no copy between the host's memory and the device was given to a stream.";
  struct Pair {
    const std::vector<Piece>&some, &others;
    const char *what, *why;
  };
  for (const Pair& pair : {Pair{all.computed, all.in, "computed while another may come in",
                               "Does the host wait for a copy, does the next copy in wait for on_gpu, or is its "
                               "stream a blocking one, which waits for the default stream?"},
           Pair{all.computed, all.out, "computed while another may go out",
               "Does the host wait for the copy out, or on_gpu's stream, or is the copy's stream a blocking one?"},
           Pair{all.in, all.out, "copied in while another may go out",
               "Have both ways a stream of their own, and does neither wait for the other?"}})
    if (const double found = share(pair.some, [&](Piece piece) { return any_beside(piece, pair.others); });
        too_few(found))
      return "only " + per_cent(found) + " of the bytes can be " + pair.what + ", where " + per_cent(inner_bands) +
             " is wanted. " + pair.why;
  const double least = std::min({share(all.in, [&](Piece piece) { return all_at_once(piece, all.computed, all.out); }),
      share(all.computed, [&](Piece piece) { return all_at_once(piece, all.in, all.out); }),
      share(all.out, [&](Piece piece) { return all_at_once(piece, all.in, all.computed); })});
  if (too_few(least))
    return "two of copying in, computing and copying out may overlap, but for only " + per_cent(least) +
           " of the bytes all three, where " + per_cent(inner_bands) +
           " is wanted. Are there slots enough, and does a band wait only for the one that had its slot?";
  return "";
}

}  // namespace

std::string apart(const std::vector<simt::StreamWork>& work, int bands) {
  Pieces all;
  for (const simt::StreamWork& piece : work)
    if (piece.kind == Kind::copy_in) all.in.push_back(&piece);
    else if (piece.kind == Kind::copy_out) all.out.push_back(&piece);
    else if (piece.kind == Kind::copy_on_device) all.computed.push_back(&piece);
  return apart(all, double(bands - 4) / bands);
}

const std::vector<Way17> ways = {{true, true}, {false, false}, {true, false}, {false, true}};
std::string words_of(const Way17& way) {
  return way.pinned_in == way.pinned_out ? way.pinned_in ? "page-locked memory" : "pageable memory"
         : way.pinned_in                 ? "in page-locked, out pageable"
                                         : "in pageable, out page-locked";
}

std::string difference(const Grid& grid, int band, const Call& call, const Overlapped& seen) {
  if (!call.wrong.empty()) return closed(call.wrong);
  if (seen.is_earlier)
    return "an on_gpu is called that is not the one it was given, so is it kept from an earlier call, in a static "
           "variable?";
  if (seen.nowhere) return "on_gpu is given a null pointer: did the band get its memory on the device?";
  const std::vector<float> expected = shifted(grid);
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  std::size_t first = expected.size(), wrong = 0, at_edges = 0;
  for (std::size_t i = expected.size(); i-- > 0;) {
    if (bits(expected[i]) == bits(call.out[i])) continue;
    first = i;
    ++wrong;
    const int row = int(i / std::size_t(grid.cols)) % band;
    at_edges += row < 2 || row >= band - 2;
  }
  if (wrong == 0) return "";
  const std::string cell = cell_name(grid, first);
  if (bits(call.out[first]) == harness::poison_word(harness::Poison::first))
    return cell + " was not written when the function returned.";
  return cell + " is " + decimals(call.out[first]) + ", and on_gpu gives " + decimals(expected[first]) +
         " for the whole grid; " + std::to_string(wrong) + " cells are wrong" +
         (at_edges == wrong && band > 4
                 ? ", all of them at the edge of a band: windows there need two rows more than the band has, and at "
                   "the edge of the grid there are none."
                 : ": does a band find its place in its slot, and nothing of the band that had it before?");
}

void expect_room_for_bytes_past_an_int(const char* function) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what happens when memory is scarce is graded on sim only";
  constexpr std::int32_t rows = 4, cols = (1 << 28) + 64;
  const std::string place = std::to_string(rows) + "×" + std::to_string(cols) + ", one band";
  harness::ask<>("release v17", std::string("release_v17"));
  std::string said = "the function returns as if nothing were";
  harness::leave_device_memory(1 << 20);
  {
    const harness::Attempt attempt(place, "are bytes counted in an int?");
    try {
      harness::ask<>("overlapped without room", std::string(function), rows, cols, rows);
    } catch (const std::exception& error) {
      said = "it throws \"" + std::string(error.what()) + "\"";
    }
  }
  harness::leave_device_memory(0);
  harness::clear_error();
  if (said.find("out of memory") != std::string::npos) return;
  harness::recover();
  ADD_FAILURE() << place
                << ": its bytes are more than 32 bits count, and the device has 2^20 free, so cudaMalloc fails; but "
                << said << ". Are bytes counted in an int? std::size_t has room for them.";
}

}  // namespace filters
