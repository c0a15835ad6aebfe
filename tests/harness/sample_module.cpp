// A module for module_test.cpp: one function that is right, and near misses of others.
float add(float a, float b) { return a + b; }
int first_of(const int* values, int) { return values[0]; }
float* same(float* a, float*) { return a; }

void unsigned_sizes(float*, const float*, unsigned, unsigned) {}
extern "C" void c_linkage(float*, const float*, int, int) {}
static void hidden_helper(float*, int) {}
void transpose_niave(float*, const float*, int, int) { hidden_helper(nullptr, 0); }
namespace inner {
void nested(float*, const float*, int, int) {}
}  // namespace inner

// The watched code of add, as simtcc names it.
float watched_add(float a, float b) asm("simt._Z3addff");
float watched_add(float a, float b) { return a + b + 100; }
