// The time of a line's last use begins again behind 65,535.
// fails: Eviction.LongTrace: returned
#include <cstdint>
#include <map>

int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  struct Place {
    std::uint16_t last_use;
    std::uint8_t sectors;
  };
  std::map<std::uintptr_t, Place> places;
  std::uint16_t clock = 0;
  int sum = 0;
  for (const std::uintptr_t* load = addresses; load != addresses + count; ++load) {
    const std::uintptr_t number = *load / 128;
    const auto sector = std::uint8_t(1 << *load % 128 / 32);
    if (!places.count(number) && places.size() == std::size_t(lines)) {
      auto oldest = places.begin();
      for (auto place = places.begin(); place != places.end(); ++place)
        if (place->second.last_use < oldest->second.last_use) oldest = place;
      places.erase(oldest);
    }
    Place& place = places[number];
    sum += (place.sectors & sector) != 0;
    place.sectors |= sector;
    place.last_use = clock++;
  }
  return sum;
}
