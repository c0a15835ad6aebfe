// What a judge may ask of its player: requests by name, and calls of the submission's functions by type.
//
// The player is the process that a submission is loaded into; the judge (harness/judge/) is another one, in which the tests,
// what is expected and the verdict are. A submission may do to the player what it likes: it may read the inputs of the call
// that is being made, and say what it likes of results and counters. It finds no expected value there, no input of a later
// call and no verdict. (That it does not forge the simulator's record is the business of what it may be compiled from.)
//
// A chapter says which types of functions its labs have, and adds requests where a grader's world is more than inputs (a
// clock that follows a script, work that is timed): tests/NN-slug/player/.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <typeinfo>

#include "harness/module.hpp"
#include "harness/player/wire.hpp"

namespace harness {

// A request of that name, which is a literal, is answered by `answer`, which reads its arguments and writes its results.
class Request {
 public:
  using Answer = void (*)(Reader& in, Writer& out);
  Request(std::string_view name, Answer answer);

  static Answer named(const std::string& name);
};

// The submission. Throws ModuleError when it could not be loaded.
const Module& played();

// Reads arguments and calls the function at an address with them; writes what it returns.
using Call = void (*)(const void* address, Reader& in, Writer& out);
Call call_of(const std::string& type);  // as typeid has it. Throws std::logic_error where no chapter knows it.
void know_call(std::string_view type, Call call);  // the type as typeid's own text

// What a call gets a pointer to const to, and no other pointer, it may not write to: not even what was there before.
// Of the host's memory that holds while this lives, of the device's until the judge writes there, for kernels may come later.
class Constness {
 public:
  template <typename... Arguments>
  explicit Constness(const std::tuple<Arguments...>& arguments) {
    std::apply([](const auto&... each) { (look_at<true>(each), ...), (look_at<false>(each), ...); }, arguments);
    begin();
  }
  ~Constness();
  Constness(const Constness&) = delete;
  Constness& operator=(const Constness&) = delete;

 private:
  template <bool is_const, typename T>
  static void look_at(const T& argument) {
    using Pointed = std::remove_pointer_t<T>;
    if constexpr (std::is_pointer_v<T> && !std::is_function_v<Pointed> && std::is_const_v<Pointed> == is_const)
      (is_const ? keep : give)(argument);
  }
  static void keep(const void* memory);
  static void give(const void* memory);
  static void begin();
};

template <typename Signature>
struct Caller;
template <typename Result, typename... Arguments>
struct Caller<Result(Arguments...)> {
  static void call(const void* address, Reader& in, Writer& out) {
    auto* const function = reinterpret_cast<Result (*)(Arguments...)>(const_cast<void*>(address));
    std::tuple<std::decay_t<Arguments>...> arguments;
    in(arguments);
    const Constness kept(arguments);
    if constexpr (std::is_void_v<Result>) std::apply(function, arguments);
    else out(std::apply(function, arguments));
  }
};

// While a chapter's player/ has one, its functions of these types can be called.
template <typename... Signatures>
struct Calls {
  Calls() { (know_call(typeid(Signatures).name(), &Caller<Signatures>::call), ...); }
};

// Makes the call, as often as one likes; what it returns is nobody's.
std::function<void()> prepared(const Bound& call);

}  // namespace harness
