// The player: the program that a submission is loaded into and called by. It does what its judge asks for.
// Run: player.sim --fd N     (a grader does, or the course command: N is one end of a socket)
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "harness/backend.hpp"
#include "harness/options.hpp"
#include "harness/player/channel.hpp"
#include "harness/player/kept.hpp"
#include "harness/player/requests.hpp"
#include "harness/scripted.hpp"

namespace harness {
namespace {

auto& requests() { return kept<KeptMap<std::string_view, Request::Answer>>(KeptPlace::requests); }
auto& calls() { return kept<KeptMap<std::string_view, Call>>(KeptPlace::calls); }
std::optional<Module> loaded;

const Request load("load", [](Reader& in, Writer&) {
  loaded.emplace(in.next<std::string>());
  note_device_variables();
});

// Does what was asked, and adds the results to `out`, or the words of what went wrong instead of them.
Outcome answer(const std::string& request, Writer& out) {
  const std::size_t begin = out.bytes.size();
  const auto said = [&](Outcome outcome, const std::string& words) {
    out.bytes.resize(begin);
    out(words);
    return outcome;
  };
  try {
    Reader in(request);
    Request::named(in.next<std::string>())(in, out);
    return Outcome::done;
  } catch (const DeviceError& error) {
    return said(Outcome::device_error, words_of(error));
  } catch (const ModuleError& error) {
    return said(Outcome::module_error, words_of(error));
  } catch (const std::invalid_argument& error) {
    return said(Outcome::threw_invalid_argument, words_of(error));
  } catch (const std::exception& error) {
    return said(Outcome::threw, words_of(error));
  } catch (...) {
    return said(Outcome::threw_no_exception, "");
  }
}

// What is asked and answered while a submission runs is no local variable: its stores may go up the stack, and not to the program's.
struct {
  int socket = -1;
  Envelope asked;
  std::string request;
  Writer out;
} talk;

void serve() {
  while (receive_all(talk.socket, reinterpret_cast<char*>(&talk.asked), sizeof talk.asked)) {
    talk.request.resize(talk.asked.bytes);
    if (!receive_all(talk.socket, talk.request.data(), talk.request.size())) return;
    std::string& bytes = talk.out.bytes;
    bytes.clear();
    bytes.shrink_to_fit();  // what a submission leaves behind is told by what the heap has grown
    bytes.resize(sizeof(Envelope));
    const Outcome outcome = answer(talk.request, talk.out);
    if (talk.asked.number == 0) continue;
    const Envelope envelope{talk.asked.number, bytes.size() - sizeof envelope, std::int64_t(outcome)};
    std::memcpy(bytes.data(), &envelope, sizeof envelope);
    if (!send_all(talk.socket, bytes.data(), bytes.size())) return;
  }
}

}  // namespace

Request::Request(std::string_view name, Answer answer) {
  auto& all = requests();
  const OpenKept open;
  all[name] = answer;
}

Request::Answer Request::named(const std::string& name) {
  const auto found = requests().find(name);
  if (found == requests().end()) throw std::logic_error("the player knows no request '" + name + "'");
  return found->second;
}

const Module& played() {
  if (!loaded) throw ModuleError("the submission was not loaded");
  return *loaded;
}

void know_call(std::string_view type, Call call) {
  auto& all = calls();
  const OpenKept open;
  all[type] = call;
}

Call call_of(const std::string& type) {
  const auto found = calls().find(type);
  if (found != calls().end()) return found->second;
  throw std::logic_error("the player cannot call functions of the type " + type_words(type) +
                         ": a chapter's player/ says which ones it can");
}

std::function<void()> prepared(const Bound& bound) {
  return [call = call_of(bound.type), bound] {
    Reader in(bound.arguments);
    Writer nowhere;
    call(reinterpret_cast<const void*>(bound.address), in, nowhere);
  };
}

int player_main(int argc, char** argv) {
  read_options(argc, argv, {{"--fd", [](const std::string& value) { talk.socket = std::stoi(value); }}});
  // OpenMP reads these when the submission is loaded: how many threads there are must not hang on the machine.
  setenv("OMP_NUM_THREADS", "3", 1);
  setenv("OMP_DYNAMIC", "false", 1);
  talk.socket = keep_for_the_player(talk.socket);
  serve();
  std::fflush(nullptr);  // what the submission printed
  std::quick_exit(0);    // without its destructors: nobody listens any more
}

}  // namespace harness

int main(int argc, char** argv) {
  try {
    return harness::player_main(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 2;
  }
}
