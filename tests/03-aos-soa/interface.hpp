// What each lab of this chapter must define. The graders look the functions up by these very types.
#pragma once

// Array of structures: object i is an Item, its four fields side by side. 16 bytes; aligned as an int is.
struct Item {
  int a, b, c, d;
};

// Structure of arrays: field a of object i is a[i]. The four arrays are separate pieces of memory.
struct Arrays {
  int *a, *b, *c, *d;
};

// count is 1 to 2^26 objects everywhere. Pointers are device memory, beginning at a multiple of 256 bytes, and no two
// arrays overlap; those of a function whose name ends in _cpu are host memory. Values are such that no sum overflows.

// out.field[i] += in.field[i], for all four fields of all objects.
void add_soa(Arrays out, Arrays in, int count);
void add_soa_cpu(Arrays out, Arrays in, int count);

// The same for objects: out[i].field += in[i].field.
void add_aos(Item* out, const Item* in, int count);
void add_aos_cpu(Item* out, const Item* in, int count);
void add_aos_vector(Item* out, const Item* in, int count);

// *sum becomes the sum of field c of all objects, whatever it held before. The other fields are not needed.
void one_field_soa(int* sum, Arrays in, int count);
void one_field_aos(int* sum, const Item* in, int count);

// out.field[i] becomes in[i].field.
void aos_to_soa(Arrays out, const Item* in, int count);

// Array of structures of arrays. aosoa_place says where field 0 to 3 of object i lies: its distance from the start of
// the array in ints, always the same and never another field's, at least 0 and below 128 * ((count + 31) / 32).
// add_aosoa adds as the others do, in arrays of that layout and that many ints.
int aosoa_place(int i, int field);
void add_aosoa(int* out, const int* in, int count);
