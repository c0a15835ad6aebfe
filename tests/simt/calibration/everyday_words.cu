// Held out: strings, bytes and bits, as people write them. Simulated before a GPU counted them.
#include "results.cuh"

__global__ void to_upper(char* text, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    char c = text[i];
    if (c >= 'a' && c <= 'z') text[i] = c - 32;
  }
}

__global__ void to_upper_by_fours(const uchar4* in, uchar4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uchar4 c = in[i];
  if (c.x >= 'a' && c.x <= 'z') c.x -= 32;
  if (c.y >= 'a' && c.y <= 'z') c.y -= 32;
  if (c.z >= 'a' && c.z <= 'z') c.z -= 32;
  if (c.w >= 'a' && c.w <= 'z') c.w -= 32;
  out[i] = c;
}

__constant__ unsigned crc_table[256];

// A checksum of each message.
__global__ void crc32(const unsigned char* data, const int* begin, unsigned* out, int messages) {
  const int m = blockIdx.x * blockDim.x + threadIdx.x;
  if (m >= messages) return;
  unsigned crc = ~0u;
  for (int i = begin[m]; i < begin[m + 1]; ++i) crc = crc_table[(crc ^ data[i]) & 0xff] ^ (crc >> 8);
  out[m] = ~crc;
}

// Where a pattern stands: the text's part in shared memory.
__global__ void find_pattern(const char* text, int n, const char* pattern, int m, int* found) {
  extern __shared__ char s[];
  const int base = blockIdx.x * blockDim.x;
  for (int i = threadIdx.x; i < blockDim.x + m - 1; i += blockDim.x) s[i] = base + i < n ? text[base + i] : 0;
  __syncthreads();
  bool equal = base + threadIdx.x + m <= n;
  for (int j = 0; j < m && equal; ++j)
    if (s[threadIdx.x + j] != pattern[j]) equal = false;
  if (equal) atomicAdd(found, 1);
}

// Words: where one begins.
__global__ void count_words(const char* text, int n, int* words) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  int mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const bool letter = text[i] != ' ' && text[i] != '\n';
    const bool before = i > 0 && text[i - 1] != ' ' && text[i - 1] != '\n';
    mine += letter && !before;
  }
  for (int d = 16; d; d >>= 1) mine += __shfl_xor_sync(~0u, mine, d);
  if (threadIdx.x % 32 == 0) atomicAdd(&total, mine);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(words, total);
}

// Bytes by value: a histogram for each warp, then their sum.
__global__ void byte_histogram(const unsigned* data, int n, unsigned* bins) {
  __shared__ unsigned mine[4][256];
  unsigned* warp_bins = mine[threadIdx.x / 32];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x) (&mine[0][0])[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const unsigned word = data[i];
    atomicAdd(warp_bins + (word & 0xff), 1);
    atomicAdd(warp_bins + (word >> 8 & 0xff), 1);
    atomicAdd(warp_bins + (word >> 16 & 0xff), 1);
    atomicAdd(warp_bins + (word >> 24), 1);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x) {
    unsigned sum = 0;
    for (int w = 0; w < 4; ++w) sum += mine[w][b];
    atomicAdd(&bins[b], sum);
  }
}

// The same in bytes, privately for each thread, as long as they hold.
__global__ void nibble_histogram(const unsigned char* data, int per_thread, unsigned* bins) {
  __shared__ unsigned char mine[64 * 16];
  for (int i = threadIdx.x; i < 64 * 16 / 4; i += 64) ((unsigned*)mine)[i] = 0;
  __syncthreads();
  const unsigned char* from = data + (blockIdx.x * 64 + threadIdx.x) * per_thread;
  for (int i = 0; i < per_thread; ++i) {
    ++mine[(from[i] >> 4) * 64 + threadIdx.x];
  }
  __syncthreads();
  if (threadIdx.x < 16) {
    unsigned sum = 0;
    for (int i = 0; i < 64; ++i) sum += mine[threadIdx.x * 64 + ((i + threadIdx.x * 4) & 63)];
    atomicAdd(bins + threadIdx.x, sum);
  }
}

// How far two words are apart: a diagonal at a time.
__global__ void edit_distance(const char* a, const char* b, int n, int* out) {
  __shared__ int lines[3][66];
  __shared__ char sa[64], sb[64];
  const int t = threadIdx.x;
  sa[t] = a[blockIdx.x * n + t];
  sb[t] = b[blockIdx.x * n + t];
  int *newest = lines[0], *before = lines[1], *oldest = lines[2];
  if (t == 0) oldest[0] = 0, before[0] = 1, before[1] = 1;
  __syncthreads();
  for (int d = 2; d <= 2 * n; ++d) {
    const int i = t + 1, j = d - i;
    if (j >= 1 && j <= n) {
      const int other = oldest[i - 1] + (sa[i - 1] != sb[j - 1]);
      newest[i] = min(other, min(before[i - 1], before[i]) + 1);
    } else if (j == 0) {
      newest[i] = d;
    }
    if (t == 0) newest[0] = d;
    __syncthreads();
    int* const last = oldest;
    oldest = before, before = newest, newest = last;
  }
  if (t == n - 1) out[blockIdx.x] = before[n];
}

// Three bytes become four letters.
__global__ void base64(const unsigned char* in, char* out, int triples) {
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  __shared__ char table[64];
  if (threadIdx.x < 64) table[threadIdx.x] = letters[threadIdx.x];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= triples) return;
  const unsigned bits = in[3 * i] << 16 | in[3 * i + 1] << 8 | in[3 * i + 2];
  out[4 * i] = table[bits >> 18];
  out[4 * i + 1] = table[bits >> 12 & 63];
  out[4 * i + 2] = table[bits >> 6 & 63];
  out[4 * i + 3] = table[bits & 63];
}

int main() {
  constexpr int n = 4000;
  auto letter = [](size_t i) { return char(i % 7 == 6 ? ' ' : 'a' + i * 5 % 23 - (i % 11 == 0 ? 32 : 0)); };
  char* text = filled<char>(n, letter);
  auto* bytes = filled<unsigned char>(8192, [](size_t i) { return (unsigned char)(i * 89 >> 2); });
  char* out = zeros<char>(8192);
  int* numbers = zeros<int>(512);
  unsigned table[256];
  for (unsigned i = 0; i < 256; ++i) {
    unsigned c = i;
    for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    table[i] = c;
  }
  require(cudaMemcpyToSymbol(crc_table, table, sizeof table));
  int* begin = filled<int>(201, [](size_t i) { return int(i * 19 + i * i % 7); });
  require(cudaMemcpy(out, text, n, cudaMemcpyDeviceToDevice));
  measured("upper case", numbers, 1, [&] { to_upper<<<16, 256>>>(out, n); });
  measured("upper case by fours", (uchar4*)out, 1000,
      [&] { to_upper_by_fours<<<8, 128>>>((uchar4*)text, (uchar4*)out, 1000); });
  measured("checksums", (unsigned*)numbers, 200, [&] { crc32<<<4, 64>>>(bytes, begin, (unsigned*)numbers, 200); });
  char* pattern = filled<char>(5, [&](size_t i) { return letter(i + 8); });
  measured("pattern", numbers, 1, [&] { find_pattern<<<16, 256, 260>>>(text, n, pattern, 5, numbers); });
  measured("words", numbers, 1, [&] { count_words<<<4, 128>>>(text, n, numbers); });
  measured("histogram of warps", numbers, 256,
      [&] { byte_histogram<<<4, 128>>>((unsigned*)bytes, 2048, (unsigned*)numbers); });
  measured("histogram of bytes", numbers, 16, [&] { nibble_histogram<<<4, 64>>>(bytes, 30, (unsigned*)numbers); });
  measured("edit distance", numbers, 4, [&] { edit_distance<<<4, 64>>>(text, text + 301, 64, numbers); });
  measured("base64", out, 4000, [&] { base64<<<8, 128>>>(bytes, out, 1000); });
  return finish();
}
