// A hash of counts.
// fails: Prediction.Table: the table is not one of floats
#define entropy_v16 entropy_v12
#include "../../../../solutions/05-entropy/entropy_v16.cpp"
