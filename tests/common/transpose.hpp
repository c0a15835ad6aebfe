// What every transpose of the course is, whichever chapter it belongs to.
#pragma once

// in is rows × cols, out is cols × rows, both row-major in device memory.
// rows and cols: 1 to 32,768 each, rows * cols below 2^31.
using Transpose = void(float* out, const float* in, int rows, int cols);
