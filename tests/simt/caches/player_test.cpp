// The order in which the caches' model plays what blocks ask for: which blocks share an L1, who waits, who joins.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "simt/caches/gpus/h200.hpp"
#include "simt/caches/player.hpp"

namespace simt::caches {
namespace {

constexpr std::uint64_t load_site = 1, store_site = 2;
constexpr std::uint64_t all_memory = std::uint64_t(1) << 30;

enum class Bytes : std::uint8_t { all, low, high };

// Of a warp, from one barrier to the next: what it asks of lines' first sectors, or of half of these.
struct Part {
  unsigned phase;
  std::vector<std::uint64_t> lines;
  Ask ask = Ask::load;
  Bytes bytes = Bytes::all;
};

std::unique_ptr<BlockStream> block_of(std::uint64_t block, const std::vector<Part>& parts) {
  auto stream = std::make_unique<BlockStream>();
  stream->block = block;
  stream->sites = {load_site, store_site};
  stream->pieces = {{0, 1, 0, 0}, {0, 1, 1, 0}, {0, 1, 1, 1}};
  stream->bytes = {{0x0000ffff}, {0xffff0000}};
  for (const Ask ask : {Ask::load, Ask::passing_load, Ask::store, Ask::atomic, Ask::acquire})
    for (const std::uint32_t piece : {0, 1, 2}) stream->shapes.push_back({ask == Ask::store, piece, 1, ask});
  for (const Part& part : parts) {
    stream->segments.push_back({part.phase, std::uint32_t(part.lines.size()), stream->requests.size()});
    for (const std::uint64_t line : part.lines)
      stream->requests.push_back({std::uint64_t(part.ask) * 3 + std::uint64_t(part.bytes), line});
  }
  return stream;
}

struct Trial {
  Gpu gpu = gpu_h200;
  unsigned threads = 1024;  // two blocks for each multiprocessor
  std::map<std::uint64_t, std::vector<Part>> blocks;
  std::uint64_t memory = all_memory, narrowed = 0;
  std::vector<std::uint64_t> taken;

  // So many multiprocessors, each a cluster of its own, that share nothing but L2.
  explicit Trial(unsigned multiprocessors) {
    gpu.multiprocessors = multiprocessors;
    gpu.clusters = {};
    for (unsigned i = 0; i < multiprocessors; ++i) gpu.clusters[i] = 1;
    gpu.first_cluster_every = 0;
    gpu.merged_readers = 1;
    gpu.l2_halves = 1;
  }
  // By site; blocks whose number is `late` or more are there only at the second try.
  std::unordered_map<std::uint64_t, Found> play(std::uint64_t late = ~0ull) {
    L2 l2(gpu);
    Player player(gpu, {}, l2, blocks.size(), threads, 0, memory);
    const auto take = [&](std::uint64_t block) -> std::unique_ptr<BlockStream> {
      if (block >= late) return nullptr;
      taken.push_back(block);
      return block_of(block, blocks.at(block));
    };
    const auto play = [&] {
      for (;;) {
        Player::Batch batch;
        const Player::Stop stop = player.go_on(take, batch);
        player.arrive(batch);
        if (stop != Player::Stop::batch_is_full) return stop == Player::Stop::all_played;
      }
    };
    if (!play()) {
      late = ~0ull;
      EXPECT_TRUE(play());
    }
    narrowed = player.narrowed_to();
    return player.found();
  }
  std::uint64_t hits() { return play()[load_site].l1_hits; }
};

// Which pairs of blocks run on one multiprocessor: alone of all, they load the same line.
std::vector<std::pair<int, int>> neighbours(Trial trial, int blocks) {
  std::vector<std::pair<int, int>> found;
  for (int a = 0; a < blocks; ++a)
    for (int b = a + 1; b < blocks; ++b) {
      for (int i = 0; i < blocks; ++i) trial.blocks[i] = {{0, {i == a || i == b ? 7ull : 1000ull + i}}};
      if (trial.hits()) found.emplace_back(a, b);
    }
  return found;
}
using Pairs = std::vector<std::pair<int, int>>;

TEST(Player, NoMultiprocessorGetsASecondBlockBeforeAllHaveOne) {
  EXPECT_EQ(neighbours(Trial(3), 6), (Pairs{{0, 3}, {1, 4}, {2, 5}}));
}

TEST(Player, AClusterHasAllItsMultiprocessorsServedInItsTurn) {
  Trial trial(3);
  trial.gpu.clusters = {1, 2};
  trial.gpu.first_cluster_every = 0;
  EXPECT_EQ(neighbours(trial, 6), (Pairs{{0, 3}, {1, 4}, {2, 5}}));
}

TEST(Player, TheFirstClusterHasItsTurnBehindSoManyOthers) {
  Trial trial(3);
  trial.gpu.first_cluster_every = 1;
  // To the first, second, first, third, second, third.
  EXPECT_EQ(neighbours(trial, 6), (Pairs{{0, 2}, {1, 4}, {3, 5}}));
}

TEST(Player, InALaterRoundEachMultiprocessorGetsOneBlockInAnOrderThatIsDrawn) {
  Trial trial(8);
  trial.threads = 2048;  // eight blocks at a time
  std::set<int> where, differences;
  for (const auto& [a, b] : neighbours(trial, 16))
    if (a < 8 && b >= 8) where.insert(a), differences.insert(b - a);
  EXPECT_EQ(where.size(), 8u) << "each runs one of the second round";
  EXPECT_GT(differences.size(), 2u) << "and not the one that is as far behind its first as another's";
}

TEST(Player, NobodyPassesABarrier) {
  Trial trial(1);
  std::vector<std::uint64_t> long_way;
  for (std::uint64_t line = 100; line < 160; ++line) long_way.push_back(line);
  long_way.push_back(7);
  trial.blocks[0] = {{0, long_way, Ask::store}, {1, {7}}};
  EXPECT_EQ(trial.hits(), 1u) << "whoever is behind the barrier finds what was stored in front of it";
  trial.blocks[0] = {{0, long_way, Ask::store}, {0, {7}}};
  EXPECT_EQ(trial.hits(), 0u) << "without one it comes first";
}

TEST(Player, WarpsTakeTurns) {
  Trial trial(1);
  trial.gpu.warps_to_choose_from = 1, trial.gpu.warps_that_rest = 0, trial.gpu.loads_in_turn = 1;
  trial.gpu.l1_set_bits = 0, trial.gpu.l1_ways = 1;
  // One line has room: taking turns, the two find what the other one has just brought; one after the other, they would not.
  trial.blocks[0] = {{0, {1, 2, 3, 4}}, {0, {1, 2, 3, 4}}};
  EXPECT_EQ(trial.hits(), 4u);
  trial.gpu.loads_in_turn = 4;
  EXPECT_EQ(trial.hits(), 0u);
}

TEST(Player, WhoHasJustHadATurnRests) {
  Trial trial(1);
  trial.gpu.warps_to_choose_from = 24, trial.gpu.warps_that_rest = 2, trial.gpu.loads_in_turn = 1;
  trial.gpu.l1_set_bits = 0, trial.gpu.l1_ways = 1;
  // Of three warps two rest, so the third one's turn it is: always in the same order.
  for (int warp = 0; warp < 3; ++warp) trial.blocks[0].push_back({0, {1, 2, 3, 4, 5, 6}});
  EXPECT_EQ(trial.hits(), 12u);
}

TEST(Player, WhoseTurnItIsIsDrawnAmongSoMany) {
  Trial trial(1);
  trial.gpu.l1_set_bits = 0, trial.gpu.l1_ways = 1;
  for (std::uint64_t warp = 0; warp < 24; ++warp) trial.blocks[0].push_back({0, {1 + warp / 2}});
  trial.gpu.warps_to_choose_from = 1;
  EXPECT_EQ(trial.hits(), 12u) << "in order, each second one finds what the one before has brought";
  trial.gpu.warps_to_choose_from = 24;
  EXPECT_LT(trial.hits(), 12u);
}

TEST(Player, MultiprocessorsGoInStep) {
  Trial trial(2);
  std::vector<std::uint64_t> loads, stores = {500};
  for (std::uint64_t line = 1; line <= 40; ++line) loads.push_back(line), stores.push_back(200 + line);
  loads.push_back(500);
  trial.blocks[0] = {{0, loads}}, trial.blocks[1] = {{0, stores, Ask::store}};
  EXPECT_EQ(trial.play()[load_site].l2_hits, 1u) << "it was stored while the other one had made 32 requests";
}

TEST(Player, LoadsThatPassL1FindNothingThere) {
  Trial trial(1);
  trial.blocks[0] = {{0, {1}}, {1, {1}, Ask::passing_load}};
  EXPECT_EQ(trial.hits(), 0u);
  trial.blocks[0] = {{0, {1}}, {1, {1}}};
  EXPECT_EQ(trial.hits(), 1u);
}

TEST(Player, AnAtomicTakesItsSectorOutOfL1) {
  Trial trial(1);
  trial.blocks[0] = {{0, {1}}, {1, {1}, Ask::atomic}, {2, {1}}};
  EXPECT_EQ(trial.hits(), 0u);
}

TEST(Player, WhoAcquiresFindsNothingInL1) {
  Trial trial(1);
  trial.blocks[0] = {{0, {1, 2}}, {1, {9}, Ask::acquire}, {2, {1, 2}}};
  EXPECT_EQ(trial.hits(), 0u);
  trial.blocks[0] = {{0, {1, 2}}, {1, {9}, Ask::acquire}, {2, {1, 2}}, {3, {1, 2}}};
  EXPECT_EQ(trial.hits(), 2u) << "what is loaded behind it is there again";
  trial.blocks[1] = {{0, {1, 2}}, {1, {}}, {2, {1, 2}}, {3, {1, 2}}};
  const std::uint64_t of_both = trial.hits();
  trial.blocks[0] = {{0, {1, 2}}, {2, {1, 2}}, {3, {1, 2}}};
  EXPECT_LT(of_both, trial.hits()) << "nor does another block of the multiprocessor";
}

TEST(L1, HasRoomAgainWhereAllHasGone) {
  L1 l1(gpu_h200, 1000);
  for (int round = 0; round < 2; ++round) {
    for (std::uint64_t line = 0; line < 900; ++line) EXPECT_EQ(l1.load(line, 1), 0u);
    unsigned found = 0;
    for (std::uint64_t line = 0; line < 900; ++line) found += l1.load(line, 1);
    EXPECT_GT(found, 850u);
    l1.forget();
  }
}

TEST(Player, AnAtomicDoesNotOvertakeWhatHasLeftForL2) {
  Trial trial(1);
  trial.blocks[0] = {{0, {1, 2, 3, 4, 5, 6}}, {1, {1}, Ask::atomic}};  // four wait on the way, so two have left
  EXPECT_EQ(trial.play()[load_site].l2_hits, 0u) << "the load came first, and found nothing";
}

TEST(Player, StoresGoThroughAndAreCountedApart) {
  Trial trial(1);
  trial.blocks[0] = {{0, {1}, Ask::store}, {1, {1}}};
  auto found = trial.play();
  EXPECT_EQ(found[store_site].l2_sectors, 1u);
  EXPECT_EQ(found[store_site].filled, 0u);
  EXPECT_EQ(found[load_site].l1_hits, 1u);
}

TEST(Player, WhatIsStoredInPartStaysInPartUntilTheRestComes) {
  Trial trial(1);
  trial.gpu.l2_partial_lines = 0;  // such a line is filled at once
  trial.blocks[0] = {{0, {7}, Ask::store, Bytes::low}};
  EXPECT_EQ(trial.play()[store_site].filled, 1u);
  trial.blocks[0] = {{0, {7}, Ask::store, Bytes::low}, {1, {7}, Ask::store, Bytes::high}};
  EXPECT_EQ(trial.play()[store_site].filled, 0u);
  trial.blocks[0] = {{0, {7}, Ask::store, Bytes::low}, {1, {7}, Ask::store, Bytes::low}};
  EXPECT_EQ(trial.play()[store_site].filled, 1u);
}

TEST(Player, MultiprocessorsThatAskForTheSameAreOneRead) {
  Trial trial(4);
  for (int i = 0; i < 4; ++i) trial.blocks[i] = {{0, {7}}};
  EXPECT_EQ(trial.play()[load_site].l2_sectors, 4u);
  trial.gpu.merged_readers = 2;
  EXPECT_EQ(trial.play()[load_site].l2_sectors, 2u);
  trial.gpu.merged_readers = 4;
  EXPECT_EQ(trial.play()[load_site].l2_sectors, 1u);
}

TEST(Player, OneMultiprocessorThatAsksAgainIsTwoReads) {
  Trial trial(1);
  trial.gpu.merged_readers = 4;
  trial.blocks[0] = {{0, {7, 1, 2, 3, 4, 5, 7}, Ask::passing_load}};  // when it asks again, the first has left
  EXPECT_EQ(trial.play()[load_site].l2_sectors, 7u);
}

TEST(Player, WhatHasLeftIsAtL2BeforeTheNextMultiprocessorGoesOn) {
  Trial trial(2);
  std::vector<std::uint64_t> loads, stores = {20};
  for (std::uint64_t line = 1; line <= 32; ++line) loads.push_back(line), stores.push_back(200 + line);
  trial.blocks[0] = {{0, loads}}, trial.blocks[1] = {{0, stores, Ask::store}};
  EXPECT_EQ(trial.play()[load_site].l2_hits, 0u) << "line 20 was loaded before it was stored";
}

TEST(Player, FewerBlocksBeginWhereTheirRequestsTakeTooMuchMemory) {
  Trial trial(2);
  for (int i = 0; i < 8; ++i) trial.blocks[i] = {{0, {7}}};
  trial.play();
  EXPECT_EQ(trial.narrowed, 0u);
  trial.memory = block_of(0, trial.blocks[0])->size() * 3 / 2;
  trial.taken.clear();
  trial.play();
  EXPECT_EQ(trial.narrowed, 2u);
  EXPECT_EQ(trial.taken.size(), 8u) << "all are played";
}

TEST(Player, WhenItHasToWaitForABlockChangesNothing) {
  Trial trial(3);
  for (std::uint64_t i = 0; i < 20; ++i)
    trial.blocks[i] = {{0, {i % 5, i % 3, 40 + i}}, {0, {i % 7, i % 2}}, {1, {i % 4, 41 + i}}};
  const auto at_once = trial.play();
  for (const std::uint64_t late : {0, 1, 5, 6, 7, 13, 19}) EXPECT_EQ(trial.play(late), at_once) << late;
}

}  // namespace
}  // namespace simt::caches
