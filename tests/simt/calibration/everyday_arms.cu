// Held out: what both arms of a branch load. Simulated before a GPU counted them.
#include "results.cuh"

#define ARMS(name) __global__ void name(int n, const float* x, const float* u, float* y)
#define ELEMENT                                  \
  int i = blockIdx.x * blockDim.x + threadIdx.x; \
  if (i >= n) return;

ARMS(one_load) {
  ELEMENT
  if (i % 3 == 0) y[i] = x[i] * 2;
  else y[i] = x[i] + 1;
}
ARMS(function_of_it) {
  ELEMENT
  if (i % 3 == 0) y[i] = expf(x[i]);
  else y[i] = sqrtf(x[i] + 3);
}
ARMS(another_in_front) {
  ELEMENT
  if (i % 3 == 0) y[i] = u[i] * x[i];
  else y[i] = expf(x[i]);
}
ARMS(two_loads) {
  ELEMENT
  if (i % 3 == 0) y[i] = u[i] * x[i];
  else y[i] = u[i] / (x[i] + 1);
}
ARMS(two_loads_crossed) {
  ELEMENT
  if (i % 3 == 0) y[i] = u[i] * x[i];
  else y[i] = x[i] - u[i];
}
ARMS(behind_work) {
  ELEMENT
  if (i % 3 == 0) {
    float a = u[i];
    a = a * a + expf(a);
    y[i] = a * x[i];
  } else {
    y[i] = x[i];
  }
}
ARMS(three_cases) {
  ELEMENT
  switch (i % 3) {
    case 0:
      y[i] = x[i];
      break;
    case 1:
      y[i] = x[i] * x[i];
      break;
    default:
      y[i] = expf(x[i]);
  }
}
ARMS(else_if) {
  ELEMENT
  if (x[i] > 0.5f) y[i] = u[i];
  else if (x[i] > -0.5f) y[i] = u[i] * 2;
  else y[i] = expf(u[i]);
}
ARMS(nested) {
  ELEMENT
  if (i % 2) {
    if (i % 3 == 0) y[i] = x[i];
    else y[i] = x[i] * 3;
  } else {
    y[i] = expf(x[i]);
  }
}
ARMS(behind_a_store) {
  ELEMENT
  if (i % 3 == 0) {
    y[i] = 1;
    y[i + 1000] = x[i];
  } else {
    y[i] = 2;
    y[i + 1000] = x[i] * 2;
  }
}
ARMS(neighbours) {
  ELEMENT
  if (i % 3 == 0) y[i] = x[i + 1] * x[i];
  else y[i] = x[i + 1] + x[i + 2];
}
ARMS(returns_early) {
  ELEMENT
  if (i % 3 == 0) {
    y[i] = x[i];
    return;
  }
  y[i] = x[i] * 2;
}
ARMS(red_and_black) {
  ELEMENT
  if ((i & 1) == 0) y[i] = 0.5f * (x[i] + x[i + 1]);
  else y[i] = 0.25f * x[i] + 0.75f * x[i + 1];
}
ARMS(in_a_loop) {
  ELEMENT
  float sum = 0;
  for (int j = 0; j < n; j += 100)
    if ((i + j) % 3 == 0) sum += x[(i + j) % n];
    else sum -= 2 * x[(i + j) % n];
  y[i] = sum;
}
// By the warp, not by the lane: no warp has both arms.
ARMS(warps_apart) {
  ELEMENT
  if (threadIdx.x / 32 % 2 == 0) y[i] = x[i] * 2;
  else y[i] = x[i] + 1;
}
// Each arm stores behind its load, to the array that the other one loads from, perhaps.
__global__ void clamped(int n, float* x, int* count) {
  ELEMENT
  if (i % 5 == 0) x[i] = fminf(x[i], 1.0f);
  else x[i] = fmaxf(x[i], -1.0f);
  if (x[i] == 1.0f) atomicAdd(count, 1);
}
__global__ void of_shared(int n, const float* x, float* y) {
  __shared__ float tile[128];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  if (threadIdx.x % 3 == 0) y[i] = tile[127 - threadIdx.x] * 2;
  else y[i] = tile[127 - threadIdx.x] + 1;
}
struct Body {
  float x, y, vx, vy;
};
// A wall on either side.
__global__ void bounce(int n, Body* bodies, float h) {
  ELEMENT
  if (bodies[i].x < 0) {
    bodies[i].vx = -bodies[i].vx;
    bodies[i].x = 0;
  } else {
    bodies[i].x += h * bodies[i].vx;
  }
}

int main() {
  constexpr int n = 500;
  float* x = filled<float>(1024, [](size_t i) { return float(i * 37 % 19) * 0.1f - 0.9f; });
  float* u = filled<float>(1024, [](size_t i) { return float(i * 29 % 11) * 0.5f + 1; });
  float* y = zeros<float>(2048);
  const auto arms = [&](const char* name, void (*kernel)(int, const float*, const float*, float*)) {
    measured_closely(name, y, n, [&] { kernel<<<4, 128>>>(n, x, u, y); });
  };
  arms("one load", one_load);
  arms("a function of it", function_of_it);
  arms("another load in front", another_in_front);
  arms("two loads", two_loads);
  arms("two loads, crossed", two_loads_crossed);
  arms("behind work", behind_work);
  arms("three cases", three_cases);
  arms("else if", else_if);
  arms("one in the other", nested);
  arms("behind a store", behind_a_store);
  arms("neighbours", neighbours);
  arms("a return", returns_early);
  arms("red and black", red_and_black);
  arms("in a loop", in_a_loop);
  arms("warps apart", warps_apart);
  measured_closely("of shared memory", y, n, [&] { of_shared<<<4, 128>>>(n, x, y); });
  int* count = zeros<int>(1);
  measured("clamped", count, 1, [&] { clamped<<<4, 128>>>(n, x, count); });
  auto* bodies = filled<Body>(512, [](size_t i) { return Body{float(i % 7) - 3, 1, float(i % 3), 2}; });
  measured_closely("bounce", reinterpret_cast<float*>(bodies), 0, [&] { bounce<<<4, 128>>>(n, bodies, 0.1f); });
  return finish();
}
