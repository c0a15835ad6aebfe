// Runs another program and waits for it.
#include "simt/compiler/process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

extern char** environ;

namespace simt::compiler {

int run(const Child& child, std::string& why) {
  std::vector<char*> argv, environment;
  for (const std::string& word : child.words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  std::vector<std::string> set;
  for (const auto& [name, value] : child.environment) set.push_back(name + "=" + value);
  for (char** variable = environ; *variable; ++variable) {
    bool changed = false;
    for (const auto& [name, value] : child.environment)
      changed |= std::strncmp(*variable, (name + "=").c_str(), name.size() + 1) == 0;
    if (!changed) environment.push_back(*variable);
  }
  for (std::string& variable : set) environment.push_back(variable.data());
  environment.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const auto& [number, path] :
      {std::pair(STDOUT_FILENO, &child.output), std::pair(STDERR_FILENO, &child.messages)})
    if (!path->empty())
      posix_spawn_file_actions_addopen(&actions, number, path->c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  pid_t id = 0;
  const int error = posix_spawnp(&id, argv[0], &actions, nullptr, argv.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  if (error) {
    why = std::strerror(error);
    return -1;
  }
  int status = 0;
  while (waitpid(id, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}

}  // namespace simt::compiler
