// Host code hands device memory to functions of the library; the place is the program's own.
// expect: host-pointer global line 14 says "host code reads 300 bytes of device memory"
// expect: host-pointer global line 15 says "host code writes 300 bytes of device memory"
// expect: host-pointer global line 16 says "host code reads"
// expect: host-pointer global line 17 says "host code reads 4 bytes"
#include <algorithm>
#include <cstring>
#include <vector>

int main(int arguments, char**) {
  char* device = nullptr;
  cudaMalloc(&device, 400);
  std::vector<char> host(400, char(arguments));
  std::memcpy(host.data(), device, std::size_t(299 + arguments));
  std::memset(device, 0, std::size_t(299 + arguments));
  std::copy(device, device + 299 + arguments, host.begin());
  host[0] = char(*std::max_element(reinterpret_cast<int*>(device), reinterpret_cast<int*>(device) + 99 + arguments));
  // Pinned memory is both sides'.
  char* pinned = nullptr;
  cudaMallocHost(&pinned, 400);
  std::memcpy(pinned, host.data(), std::size_t(299 + arguments));
  std::memcpy(host.data(), pinned, std::size_t(299 + arguments));
}
