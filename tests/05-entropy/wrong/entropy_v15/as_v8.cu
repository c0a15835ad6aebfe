// v8: 25 fetches a cell through a texture.
// fails: Prediction.GlobalLoads: loads through textures a cell
#define entropy_v8 entropy_v15
#include "../../../../solutions/05-entropy/entropy_v8.cu"
