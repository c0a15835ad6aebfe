// Each window is counted.
// fails: Prediction.PrefixSums: no prefix sums are kept
#define entropy_v12 entropy_v13
#include "../../../../solutions/05-entropy/entropy_v12.cpp"
