// The table in constant memory.
// fails: Prediction.OtherLoads: 17 loads from constant memory a cell
#define entropy_v3 entropy_v2
#include "../../../../solutions/05-entropy/entropy_v3.cu"
