// The grid through a tile, and no texture.
// fails: Prediction.SharedLoads: loads from shared memory a cell, at most 0
#define entropy_v9 entropy_v8
#include "../../../../solutions/05-entropy/entropy_v9.cu"
