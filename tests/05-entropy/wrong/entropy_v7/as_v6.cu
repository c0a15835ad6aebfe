// v6 as it is: a table of doubles.
// fails: Prediction.Table: table (26 of 8 bytes) belongs to another rung: the table of this one is floats
#define entropy_v6 entropy_v7
#include "../../../../solutions/05-entropy/entropy_v6.cu"
