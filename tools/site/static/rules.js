// What a request of a warp costs, by the simulator's rules: a test holds these against it, warp by warp.
// A request is { space: "global" or "shared", store, bytes: 1, 2, 4, 8 or 16 of each lane, lanes: Map of lane → address }.
"use strict";

const Rules = (() => {
  const LANES = 32, SECTOR = 32, BANKS = 32, WORD = 4;

  // Sector → { byte in it → [lanes that ask for it] }, in the order of the addresses.
  function sectorsOf({ bytes, lanes }) {
    const sectors = new Map();
    for (const [lane, address] of lanes)
      for (let byte = address; byte < address + bytes; ++byte) {
        const sector = Math.floor(byte / SECTOR);
        if (!sectors.has(sector)) sectors.set(sector, new Map());
        const used = sectors.get(sector), place = byte - sector * SECTOR;
        used.set(place, [...(used.get(place) || []), lane]);
      }
    return new Map([...sectors].sort((a, b) => a[0] - b[0]));
  }

  const wordsOf = (address, bytes) =>
    Array.from({ length: Math.max(1, bytes / WORD) }, (_, i) => Math.floor(address / WORD) + i);

  // What one pass after the other gives: [{ bank → { word, lanes } }]. In a pass every bank gives one word.
  function passesOf(lanes, bytes) {
    const banks = new Map();
    for (const [lane, address] of lanes)
      for (const word of wordsOf(address, bytes)) {
        const bank = word % BANKS;
        if (!banks.has(bank)) banks.set(bank, new Map());
        const words = banks.get(bank);
        words.set(word, [...(words.get(word) || []), lane]);
      }
    const passes = [];
    for (const [bank, words] of banks)
      [...words].forEach(([word, wanted], pass) => {
        passes[pass] ??= new Map();
        passes[pass].set(bank, { word, lanes: wanted });
      });
    return passes;
  }

  // Whether every two neighbours, or every two that are next but one in groups of four, ask for the same address.
  const inPairs = (lanes) =>
    [1, 2].some((distance) =>
      [...lanes].every(([lane, address]) => !lanes.has(lane ^ distance) || lanes.get(lane ^ distance) === address));

  const part = (lanes, begin, count) => new Map([...lanes].filter(([lane]) => lane >= begin && lane < begin + count));

  // The wavefronts of a request to shared memory. 8 bytes a lane are served in halves, 16 in quarters; two of these share a
  // pass where one is enough for both and their lanes load in pairs.
  function wavefrontsOf({ bytes, lanes, store }) {
    if (bytes <= WORD) return passesOf(lanes, bytes);
    const together = bytes <= 8 ? LANES : LANES / 2;
    const passes = [];
    for (let begin = 0; begin < LANES; begin += together) {
      const both = part(lanes, begin, together);
      const shared = passesOf(both, bytes);
      if (!store && shared.length === 1 && inPairs(both)) passes.push(...shared);
      else
        for (const half of [begin, begin + together / 2])
          passes.push(...passesOf(part(lanes, half, together / 2), bytes));
    }
    return passes;
  }

  // { requests, sectors or wavefronts, ideal, used, moved }: the last two in bytes.
  function count(request) {
    const { space, bytes, lanes } = request;
    const asked = lanes.size * bytes;
    const unit = space === "global" ? SECTOR : BANKS * WORD;
    const cost = space === "global" ? sectorsOf(request).size : wavefrontsOf(request).length;
    const ideal = Math.min(cost, Math.ceil(asked / unit));
    const used = new Set([...lanes].flatMap(([, address]) => Array.from({ length: bytes }, (_, i) => address + i))).size;
    return { requests: lanes.size ? 1 : 0, cost, ideal, used, moved: cost * unit };
  }

  return { LANES, SECTOR, BANKS, WORD, sectorsOf, wavefrontsOf, count };
})();

if (typeof module !== "undefined") module.exports = Rules;
