// Held out: texts, codes and lists, as people write them. Simulated before a GPU counted them.
#include <cooperative_groups.h>

#include "results.cuh"

namespace cg = cooperative_groups;

__global__ void word_starts(int* count, const char* text, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int mine = 0;
  if (i < n) mine = text[i] != ' ' && (i == 0 || text[i - 1] == ' ');
  const int block = __syncthreads_count(mine);
  if (threadIdx.x == 0) atomicAdd(count, block);
}

// Runs of equal values: heads are found, scanned and written.
__global__ void run_lengths(int* starts, int* values, const int* in, int n) {
  __shared__ int scan[256];
  const int t = threadIdx.x;
  const int head = t < n && (t == 0 || in[t] != in[t - 1]);
  scan[t] = head;
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) {
    const int v = t >= d ? scan[t - d] : 0;
    __syncthreads();
    scan[t] += v;
    __syncthreads();
  }
  if (head) {
    starts[scan[t] - 1] = t;
    values[scan[t] - 1] = in[t];
  }
}

__global__ void caesar(char* out, const char* in, int n, int key) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    char c = in[i];
    if (c >= 'a' && c <= 'z') c = 'a' + (c - 'a' + key) % 26;
    out[i] = c;
  }
}

// Edit distance along diagonals, three of them kept.
__global__ void edit_distance(int* out, const char* a, const char* b, int n) {
  __shared__ int diagonals[3][130];
  const int t = threadIdx.x;
  for (int d = 0; d <= 2 * n; ++d) {
    int* now = diagonals[d % 3];
    const int* last = diagonals[(d + 2) % 3];
    const int* before = diagonals[(d + 1) % 3];
    const int i = t, j = d - t;
    if (i <= n && j >= 0 && j <= n) {
      if (i == 0) now[i] = j;
      else if (j == 0) now[i] = i;
      else now[i] = min(min(last[i - 1], last[i]) + 1, before[i - 1] + (a[i - 1] != b[j - 1]));
    }
    __syncthreads();
  }
  if (t == 0) *out = diagonals[2 * n % 3][n];
}

// CRC by a table that the block builds.
__global__ void crc(unsigned* out, const unsigned char* data, int length, int n) {
  __shared__ unsigned table[256];
  unsigned c = threadIdx.x;
  for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
  table[threadIdx.x] = c;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned sum = 0xffffffffu;
  for (int k = 0; k < length; ++k) sum = table[(sum ^ data[i * length + k]) & 255] ^ sum >> 8;
  out[i] = ~sum;
}

struct Node {
  int key, next;
};

__global__ void look_up(int* out, const Node* nodes, const int* heads, const int* keys, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int at = heads[keys[i] % 64], found = -1;
  while (at >= 0) {
    if (nodes[at].key == keys[i]) {
      found = at;
      break;
    }
    at = nodes[at].next;
  }
  out[i] = found;
}

__global__ void binary_search(int* out, const int* sorted, const int* keys, int n, int m) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  int low = 0, high = n - 1, at = -1;
  const int key = keys[i];
  while (low <= high) {
    const int mid = (low + high) >> 1;
    if (sorted[mid] == key) {
      at = mid;
      break;
    }
    if (sorted[mid] < key) low = mid + 1;
    else high = mid - 1;
  }
  out[i] = at;
}

// Two bits of the key a pass, as GPU Gems has it: four counters in one word a thread.
__global__ void two_bits(int* out, const int* in, int shift) {
  __shared__ unsigned packed[128], warps[4];
  const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  const int key = in[blockIdx.x * 128 + t], digit = key >> shift & 3;
  unsigned mine = 1u << 8 * digit, sum = mine;
  for (int d = 1; d < 32; d *= 2) {
    const unsigned left = __shfl_up_sync(~0u, sum, d);
    if (lane >= d) sum += left;
  }
  if (lane == 31) warps[warp] = sum;
  __syncthreads();
  for (int w = 0; w < warp; ++w) sum += warps[w];
  packed[t] = sum;
  __syncthreads();
  const unsigned total = packed[127];
  int before = 0;
  for (int d = 0; d < digit; ++d) before += total >> 8 * d & 255;
  out[blockIdx.x * 128 + before + (sum >> 8 * digit & 255) - 1] = key;
}

__global__ void shared_stack(int* out, const int* in, int n) {
  __shared__ int stack[256], top;
  const auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) top = 0;
  block.sync();
  if (block.thread_rank() < n && in[block.thread_rank()] % 4 != 0) stack[atomicAdd(&top, 1)] = in[block.thread_rank()];
  block.sync();
  int sum = 0;
  for (int i = block.thread_rank(); i < top; i += block.size()) sum += stack[i];
  atomicAdd(out, sum);
}

int main() {
  char* text = filled<char>(8192, [](size_t i) { return i * i % 11 < 2 ? ' ' : char('a' + i * 7 % 26); });
  char* other = filled<char>(8192, [](size_t i) { return char('a' + i * 5 % 26); });
  int* runs = filled<int>(256, [](size_t i) { return int(i * i / 97); });
  int* keys = filled<int>(4096, [](size_t i) { return int(i * 7919 % 3001); });
  int* sorted = filled<int>(4096, [](size_t i) { return int(i * 3 / 2); });
  Node* nodes = filled<Node>(640, [](size_t i) { return Node{int(i), i < 64 ? -1 : int(i - 64)}; });
  int* heads = filled<int>(64, [](size_t i) { return int(i + 64 * (i % 10)); });
  int* out = zeros<int>(8192);
  measured("words", out, 1, [&] { word_starts<<<20, 256>>>(out, text, 5000); });
  measured("lengths of runs", out, 512, [&] { run_lengths<<<1, 256>>>(out, out + 256, runs, 250); });
  measured("caesar", (char*)out, 5000, [&] { caesar<<<4, 256>>>((char*)out, text, 5000, 3); });
  measured("edit distance", out, 1, [&] { edit_distance<<<1, 128>>>(out, text, other, 90); });
  measured("checksums", (unsigned*)out, 400, [&] { crc<<<2, 256>>>((unsigned*)out, (unsigned char*)text, 20, 400); });
  measured("chains of a table", out, 700, [&] { look_up<<<6, 128>>>(out, nodes, heads, keys, 700); });
  measured("binary search", out, 1000, [&] { binary_search<<<4, 256>>>(out, sorted, keys, 2000, 1000); });
  measured("two bits a pass", out, 512, [&] { two_bits<<<4, 128>>>(out, keys, 4); });
  measured("stack of a block", out, 1, [&] { shared_stack<<<1, 256>>>(out, keys, 220); });
  return finish();
}
