// The grid through a texture, and no tile.
// fails: Prediction.OtherLoads: loads through textures a cell, and none belongs
#define entropy_v8 entropy_v9
#include "../../../../solutions/05-entropy/entropy_v8.cu"
