// Held out, too: every lane its own way: trees, hash tables, words, fractals, machines of states.
#include "results.cuh"

__global__ void tree_walk(int* out, const int* left, const int* right, const int* key) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int stack[12], top = 0, sum = 0;
  stack[top++] = key[i] % 8;
  while (top) {
    const int node = stack[--top];
    sum += node;
    const int l = left[node], r = right[node];
    if (l > 0) stack[top++] = l;
    if (r > 0 && sum < 500) stack[top++] = r;
  }
  out[i] = sum;
}

__global__ void put(int* table, const int* key, int n, int slots) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const int mine = key[i] + 1;
  int slot = mine * 31 % slots;
  while (true) {
    const int before = atomicCAS(&table[slot], 0, mine);
    if (before == 0 || before == mine) return;
    slot = (slot + 1) % slots;
  }
}

__global__ void found(int* out, const char* text, const char* word, int n, int length) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > n - length) return;
  for (int k = 0; k < length; ++k)
    if (text[i + k] != word[k]) return;
  out[i] = 1;
}

__global__ void fractal(unsigned char* out, int width, int most) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width) return;
  int re = 0, im = 0, k = 0;
  const int cr = (x * 3 - 2 * width) * 4, ci = (y * 2 - 16) * 16;
  while (k < most && (re >> 4) * (re >> 4) + (im >> 4) * (im >> 4) < 4 * 64 * 64) {
    const int next = re * re / 256 - im * im / 256 + cr;
    im = 2 * re * im / 256 + ci;
    re = next;
    ++k;
  }
  out[y * width + x] = (unsigned char)k;
}

__global__ void machine(int* out, const int* input) {
  const int i = threadIdx.x;
  int state = 0, at = i;
#pragma unroll 1
  for (int step = 0; step < 12; ++step) {
    const int v = input[at];
    switch (state) {
      case 0: state = v % 3; at += 1; break;
      case 1: out[step * 64 + i] = v; state = 2; at += 64; break;
      case 2: state = v & 1 ? 0 : 3; at += 2; break;
      default: out[1024 + i] += v; state = 0;
    }
  }
  out[2048 + i] = state;
}

__device__ int power(int base, int exponent) {
  int result = 1;
  while (exponent) {
    if (exponent & 1) result *= base;
    base *= base;
    exponent >>= 1;
  }
  return result;
}

__global__ void powers(int* out, const int* base, const int* exponent) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (exponent[i] == 0) {
    out[i] = 1;
    return;
  }
  out[i] = power(base[i], exponent[i]);
  if (out[i] & 4) out[1024 + i] = power(3, exponent[i] / 2);
}

__global__ void lower_bounds(int* out, const int* sorted, const int* key, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int from = 0, to = n;
  while (from < to) {
    const int middle = (from + to) / 2;
    if (sorted[middle] == key[i]) {
      out[1024 + i] = middle;
      break;
    }
    if (sorted[middle] < key[i]) from = middle + 1;
    else to = middle;
  }
  out[i] = from;
}

__global__ void chains(int* out, const int* next, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int at = i, length = 0;
  do {
    at = next[at];
    ++length;
    if (length > 20) {
      length = -1;
      break;
    }
  } while (at != 0 && at != i);
  out[i] = length;
}

int main() {
  constexpr int n = 8192;
  int* key = filled<int>(n, [](size_t i) { return int((i * 2654435761u >> 9) % 97); });
  int* few = filled<int>(n, [](size_t i) { return int((i * 40503 >> 5) % 14); });
  int* left = filled<int>(256, [](size_t i) { return i < 60 ? int(2 * i + 1) : 0; });
  int* right = filled<int>(256, [](size_t i) { return i % 3 && i < 60 ? int(2 * i + 2) : 0; });
  int* sorted = filled<int>(512, [](size_t i) { return int(i / 3); });
  int* next = filled<int>(512, [](size_t i) { return int(i * 7 % 251); });
  char* text = filled<char>(n, [](size_t i) { return "abacabadabra"[i * i % 12]; });
  char* word = filled<char>(4, [](size_t i) { return "abab"[i]; });
  int* out = zeros<int>(n);
  measured("tree walk", out, n, [&] { tree_walk<<<2, 96>>>(out, left, right, key); });
  measured("put", out, n, [&] { put<<<1, 32>>>(out, key, 30, 64); });
  measured("found", out, n, [&] { found<<<4, 128>>>(out, text, word, 500, 3); });
  measured("fractal", (unsigned char*)out, 4 * n, [&] { fractal<<<dim3(2, 4), dim3(32, 4)>>>((unsigned char*)out, 60, 40); });
  measured("machine", out, n, [&] { machine<<<1, 64>>>(out, key); });
  measured("powers", out, n, [&] { powers<<<4, 128>>>(out, key, few); });
  measured("lower bounds", out, n, [&] { lower_bounds<<<4, 128>>>(out, sorted, key, 300); });
  measured("chains", out, n, [&] { chains<<<4, 64>>>(out, next, 250); });
  return finish();
}
