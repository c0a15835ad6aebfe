// A hand goes round: who has been used since it came by last stays for one more round. Nearly the one used longest ago.
// fails: Eviction.UsedAgain: is right
#include <cstdint>
#include <unordered_map>
#include <vector>

int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  struct Slot {
    std::uintptr_t line = 0;
    unsigned sectors = 0;
    bool used = false, taken = false;
  };
  std::vector<Slot> slots(lines);
  std::unordered_map<std::uintptr_t, int> where;
  int hand = 0, hits = 0;
  for (int i = 0; i < count; ++i) {
    const std::uintptr_t line = addresses[i] / 128;
    const unsigned bit = 1u << (addresses[i] / 32 % 4);
    if (const auto found = where.find(line); found != where.end()) {
      Slot& slot = slots[found->second];
      hits += (slot.sectors & bit) != 0;
      slot.sectors |= bit, slot.used = true;
      continue;
    }
    while (slots[hand].taken && slots[hand].used) slots[hand].used = false, hand = (hand + 1) % lines;
    if (slots[hand].taken) where.erase(slots[hand].line);
    slots[hand] = {line, bit, true, true};
    where[line] = hand;
    hand = (hand + 1) % lines;
  }
  return hits;
}
