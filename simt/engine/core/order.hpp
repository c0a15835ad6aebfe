// Whether it matters that the lanes of a warp run one after the other.
//
// Between two moments at which all of them stand at the same place, a lane is done with all of its accesses before the next
// one makes its first. On a GPU a warp's accesses take effect request by request. Both come to the same unless, in between,
// a lane touches what another lane has touched in another request, and one of the two writes: of accesses that do not
// meet, any order gives the same. Nor do both come to the same where lanes of one request store at the same place: the last
// lane's value would stay, and on a GPU another one's does (order_of_stores).
//
// Nearly every kernel shows by how far its instructions reach, from the lowest address to the highest, that this has not
// happened. Only instructions that reach into each other, one of which writes, are looked at byte by byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "simt/include/simt/h200.h"

namespace simt {

class SiteTable;

// How the lanes of a request lie to each other. Lanes that take no part lie where the first one does that does.
struct LaneDistances {
  std::uint32_t active = 0;
  std::uint64_t distance[warp_lanes] = {};  // of each lane's address from the first's
  std::uint64_t below = 0, above = 0;       // how far they reach to both sides of it
  bool meet = false;                        // two of them lie at the same place, and store there

  void lie(const std::uint64_t* address, std::uint32_t active, std::uint64_t first, bool store);
};

// Of a request that stores `bytes` a lane, the memory takes groups of this many lanes one after the other, and in each the
// last lane first: what stays is the value of the lowest lane of the last group (tests/simt/programs/one_place.cu).
constexpr unsigned order_of_stores(unsigned bytes) { return bytes <= 4 ? warp_lanes : warp_lanes * 4 / bytes; }

class OrderWatch {
 public:
  using Commutes = std::function<bool(std::uint64_t key)>;

  OrderWatch();
  ~OrderWatch();

  bool on = false;

  // The instruction of this number in the table makes a request, whose first lane accesses [first, first + bytes).
  // `anew`: its lanes do not lie to each other as in its last request.
  void request(std::uint32_t site, std::uint64_t first, unsigned bytes, const LaneDistances& lanes, bool anew);
  // Before they do: how they have lain so far.
  void keep(std::uint32_t site, const LaneDistances& lanes);
  // All lanes stand at the same place. Whether it mattered in which order they came there. `commutes` says of an
  // instruction (Event::where) that it is an atomic, of which any order comes to the same.
  bool mattered(const SiteTable& sites, const Commutes& commutes);

 private:
  // What an instruction has touched since the lanes stood at the same place.
  struct Reach {
    std::uint64_t since = 0;  // when that was
    std::uint64_t low = 0, high = 0;
    std::uint32_t pattern = 0;  // where in `patterns_` its last request's lanes will be
    bool into_itself = false;   // a request has reached into what earlier ones had touched
    bool contested = false;
  };
  struct Request {
    std::uint32_t site, pattern;
    std::uint64_t first;
  };
  struct Touch;
  class Bytes;
  bool are_contested(const SiteTable& sites, const Commutes& commutes);
  bool stay_apart(const std::vector<Touch>& touches);
  bool do_meet(const SiteTable& sites, const Commutes& commutes);

  std::uint64_t time_ = 1;
  std::vector<Reach> reach_;            // by site
  std::vector<std::uint32_t> touched_;  // sites
  std::vector<Request> requests_;
  bool too_many_ = false;  // requests: some are not in the list
  bool met_ = false;       // lanes of one request have stored at the same place
  std::vector<LaneDistances> patterns_;
  std::uint32_t patterns_used_ = 0;
  std::vector<std::uint64_t> firsts_;
  std::unique_ptr<Bytes> bytes_;
};

}  // namespace simt
