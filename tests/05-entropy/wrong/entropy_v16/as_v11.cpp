// v11 again: right, and ten times too slow.
// fails: Speed.Instructions: more than 150 instructions a cell
#define entropy_v11 entropy_v16
#include "../../../../solutions/05-entropy/entropy_v11.cpp"
