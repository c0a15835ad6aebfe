// The page with the hashes of the record (seal.hpp).
#include "simt/engine/record/seal.hpp"

#include <sys/mman.h>
#include <sys/random.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>

namespace simt {
namespace {

struct Page {
  std::array<std::uint64_t, 2> key;
  std::array<std::uint64_t, 3> hash;   // of each list: of its last element and of the hash before
  std::array<std::uint64_t, 3> count;  // its elements
};

std::mutex seal_mutex;

// Mapped while this is there.
class OpenPage {
 public:
  OpenPage() : lock_(seal_mutex), page_(the_page()) { protect(PROT_READ | PROT_WRITE); }
  ~OpenPage() { protect(PROT_NONE); }
  OpenPage(const OpenPage&) = delete;
  Page* operator->() const { return page_; }

 private:
  void protect(int rights) const { mprotect(page_, size_t(sysconf(_SC_PAGESIZE)), rights); }
  static Page* the_page() {
    static Page* const page = [] {
      void* made =
          mmap(nullptr, size_t(sysconf(_SC_PAGESIZE)), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (made == MAP_FAILED) std::fputs("simt: no memory for the record\n", stderr), std::_Exit(2);
      auto* const fresh = static_cast<Page*>(made);
      if (getrandom(fresh->key.data(), sizeof fresh->key, 0) != ssize_t(sizeof fresh->key)) fresh->key = {1, 2};
      return fresh;
    }();
    return page;
  }
  std::lock_guard<std::mutex> lock_;
  Page* page_;
};

// SipHash-2-4 (Aumasson and Bernstein, 2012).
std::uint64_t siphash(
    const std::array<std::uint64_t, 2>& key, std::uint64_t before, const std::vector<unsigned char>& bytes) {
  std::uint64_t v0 = 0x736f6d6570736575 ^ key[0], v1 = 0x646f72616e646f6d ^ key[1];
  std::uint64_t v2 = 0x6c7967656e657261 ^ key[0], v3 = 0x7465646279746573 ^ key[1];
  const auto round = [&]() __attribute__((always_inline)) {
    v0 += v1, v1 = std::rotl(v1, 13) ^ v0, v0 = std::rotl(v0, 32);
    v2 += v3, v3 = std::rotl(v3, 16) ^ v2;
    v0 += v3, v3 = std::rotl(v3, 21) ^ v0;
    v2 += v1, v1 = std::rotl(v1, 17) ^ v2, v2 = std::rotl(v2, 32);
  };
  const auto word = [&](std::uint64_t m) __attribute__((always_inline)) {
    v3 ^= m;
    round(), round();
    v0 ^= m;
  };
  word(before);
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t m;
    std::memcpy(&m, bytes.data() + at, 8);
    word(m);
  }
  std::uint64_t last = std::uint64_t(bytes.size()) << 56;
  if (at < bytes.size()) std::memcpy(&last, bytes.data() + at, bytes.size() - at);
  word(last);
  v2 ^= 0xff;
  round(), round(), round(), round();
  return v0 ^ v1 ^ v2 ^ v3;
}

}  // namespace

// Structured bindings: a new member does not compile until it is here.
void Bytes::add(const std::string& text) {
  add_plain(text.size());
  all_.insert(all_.end(), text.begin(), text.end());
}
void Bytes::add(const Location& place) {
  const auto& [file, line, function] = place;
  add(file), add_plain(line), add(function);
}
void Bytes::add(const Site& site) {
  const auto& [where, space, op, bytes, counters, fused_bytes, fused_wavefronts, fused_ideal_wavefronts, sample,
      found] = site;
  add(where), add_plain(space), add_plain(op), add_plain(bytes), add_plain(counters), add_plain(fused_bytes);
  add_plain(fused_wavefronts), add_plain(fused_ideal_wavefronts), add_plain(found);
  const auto& [block, warp, active, offset, allocation, allocation_bytes] = sample;
  add_plain(block), add_plain(warp), add_plain(active), add_plain(offset), add(allocation), add_plain(allocation_bytes);
}
void Bytes::add(const Request& request) {
  const auto& [where, space, op, bytes, active, address, allocation, allocation_base] = request;
  add(where), add_plain(space), add_plain(op), add_plain(bytes), add_plain(active), add(allocation);
  add_plain(allocation_base);
  for (std::uint32_t left = active; left; left &= left - 1) add_plain(address[std::size_t(std::countr_zero(left))]);
}
void Bytes::add(const Finding& finding) {
  const auto& [kind, memory, message, kernel, where, block, thread, note, other] = finding;
  add_plain(kind), add(memory), add(message), add(kernel), add(where), add_plain(block), add_plain(thread);
  add_plain(note), add(other);
}
void Bytes::add(const Launch& launch) {
  const auto& [kernel, grid, block, cluster, dynamic_shared_bytes, sites, requests, findings, private_arrays, caches,
      copies] = launch;
  add(kernel), add_plain(grid), add_plain(block), add_plain(cluster), add_plain(dynamic_shared_bytes);
  add_plain(sites.size()), add_plain(requests.size()), add_plain(findings.size()), add_plain(private_arrays.size());
  for (const Site& site : sites) add(site);
  for (const Request& request : requests) add(request);
  for (const Finding& finding : findings) add(finding);
  for (const auto& [name, elements, element_bytes, floating] : private_arrays)
    add(name), add_plain(elements), add_plain(element_bytes), add_plain(floating);
  add_plain(copies.copies), add_plain(copies.bytes), add_plain(copies.left), add_plain(copies.overlapped),
      add_plain(copies.between);
  const auto& [gpu, measured, blocks, l1_bytes, dram_read_bytes, dram_written_bytes] = caches;
  add(gpu), add_plain(measured), add_plain(blocks), add_plain(l1_bytes), add_plain(dram_read_bytes);
  add_plain(dram_written_bytes);
}

std::uint64_t keyed_hash(const std::string& bytes) {
  const OpenPage page;
  return siphash(page->key, ~std::uint64_t(0), {bytes.begin(), bytes.end()});
}

void seal_bytes(Sealed list, const std::vector<unsigned char>& bytes) {
  const OpenPage page;
  std::uint64_t& hash = page->hash[std::size_t(list)];
  hash = siphash(page->key, hash, bytes);
  ++page->count[std::size_t(list)];
}

std::uint64_t sealed(Sealed list) {
  const OpenPage page;
  return page->count[std::size_t(list)];
}

void unseal(Sealed list) {
  const OpenPage page;
  page->hash[std::size_t(list)] = page->count[std::size_t(list)] = 0;
}

void check_seal(Sealed list, const std::vector<Bytes>& all) {
  bool same = false;
  {
    const OpenPage page;
    std::uint64_t hash = 0;
    for (const Bytes& bytes : all) hash = siphash(page->key, hash, bytes.all());
    same = page->count[std::size_t(list)] == all.size() && page->hash[std::size_t(list)] == hash;
  }
  if (!same)
    throw std::runtime_error(
        "the program has changed the simulator's own record of it: it writes to memory that is not its own");
}

}  // namespace simt
