// The judge's end: starts a player (harness/player/), asks it, and reads what it answers.
//
// Nothing that a player sends can do more than give wrong answers: messages are bounded, and one that does not fit ends the
// judging, as the player's end does.
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "harness/player/wire.hpp"

namespace harness {

// What a submitted function threw that is no exception of C++'s library.
struct ThrewNoException {};

class Player {
 public:
  // One that somebody else has started; it listens at the other end of that socket.
  explicit Player(int socket) : socket_(socket) {}
  // Starts that program.
  explicit Player(const std::filesystem::path& program);
  ~Player();
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  // Called when there is no answer any more: with nothing when the player has ended, else with a sentence about what it sent.
  // It must not return.
  std::function<void(const std::string& sent)> on_end;

  // How the program that was started has ended, in words: "exit status 3".
  std::string ending();

  // Asks and waits. What the player says went wrong is thrown: DeviceError, ModuleError, what a submitted function threw
  // (std::invalid_argument, else std::runtime_error, with its words; ThrewNoException).
  // Returns the bytes of the results, not more than `most`.
  std::string ask(const std::string& request, std::uint64_t most = longest_answer);

  // For what has no result and does not fail. It is sent with the next question, and done before that is answered.
  void tell(const std::string& request);

  // There is no answer, or none that can be read.
  [[noreturn]] void end(const std::string& sent);

 private:
  void send_all(const char* bytes, std::size_t count);
  void read_all(char* bytes, std::size_t count);

  int socket_ = -1;
  pid_t process_ = -1;
  std::uint64_t asked_ = 0;
  std::string told_;  // and not yet sent
};

// The one that this judge plays with.
Player& player();

[[noreturn]] void malformed_answer();

// The results that an answer consists of: one by itself, several as a tuple.
template <typename... Results>
auto results_of(const std::string& bytes) {
  std::tuple<Results...> results;
  try {
    Reader in(bytes);
    in(results);
    in.end();
  } catch (const Malformed&) {
    malformed_answer();
  }
  if constexpr (sizeof...(Results) == 1) return std::get<0>(std::move(results));
  else return results;
}

template <typename... Arguments>
std::string ask_bytes(const char* request, const Arguments&... arguments) {
  Writer out;
  out(request, arguments...);
  return player().ask(out.bytes);
}

// Asks, and reads the results, all of them.
template <typename... Results, typename... Arguments>
auto ask(const char* request, const Arguments&... arguments) {
  return results_of<Results...>(ask_bytes(request, arguments...));
}

template <typename... Arguments>
void tell(const char* request, const Arguments&... arguments) {
  Writer out;
  out(request, arguments...);
  player().tell(out.bytes);
}

// Asks for the contents of a piece of memory, which has that many bytes, and stores them at `target`.
template <typename... Arguments>
void ask_contents(void* target, std::size_t bytes, const char* request, const Arguments&... arguments) {
  Writer out;
  out(request, arguments...);
  const std::string contents = player().ask(out.bytes, std::max<std::uint64_t>(bytes, longest_answer));
  if (contents.size() != bytes) malformed_answer();
  std::memcpy(target, contents.data(), bytes);
}

}  // namespace harness
