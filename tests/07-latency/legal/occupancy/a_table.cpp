// Looks the registers up in a table of whole warps a quarter.
#include <array>

int blocks_that_fit(int threads, int registers, int shared_bytes) {
  static const auto of_quarter = [] {
    std::array<int, 33> all{};
    for (int eights = 1; eights <= 32; ++eights) all[eights] = 64 / eights;
    return all;
  }();
  const int warps = (threads + 31) >> 5, deep = (warps + 3) >> 2;
  const int in_quarter = of_quarter[(registers + 7) >> 3];
  int fit = 64 / warps < 32 ? 64 / warps : 32;
  if (deep > in_quarter) return 0;
  if (in_quarter * 4 / warps < fit) fit = in_quarter * 4 / warps;
  const int room = 1824 / ((shared_bytes + 1151) >> 7);  // in pieces of 128 bytes
  return room < fit ? room : fit;
}
