// Held out, too: objects that are moved whole, of structures of doubles, bytes, shorts and several of them, aligned and nested.
#include "results.cuh"

struct Point2 {
  double x, y;
};
struct Point3 {
  double x, y, z;
};
struct Body {
  Point3 at, speed;
  double mass;
};
struct Pixel {
  unsigned char r, g, b, a;
};
struct Colour {
  unsigned char r, g, b;
};
struct Shorts {
  short a, b, c, d;
};
struct Six {
  float v[6];
};
struct alignas(16) Lane {
  float v[8];
};
struct alignas(8) Half {
  float a, b, c, d;
};
struct Sample {
  long long time;
  int value;
};
struct Pair {
  int key;
  float value;
};
struct Entry {
  Pair pair;
  double weight;
};
struct Derived : Point2 {
  int kind;
};
union Bits {
  double number;
  unsigned words[2];
};
struct Two {
  Bits first, second;
};
struct Vectors {
  float4 position;
  float2 speed;
  float2 other;
};

template <typename T>
__global__ void copy(T* out, const T* in) {
  const int t = threadIdx.x;
  out[t] = in[t];
}
template <typename T>
__global__ void reversed(T* out, const T* in) {
  __shared__ T s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[63 - t];
}
__global__ void moved_points(Point3* out, const Point3* in, double by) {
  const int t = threadIdx.x;
  Point3 p = in[t];
  p.x += by, p.y -= by, p.z *= by;
  out[t] = p;
}
__global__ void pair_beside_vectors(Point2* out, const Point2* in, float4* more, const float4* others) {
  const int t = threadIdx.x;
  out[t] = in[t + 64];
  more[t] = others[t + 64];
}
__global__ void in_the_middle(Body* out, const Body* in) {
  const int t = threadIdx.x;
  out[t].speed = in[t].at;
}
struct Swarm {
  Point3* all;
  __device__ Point3 of(int i) const { return all[i]; }
};
__global__ void by_a_function(Point3* out, Swarm swarm) {
  const int t = threadIdx.x;
  out[t] = swarm.of(63 - t);
}
__global__ void grey(unsigned char* out, const Pixel* in) {
  const int t = threadIdx.x;
  const Pixel p = in[t];
  out[t] = (p.r + p.g + p.b + p.a) / 4;
}
__global__ void first_is_least(Pair* out, const Pair* in, int n) {
  const int t = threadIdx.x;
  Pair best = in[t];
  for (int i = t + 64; i < n; i += 64)
    if (in[i].key < best.key) best = in[i];
  out[t] = best;
}

template <typename T>
void each(const char* name, const char* through_shared, void* to, const void* from) {
  const size_t bytes = 64 * sizeof(T);
  measured(
      name, static_cast<char*>(to), bytes, [&] { copy<<<1, 64>>>(static_cast<T*>(to), static_cast<const T*>(from)); });
  measured(through_shared, static_cast<char*>(to), bytes,
      [&] { reversed<<<1, 64>>>(static_cast<T*>(to), static_cast<const T*>(from)); });
}

int main() {
  const size_t bytes = 256 * sizeof(Body);
  unsigned char* const from = filled<unsigned char>(bytes, [](size_t i) { return i * 37 % 61; });
  unsigned char* const to = zeros<unsigned char>(bytes);
  each<Point2>("two doubles", "two doubles reversed", to, from);
  each<Point3>("three doubles", "three doubles reversed", to, from);
  each<Body>("seven doubles", "seven doubles reversed", to, from);
  each<Pixel>("four bytes", "four bytes reversed", to, from);
  each<Colour>("three bytes", "three bytes reversed", to, from);
  each<Shorts>("four shorts", "four shorts reversed", to, from);
  each<Six>("six floats", "six floats reversed", to, from);
  each<Lane>("eight floats aligned to 16", "eight floats aligned to 16 reversed", to, from);
  each<Half>("four floats aligned to 8", "four floats aligned to 8 reversed", to, from);
  each<Sample>("a long and an int", "a long and an int reversed", to, from);
  each<Entry>("a pair and a double", "a pair and a double reversed", to, from);
  each<Derived>("derived", "derived reversed", to, from);
  each<Two>("two unions", "two unions reversed", to, from);
  each<Vectors>("of vectors", "of vectors reversed", to, from);
  auto* const points = reinterpret_cast<Point3*>(from);
  measured("moved points", to, 64 * sizeof(Point3), [&] { moved_points<<<1, 64>>>((Point3*)to, points, 2.0); });
  measured("pair beside vectors", to, 128 * sizeof(Point2), [&] {
    pair_beside_vectors<<<1, 64>>>((Point2*)to, (Point2*)from, (float4*)(to + 64 * sizeof(Point2)), (float4*)from);
  });
  measured("in the middle", to, 64 * sizeof(Body), [&] { in_the_middle<<<1, 64>>>((Body*)to, (Body*)from); });
  measured("by a function", to, 64 * sizeof(Point3), [&] { by_a_function<<<1, 64>>>((Point3*)to, Swarm{points}); });
  measured("grey", to, 64, [&] { grey<<<1, 64>>>(to, (Pixel*)from); });
  measured("first is least", to, 64 * sizeof(Pair), [&] { first_is_least<<<1, 64>>>((Pair*)to, (Pair*)from, 256); });
  return finish();
}
