// Sums on the device.
#pragma once

// What both sides use: compiled by the host's compiler, and for the device.
#ifdef __CUDACC__
#define ON_BOTH_SIDES __host__ __device__
#else
#define ON_BOTH_SIDES
#endif

struct Total {
  long long sum = 0, values = 0;
  ON_BOTH_SIDES Total& add(const Total& other);
};

// More than a compiler inlines at every call.
ON_BOTH_SIDES inline Total& Total::add(const Total& other) {
  sum += other.sum;
  values += other.values;
  return *this;
}

// Of `n` numbers in device memory; `total` is in device memory, too.
void sum_up(const int* values, int n, Total* total);
