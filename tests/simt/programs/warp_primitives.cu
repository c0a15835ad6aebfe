// Votes, shuffles, matches and reductions: what each gives.
// prints: sum 496
// prints: ballot aaaaaaaa any 1 all 0
// prints: up 0 0 1 30
// prints: down 1 2 31
// prints: xor 1 0 30
// prints: segment 8 8 16
// prints: match 11111111 all 1
// prints: reduce 496 0 31 -5
// prints: halves 0000ffff ffff0000
// prints: double 2.5
#include <cstdio>

__global__ void primitives() {
  const unsigned full = 0xffffffffu;
  const int lane = threadIdx.x;
  int sum = lane;
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(full, sum, distance);
  if (lane == 0) printf("sum %d\n", sum);
  const unsigned odd = __ballot_sync(full, lane % 2);
  const int any = __any_sync(full, lane == 7), all = __all_sync(full, lane < 31);
  if (lane == 0) printf("ballot %x any %d all %d\n", odd, any, all);
  const int up = __shfl_up_sync(full, lane, 1), down = __shfl_down_sync(full, lane, 1), swapped = __shfl_xor_sync(full, lane, 1);
  const int first = __shfl_sync(full, up, 0), second = __shfl_sync(full, up, 1), third = __shfl_sync(full, up, 2), last = __shfl_sync(full, up, 31);
  if (lane == 0) printf("up %d %d %d %d\n", first, second, third, last);
  const int down_last = __shfl_sync(full, down, 31), down_second = __shfl_sync(full, down, 1);
  if (lane == 0) printf("down %d %d %d\n", down, down_second, down_last);
  const int swapped_second = __shfl_sync(full, swapped, 1), swapped_last = __shfl_sync(full, swapped, 31);
  if (lane == 0) printf("xor %d %d %d\n", swapped, swapped_second, swapped_last);
  const int segment = __shfl_sync(full, lane, 0, 8);
  const int of_9 = __shfl_sync(full, segment, 9), of_15 = __shfl_sync(full, segment, 15), of_16 = __shfl_sync(full, segment, 16);
  if (lane == 0) printf("segment %d %d %d\n", of_9, of_15, of_16);
  int same = 0;
  const unsigned matching = __match_any_sync(full, lane % 4);
  __match_all_sync(full, 5, &same);
  if (lane == 0) printf("match %x all %d\n", matching, same);
  const unsigned added = __reduce_add_sync(full, unsigned(lane)), least = __reduce_min_sync(full, unsigned(lane));
  const unsigned most = __reduce_max_sync(full, unsigned(lane));
  const int negative = __reduce_min_sync(full, lane - 5);
  if (lane == 0) printf("reduce %u %u %u %d\n", added, least, most, negative);
  unsigned active;
  if (lane < 16) active = __activemask();
  else active = __activemask();
  const unsigned upper = __shfl_sync(full, active, 16);
  if (lane == 0) printf("halves %08x %08x\n", active & 0xffff, upper & 0xffff0000);
  const double wide = __shfl_sync(full, lane * 0.5, 5);
  if (lane == 0) printf("double %g\n", wide);
}

int main() {
  primitives<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
