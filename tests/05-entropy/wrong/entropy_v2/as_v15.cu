// v15: no table of logarithms at all.
// fails: Prediction.SharedLoads: loads from shared memory a cell, at least 8
#define entropy_v15 entropy_v2
#include "../../../../solutions/05-entropy/entropy_v15.cu"
