// Held out: hash tables, filters, bits and joins, as people write them. Simulated before a GPU counted them.
#include "results.cuh"

constexpr unsigned empty = 0xffffffffu;

__device__ unsigned mix(unsigned k) {
  k ^= k >> 16;
  k *= 0x85ebca6bu;
  k ^= k >> 13;
  k *= 0xc2b2ae35u;
  return k ^ k >> 16;
}

// A table that the host has built; each thread looks for one key, slot after slot.
__global__ void look_up(
    const unsigned* keys, const int* values, unsigned mask, const unsigned* wanted, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned key = wanted[i];
  unsigned slot = mix(key) & mask;
  int found = -1;
  while (true) {
    const unsigned here = keys[slot];
    if (here == key) {
      found = values[slot];
      break;
    }
    if (here == empty) break;
    slot = (slot + 1) & mask;
  }
  out[i] = found;
}

// Buckets of four keys, each read as a whole.
__global__ void look_up_in_buckets(const uint4* buckets, unsigned mask, const unsigned* wanted, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned key = wanted[i];
  const uint4 b = buckets[mix(key) & mask];
  int at = -1;
  if (b.x == key) at = 0;
  else if (b.y == key) at = 1;
  else if (b.z == key) at = 2;
  else if (b.w == key) at = 3;
  out[i] = at;
}

// Which of the words a Bloom filter knows: three bits each, the filter in shared memory.
__global__ void bloom(const unsigned* filter, const unsigned* words, unsigned char* out, int n) {
  __shared__ unsigned s[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x) s[k] = filter[k];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    const unsigned h = mix(words[i]);
    bool known = true;
    for (int k = 0; k < 3; ++k) {
      const unsigned bit = (h + k * (h >> 17)) & 8191;
      known = known && (s[bit / 32] >> (bit % 32) & 1);
    }
    out[i] = known;
  }
}

// The filter's own making, by atomics.
__global__ void bloom_insert(unsigned* filter, const unsigned* words, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned h = mix(words[i]);
#pragma unroll
    for (int k = 0; k < 3; ++k) {
      const unsigned bit = (h + k * (h >> 17)) & 8191;
      atomicOr(&filter[bit / 32], 1u << bit % 32);
    }
  }
}

// How many bits are set in each row of a bit matrix, a warp a row.
__global__ void popcounts(const unsigned* bits, int* out, int rows, int words) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  int sum = 0;
  for (int w = lane; w < words; w += 32) sum += __popc(bits[row * words + w]);
  sum = __reduce_add_sync(~0u, sum);
  if (lane == 0) out[row] = sum;
}

// A matrix of 32 by 32 bits turned, by ballots.
__global__ void turn_bits(const unsigned* in, unsigned* out) {
  const int lane = threadIdx.x % 32, tile = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const unsigned row = in[tile * 32 + lane];
  unsigned mine = 0;
  for (int b = 0; b < 32; ++b) {
    const unsigned column = __ballot_sync(~0u, row >> b & 1);
    if (lane == b) mine = column;
  }
  out[tile * 32 + lane] = mine;
}

// Sorted sets: how many of a's are in b, by halving.
__global__ void intersect(const int* a, int na, const int* b, int nb, int* count) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < na) {
    const int key = a[i];
    int low = 0, high = nb;
    while (low < high) {
      const int mid = (low + high) / 2;
      if (b[mid] < key) low = mid + 1;
      else high = mid;
    }
    if (low < nb && b[low] == key) atomicAdd(&total, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(count, total);
}

// Lists of neighbours that two vertices share: triangles, by merging.
__global__ void triangles(const int* first, const int* edges, const int2* pairs, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int2 p = pairs[i];
  int a = first[p.x], b = first[p.y], count = 0;
  const int end_a = first[p.x + 1], end_b = first[p.y + 1];
  while (a < end_a && b < end_b) {
    const int x = edges[a], y = edges[b];
    count += x == y;
    a += x <= y;
    b += y <= x;
  }
  out[i] = count;
}

// Records of fixed width, filtered by a column and copied by another.
struct Record {
  int id;
  short kind, flags;
  float price;
  unsigned char name[4];
};

__global__ void select_prices(const Record* records, float* out, int n, short kind) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = records[i].kind == kind ? records[i].price : 0.0f;
}

__global__ void total_by_kind(const Record* records, int* totals, int n) {
  __shared__ int mine[16];
  if (threadIdx.x < 16) mine[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    const Record r = records[i];
    if (r.flags & 1) atomicAdd(&mine[r.kind], r.id % 100);
  }
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&totals[threadIdx.x], mine[threadIdx.x]);
}

unsigned host_mix(unsigned k) {
  k ^= k >> 16;
  k *= 0x85ebca6bu;
  k ^= k >> 13;
  k *= 0xc2b2ae35u;
  return k ^ k >> 16;
}

int main() {
  constexpr int n = 1000;
  constexpr unsigned slots = 2048;
  static unsigned keys[slots];
  static int values[slots];
  for (unsigned& k : keys) k = empty;
  for (int i = 0; i < 900; ++i) {
    const unsigned key = unsigned(i * 37 + 5);
    unsigned slot = host_mix(key) % slots;
    while (keys[slot] != empty) slot = (slot + 1) % slots;
    keys[slot] = key, values[slot] = i;
  }
  unsigned* d_keys = filled<unsigned>(slots, [&](size_t i) { return keys[i]; });
  int* d_values = filled<int>(slots, [&](size_t i) { return values[i]; });
  unsigned* wanted = filled<unsigned>(n, [](size_t i) { return unsigned(i % 3 ? i * 37 + 5 : i * 11); });
  int* out = zeros<int>(n);
  measured("looked up", out, n, [&] { look_up<<<8, 128>>>(d_keys, d_values, slots - 1, wanted, out, n); });
  auto* buckets = filled<uint4>(256, [](size_t i) { return make_uint4(i, i * 37 + 5, i * 3, i * 11); });
  measured("in buckets", out, n, [&] { look_up_in_buckets<<<8, 128>>>(buckets, 255, wanted, out, n); });
  auto* filter = filled<unsigned>(256, [](size_t i) { return unsigned(i * 2654435761u | i * 40503u << 7); });
  auto* bytes = zeros<unsigned char>(n);
  measured("known words", bytes, n, [&] { bloom<<<8, 128>>>(filter, wanted, bytes, n); });
  auto* made = zeros<unsigned>(256);
  measured("words into a filter", made, 256, [&] { bloom_insert<<<4, 128>>>(made, wanted, n); });
  auto* bits = filled<unsigned>(6400, [](size_t i) { return unsigned(i * 2246822519u); });
  measured("bits of rows", out, 90, [&] { popcounts<<<12, 256>>>(bits, out, 90, 70); });
  auto* turned = zeros<unsigned>(1024);
  measured("bits turned", turned, 1024, [&] { turn_bits<<<8, 128>>>(bits, turned); });
  int* a = filled<int>(700, [](size_t i) { return int(i * 3); });
  int* b = filled<int>(500, [](size_t i) { return int(i * 4); });
  measured("in both", out, 1, [&] { intersect<<<6, 128>>>(a, 700, b, 500, out); });
  int* first = filled<int>(201, [](size_t i) { return int(i * 5 + i % 4); });
  int* edges = filled<int>(1100, [](size_t i) { return int(i % 5 * 41 + i * 7 % 40); });
  auto* pairs = filled<int2>(n, [](size_t i) { return make_int2(int(i * 13 % 200), int(i * 29 % 200)); });
  measured("triangles", out, n, [&] { triangles<<<8, 128>>>(first, edges, pairs, out, n); });
  auto* records = filled<Record>(
      n, [](size_t i) { return Record{int(i), short(i * 7 % 16), short(i % 3), float(i % 50), {1, 2, 3, 4}}; });
  auto* prices = zeros<float>(n);
  measured_closely("prices of a kind", prices, n, [&] { select_prices<<<8, 128>>>(records, prices, n, 5); });
  measured("totals of kinds", out, 16, [&] { total_by_kind<<<4, 128>>>(records, out, n); });
  return finish();
}
