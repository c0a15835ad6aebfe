// A table of doubles and counters of 32 bits.
// fails: Prediction.Table: the table is not one of floats
#define entropy_v11 entropy_v12
#include "../../../../solutions/05-entropy/entropy_v11.cpp"
