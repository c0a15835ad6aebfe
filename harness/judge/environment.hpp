// What a judge may ask of the player's process besides what backend.hpp and scripted.hpp name.
#pragma once

#include <cstddef>

namespace harness {

std::size_t live_heap_bytes();  // of the player's heap in use; 0 where that cannot be known

// The current device of the thread that calls the submission's functions.
int current_device();
void set_current_device(int device);

void clear_error();  // as cudaGetLastError does

}  // namespace harness
