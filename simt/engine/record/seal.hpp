// Whether what was put on record is what is there now.
//
// The record lies in the process of the program that it is about, and a program can write to any of its memory: by a stray
// index, or because it would rather have other counters. So each thing that goes on record is hashed, and the hash of all of
// them, with the key that it takes, is on a page that is not mapped but while the simulator changes or asks it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/record.hpp"

namespace simt {

// Lists that only grow, until they are emptied.
enum class Sealed { launches, host_findings, later_findings };

// A copy of what is hashed: all of a launch or a finding but what the padding between members holds.
class Bytes {
 public:
  void add(const Launch& launch);
  void add(const Finding& finding);
  const std::vector<unsigned char>& all() const { return all_; }

 private:
  void add(const Location& place);
  void add(const Site& site);
  void add(const Request& request);
  void add(const std::string& text);
  template <typename T>
  void add_plain(const T& value) {
    const auto* begin = reinterpret_cast<const unsigned char*>(&value);
    all_.insert(all_.end(), begin, begin + sizeof value);
  }
  std::vector<unsigned char> all_;
};

// With the page's key: nobody who does not know it can tell which bytes have this hash.
std::uint64_t keyed_hash(const std::string& bytes);

void seal_bytes(Sealed list, const std::vector<unsigned char>& bytes);
std::uint64_t sealed(Sealed list);  // how many
void unseal(Sealed list);           // it has been emptied
// Throws std::runtime_error, with a sentence, if these are not the bytes that were sealed, one after the other.
void check_seal(Sealed list, const std::vector<Bytes>& all);

template <typename T>
void seal(Sealed list, const T& what) {
  Bytes bytes;
  bytes.add(what);
  seal_bytes(list, bytes.all());
}

template <typename T>
void check_seal(Sealed list, const std::vector<T>& what) {
  std::vector<Bytes> all(what.size());
  for (std::size_t i = 0; i < what.size(); ++i) all[i].add(what[i]);
  check_seal(list, all);
}

}  // namespace simt
