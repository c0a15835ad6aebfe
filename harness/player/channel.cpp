// The socket, and the kernel's filter before it (channel.hpp).
#include "harness/player/channel.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cstddef>
#include <vector>
#endif

namespace harness {
namespace {

// Beyond the numbers that a program's own files have, and those that it counts through to close what is left open.
int out_of_the_way(int socket) {
  const int other = fcntl(socket, F_DUPFD_CLOEXEC, 512);
  if (other < 0) return socket;
  close(socket);
  return other;
}

// Of the socket what the C library reads and writes streams with: all have the descriptor first. recv() and send() are calls of
// their own, which no submission may name, as it may name none that gives the socket another number. And memory that has been
// written to and is then to be run: a library finds mprotect in a forged table of functions. What is loaded is mapped from its file.
void refuse_calls(int socket) {
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#if defined(__x86_64__)
  constexpr std::uint32_t machine = AUDIT_ARCH_X86_64;
#else
  constexpr std::uint32_t machine = AUDIT_ARCH_AARCH64;
#endif
  constexpr std::uint32_t refused[] = {SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64,
      SYS_preadv, SYS_pwritev, SYS_preadv2, SYS_pwritev2};
  // Other processors' numbers, which a kernel may know as well, mean other calls: they are refused whole where grade runs it.
  std::vector<sock_filter> filter = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, machine, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
#if defined(HARNESS_PLAYS_SIM)  // a driver of CUDA's may make code
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pkey_mprotect, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JA, 8, 0, 0),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 4, 5),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[2])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[3])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
#endif
  };
  std::uint8_t to_the_number = sizeof refused / sizeof *refused;  // instructions
  for (const std::uint32_t call : refused)
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, to_the_number--, 0));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  filter.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)));  // its lower half: little-endian
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, std::uint32_t(socket), 0, 1));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EBADF));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  // A kernel without filters has none: then this is as it was.
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
#else
  (void)socket;
#endif
}

template <typename Byte, typename Move>
bool move_all(int socket, Byte* bytes, std::size_t count, Move move) {
  for (std::size_t done = 0; done < count;) {
    const ssize_t some = move(socket, bytes + done, count - done, 0);
    if (some == 0 || (some < 0 && errno != EINTR)) return false;
    if (some > 0) done += std::size_t(some);
  }
  return true;
}

}  // namespace

int keep_for_the_player(int socket) {
  const int moved = out_of_the_way(socket);
  refuse_calls(moved);
  return moved;
}

bool receive_all(int socket, char* bytes, std::size_t count) { return move_all(socket, bytes, count, recv); }
bool send_all(int socket, const char* bytes, std::size_t count) { return move_all(socket, bytes, count, send); }

}  // namespace harness
