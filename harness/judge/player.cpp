// Starts a player, asks it and reads what it answers.
#include "harness/judge/player.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "harness/backend.hpp"
#include "harness/module.hpp"

namespace harness {

constexpr const char* no_answer =
    "the program sent the grader something that is no answer: it has written to a file descriptor that is not its own, "
    "or has spoilt memory that is not its own";

Player::Player(const std::filesystem::path& program) {
  if (!std::filesystem::exists(program)) throw std::runtime_error("there is no player " + program.string());
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw std::runtime_error("no socket: " + std::string(std::strerror(errno)));
  const std::string name = program.string(), number = std::to_string(ends[1]);
  process_ = fork();
  if (process_ < 0) throw std::runtime_error("no child process: " + std::string(std::strerror(errno)));
  if (process_ == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // who kills the judge means the submission
    fcntl(ends[1], F_SETFD, 0);
    execl(name.c_str(), name.c_str(), "--fd", number.c_str(), nullptr);
    _exit(127);
  }
  close(ends[1]);
  socket_ = ends[0];
}

Player::~Player() {
  close(socket_);
  if (process_ > 0) ending();
}

std::string Player::ending() {
  int how = 0;
  const auto last = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  while (waitpid(process_, &how, WNOHANG) == 0) {  // it may not want to end, though nobody listens any more
    if (std::chrono::steady_clock::now() > last) kill(process_, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  process_ = -1;
  return WIFSIGNALED(how) ? strsignal(WTERMSIG(how)) : "exit status " + std::to_string(WEXITSTATUS(how));
}

void Player::end(const std::string& sent) {
  on_end(sent);
  std::abort();
}

void Player::send_all(const char* bytes, std::size_t count) {
  for (std::size_t done = 0; done < count;) {
    const ssize_t some = send(socket_, bytes + done, count - done, MSG_NOSIGNAL);
    if (some < 0 && errno != EINTR) end("");
    if (some > 0) done += std::size_t(some);
  }
}

void Player::read_all(char* bytes, std::size_t count) {
  for (std::size_t done = 0; done < count;) {
    const ssize_t some = read(socket_, bytes + done, count - done);
    if (some == 0 || (some < 0 && errno != EINTR)) end("");
    if (some > 0) done += std::size_t(some);
  }
}

void Player::tell(const std::string& request) {
  const Envelope envelope{0, request.size()};
  told_.append(reinterpret_cast<const char*>(&envelope), sizeof envelope).append(request);
}

std::string Player::ask(const std::string& request, std::uint64_t most) {
  Envelope envelope{++asked_, request.size()};
  told_.append(reinterpret_cast<const char*>(&envelope), sizeof envelope).append(request);
  send_all(told_.data(), told_.size());
  told_.clear();
  read_all(reinterpret_cast<char*>(&envelope), sizeof envelope);
  if (envelope.number != asked_ || envelope.bytes > most) end(no_answer);
  std::string answer(envelope.bytes, '\0');
  read_all(answer.data(), answer.size());
  if (envelope.outcome == std::int64_t(Outcome::done)) return answer;
  std::string words;
  try {
    Reader in(answer);
    in(words);
  } catch (const Malformed&) {
    end(no_answer);
  }
  switch (Outcome(envelope.outcome)) {
    case Outcome::device_error:
      throw DeviceError(words);
    case Outcome::module_error:
      throw ModuleError(words);
    case Outcome::threw:
      throw std::runtime_error(words);
    case Outcome::threw_invalid_argument:
      throw std::invalid_argument(words);
    case Outcome::threw_no_exception:
      throw ThrewNoException();
    default:
      end(no_answer);
  }
}

void malformed_answer() { player().end(no_answer); }

}  // namespace harness
