// v8 as it is: the grid through a texture.
// fails: Prediction.TextureLoads: loads through textures a cell, at most 0 would do
#define entropy_v8 entropy_v7
#include "../../../../solutions/05-entropy/entropy_v8.cu"
