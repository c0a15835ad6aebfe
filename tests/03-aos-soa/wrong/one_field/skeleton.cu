// Lab one_field: sum one field of all objects, in both layouts.
// Run: ./course check one_field        Stuck: ./course hint one_field
#include <cuda_runtime.h>

// Array of structures: field c of object i is in[i].c.
struct Item {
  int a, b, c, d;
};

// Structure of arrays: field c of object i is c[i].
struct Arrays {
  int *a, *b, *c, *d;
};

// *sum becomes the sum of field c of all count objects, whatever *sum held before. It fits into an int.
// All pointers are device memory; count is 1 to 2^26.
//
// Nothing but field c is to be read, and no byte twice. The GPU moves whole sectors all the same: how many bytes
// must it fetch for each byte of c in either layout? Sums of whole blocks, if you keep any, may be added up by the host.

void one_field_soa(int* sum, Arrays in, int count) {
  // TODO: a kernel that adds up in.c[0 … count-1]
}

void one_field_aos(int* sum, const Item* in, int count) {
  // TODO: a kernel that adds up in[0 … count-1].c
}
