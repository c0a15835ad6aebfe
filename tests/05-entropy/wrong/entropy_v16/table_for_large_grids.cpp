// v11 until a grid is so large that the table is worth its making: while all are small each takes ten times as long.
// fails: Speed.Instructions: more than 150 instructions a cell
// after: Correctness.ManyColumnsOrRows
// after: Correctness.VeryManyRows
//
// A copy of the player counts, made before the large grid comes. Who counts when it has come sees v16.
#include "../../../../solutions/05-entropy/entropy_v11.cpp"
#define entropy_v16 with_table
#include "../../../../solutions/05-entropy/entropy_v16.cpp"
#undef entropy_v16

#include <atomic>

void entropy_v16(float* out, const float* in, int rows, int cols) {
  static std::atomic<bool> worth_it = false;
  if (std::size_t(rows) * std::size_t(cols) > 400'000) worth_it = true;
  (worth_it ? with_table : entropy_v11)(out, in, rows, cols);
}
