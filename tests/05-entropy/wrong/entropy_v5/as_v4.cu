// The table read by plain loads.
// fails: Prediction.GlobalLoads: the table comes through the texture
#define entropy_v4 entropy_v5
#include "../../../../solutions/05-entropy/entropy_v4.cu"
