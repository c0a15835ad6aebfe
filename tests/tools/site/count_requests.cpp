// The simulator's count of requests that standard input describes, one a line; test_viewer.py holds the browser's against it.
// Run: echo 'shared 0 4 2  0 128  1 256' | count-requests.sim      (space, store, bytes a lane, lanes, then lane and address)
#include <cstdint>
#include <iostream>
#include <string>

#include "simt/simt.hpp"

int main() {
  std::string space;
  bool store = false;
  int bytes = 0, lanes = 0;
  while (std::cin >> space >> store >> bytes >> lanes) {
    std::uint64_t address[simt::warp_lanes] = {};
    std::uint32_t active = 0;
    for (int i = 0; i < lanes; ++i) {
      unsigned lane = 0;
      std::cin >> lane;
      std::cin >> address[lane % simt::warp_lanes];
      active |= 1u << lane % simt::warp_lanes;
    }
    std::cout << (space == "shared" ? simt::count_wavefronts(address, active, bytes, store)
                                    : simt::count_sectors(address, active, bytes))
              << '\n';
  }
}
