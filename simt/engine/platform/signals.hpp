// What a lane does that the processor answers with a signal.
#pragma once

namespace simt {

// overflow.cpp: from now on, a lane of this host thread that runs into the page below its stack is stopped.
void watch_stacks();
// division.cpp: from now on, a lane that divides by zero is noted and goes on.
void watch_divisions();

}  // namespace simt
