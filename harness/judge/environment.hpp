// What a judge may ask of the player's process besides what backend.hpp and scripted.hpp name.
#pragma once

#include <cstddef>
#include <string>

namespace harness {

// What the grader was started with: whether it judges by what was counted, where it is.
bool counters_are_wanted();

// While one lives, memory that the judge frees stays where it is, and what it asks for next, of as many bytes and of that
// name, is that memory again: a function is called on the same addresses, with other contents.
class SameMemory {
 public:
  SameMemory();
  ~SameMemory();
  // From here on what it asks for is other memory than any of that, which stays where it is.
  void elsewhere();
  SameMemory(const SameMemory&) = delete;
  SameMemory& operator=(const SameMemory&) = delete;
};

// While one lives, what streams are given in a call is done as late as CUDA allows, on sim. The call's results are what a
// caller finds who copies them by cudaMemcpy when the function has returned, and has waited for nothing besides.
class LateWork {
 public:
  LateWork();
  ~LateWork();
  LateWork(const LateWork&) = delete;
  LateWork& operator=(const LateWork&) = delete;
};

// While one lives, the current device is another one, on which nobody has called the submission: its __device__ and __constant__
// variables are as they were when it was loaded. Where there is one device only, it is that one.
class OtherDevice {
 public:
  OtherDevice();
  ~OtherDevice();
  OtherDevice(const OtherDevice&) = delete;
  OtherDevice& operator=(const OtherDevice&) = delete;

 private:
  int before_;
};

// While it lives, these checks are on, in words for set_checks(), and then those from before again.
class Checking {
 public:
  explicit Checking(const std::string& words);
  ~Checking();
  Checking(const Checking&) = delete;
  Checking& operator=(const Checking&) = delete;

 private:
  std::string before_;
};

// What the submission is given while it lives: where its process ends then, the verdict says so, and what may be the reason.
// The innermost one's words count; its reason, if it has none, is that of the one around it.
class Attempt {
 public:
  explicit Attempt(std::string what, std::string reason = "");
  ~Attempt();
  Attempt(const Attempt&) = delete;
  Attempt& operator=(const Attempt&) = delete;

 private:
  std::string what_before_, reason_before_;
};

std::size_t live_heap_bytes();  // of the player's heap in use; 0 where that cannot be known

// The current device of the thread that calls the submission's functions.
int current_device();
void set_current_device(int device);

void clear_error();  // as cudaGetLastError does

}  // namespace harness
