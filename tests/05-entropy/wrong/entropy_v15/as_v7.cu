// v7: 25 loads a cell.
// fails: Prediction.GlobalLoads: loads from global memory a cell, at most
#define entropy_v7 entropy_v15
#include "../../../../solutions/05-entropy/entropy_v7.cu"
