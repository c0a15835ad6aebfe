// Lab pointer_chase: how long does a load take that nothing overlaps?
// Run: ./course check pointer_chase        Stuck: ./course hint pointer_chase
#include <cuda_runtime.h>

// next[0 … count-1]: host memory, becomes a ring. Who begins anywhere and goes from place i to place next[i] comes by all
// count places before the first one again. The order is mixed: neighbours lead to places far apart. It is another one
// for another seed, and the same for the same. count is 1 to 2^26.
void make_ring(int* next, int count, unsigned seed) {
  // TODO: a shuffled list of all places is in a mixed order. What makes one ring of it?
}

// Begins at place 0, goes `warm` hops along next and then `hops` more. All pointers are device memory.
// *end: the place where it arrives. *cycles: what the SM's clock counts from behind the warm hops until the last of the
// others has been made.
// One thread, and no load but those.
__global__ void chase_kernel(int* end, long long* cycles, const int* next, int warm, int hops) {
  // TODO: where does the clock belong? Has the last load come when it is read?
}

void chase(int* end, long long* cycles, const int* next, int warm, int hops) {
  chase_kernel<<<1, 1>>>(end, cycles, next, warm, hops);
}
