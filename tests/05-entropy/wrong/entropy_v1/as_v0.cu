// v0 as it is: the logarithms are computed.
// fails: Prediction.Table: your kernel has these of a thread's own: count (16 of 4 bytes)
#define entropy_v0 entropy_v1
#include "../../../../solutions/05-entropy/entropy_v0.cu"
