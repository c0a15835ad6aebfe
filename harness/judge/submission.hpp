// The submission as a judge sees it: functions that are called in the player.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include "harness/judge/player.hpp"
#include "harness/judge/rehearsal.hpp"
#include "harness/module.hpp"

namespace harness {

// A function of the submission. Its arguments are values, or pointers into memory of the player's (DeviceBuffer, HostBuffer).
template <typename Signature>
class Function;

template <typename Result, typename... Arguments>
class Function<Result(Arguments...)> {
 public:
  using Tuple = std::tuple<std::decay_t<Arguments>...>;

  explicit Function(std::uint64_t address) : address_(address) {}

  // Throws what ask() does.
  Result operator()(std::decay_t<Arguments>... arguments) const {
    if constexpr (std::is_void_v<Result>) return each({Tuple(arguments...)});
    else return each({Tuple(arguments...)}).front();
  }

  const void* address() const { return reinterpret_cast<const void*>(address_); }  // in the player

  // One call after the other, some thousands with each message: for functions that are called very often.
  auto each(const std::vector<Tuple>& calls) const {
    constexpr std::size_t most = 8192;
    std::vector<std::conditional_t<std::is_void_v<Result>, char, Result>> results;
    for (std::size_t begin = 0; begin < calls.size(); begin += most) {
      const std::size_t count = std::min(most, calls.size() - begin);
      Writer out;
      out("call", address_, type(), std::uint64_t(count));
      for (std::size_t i = 0; i < count; ++i) out(calls[begin + i]);
      rehearse(out.bytes);
      const std::string bytes = player().ask(out.bytes);
      if constexpr (!std::is_void_v<Result>) read_results(bytes, count, results);
    }
    if constexpr (!std::is_void_v<Result>) return results;
  }

  // A call to be made by the player as a part of what a request asks for.
  Bound bind(std::decay_t<Arguments>... arguments) const {
    Writer out;
    out(arguments...);
    return {address_, type(), out.bytes};
  }

 private:
  template <typename R>
  static void read_results(const std::string& bytes, std::size_t count, std::vector<R>& results) {
    try {
      Reader in(bytes);
      for (std::size_t i = 0; i < count; ++i) results.push_back(in.next<R>());
      in.end();
    } catch (const Malformed&) {
      malformed_answer();
    }
  }

  static const char* type() { return typeid(Result(Arguments...)).name(); }
  std::uint64_t address_;
};

class Submission {
 public:
  // Throws ModuleError with the nearest thing the submission does define.
  template <typename Signature>
  Function<Signature> function(const std::string& name) const {
    return Function<Signature>(address(name, typeid(Signature).name(), false));
  }
  // As Module has it.
  template <typename Signature>
  Function<Signature> watched_function(const std::string& name) const {
    return Function<Signature>(address(name, typeid(Signature).name(), true));
  }

 private:
  static std::uint64_t address(const std::string& name, const std::string& type, bool watched) {
    return ask<std::uint64_t>("find", name, type, watched);
  }
};

}  // namespace harness
