// Unseen: text, tables of a database, sorting by digits, run lengths, bit sets, strings of several lengths.
#include "../caches.cuh"

static unsigned hashed(unsigned x) {
  x = (x ^ x >> 16) * 0x45d9f3bu;
  x = (x ^ x >> 16) * 0x45d9f3bu;
  return x ^ x >> 16;
}
__global__ void found(int* count, const char* text, const char* word, int letters) {
  const size_t i = index();
  int k = 0;
  while (k < letters && text[i + k] == word[k]) ++k;
  if (k == letters) atomicAdd(count, 1);
}
__global__ void upper(char* text) {
  const char c = text[index()];
  text[index()] = c >= 'a' && c <= 'z' ? char(c - 32) : c;
}
__global__ void words_hashed(unsigned* out, const char* text, const int* begin) {
  unsigned h = 2166136261u;
  for (int i = begin[index()]; i < begin[index() + 1]; ++i) h = (h ^ (unsigned char)text[i]) * 16777619u;
  out[index()] = h;
}
__global__ void digits_counted(unsigned* counts, const unsigned* key, int shift) {
  __shared__ unsigned own[16];
  if (threadIdx.x < 16) own[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&own[key[index()] >> shift & 15], 1);
  __syncthreads();
  if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = own[threadIdx.x];
}
__global__ void digits_placed(unsigned* out, const unsigned* key, const unsigned* place, int shift) {
  const unsigned k = key[index()], digit = k >> shift & 15;
  const unsigned peers = __match_any_sync(~0u, digit);
  const unsigned rank = __popc(peers & ((1u << threadIdx.x % 32) - 1));
  out[(place[digit * (gridDim.x * blockDim.x / 32) + index() / 32] + rank + digit * 7919 + unsigned(index() / 32) * 4) &
      ((1u << 20) - 1)] = k;
}
struct Order {
  int id, customer, product, amount;
  double price;
};
__global__ void revenue(double* sums, const Order* all) {
  const Order& o = all[index()];
  if (o.amount >= 0) atomicAdd(&sums[o.customer % 64], o.price);
}
__global__ void joined(float* out, const int* foreign, const float4* table) {
  out[index()] = table[foreign[index()]].y;
}
__global__ void filtered(unsigned* bits, const int* value, int limit) {
  const unsigned ballot = __ballot_sync(~0u, value[index()] < limit);
  if (threadIdx.x % 32 == 0) bits[index() / 32] = ballot;
}
__global__ void in_set(unsigned char* out, const unsigned* bits, const unsigned* key) {
  const unsigned k = key[index()];
  out[index()] = bits[k >> 5 & 0x3fff] >> (k & 31) & 1;
}
__global__ void bloom(int* out, const unsigned* bits, const unsigned* key, unsigned mask) {
  unsigned h = key[index()], all = 1;
  for (int k = 0; k < 4; ++k) {
    h = h * 1664525u + 1013904223u;
    all &= bits[h >> 8 & mask] >> (h & 31);
  }
  out[index()] = int(all);
}
__global__ void runs(int* starts, const int* value) {
  const size_t i = index();
  starts[i] = i == 0 || value[i] != value[i - 1];
}
__global__ void lower_bounds(int* out, const int* sorted, int n) {
  const int wanted = int((index() * 7919) % n);
  int low = 0, count = n;
  while (count > 0) {
    const int half = count / 2;
    if (sorted[low + half] < wanted) low += half + 1, count -= half + 1;
    else count = half;
  }
  out[index()] = low;
}

int main() {
  const int n = 1 << 20;
  char* text = filled<char>(n + 4096, [](size_t i) { return char('a' + hashed(unsigned(i)) % 4); });
  char* word = filled<char>(16, [](size_t i) { return char('a' + i % 4); });
  float* out = zeros<float>(1 << 22);
  label("word found");
  found<<<n / 256, 256>>>((int*)out, text, word, 8);
  label("upper case");
  upper<<<n / 256, 256>>>(text);
  int* begin = filled<int>(n / 8, [](size_t i) { return int(i * 11 - hashed(unsigned(i)) % 8 + 8); });
  label("words hashed");
  words_hashed<<<300, 256>>>((unsigned*)out, text, begin);
  unsigned* key = filled<unsigned>(n, [](size_t i) { return hashed(unsigned(i)); });
  label("digits counted");
  digits_counted<<<n / 256, 256>>>((unsigned*)out, key, 8);
  unsigned* place = filled<unsigned>(n, [](size_t i) { return unsigned(i / (n / 32)) * (n / 16); });
  label("digits placed");
  digits_placed<<<n / 256, 256>>>((unsigned*)out, key, place, 8);
  Order* orders =
      filled<Order>(n / 4, [](size_t i) { return Order{int(i), int(hashed(unsigned(i))) & 1023, 0, 1, 1.0}; });
  label("revenue of customers");
  revenue<<<n / 4 / 256, 256>>>((double*)out, orders);
  float4* table = zeros<float4>(1 << 17);
  int* foreign = filled<int>(n, [](size_t i) { return int(hashed(unsigned(i)) % (1 << 17)); });
  label("joined with 2 MiB");
  joined<<<n / 2 / 256, 256>>>(out, foreign, table);
  int* sorted_foreign = filled<int>(n, [](size_t i) { return int(i / 9); });
  label("joined in order");
  joined<<<n / 256, 256>>>(out, sorted_foreign, table);
  label("filtered");
  filtered<<<n / 512, 512>>>((unsigned*)out, foreign, 1 << 16);
  unsigned* bits = zeros<unsigned>(1 << 20);
  label("in a set of 64 KiB");
  in_set<<<n / 2 / 256, 256>>>((unsigned char*)out, bits, key);
  label("bloom filter of 128 KiB");
  bloom<<<n / 4 / 256, 256>>>((int*)out, bits, key, (1 << 15) - 1);
  label("bloom filter of 4 MiB");
  bloom<<<n / 4 / 256, 256>>>((int*)out, bits, key, (1 << 20) - 1);
  label("runs");
  runs<<<n / 128, 128>>>((int*)out, sorted_foreign);
  int* sorted = filled<int>(n, [](size_t i) { return int(i); });
  label("lower bounds in 4 MiB");
  lower_bounds<<<264, 256>>>((int*)out, sorted, n);
  label("lower bounds in 200 KiB");
  lower_bounds<<<264, 256>>>((int*)out, sorted, 50000);
  return finish();
}
