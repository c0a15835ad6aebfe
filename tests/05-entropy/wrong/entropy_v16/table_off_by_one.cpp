// ln (i + 1) where ln i should stand.
// fails: Correctness.Checkerboard: table is off by one
#include <cmath>

#define log log1p
#include "../../../../solutions/05-entropy/entropy_v16.cpp"
