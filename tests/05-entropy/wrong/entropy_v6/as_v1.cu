// v1 as it is: counters of 32 bits.
// fails: Prediction.Counters: the counters count (16 of 4 bytes) are wider than they need be
#define entropy_v1 entropy_v6
#include "../../../../solutions/05-entropy/entropy_v1.cu"
