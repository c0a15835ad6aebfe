// For attacks: puts itself between the player's program and whoever it talks with, over the socket that it finds open.
//
// `tamper` sees every message that the program sends and may change it; it gives back what is sent on.
#pragma once

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <thread>

inline int open_socket() {
  for (int descriptor = 3; descriptor < 4096; ++descriptor) {
    struct stat about;
    if (fstat(descriptor, &about) == 0 && S_ISSOCK(about.st_mode)) return descriptor;
  }
  return -1;
}

template <typename Tamper>
void go_between(Tamper tamper) {
  const int found = open_socket();
  int ends[2];
  if (found < 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return;
  const int outside = dup(found);
  dup2(ends[0], found);
  const int inside = ends[1];
  std::thread([=] {
    char bytes[1 << 16];
    for (ssize_t count; (count = read(outside, bytes, sizeof bytes)) > 0;)
      if (write(inside, bytes, std::size_t(count)) < 0) return;
  }).detach();
  std::thread([=]() mutable {
    char bytes[1 << 16];
    for (ssize_t count; (count = read(inside, bytes, sizeof bytes)) > 0;) {
      const std::string sent = tamper(std::string(bytes, std::size_t(count)));
      if (write(outside, sent.data(), sent.size()) < 0) return;
    }
  }).detach();
}

// Replaces all of one text in another by a third of the same length.
inline std::string replaced(std::string text, const std::string& one, const std::string& other) {
  for (std::size_t at = 0; (at = text.find(one, at)) != std::string::npos;) text.replace(at, one.size(), other);
  return text;
}

// What the program sends: number, length and how it went (0: well), then as many bytes as the length says.
struct Envelope {
  std::uint64_t number, bytes, outcome;
};
